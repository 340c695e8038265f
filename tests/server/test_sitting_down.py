"""People come to a table through two nodes at once: one of them writes, the other asks it."""

import asyncio
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from spielgeld.engine import Refusal, Unreadable
from spielgeld.server.store.sqlite import Sqlite
from spielgeld.server.tables.live_table import LiveTable
from spielgeld.server.tables.seat_commands import AnySeatCommand, Arrival, Joining
from spielgeld.server.tables.tokens import token_hash
from spielgeld.table import decisions, entries
from spielgeld.table.agreement import Agreement, SeatWish
from support.nodes import Node, Wire, wired_nodes

AGREEMENT = Agreement(edition="nl", seats=[SeatWish()] * 4)


class Counted(Sqlite):
    """Counts what is asked of it, and can hold up who reads."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self.reads = 0
        self.may_answer = threading.Event()
        self.may_answer.set()

    def read_several(self, wanted: Sequence[tuple[str, int]]) -> list[list[bytes]]:
        self.reads += 1
        logs = super().read_several(wanted)
        self.may_answer.wait(10)
        return logs


async def opened_at(node: Node) -> LiveTable:
    opened = entries.Opened(at=time.time(), agreement=AGREEMENT)
    return await node.registry.open(opened, [joining("ann").decide])


def joining(name: str) -> Joining:
    return Joining(name, token_hash(name), None)


async def do(node: Node, table: LiveTable, command: AnySeatCommand) -> None:
    await node.worker.do(table, command.decide, exclusive=True, command=command)


def test_the_runner_alone_writes_and_the_other_node_reads_once(tmp_path: Path) -> None:
    async def scene() -> None:
        store, wire = Counted(str(tmp_path / "tables.sqlite3")), Wire()
        async with asyncio.timeout(20), wired_nodes(store, wire, "a", "b") as (first, second):
            here = await opened_at(first)
            there = await second.registry.find(here.code)
            await do(second, there, joining("bo"))
            await do(first, here, joining("cy"))
            await do(second, there, joining("di"))
            assert [seat.name for seat in there.state.seats] == ["ann", "bo", "cy", "di"]
            everybody = [("ann", first), ("bo", second), ("cy", first), ("di", second)]
            await asyncio.gather(
                *[
                    do(node, table, Arrival(token_hash(name), node.worker.node, 0))
                    for (name, node), table in zip(everybody, [here, there] * 2, strict=True)
                ]
            )
            assert [seat.nodes for seat in there.state.seats] == [{"a"}, {"b"}] * 2
            assert here.number == there.number
            assert (second.worker.entries_written, store.reads) == (0, 1)

    asyncio.run(scene())


@pytest.mark.parametrize("name", ["", "ann"])
def test_who_cannot_sit_down_hears_why_whatever_node_decides(tmp_path: Path, name: str) -> None:
    async def refusal_at(node: Node, table: LiveTable) -> Refusal:
        with pytest.raises(Refusal) as caught:
            await do(node, table, Joining(name, "a new token", 0 if name else None))
        return caught.value

    async def scene() -> None:
        store, wire = Sqlite(str(tmp_path / "tables.sqlite3")), Wire()
        async with asyncio.timeout(20), wired_nodes(store, wire, "a", "b") as (first, second):
            here = await opened_at(first)
            there = await second.registry.find(here.code)
            by_runner, by_other = await refusal_at(first, here), await refusal_at(second, there)
            assert wire.carried  # it was asked
            assert isinstance(by_other, Unreadable) == isinstance(by_runner, Unreadable)
            assert by_other.code == by_runner.code
            assert by_other.arguments == by_runner.arguments

    asyncio.run(scene())


@pytest.mark.parametrize("is_lost", [False, True])
def test_what_is_written_while_a_table_is_read_is_not_missed(tmp_path: Path, is_lost: bool) -> None:
    async def scene() -> None:
        store, wire = Counted(str(tmp_path / "tables.sqlite3")), Wire()
        async with asyncio.timeout(20), wired_nodes(store, wire, "a", "b") as (first, second):
            here = await opened_at(first)
            store.may_answer.clear()
            reading = asyncio.create_task(second.registry.find(here.code))
            while not store.reads:
                await asyncio.sleep(0.01)
            wire.is_cut = is_lost
            await do(first, here, joining("bo"))
            await asyncio.sleep(0)
            if is_lost:
                wire.is_cut = False
                second.worker.hear_of_gap()
            store.may_answer.set()
            there = await reading
            assert there.number == here.number - 1
            bo = token_hash("bo")
            seen = await second.worker.ask(there, lambda state: decisions.seat_of(state, bo))
            assert seen == 1

    asyncio.run(scene())
