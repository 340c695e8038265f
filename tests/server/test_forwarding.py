"""A table with people on two nodes: one decides for both, and the other only passes on."""

import asyncio
import json
import logging
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from spielgeld.bots import make_bot
from spielgeld.engine import Refusal, turn_code, view_of
from spielgeld.server.store import StoreDown, async_store
from spielgeld.server.store.sqlite import Sqlite
from spielgeld.server.tables import follower, forwarder, live_table
from spielgeld.server.tables.job_queue import Decide
from spielgeld.server.tables.live_table import LiveTable
from spielgeld.server.tables.seat_commands import SeatCommand
from spielgeld.server.tables.tokens import token_hash
from spielgeld.server.upkeep.presence import leave_unless_back
from spielgeld.table import commands, decisions, entries
from spielgeld.table.agreement import Agreement, SeatWish
from support.nodes import Node, Wire, wired_nodes

PEOPLE = ("ann", "bo", "cy")
AGREEMENT = Agreement(edition="nl", seats=[SeatWish()] * 3, rules={"deals": 1}, watchers="link")

Scene = Callable[["Cluster"], Awaitable[None]]


class Listener:
    """Notes what it is sent."""

    def __init__(self) -> None:
        self.heard: list[dict[str, Any]] = []

    def post(self, message: bytes) -> None:
        self.heard.append(json.loads(message))

    def dismiss(self, code: str, /) -> None:
        self.heard.append({"type": "bye", "code": code})


class Cluster:
    """Two nodes and a table: Ann and Cy are at the first, which runs it, Bo is at the second."""

    def __init__(self, wire: Wire, nodes: list[Node], tables: list[LiveTable]) -> None:
        self.wire = wire
        self.nodes = nodes
        self.tables = tables
        self.listeners = [Listener() for _ in PEOPLE]
        self._ids = iter(range(1_000_000))

    @property
    def written(self) -> list[int]:
        """How many entries each node has written."""
        return [node.worker.entries_written for node in self.nodes]

    async def sit_down(self) -> None:
        for table in self.tables:
            table.runner = "a"
        for seat, listener in enumerate(self.listeners):
            node, table = self.nodes[seat % 2], self.tables[seat % 2]
            await node.worker.do(table, arriving(seat, node.worker.node), exclusive=True)
            table.listeners[seat].add(listener)
            listener.post(table.publisher.welcome(seat, 0.0))
        await self.settle()

    async def do(self, seat: int, command: commands.TableCommand) -> Refusal | None:
        """Through the seat's own node."""
        done: asyncio.Future[Refusal | None] = asyncio.get_running_loop().create_future()
        theirs = SeatCommand(seat, token_hash(PEOPLE[seat]), command)
        self.nodes[seat % 2].worker.submit_command(self.tables[seat % 2], theirs, done.set_result)
        return await done

    async def settle(self) -> None:
        """Both nodes know all there is."""
        while len({table.number for table in self.tables}) > 1:
            await asyncio.sleep(0)

    def next_id(self) -> str:
        return str(next(self._ids))

    async def deal(self) -> None:
        await self.do(0, commands.Start(id=self.next_id()))
        for seat in range(3):
            await self.do(seat, commands.Salt(id=self.next_id(), deal=1, salt="00"))

    async def play_on(self, rng: Random) -> None:
        """To the end of the match."""
        state = self.tables[0].state
        while state.status == "playing":
            for seat in state.awaited:
                assert await self.do(seat, self.choice(seat, rng)) is None
        await self.settle()

    def choice(self, seat: int, rng: Random) -> commands.TableCommand:
        """What a random player would do now."""
        state = self.tables[0].state
        view, (deal, number) = view_of(state.playing, seat), state.round
        player, name = make_bot("random"), self.next_id()
        if state.what == "bids":
            cards = list(player.choose_bid(view, rng).codes)
            return commands.LayBid(id=name, deal=deal, round=number, cards=cards)
        turn = turn_code(player.choose_turn(view, rng))
        return commands.TakeTurn(id=name, deal=deal, round=number, turn=turn)


