"""The store as the event loop sees it; a sole process's appends are committed in groups."""

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from spielgeld.server.store.interface import (
    Append,
    Beat,
    Log,
    SharedStore,
    SoleStore,
    Store,
    StoreDown,
)
from spielgeld.server.store.table_store import Then, settle
from spielgeld.server.store.write_in_loop import WriteInLoop

log = logging.getLogger(__name__)

T = TypeVar("T")
Collected = list[tuple[Append, Then]]
Observe = Callable[[str, float], None]

READERS = 4
PATIENCE = 10.0
"""Seconds for which a store that is down is asked again."""
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 1.0


class AsyncStore:
    """A store whose questions are asked in threads.

    `observe` hears, in the event loop, how long each batch ("write") and look-up ("read") took.
    """

    def __init__(self, store: Store, observe: Observe | None = None) -> None:
        self._store = store
        self._loop = asyncio.get_running_loop()
        self._observe = observe or (lambda _kind, _seconds: None)
        self._wanted: list[tuple[str, asyncio.Future[Log]]] = []
        """The tables to be read in this turn of the loop."""
        self._reading: set[asyncio.Task[None]] = set()
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="store-reader")

    async def create(self, append: Append) -> None:
        """Write a new table, durable on return."""
        await self._patiently(partial(self._store.create, append))

    async def load(self, table: str) -> Log:
        """Return the whole table; all that is loaded in a turn of the loop is one question."""
        if not self._wanted:
            self._loop.call_soon(lambda: self._spawn(self._read_wanted()))
        log: asyncio.Future[Log] = self._loop.create_future()
        self._wanted.append((table, log))
        return await log

    async def summary(self, table: str) -> bytes | None:
        return await self._patiently(partial(self._store.summary, table))

    async def listed(self, limit: int) -> list[tuple[str, bytes]]:
        return await self._patiently(partial(self._store.listed, limit))

    async def record(self, table: str) -> bytes | None:
        return await self._patiently(partial(self._store.record, table))

    async def archive(self, finished_before: float) -> int:
        return await self._ask(partial(self._store.archive, finished_before))

    async def purge(self, untouched_before: float) -> int:
        return await self._ask(partial(self._store.purge, untouched_before))

    async def count_finished(self, finished_before: float) -> int:
        return await self._ask(partial(self._store.count_finished, finished_before))

    async def count_untouched(self, untouched_before: float) -> int:
        return await self._ask(partial(self._store.count_untouched, untouched_before))

    async def note(self, name: str) -> bytes:
        return await self._ask(partial(self._store.note, name))

    async def keep_note(self, name: str, note: bytes) -> None:
        await self._ask(partial(self._store.keep_note, name, note))

    async def ping(self) -> None:
        await self._ask(self._store.ping)

    async def close(self) -> None:
        await asyncio.to_thread(self._readers.shutdown)
        await asyncio.to_thread(self._store.close)

    def _spawn(self, reading: Coroutine[Any, Any, None]) -> None:
        task = self._loop.create_task(reading)
        self._reading.add(task)
        task.add_done_callback(self._reading.discard)

    async def _read_wanted(self) -> None:
        wanted, self._wanted = self._wanted, []
        try:
            logs = await self._patiently(partial(self._store.load, [code for code, _ in wanted]))
        except Exception as error:  # whatever it is, those who wait must hear it
            for _, waiting in wanted:
                if not waiting.done():
                    waiting.set_exception(error)
            return
        for (_, waiting), log in zip(wanted, logs, strict=True):
            if not waiting.done():
                waiting.set_result(log)

    async def _ask(self, question: Callable[[], T]) -> T:
        loop = asyncio.get_running_loop()
        started = time.monotonic()
        try:
            return await loop.run_in_executor(self._readers, question)
        finally:
            self._observe("read", time.monotonic() - started)

    async def _patiently(self, question: Callable[[], T]) -> T:
        give_up, pause = time.monotonic() + PATIENCE, FIRST_PAUSE
        while True:
            try:
                return await self._ask(question)
            except StoreDown:
                if time.monotonic() + pause > give_up:
                    raise
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)


