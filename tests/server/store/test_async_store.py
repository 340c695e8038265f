"""Group commit, order, patience."""

import asyncio
import threading
from collections.abc import Coroutine, Sequence
from pathlib import Path
from typing import Any

import pytest

from server.store.appends import append
from spielgeld.server.store import (
    Append,
    Store,
    StoreDown,
    StoreUnusable,
    async_store,
    open_store,
    write_in_loop,
)
from spielgeld.server.store.async_store import AsyncStore
from spielgeld.server.store.sqlite import Sqlite
from support.servers import PostgresServer

LOOP = "MainThread"


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
        self.closed = False
        self.is_quick = False
        self.threads: list[str] = []

    def write_at_once(self, appends: Sequence[Append], node: str) -> list[bool] | None:
        return super().write_at_once(appends, node) if self.is_quick else None

    def write(self, appends: Sequence[Append], node: str) -> list[bool]:
        self.batches.append(len(appends))
        self.threads.append(threading.current_thread().name)
        self.gate.wait()
        if self.fails_before:
            raise self.fails_before.pop()
        won = super().write(appends, node)
        if self.fails_after:
            raise self.fails_after.pop()
        return won

    def close(self) -> None:
        self.closed = True
        super().close()


def play(scene: Coroutine[None, None, None]) -> None:
    """Run the scene; one that hangs has failed."""
    asyncio.run(asyncio.wait_for(scene, 60))


def test_appends_of_one_moment_are_one_batch(tmp_path: Path) -> None:
    async def scene() -> None:
        store = Watched(tmp_path)
        node = AsyncStore(store, "n")
        assert all(
            await asyncio.gather(*(node.append(append(f"t{n}", 0, b"1")) for n in range(50)))
        )
        assert store.batches == [50]
        await node.close()

    play(scene())


def test_what_comes_in_during_a_write_goes_into_the_next_batch(tmp_path: Path) -> None:
    async def scene() -> None:
        store = Watched(tmp_path)
        node = AsyncStore(store, "n")
        store.gate.clear()
        first = asyncio.ensure_future(node.append(append("first", 0, b"1")))
        while not store.batches:
            await asyncio.sleep(0)
        more = [asyncio.ensure_future(node.append(append(f"t{n}", 0, b"1"))) for n in range(50)]
        await asyncio.sleep(0)
        late = [asyncio.ensure_future(node.append(append(f"u{n}", 0, b"1"))) for n in range(50)]
        await asyncio.sleep(0)
        store.gate.set()
        assert all(await asyncio.gather(first, *more, *late))
        assert store.batches == [1, 100]
        await node.close()

    play(scene())


def test_a_quick_disk_is_written_to_by_the_loop_itself(tmp_path: Path) -> None:
    async def scene() -> None:
        store = Watched(tmp_path)
        store.is_quick = True
        node = AsyncStore(store, "n")
        asked = [node.append(append(f"t{n}", 0, b"1")) for n in range(3)]
        node.write_now()
        assert [each.result() for each in asked] == [True] * 3
        assert store.threads == [LOOP]
        await node.close()

    play(scene())


def test_behind_what_the_thread_has_nothing_is_written_at_once(tmp_path: Path) -> None:
    async def scene() -> None:
        store = Watched(tmp_path)
        node = AsyncStore(store, "n")
        store.gate.clear()
        first = node.append(append("t", 0, b"1"))
        node.write_now()
        store.is_quick = True
        second = node.append(append("t", 1, b"2"))
        node.write_now()
        store.gate.set()
        assert all(await asyncio.gather(first, second))
        third = node.append(append("t", 2, b"3"))
        node.write_now()
        assert third.result()
        assert set(store.threads[:-1]) == {"store-writer"}
        assert store.threads[-1] == LOOP
        await node.close()

    play(scene())


def test_a_slow_disk_is_left_to_the_thread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        store = Watched(tmp_path)
        store.is_quick = True
        node = AsyncStore(store, "n")
        monkeypatch.setattr(write_in_loop, "SLOW", 0.0)
        monkeypatch.setattr(write_in_loop, "SLOW_FOR", 3600.0)
        for number in range(2):
            assert await node.append(append("t", number, b"1"))
        assert store.threads == [LOOP, "store-writer"]
        await node.close()

    play(scene())


def test_what_the_loop_cannot_write_the_thread_tries_or_tells(tmp_path: Path) -> None:
    async def scene() -> None:
        store = Watched(tmp_path)
        store.is_quick = True
        node = AsyncStore(store, "n")
        store.fails_before = [StoreDown()]
        assert await node.append(append("t", 0, b"1"))
        store.fails_before = [StoreUnusable("full"), StoreUnusable("full")]
        with pytest.raises(StoreUnusable):
            await node.append(append("t", 1, b"2"))
        assert await node.append(append("t", 1, b"2"))
        assert store.threads == [LOOP, "store-writer"] * 2 + [LOOP]
        await node.close()

    play(scene())


def test_appends_of_one_table_keep_their_order(tmp_path: Path) -> None:
    async def scene() -> None:
        node = AsyncStore(Watched(tmp_path), "n")
        numbers = range(300)
        tasks = [node.append(append(t, n, b"%d" % n)) for n in numbers for t in ("t", "u")]
        assert all(await asyncio.gather(*tasks))
        for table in ("t", "u"):
            assert await node.read(table) == [b"%d" % number for number in numbers]
        assert await node.read("t", 298) == [b"298", b"299"]
        await node.close()

    play(scene())