def joining(name: str, seat: int) -> Decide:
    return lambda state, now: decisions.join(state, name, token_hash(name), seat, now)


def arriving(seat: int, node: str) -> Decide:
    return lambda state, now: decisions.arrive(state, seat, node, now)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nodes wait for each other's answers for a moment only."""
    monkeypatch.setattr(forwarder, "ANSWERED_WITHIN", 0.05)


def run(folder: Path, scene: Scene) -> None:
    async def act() -> None:
        wire, store = Wire(), Sqlite(str(folder / "tables.sqlite3"))
        async with asyncio.timeout(20), wired_nodes(store, wire, "a", "b") as nodes:
            opened = entries.Opened(at=time.time(), agreement=AGREEMENT)
            sit = [joining(name, seat) for seat, name in enumerate(PEOPLE)]
            first = await nodes[0].registry.open(opened, sit)
            second = await nodes[1].registry.find(first.code)
            cluster = Cluster(wire, nodes, [first, second])
            await cluster.sit_down()
            await scene(cluster)

    asyncio.run(act())


def welcome(table: LiveTable, seat: int | None) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(table.publisher.welcome(seat, 0.0))
    return told


@pytest.mark.parametrize("watched", [False, True])
@pytest.mark.parametrize("looks", [0.0, 0.2])
def test_one_node_writes_a_whole_deal_and_both_tell_the_same(
    tmp_path: Path, looks: float, watched: bool
) -> None:
    async def scene(cluster: Cluster) -> None:
        rng = Random(3)
        before = cluster.written[1]
        first, second = cluster.tables
        listeners = list(cluster.listeners)
        if watched:  # the second node has to work out what its watchers are told
            listeners.append(watcher := Listener())
            second.listeners[-1].add(watcher)
            watcher.post(second.publisher.welcome(None, 0.0))
        await cluster.deal()
        while first.state.status == "playing":
            for seat in first.state.awaited:
                assert await cluster.do(seat, cluster.choice(seat, rng)) is None
            if rng.random() < looks:  # whoever looks makes the second node catch up
                assert second.state.round == first.state.round
        await cluster.settle()
        assert cluster.written[1] == before
        for seat in (*range(3), None):
            assert welcome(first, seat) == welcome(second, seat)
        # Nobody missed an update, or heard one twice.
        for listener in listeners:
            numbers = [told["n"] for told in listener.heard]
            assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
        assert [welcome(first, seat)["n"] for seat in range(3)] == [
            listener.heard[-1]["n"] for listener in cluster.listeners
        ]

    run(tmp_path, scene)


def test_who_is_answered_has_heard_what_was_done(tmp_path: Path) -> None:
    async def scene(cluster: Cluster) -> None:
        await cluster.deal()
        heard = len(cluster.listeners[1].heard)
        assert await cluster.do(1, cluster.choice(1, Random(1))) is None
        assert len(cluster.listeners[1].heard) == heard + 1

    run(tmp_path, scene)


def test_what_was_written_tells_that_a_command_was_accepted(tmp_path: Path) -> None:
    async def scene(cluster: Cluster) -> None:
        await cluster.deal()
        cluster.wire.carried.clear()
        assert await cluster.do(1, cluster.choice(1, Random(1))) is None
        asked, told = cluster.wire.carried
        assert [new.accepted for new in told.entries] == [[asked.commands[0].number]]
        assert not told.answers

    run(tmp_path, scene)


def test_a_command_heard_before_is_answered_though_nothing_is_written(tmp_path: Path) -> None:
    async def scene(cluster: Cluster) -> None:
        await cluster.deal()
        bid = cluster.choice(1, Random(1))
        assert await cluster.do(1, bid) is None
        cluster.wire.carried.clear()
        assert await cluster.do(1, bid) is None
        asked, told = cluster.wire.carried
        assert [answer.number for answer in told.answers] == [asked.commands[0].number]

    run(tmp_path, scene)


