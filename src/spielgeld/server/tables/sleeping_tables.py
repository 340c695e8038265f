"""Brings tables from the store into memory, each once, however many ask for it.

A table sleeps while nobody is connected: no clock runs and no bot is asked. It leaves memory if
nobody has looked it up for a minute (`TableRegistry.forget_unused`). What wakes it is the entry
that a person has arrived; when that is durable, `upkeep/clocks.py` sets its timer and
`upkeep/bots.py` asks its bots.
"""

import asyncio
import time
from collections.abc import Callable, Iterator

from spielgeld.engine import NotAllowed
from spielgeld.server.operations.logs import log_failure
from spielgeld.server.store.interface import Log, StoreTrouble, TableStore
from spielgeld.server.tables.jobs import store_down
from spielgeld.server.tables.live_table import LiveTable
from spielgeld.server.tables.table_codes import no_such_table
from spielgeld.table.effects import apply
from spielgeld.table.entries import AnyEntry, read_entry
from spielgeld.table.state import TableState
from spielgeld.table.transitions import replay_table

SLICE = 0.001
"""Seconds for which a log is replayed before other work has its turn (`docs/decisions.md`)."""


class SleepingTables:
    """Reads tables from the store. `add` puts them into memory."""

    def __init__(self, store: TableStore, add: Callable[[LiveTable], None]) -> None:
        self._store = store
        self._add = add
        self._reading: dict[str, asyncio.Future[LiveTable]] = {}
        self._slices = asyncio.Lock()
        """It is passed on in the order of asking, so logs that are replayed take turns."""

    async def read(self, code: str) -> LiveTable:
        """Return the table as stored; refused with `no_such_table` or `table_unreadable`."""
        if code not in self._reading:
            self._reading[code] = asyncio.ensure_future(self._read(code))
        return await asyncio.shield(self._reading[code])

    async def _read(self, code: str) -> LiveTable:
        try:
            log = await self._store.load(code)
            if not log.entries:
                raise no_such_table()
            state = await self._replay(code, log)
        except StoreTrouble:
            raise store_down() from None
        finally:
            del self._reading[code]
        table = LiveTable(state, log.head, log.author)
        self._add(table)
        return table

    async def _replay(self, code: str, log: Log) -> TableState:
        entries = map(read_entry, log.entries)
        try:
            state, is_over = replay_table(code, [next(entries)]), False
            while not is_over:
                async with self._slices:
                    is_over = _replay_some(state, entries)
                    await asyncio.sleep(0)
        except Exception as failure:  # damaged entries can break any rule, and mean anything
            log_failure("table_unreadable", failure)
            raise NotAllowed("table_unreadable", "the log of the table is damaged") from None
        return state


def _replay_some(state: TableState, entries: Iterator[AnyEntry]) -> bool:
    """Apply entries for the time of a slice. Return True if there are no more."""
    until = time.perf_counter() + SLICE
    for entry in entries:
        apply(state, entry)
        if time.perf_counter() > until:
            return False
    return True
