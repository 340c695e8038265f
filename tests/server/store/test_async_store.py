"""What the only process writes: in groups, patiently, and never twice."""

import asyncio
import threading
import time
from collections.abc import Coroutine, Sequence
from pathlib import Path

import pytest

from server.store.appends import append, log_of
from spielgeld.engine import Refusal
from spielgeld.server.store import Append, StoreDown, StoreTrouble, StoreUnusable, async_store
from spielgeld.server.store.async_store import AsyncStore
from spielgeld.server.store.sqlite import Sqlite, SqliteLane
from spielgeld.server.tables.live_table import LiveTable
from spielgeld.table import decisions, entries
from spielgeld.table.agreement import Agreement, SeatWish
from support.nodes import Node, a_node


class Watched(Sqlite):
    """A real store that counts batches, waits at a gate and fails when told to."""

    def __init__(self, path: Path) -> None:
        super().__init__(str(path / "tables.db"))
        self.migrate()
        self.batches: list[int] = []
        self.gate = threading.Event()
        self.gate.set()
        self.fails_before: list[Exception] = []
        self.fails_after: list[Exception] = []

    def write(self, appends: Sequence[Append]) -> list[bool]:
        self.batches.append(len(appends))
        self.gate.wait()
        if self.fails_before:
            raise self.fails_before.pop()
        won = super().write(appends)
        if self.fails_after:
            raise self.fails_after.pop()
        return won


def play(scene: Coroutine[None, None, None]) -> None:
    """Run the scene; one that hangs has failed."""
    asyncio.run(asyncio.wait_for(scene, 60))


async def some_tables(node: Node, count: int) -> list[LiveTable]:
    agreement = Agreement(edition="nl", seats=[SeatWish()] * 3)
    opened = entries.Opened(at=time.time(), agreement=agreement)
    return [await node.registry.open(opened, []) for _ in range(count)]


async def join(node: Node, table: LiveTable, name: str = "Ann") -> None:
    """Have somebody sit down, and wait until that is durable."""
    await node.worker.do(table, lambda state, now: decisions.join(state, name, name, None, now))


def test_what_comes_in_one_moment_is_one_transaction(tmp_path: Path) -> None:
    async def scene() -> None:
        store = Watched(tmp_path)
        async with a_node(store) as node:
            tables = await some_tables(node, 20)
            store.batches.clear()
            await asyncio.gather(*(join(node, table) for table in tables))
            assert store.batches == [20]

    play(scene())


def test_what_comes_in_during_a_write_goes_into_the_next_transaction(tmp_path: Path) -> None:
    async def scene() -> None:
        store = Watched(tmp_path)
        async with a_node(store) as node:
            tables = await some_tables(node, 21)
            store.batches.clear()
            store.gate.clear()
            joining = [asyncio.ensure_future(join(node, tables[0]))]
            while not store.batches:
                await asyncio.sleep(0)
            for table in tables[1:]:
                joining.append(asyncio.ensure_future(join(node, table)))
                await asyncio.sleep(0)
            store.gate.set()
            await asyncio.gather(*joining)
            assert store.batches == [1, 20]

    play(scene())


def test_another_writer_first_is_told_to_that_caller_only(tmp_path: Path) -> None:
    async def scene() -> None:
        store = Watched(tmp_path)
        async with a_node(store) as node:
            table, other = await some_tables(node, 2)
            theirs = entries.write_entry(entries.Joined(at=1, seat=0, name="Zoe", token=""))
            assert store.write([append(table.code, 1, theirs)]) == [True]
            with pytest.raises(Refusal) as refused:
                await join(node, table)
            assert refused.value.code == "store_down"
            await join(node, other)
            again = await node.registry.find(table.code)
            await join(node, again)
            assert [seat.name for seat in again.state.seats] == ["Zoe", "Ann", None]

    play(scene())


def test_a_store_that_was_down_is_tried_again(tmp_path: Path) -> None:
    async def scene() -> None:
        store = Watched(tmp_path)
        lane = SqliteLane(AsyncStore(store))
        store.fails_before = [StoreDown(), StoreDown()]
        await lane.commit([append("t", 0, b"1")])
        assert store.batches == [1, 1, 1]
        assert log_of(store, "t") == [b"1"]

    play(scene())


def test_a_lost_commit_is_trouble_and_is_there_once(tmp_path: Path) -> None:
    async def scene() -> None:
        store = Watched(tmp_path)
        lane = SqliteLane(AsyncStore(store))
        store.fails_after = [StoreDown()]
        with pytest.raises(StoreTrouble):
            await lane.commit([append("t", 0, b"1")])
        assert log_of(store, "t") == [b"1"]

    play(scene())


def test_patience_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        store = Watched(tmp_path)
        lane = SqliteLane(AsyncStore(store))
        monkeypatch.setattr(async_store, "PATIENCE", 0.1)
        store.fails_before = [StoreDown("away")] * 100
        with pytest.raises(StoreDown):
            await lane.commit([append("t", 0, b"1")])
        store.fails_before = []
        await lane.commit([append("t", 0, b"1")])

    play(scene())


def test_an_unusable_store_is_told_to_all_who_wait_and_play_goes_on(tmp_path: Path) -> None:
    async def scene() -> None:
        store = Watched(tmp_path)
        async with a_node(store) as node:
            tables = await some_tables(node, 3)
            store.fails_before = [StoreUnusable("full")]
            joining = [join(node, table) for table in tables]
            answers = await asyncio.gather(*joining, return_exceptions=True)
            codes = [each.code for each in answers if isinstance(each, Refusal)]
            assert codes == ["store_down"] * 3
            await join(node, await node.registry.find(tables[0].code))

    play(scene())


def test_a_caller_who_left_disturbs_nobody(tmp_path: Path) -> None:
    async def scene() -> None:
        store = Watched(tmp_path)
        async with a_node(store) as node:
            (table,) = await some_tables(node, 1)
            store.gate.clear()
            gone = asyncio.ensure_future(join(node, table, "Ann"))
            here = asyncio.ensure_future(join(node, table, "Bo"))
            while not table.is_busy:
                await asyncio.sleep(0)
            gone.cancel()
            store.gate.set()
            await here
            assert [seat.name for seat in table.state.seats] == ["Ann", "Bo", None]

    play(scene())


def test_closing_writes_what_still_waits(tmp_path: Path) -> None:
    codes: list[str] = []

    async def scene() -> None:
        store = Watched(tmp_path)
        async with a_node(store) as node:
            tables = await some_tables(node, 9)
            codes.extend(table.code for table in tables)
            joining = [asyncio.ensure_future(join(node, table)) for table in tables]
            await asyncio.sleep(0)
        await asyncio.gather(*joining)

    play(scene())
    again = Watched(tmp_path)
    assert [len(log_of(again, code)) for code in codes] == [2] * 9
    again.close()


def test_every_question_reaches_the_store_and_is_timed(tmp_path: Path) -> None:
    async def scene() -> None:
        seen: list[str] = []
        store = AsyncStore(
            Watched(tmp_path), lambda kind, seconds: seen.append(kind * (seconds >= 0))
        )
        await SqliteLane(store).commit([append("t", 0, b"1", record=b"R", at=1)])
        assert await store.record("t") == b"R"
        assert await store.listed(5) == []
        assert (await store.load("t")).entries == [b"1"]
        await store.ask(store.database.ping)
        assert seen == ["write"] + ["read"] * 4
        await store.close()

    play(scene())