def test_who_missed_entries_reads_them_before_an_answer_is_passed_on(tmp_path: Path) -> None:
    async def scene(cluster: Cluster) -> None:
        await cluster.deal()
        heard = len(cluster.listeners[1].heard)
        cluster.wire.is_cut = True
        assert await cluster.do(0, cluster.choice(0, Random(1))) is None
        await asyncio.sleep(0)
        cluster.wire.is_cut = False
        assert await cluster.do(1, cluster.choice(1, Random(1))) is None
        assert len(cluster.listeners[1].heard) == heard + 2
        assert cluster.tables[0].number == cluster.tables[1].number

    run(tmp_path, scene)


def test_a_refusal_comes_back_with_its_reason(tmp_path: Path) -> None:
    async def scene(cluster: Cluster) -> None:
        await cluster.deal()
        bid = commands.LayBid(id="x", deal=1, round=7, cards=[])
        refusal = await cluster.do(1, bid)
        assert refusal is not None
        assert (refusal.code, refusal.arguments) == ("too_early", {"deal": 1, "round": 1})

    run(tmp_path, scene)


@pytest.mark.usefixtures("impatient")
def test_a_command_without_an_answer_is_decided_here_and_counts_once(tmp_path: Path) -> None:
    async def scene(cluster: Cluster) -> None:
        await cluster.deal()
        first, second = cluster.tables
        before = cluster.written
        cluster.wire.is_cut = True
        bid = cluster.choice(1, Random(1))
        assert await cluster.do(1, bid) is None
        assert cluster.written == [before[0], before[1] + 1]
        assert second.runner == ""
        cluster.wire.is_cut = False
        # The first node knows nothing of it, and hears the same command late.
        second.runner = "a"
        assert await cluster.do(1, bid) is None
        await cluster.settle()
        assert cluster.written == [before[0], before[1] + 1]
        assert first.number == second.number

    run(tmp_path, scene)


def test_a_node_that_does_not_run_the_table_says_so(tmp_path: Path) -> None:
    async def scene(cluster: Cluster) -> None:
        await cluster.deal()
        before = cluster.written
        cluster.tables[0].runner = "b"
        assert await cluster.do(1, cluster.choice(1, Random(1))) is None
        assert cluster.written == [before[0], before[1] + 1]

    run(tmp_path, scene)


def test_commands_on_their_way_are_taken_back_when_something_was_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forwarder, "ANSWERED_WITHIN", 1000)

    async def scene(cluster: Cluster) -> None:
        await cluster.deal()
        cluster.wire.is_cut = True
        doing = asyncio.create_task(cluster.do(1, cluster.choice(1, Random(1))))
        while not cluster.tables[1].jobs.forwarded:
            await asyncio.sleep(0)
        cluster.tables[1].runner = "b"
        cluster.nodes[1].worker.hear_of_gap()
        assert await doing is None

    run(tmp_path, scene)


def test_a_node_where_nobody_listens_does_not_follow(tmp_path: Path) -> None:
    async def scene(cluster: Cluster) -> None:
        await cluster.deal()
        second = cluster.tables[1]
        second.listeners[1].clear()
        await cluster.nodes[1].worker.do(
            second, lambda state, now: decisions.go(state, 1, "b", now)
        )
        await cluster.settle()
        known = second.number
        assert await cluster.do(0, cluster.choice(0, Random(1))) is None
        for _ in range(20):
            await asyncio.sleep(0)
        assert second.number == known
        # Whoever comes reads first.
        seen = await cluster.nodes[1].worker.ask(second, lambda state: state.number)
        assert seen == cluster.tables[0].number

    run(tmp_path, scene)