def test_another_writer_first_is_told_to_that_caller_only(tmp_path: Path) -> None:
    async def scene() -> None:
        node = AsyncStore(Watched(tmp_path), "n")
        await node.append(append("t", 0, b"1"))
        asked = [append("t", 0, b"late"), append("u", 0, b"1")]
        assert await asyncio.gather(*map(node.append, asked)) == [False, True]
        await node.close()

    play(scene())


def test_a_store_that_was_down_is_tried_again(tmp_path: Path) -> None:
    async def scene() -> None:
        store = Watched(tmp_path)
        node = AsyncStore(store, "n")
        store.fails_before = [StoreDown(), StoreDown()]
        assert await node.append(append("t", 0, b"1"))
        assert store.batches == [1, 1, 1]
        assert await node.read("t") == [b"1"]
        await node.close()

    play(scene())


def test_a_lost_commit_comes_back_as_somebody_elses_and_is_there_once(tmp_path: Path) -> None:
    async def scene() -> None:
        store = Watched(tmp_path)
        node = AsyncStore(store, "n")
        store.fails_after = [StoreDown()]
        assert not await node.append(append("t", 0, b"1"))
        assert await node.read("t") == [b"1"]
        await node.close()

    play(scene())


def test_patience_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        store = Watched(tmp_path)
        node = AsyncStore(store, "n")
        monkeypatch.setattr(async_store, "PATIENCE", 0.1)
        store.fails_before = [StoreDown("away")] * 100
        asked = [node.append(append(f"t{n}", 0, b"1")) for n in range(3)]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert [type(answer) for answer in answers] == [StoreDown] * 3
        store.fails_before = []
        assert await node.append(append("t0", 0, b"1"))
        await node.close()

    play(scene())


def test_an_unusable_store_is_told_to_all_who_wait_and_the_writer_lives_on(tmp_path: Path) -> None:
    async def scene() -> None:
        store = Watched(tmp_path)
        node = AsyncStore(store, "n")
        store.fails_before = [StoreUnusable("full")]
        asked = [node.append(append(f"t{n}", 0, b"1")) for n in range(3)]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert [type(answer) for answer in answers] == [StoreUnusable] * 3
        assert await node.append(append("t0", 0, b"1"))
        await node.close()

    play(scene())


def test_a_caller_who_left_disturbs_nobody(tmp_path: Path) -> None:
    async def scene() -> None:
        store = Watched(tmp_path)
        node = AsyncStore(store, "n")
        store.gate.clear()
        gone = asyncio.ensure_future(node.append(append("gone", 0, b"1")))
        here = asyncio.ensure_future(node.append(append("here", 0, b"1")))
        await asyncio.sleep(0)
        gone.cancel()
        store.gate.set()
        assert await here
        assert await node.read("gone") == [b"1"]
        await node.close()

    play(scene())


def test_closing_writes_what_still_waits(tmp_path: Path) -> None:
    async def scene() -> None:
        store = Watched(tmp_path)
        node = AsyncStore(store, "n")
        asked = [asyncio.ensure_future(node.append(append(f"t{n}", 0, b"1"))) for n in range(9)]
        await asyncio.sleep(0)
        await node.close()
        assert all(await asyncio.gather(*asked))
        assert store.closed

    play(scene())
    again = Watched(tmp_path)
    assert [again.read(f"t{number}") for number in range(9)] == [[b"1"]] * 9
    again.close()


def test_every_question_reaches_the_store_and_is_timed(tmp_path: Path) -> None:
    async def scene() -> None:
        seen: list[str] = []
        node = AsyncStore(
            Watched(tmp_path), "n", lambda kind, seconds: seen.append(kind * (seconds >= 0))
        )
        await node.append(append("t", 0, b"1", record=b"R", at=1))
        assert await node.record("t") == b"R"
        assert await node.listed(5) == []
        assert await node.beat(5) == []
        assert await node.claim("t", 5) == "n"
        assert await node.cluster(5) == ([], ["n"])
        await node.ping()
        assert await node.archive(9) == 0
        assert await node.purge(9) == 1
        await node.retire()
        assert seen == ["write"] + ["read"] * 9
        await node.close()

    play(scene())


def failures_of(store: Store, monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Set when a write has failed because the database is down."""
    failed, write = threading.Event(), store.write

    def noting(*arguments: Any) -> list[bool]:
        try:
            return write(*arguments)
        except StoreDown:
            failed.set()
            raise

    monkeypatch.setattr(store, "write", noting)
    return failed


def test_play_goes_on_when_the_database_comes_back(
    restartable_postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        store = open_store(restartable_postgres.url)
        store.migrate()
        in_vain = failures_of(store, monkeypatch)
        node = AsyncStore(store, "n")
        assert await node.append(append("t", 0, b"1"))
        await asyncio.to_thread(restartable_postgres.stop)
        asked = [asyncio.ensure_future(node.append(append(f"t{n}", 0, b"1"))) for n in range(9)]
        reading = asyncio.create_task(node.read("t"))
        assert await asyncio.to_thread(in_vain.wait, 30)
        await asyncio.to_thread(restartable_postgres.start)
        assert all(await asyncio.gather(*asked))
        assert await reading == [b"1"]
        await node.close()

    play(scene())
