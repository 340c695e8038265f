"""Group commit, order, patience."""

import asyncio
import threading
from collections.abc import Coroutine, Sequence
from pathlib import Path

import pytest

from server.store.appends import append
from spielgeld.server.store import (
    Append,
    StoreDown,
    StoreUnusable,
    async_store,
    write_in_loop,
)
from spielgeld.server.store.async_store import SoleAsyncStore
from spielgeld.server.store.sqlite import Sqlite

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

    def write_at_once(self, appends: Sequence[Append]) -> list[bool] | None:
        return super().write_at_once(appends) if self.is_quick else None

    def write(self, appends: Sequence[Append]) -> list[bool]:
        self.batches.append(len(appends))
        self.threads.append(threading.current_thread().name)
        self.gate.wait()
        if self.fails_before:
            raise self.fails_before.pop()
        won = super().write(appends)
        if self.fails_after:
            raise self.fails_after.pop()
        return won

    def close(self) -> None:
        self.closed = True
        super().close()


async def log_of(node: SoleAsyncStore, table: str) -> list[bytes]:
    return (await node.load(table)).entries


def play(scene: Coroutine[None, None, None]) -> None:
    """Run the scene; one that hangs has failed."""
    asyncio.run(asyncio.wait_for(scene, 60))


def test_appends_of_one_moment_are_one_batch(tmp_path: Path) -> None:
    async def scene() -> None:
        store = Watched(tmp_path)
        node = SoleAsyncStore(store)
        assert all(
            await asyncio.gather(*(node.append(append(f"t{n}", 0, b"1")) for n in range(50)))
        )
        assert store.batches == [50]
        await node.close()

    play(scene())


def test_what_comes_in_during_a_write_goes_into_the_next_batch(tmp_path: Path) -> None:
    async def scene() -> None:
        store = Watched(tmp_path)
        node = SoleAsyncStore(store)
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
        node = SoleAsyncStore(store)
        asked = [node.append(append(f"t{n}", 0, b"1")) for n in range(3)]
        node.write_now()
        assert [each.result() for each in asked] == [True] * 3
        assert store.threads == [LOOP]
        await node.close()

    play(scene())


def test_behind_what_the_thread_has_nothing_is_written_at_once(tmp_path: Path) -> None:
    async def scene() -> None:
        store = Watched(tmp_path)
        node = SoleAsyncStore(store)
        store.gate.clear()
        first = node.append(append("t", 0, b"1"))
        node.write_now()
        store.is_quick = True
        second = node.append(append("u", 0, b"2"))
        node.write_now()
        store.gate.set()
        assert all(await asyncio.gather(first, second))
        third = node.append(append("t", 1, b"3"))
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
        node = SoleAsyncStore(store)
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
        node = SoleAsyncStore(store)
        store.fails_before = [StoreDown()]
        assert await node.append(append("t", 0, b"1"))
        store.fails_before = [StoreUnusable("full"), StoreUnusable("full")]
        with pytest.raises(StoreUnusable):
            await node.append(append("t", 1, b"2"))
        assert await node.append(append("t", 1, b"2"))
        assert store.threads == [LOOP, "store-writer"] * 2 + [LOOP]
        await node.close()

    play(scene())


def test_another_writer_first_is_told_to_that_caller_only(tmp_path: Path) -> None:
    async def scene() -> None:
        node = SoleAsyncStore(Watched(tmp_path))
        await node.append(append("t", 0, b"1"))
        asked = [append("t", 0, b"late"), append("u", 0, b"1")]
        assert await asyncio.gather(*map(node.append, asked)) == [False, True]
        await node.close()

    play(scene())


def test_a_store_that_was_down_is_tried_again(tmp_path: Path) -> None:
    async def scene() -> None:
        store = Watched(tmp_path)
        node = SoleAsyncStore(store)
        store.fails_before = [StoreDown(), StoreDown()]
        assert await node.append(append("t", 0, b"1"))
        assert store.batches == [1, 1, 1]
        assert await log_of(node, "t") == [b"1"]
        await node.close()

    play(scene())


def test_a_lost_commit_comes_back_as_somebody_elses_and_is_there_once(tmp_path: Path) -> None:
    async def scene() -> None:
        store = Watched(tmp_path)
        node = SoleAsyncStore(store)
        store.fails_after = [StoreDown()]
        assert not await node.append(append("t", 0, b"1"))
        assert await log_of(node, "t") == [b"1"]
        await node.close()

    play(scene())


def test_patience_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        store = Watched(tmp_path)
        node = SoleAsyncStore(store)
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
        node = SoleAsyncStore(store)
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
        node = SoleAsyncStore(store)
        store.gate.clear()
        gone = asyncio.ensure_future(node.append(append("gone", 0, b"1")))
        here = asyncio.ensure_future(node.append(append("here", 0, b"1")))
        await asyncio.sleep(0)
        gone.cancel()
        store.gate.set()
        assert await here
        assert await log_of(node, "gone") == [b"1"]
        await node.close()

    play(scene())


def test_closing_writes_what_still_waits(tmp_path: Path) -> None:
    async def scene() -> None:
        store = Watched(tmp_path)
        node = SoleAsyncStore(store)
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
        node = SoleAsyncStore(
            Watched(tmp_path), lambda kind, seconds: seen.append(kind * (seconds >= 0))
        )
        await node.append(append("t", 0, b"1", record=b"R", at=1))
        assert await node.record("t") == b"R"
        assert await node.listed(5) == []
        await node.ping()
        assert await node.archive(9) == 0
        assert await node.purge(9) == 1
        assert seen == ["write"] + ["read"] * 5
        await node.close()

    play(scene())
