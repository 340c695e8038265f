"""A store as the event loop sees it: questions are asked in threads."""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Generic, TypeVar

from spielgeld.server.store.interface import Append, Log, Store, StoreDown

T = TypeVar("T")
AnyStore_co = TypeVar("AnyStore_co", bound=Store, covariant=True)
Observe = Callable[[str, float], None]

THREADS = 4
PATIENCE = 10.0
"""Seconds for which a store that is down is asked again."""
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 1.0


def ignore(_kind: str, _seconds: float) -> None:
    """Do nothing about how long something took."""


class AsyncStore(Generic[AnyStore_co]):
    """A `TableStore` in a database.

    `observe` hears, in the event loop, how long each question ("read") and each transaction of the
    only process ("write") took.
    """

    def __init__(self, database: AnyStore_co, observe: Observe = ignore) -> None:
        self.database = database
        self._observe = observe
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="store")

    async def create(self, append: Append) -> None:
        """Write a new table, durable on return."""
        await self.ask_patiently(partial(self.database.create, append))

    async def load(self, table: str) -> Log:
        """Return the whole table."""
        return await self.ask_patiently(partial(self.database.load, table))

    async def summary(self, table: str) -> bytes | None:
        """Return the summary of a table; None for an unknown one."""
        return await self.ask_patiently(partial(self.database.summary, table))

    async def listed(self, limit: int) -> list[tuple[str, bytes]]:
        """Return code and summary of the lobby's tables, newest first."""
        return await self.ask_patiently(partial(self.database.listed, limit))

    async def record(self, table: str) -> bytes | None:
        """Return the record of the table's last finished match."""
        return await self.ask_patiently(partial(self.database.record, table))

    async def ask(self, question: Callable[[], T], kind: str = "read") -> T:
        """Return what a question returns that is asked in a thread."""
        started = time.monotonic()
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, question)
        finally:
            self._observe(kind, time.monotonic() - started)

    async def ask_patiently(self, question: Callable[[], T], kind: str = "read") -> T:
        """Ask until the store answers, or for ten seconds."""
        give_up, pause = time.monotonic() + PATIENCE, FIRST_PAUSE
        while True:
            try:
                return await self.ask(question, kind)
            except StoreDown:
                if time.monotonic() + pause > give_up:
                    raise
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def close(self) -> None:
        """Close the database when all questions have been answered."""
        await asyncio.to_thread(self._threads.shutdown)
        await asyncio.to_thread(self.database.close)