class SharedAsyncStore(AsyncStore):
    """The store of one process among several; their appends take `tables/passes.py`."""

    def __init__(self, store: SharedStore, observe: Observe | None = None) -> None:
        super().__init__(store, observe)
        self._shared = store

    async def beat(self, process: str) -> list[Beat]:
        return await self._ask(partial(self._shared.beat, process))

    async def forget_processes(self, names: Sequence[str]) -> None:
        await self._ask(partial(self._shared.forget_processes, names))

    async def positions(self, tables: Sequence[str]) -> dict[str, tuple[int, int]]:
        return await self._ask(partial(self._shared.positions, tables))

    async def reap(self) -> int:
        return await self._ask(self._shared.reap)


class SoleAsyncStore(AsyncStore):
    """The store of the only process. A thread writes, or the event loop (`write_in_loop.py`).

    While the thread writes a batch, the next one collects.
    """

    def __init__(self, store: SoleStore, observe: Observe | None = None) -> None:
        super().__init__(store, observe)
        self._sole = store
        self._collected: Collected = []
        self._in_thread = 0
        """How many batches wait for the writing thread, or are with it."""
        self._in_loop = WriteInLoop(store)
        self._handed_over: SimpleQueue[Collected | None] = SimpleQueue()
        self._writer = threading.Thread(target=self._write_all, name="store-writer", daemon=True)
        self._writer.start()

    async def create(self, append: Append) -> None:
        """Write a new table together with whatever else is written now."""
        if not await self.append(append):
            raise StoreDown("there is a table of that code")

    def append(self, append: Append) -> "asyncio.Future[bool]":
        """Durable (True), or another writer was first (False): then read the log again.

        False can also mean that our own entries were committed, but the connection was lost before
        that was confirmed: only the log tells. After `StoreDown`, too, the entries may have been
        written or not. A caller who stops waiting takes nothing back.
        """
        written: asyncio.Future[bool] = self._loop.create_future()
        self.write_soon(append, settle(written))
        return written

    def write_soon(self, append: Append, then: Then) -> None:
        """The same with a callback; callbacks come in the order of the calls."""
        if not self._collected:
            # All of this turn of the loop in one go.
            self._loop.call_soon(self.write_now)
        self._collected.append((append, then))

    def write_now(self) -> None:
        """Write what was to be written soon: at once if the store can, else in the thread."""
        batch, self._collected = self._collected, []
        if not batch:
            return
        started = time.monotonic()
        won = None if self._in_thread else self._in_loop.write([append for append, _ in batch])
        if won is None:
            self._in_thread += 1
            self._handed_over.put(batch)
        else:
            self._answer(batch, won, time.monotonic() - started)

    async def close(self) -> None:
        """Write what is still waiting, then close the store."""
        self.write_now()
        self._handed_over.put(None)
        await asyncio.to_thread(self._writer.join)
        await super().close()

    def _write_all(self) -> None:
        """In the thread: all that was handed over during a write goes into the next one."""
        while (batch := self._handed_over.get()) is not None:
            last, count = False, 1
            try:
                while not last:
                    more = self._handed_over.get_nowait()
                    last = more is None
                    count += not last
                    batch += more or []
            except Empty:
                pass
            self._write(batch, count)
            if last:
                return

    def _write(self, batch: Collected, count: int) -> None:
        appends = [append for append, _ in batch]
        started = time.monotonic()
        won: list[bool] | Exception
        try:
            won = self._write_patiently(appends)
        except Exception as error:  # whatever it is, those who wait must hear it
            won = error
        took = time.monotonic() - started
        self._loop.call_soon_threadsafe(self._answer_for_thread, batch, count, won, took)

    def _write_patiently(self, appends: list[Append]) -> list[bool]:
        give_up, pause = time.monotonic() + PATIENCE, FIRST_PAUSE
        while True:
            try:
                return self._sole.write(appends)
            except StoreDown:
                if time.monotonic() + pause > give_up:
                    raise
            time.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    def _answer_for_thread(
        self, batch: Collected, count: int, won: list[bool] | Exception, took: float
    ) -> None:
        self._in_thread -= count
        self._answer(batch, won, took)

    def _answer(self, batch: Collected, won: list[bool] | Exception, took: float) -> None:
        self._observe("write", took)
        for place, (_, then) in enumerate(batch):
            try:
                then(won if isinstance(won, Exception) else won[place])
            except Exception:  # one table's trouble is not the others'
                log.exception("what was written could not be told")