def test_a_node_that_passes_on_a_deal_applies_none_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    applied: list[bytes] = []

    def read_entry(data: bytes) -> entries.AnyEntry:
        applied.append(data)
        return entries.read_entry(data)

    async def scene(cluster: Cluster) -> None:
        first, second = cluster.tables
        await cluster.deal()
        for module in (live_table, follower):
            monkeypatch.setattr(module, "read_entry", read_entry)
        await cluster.play_on(Random(5))
        before = cluster.written
        for listeners in (*first.listeners, *second.listeners):
            listeners.clear()  # all close their pages
        for seat in (1, 0, 2):
            node, table = cluster.nodes[seat % 2], cluster.tables[seat % 2]
            leave_unless_back(node.worker, table, seat)
        while first.awake or first.jobs.writing or second.jobs.is_asking:
            await asyncio.sleep(0)
        assert cluster.written == [before[0] + 3, before[1]]
        assert applied == []
        # Whoever comes reads first, and sees them gone.
        seats = await cluster.nodes[1].worker.ask(second, lambda state: state.seats)
        assert [seat.nodes for seat in seats] == [frozenset()] * 3

    run(tmp_path, scene)


def test_who_is_back_before_it_is_told_has_not_gone(tmp_path: Path) -> None:
    async def scene(cluster: Cluster) -> None:
        await cluster.deal()
        second = cluster.tables[1]
        before, number = cluster.written, second.number
        leave_unless_back(cluster.nodes[1].worker, second, 1)  # the listener is still there
        await cluster.nodes[1].worker.ask(second, lambda state: state.number)
        assert (cluster.written, second.number) == (before, number)

    run(tmp_path, scene)


@pytest.mark.usefixtures("impatient")
def test_a_departure_nobody_answers_is_decided_here(tmp_path: Path) -> None:
    async def scene(cluster: Cluster) -> None:
        await cluster.deal()
        second = cluster.tables[1]
        before = cluster.written
        cluster.wire.is_cut = True
        second.listeners[1].clear()
        leave_unless_back(cluster.nodes[1].worker, second, 1)
        while cluster.written[1] == before[1]:
            await asyncio.sleep(0.01)
        assert not second.seats[1].nodes

    run(tmp_path, scene)


def test_who_comes_back_to_a_node_misses_nothing_that_was_told_elsewhere(tmp_path: Path) -> None:
    async def scene(cluster: Cluster) -> None:
        first, second = cluster.tables
        await cluster.deal()
        seen = cluster.listeners[1].heard[-1]["n"]
        # Cy is at both nodes now, and Bo goes from the second to the first.
        await cluster.nodes[1].worker.do(second, arriving(2, "b"), exclusive=True)
        second.listeners[2].add(Listener())
        second.publisher.welcome(2, 0.0)
        second.listeners[1].clear()
        leave_unless_back(cluster.nodes[1].worker, second, 1)
        while first.state.seats[1].nodes:
            await asyncio.sleep(0)
        await cluster.settle()
        await cluster.nodes[0].worker.do(first, arriving(1, "a"), exclusive=True)
        await cluster.settle()
        for seat in (0, 1, 2):
            command = SeatCommand(seat, token_hash(PEOPLE[seat]), cluster.choice(seat, Random(1)))
            await cluster.nodes[0].worker.do(first, command.decide)
        await cluster.settle()
        now = second.state.sent[1]
        assert now > seen
        for before in range(seen - 2, now + 1):
            missed = second.publisher.missed(1, before)
            told = None if missed is None else [json.loads(update)["n"] for update in missed]
            assert told in (None, list(range(before + 1, now + 1)))

    run(tmp_path, scene)


def test_a_store_that_is_away_while_a_table_is_read_does_not_count_as_a_broken_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(async_store, "PATIENCE", 0.1)

    def away(*_: object) -> None:
        raise StoreDown

    async def scene(cluster: Cluster) -> None:
        await cluster.deal()
        monkeypatch.setattr(Sqlite, "read_several", away)
        cluster.nodes[1].worker.hear_of_gap()
        while not cluster.tables[1].is_dropped:
            await asyncio.sleep(0.01)
        assert [each.message for each in caplog.records] == ["store_down"]

    with caplog.at_level(logging.WARNING, "spielgeld"):
        run(tmp_path, scene)
