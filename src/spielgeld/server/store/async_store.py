"""The store as the event loop sees it: appends are collected and committed in groups."""

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple, TypeVar

from spielgeld.server.store.interface import Append, Cluster, Log, Store, StoreDown
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


class _Wanted(NamedTuple):
    """What somebody waits for."""

    table: str
    after: int
    with_runner: bool
    log: "asyncio.Future[Log]"


def _read_logs(store: Store, wanted: list[_Wanted]) -> list[Log]:
    logs = store.read_several([(each.table, each.after) for each in wanted])
    loaded = [each.table for each in wanted if each.with_runner]
    runners = dict(zip(loaded, store.runners(loaded), strict=True)) if loaded else {}
    return [
        Log(entries, runners.get(each.table, ""))
        for each, entries in zip(wanted, logs, strict=True)
    ]


class AsyncStore:
    """One node's store. A thread writes, or the event loop itself (`write_in_loop.py`).

    While the thread writes a batch, the next one collects.

    `observe` hears, in the event loop, how long each batch ("write") and look-up ("read") took.
    """

    def __init__(self, store: Store, node: str, observe: Observe | None = None) -> None:
        self._store = store
        self._node = node
        self._loop = asyncio.get_running_loop()
        self._observe = observe or (lambda _kind, _seconds: None)
        self._collected: Collected = []
        self._wanted: list[_Wanted] = []
        """What is to be read in this turn of the loop."""
        self._reading: set[asyncio.Task[None]] = set()
        self._in_thread = 0
        """How many batches wait for the writing thread, or are with it."""
        self._in_loop = WriteInLoop(store, node)
        self._handed_over: SimpleQueue[Collected | None] = SimpleQueue()
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="store-reader")
        self._writer = threading.Thread(target=self._write_all, name="store-writer", daemon=True)
        self._writer.start()

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

    async def read(self, table: str, after: int = 0) -> list[bytes]:
        """Its entries after that number; all reads of one turn of the loop are one question."""
        return (await self._want(table, after, with_runner=False)).entries

    async def load(self, table: str) -> Log:
        """The whole table, with who runs it; collected likewise."""
        return await self._want(table, 0, with_runner=True)

    async def listed(self, limit: int) -> list[tuple[str, bytes]]:
        return await self._patiently(partial(self._store.listed, limit))

    async def record(self, table: str) -> bytes | None:
        return await self._patiently(partial(self._store.record, table))

    async def claim(self, table: str, dead_after: float) -> str | None:
        return await self._patiently(partial(self._store.claim, table, self._node, dead_after))

    async def beat(self, dead_after: float) -> list[str]:
        return await self._ask(partial(self._store.beat, self._node, dead_after))

    async def cluster(self, dead_after: float) -> Cluster:
        return await self._ask(partial(self._store.cluster, self._node, dead_after))

    async def hand_over(self, heirs: Mapping[str, str]) -> list[str]:
        return await self._ask(partial(self._store.hand_over, heirs, self._node))

    async def retire(self) -> None:
        await self._ask(partial(self._store.retire, self._node))

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
        """Write what is still waiting, then close the store."""
        self.write_now()
        self._handed_over.put(None)
        await asyncio.to_thread(self._writer.join)
        await asyncio.to_thread(self._readers.shutdown)
        await asyncio.to_thread(self._store.close)

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
                return self._store.write(appends, self._node)
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

    def _want(self, table: str, after: int, *, with_runner: bool) -> "asyncio.Future[Log]":
        wanted = _Wanted(table, after, with_runner, self._loop.create_future())
        if not self._wanted:
            self._loop.call_soon(lambda: self._spawn(self._read_wanted()))
        self._wanted.append(wanted)
        return wanted.log

    def _spawn(self, reading: Coroutine[Any, Any, None]) -> None:
        task = self._loop.create_task(reading)
        self._reading.add(task)
        task.add_done_callback(self._reading.discard)

    async def _read_wanted(self) -> None:
        wanted, self._wanted = self._wanted, []
        try:
            logs = await self._patiently(partial(_read_logs, self._store, wanted))
        except Exception as error:  # whatever it is, those who wait must hear it
            for each in wanted:
                if not each.log.done():
                    each.log.set_exception(error)
            return
        for each, log in zip(wanted, logs, strict=True):
            if not each.log.done():
                each.log.set_result(log)

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
