"""Sleeping tables, and who wakes them.

A table sleeps while nobody is connected: no clock runs and no bot is asked. It leaves memory if
nobody has looked it up for a minute (`TableRegistry.forget_unused`). Whoever asks for it then has
it read from the store: that is done here. What wakes it is the entry that a person has arrived;
when that is durable, `upkeep/clocks.py` sets its timer and `upkeep/bots.py` asks its bots.
"""

import asyncio
from collections.abc import Callable, Sequence

from spielgeld.engine import NotAllowed
from spielgeld.server.operations.logs import log_failure
from spielgeld.server.store.interface import StoreTrouble
from spielgeld.server.store.table_store import TableStore
from spielgeld.server.tables.bus import Bus
from spielgeld.server.tables.live_table import LiveTable
from spielgeld.server.tables.table_codes import no_such_table
from spielgeld.table.entries import read_entry
from spielgeld.table.transitions import replay_table

UNKNOWN = 2**63
"""Where nobody knows how far a log is: beyond what is known here."""


class SleepingTables:
    """Reads tables from the store, each once, however many ask. `add` puts them into memory."""

    def __init__(self, store: TableStore, bus: Bus, add: Callable[[LiveTable], None]) -> None:
        self._store = store
        self._bus = bus
        self._add = add
        self._reading: dict[str, asyncio.Future[LiveTable]] = {}
        self._heard: dict[str, int] = {}
        """By table that is being read: the number its log has reached, by what other nodes say."""
        self._replaying = asyncio.Semaphore(1)
        """One log at a time is replayed, in a thread: a long one must not hold up other tables."""

    async def read(self, code: str) -> LiveTable:
        """The table as the store has it; refused with `no_such_table` or `table_unreadable`."""
        if code not in self._reading:
            self._heard[code] = 0
            self._reading[code] = asyncio.ensure_future(self._read(code))
        return await asyncio.shield(self._reading[code])

    async def _read(self, code: str) -> LiveTable:
        try:
            log = await self._store.load(code)
            if not log.entries:
                raise no_such_table()
            async with self._replaying:
                table = await asyncio.to_thread(_replayed, code, log.entries)
        except StoreTrouble:
            raise NotAllowed("store_down", "the database cannot be reached now") from None
        finally:
            del self._reading[code]
            heard = self._heard.pop(code)
        table.runner = log.runner
        self._bus.publish(code, table.number)  # its writer may have died before it could
        if self._bus.is_shared:
            # Others may have written while we read; where nobody can tell us, as if they had.
            table.announced = heard if self._bus.is_up else table.number + 1
        self._add(table)
        return table

    def hear(self, code: str, number: int) -> None:
        """Another node says how far the log is of a table that is perhaps being read."""
        if number > self._heard.get(code, number):
            self._heard[code] = number

    def hear_of_gap(self) -> None:
        """What other nodes said may have been lost: tables being read are read on afterwards."""
        self._heard = dict.fromkeys(self._heard, UNKNOWN)


def _replayed(code: str, log: Sequence[bytes]) -> LiveTable:
    try:
        return LiveTable(replay_table(code, [read_entry(data) for data in log]))
    except Exception as failure:  # damaged entries can break any rule, and mean anything
        log_failure("table_unreadable", failure)
        raise NotAllowed("table_unreadable", "the log of the table is damaged") from None
