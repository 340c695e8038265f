"""Brings tables from the store into memory, each once, however many ask for it.

A table sleeps while nobody is connected: no clock runs and no bot is asked. It leaves memory if
nobody has looked it up for a minute (`TableRegistry.forget_unused`). What wakes it is the entry
that a person has arrived; when that is durable, `upkeep/clocks.py` sets its timer and
`upkeep/bots.py` asks its bots.
"""

import asyncio
from collections.abc import Callable
from typing import TypeVar

from spielgeld.engine import NotAllowed
from spielgeld.server.operations.logs import log_failure
from spielgeld.server.store.interface import Log, StoreTrouble, TableStore
from spielgeld.server.tables.jobs import store_down
from spielgeld.server.tables.live_table import LiveTable
from spielgeld.server.tables.table_codes import no_such_table
from spielgeld.table.entries import read_entry
from spielgeld.table.transitions import replay_table

T = TypeVar("T")


class SleepingTables:
    """Reads tables from the store. `add` puts them into memory."""

    def __init__(self, store: TableStore, add: Callable[[LiveTable], None]) -> None:
        self._store = store
        self._add = add
        self._reading: dict[str, asyncio.Future[LiveTable]] = {}
        self._replaying = asyncio.Semaphore(1)
        """One log at a time is replayed, in a thread: a long one must not hold up other tables."""

    async def read(self, code: str) -> LiveTable:
        """Return the table as stored; refused with `no_such_table` or `table_unreadable`."""
        if code not in self._reading:
            self._reading[code] = asyncio.ensure_future(self._read(code))
        return await asyncio.shield(self._reading[code])

    async def in_thread(self, replay: Callable[..., T], *arguments: object) -> T:
        """Replay something that may be long, when nothing else is being replayed."""
        async with self._replaying:
            return await asyncio.to_thread(replay, *arguments)

    async def _read(self, code: str) -> LiveTable:
        try:
            log = await self._store.load(code)
            if not log.entries:
                raise no_such_table()
            table = await self.in_thread(_replayed, code, log)
        except StoreTrouble:
            raise store_down() from None
        finally:
            del self._reading[code]
        self._add(table)
        return table


def _replayed(code: str, log: Log) -> LiveTable:
    try:
        state = replay_table(code, [read_entry(data) for data in log.entries])
    except Exception as failure:  # damaged entries can break any rule, and mean anything
        log_failure("table_unreadable", failure)
        raise NotAllowed("table_unreadable", "the log of the table is damaged") from None
    return LiveTable(state, log.head, log.author)
