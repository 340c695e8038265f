"""The node that runs a table is dead, frozen or late: nobody waits for it longer than need be."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from spielgeld.server.store.interface import Cluster
from spielgeld.server.store.sqlite import Sqlite
from spielgeld.server.tables import forwarder
from spielgeld.server.tables.live_table import LiveTable
from spielgeld.server.tables.seat_commands import AnySeatCommand, Arrival, Joining
from spielgeld.server.tables.tokens import token_hash
from spielgeld.server.upkeep import leases
from spielgeld.server.upkeep.leases import Leases
from spielgeld.server.upkeep.presence import leave_unless_back
from spielgeld.table import entries
from spielgeld.table.agreement import Agreement, SeatWish
from support.nodes import Node, Wire, wired_nodes

AGREEMENT = Agreement(edition="nl", seats=[SeatWish()] * 4)


class Shared(Sqlite):
    """As PostgreSQL would be: several nodes may live."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self.alive = ["a", "b"]

    def cluster(self, node: str, dead_after: float) -> Cluster:
        return Cluster(super().cluster(node, dead_after).mine, self.alive)

    def beat(self, node: str, dead_after: float) -> list[str]:  # noqa: ARG002
        return []


class Scene:
    """Ann has opened a table at the first node; the second has leases, and a short heartbeat."""

    def __init__(self, store: Shared, wire: Wire, nodes: list[Node], here: LiveTable) -> None:
        self.store = store
        self.wire = wire
        self.first, self.second = nodes
        self.here = here
        self.leases: Leases
        self._held: list[Callable[[], None]] = []

    async def begin(self) -> None:
        registry, worker, store, feed = self.second
        self.leases = Leases(registry, worker, store, feed, alone=False)
        await self.leases.start()
        await asyncio.sleep(3 * leases.HEARTBEAT_SECONDS)  # it knows who lives

    def freeze_first(self) -> None:
        """It hears nothing until it is thawed; to others it seems to listen."""
        hear, self._hear = self._held.append, self.wire.ends["a"].on_message
        self.wire.ends["a"].on_message = lambda *said: hear(lambda: self._hear(*said))

    def thaw_first(self) -> None:
        for hear in self._held:
            hear()

    async def do(self, command: AnySeatCommand, table: LiveTable) -> None:
        """Through the second node."""
        await self.second.worker.do(table, command.decide, exclusive=True, command=command)


def joining(name: str) -> Joining:
    return Joining(name, token_hash(name), None)


@pytest.fixture(autouse=True)
def patient_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who waits for an answer waits for ever; hearts beat quickly."""
    monkeypatch.setattr(forwarder, "ANSWERED_WITHIN", 1e6)
    monkeypatch.setattr(leases, "HEARTBEAT_SECONDS", 0.05)


def run(folder: Path, act: Callable[[Scene], Awaitable[None]]) -> None:
    async def play() -> None:
        store, wire = Shared(str(folder / "tables.sqlite3")), Wire()
        async with asyncio.timeout(30), wired_nodes(store, wire, "a", "b") as nodes:
            opened = entries.Opened(at=time.time(), agreement=AGREEMENT)
            here = await nodes[0].registry.open(opened, [joining("ann").decide])
            scene = Scene(store, wire, nodes, here)
            await scene.begin()
            await act(scene)
            await scene.leases.close()

    asyncio.run(play())


def test_a_table_is_read_whose_runner_is_dead(tmp_path: Path) -> None:
    async def act(scene: Scene) -> None:
        scene.freeze_first()
        scene.store.alive = ["b"]
        await asyncio.sleep(3 * leases.HEARTBEAT_SECONDS)
        there = await scene.second.registry.find(scene.here.code)
        await scene.do(joining("bo"), there)
        while there.runner != "b":
            await asyncio.sleep(0.01)

    run(tmp_path, act)


def test_the_runner_of_a_table_where_nobody_is_connected_dies(tmp_path: Path) -> None:
    async def act(scene: Scene) -> None:
        there = await scene.second.registry.find(scene.here.code)
        assert there.runner == "a"
        scene.freeze_first()
        scene.store.alive = ["b"]
        await asyncio.sleep(3 * leases.HEARTBEAT_SECONDS)
        await scene.do(joining("bo"), there)

    run(tmp_path, act)


def test_what_the_runner_was_asked_is_decided_here_when_it_dies(tmp_path: Path) -> None:
    async def act(scene: Scene) -> None:
        there = await scene.second.registry.find(scene.here.code)
        scene.freeze_first()
        asyncio.get_running_loop().call_later(0.2, setattr, scene.store, "alive", ["b"])
        await scene.do(joining("bo"), there)

    run(tmp_path, act)


def test_a_node_that_does_not_listen_is_not_waited_for(tmp_path: Path) -> None:
    async def act(scene: Scene) -> None:
        there = await scene.second.registry.find(scene.here.code)
        del scene.wire.ends["a"]  # killed; the store still takes it for alive
        await scene.do(joining("bo"), there)
        assert [seat.name for seat in there.state.seats[:2]] == ["ann", "bo"]

    run(tmp_path, act)


def test_an_arrival_that_comes_late_seats_nobody_who_has_gone(tmp_path: Path) -> None:
    async def act(scene: Scene) -> None:
        there = await scene.second.registry.find(scene.here.code)
        await scene.do(joining("bo"), there)
        scene.freeze_first()
        coming = asyncio.create_task(scene.do(Arrival(token_hash("bo"), "b", 0), there))
        await asyncio.sleep(0.1)
        scene.second.worker.lose_runner(there)  # as if the first node had been silent for long
        await coming
        leave_unless_back(scene.second.worker, there, 1)
        scene.thaw_first()
        while [seat.arrivals for seat in scene.here.state.seats[:2]] != [0, 1]:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.2)
        assert not any(seat.nodes for seat in scene.here.state.seats)

    run(tmp_path, act)


def test_what_another_node_asked_is_never_sent_back_to_it(tmp_path: Path) -> None:
    async def act(scene: Scene) -> None:
        there = await scene.second.registry.find(scene.here.code)
        scene.here.is_reading = True  # so that it waits there
        coming = asyncio.create_task(scene.do(joining("bo"), there))
        while not scene.here.jobs.waiting:
            await asyncio.sleep(0)
        scene.here.runner = there.runner = "b"  # handed over meanwhile
        scene.wire.carried.clear()
        scene.here.is_reading = False
        scene.first.worker.read_first(scene.here)
        await coming
        assert not any(message.commands for message in scene.wire.carried)

    run(tmp_path, act)
