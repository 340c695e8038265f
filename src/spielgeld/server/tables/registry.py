"""The tables in memory on this node: opened, found, read from the store, forgotten.

What is forgotten here stays in the store; what leaves the store is in `upkeep/retention.py`.
"""

import asyncio
import secrets
import time
from collections.abc import Callable, Iterable

from spielgeld.engine import NotAllowed, Unreadable
from spielgeld.server.store import Append
from spielgeld.server.store.interface import StoreTrouble
from spielgeld.server.store.table_store import TableStore
from spielgeld.server.tables.bus import Bus
from spielgeld.server.tables.feed import TableFeed
from spielgeld.server.tables.live_table import Decide, LiveTable
from spielgeld.server.tables.summary import info_of
from spielgeld.table.effects import open_table
from spielgeld.table.entries import AnyEntry, Opened, read_entry, write_entry
from spielgeld.table.transitions import carry_out, replay_table

CODE_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
CODE_LENGTH = 20
"""31 to the power of 20: nobody guesses a table."""
LOCAL_MARK = "1"
"""The code of a table that lives in a browser begins with it: no server's code does."""
SEED_BYTES = 32
UNKNOWN = 2**63
"""Where nobody knows how far a log is: beyond what is known here."""
FORGET_AFTER = 60.0
"""Seconds an unused table stays in memory."""


class TableRegistry:
    """Finds tables by their codes. A table that is not in memory is read from the store."""

    def __init__(
        self, store: TableStore, bus: Bus, feed: TableFeed, node: str, mark: str = ""
    ) -> None:
        self._node = node
        self._mark = mark
        """What the codes of its tables begin with."""
        self._store = store
        self._bus = bus
        self._feed = feed
        self._loading: dict[str, asyncio.Future[LiveTable]] = {}
        self._heard: dict[str, int] = {}
        """By table that is being read: the number its log has reached, by what other nodes say."""
        self.tables: dict[str, LiveTable] = {}

    async def open(self, opened: Opened, first: Iterable[Decide]) -> LiveTable:
        """Make a table. `first` is done at it at once: stored together with it, or not at all."""
        drawn = [secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH)]
        code = "".join([self._mark, *drawn])
        state = open_table(code, opened)
        entries = [write_entry(opened)]
        for decide in first:
            applied = carry_out(state, decide(state, opened.at), draw_seed)
            entries += [write_entry(each.entry) for each in applied]
        created = Append(code, 0, tuple(entries), info_of(state), None, opened.at)
        if not await self._store.append(created):
            raise NotAllowed("store_down", "the table could not be kept")
        table = self.tables[code] = LiveTable(state)
        table.runner = self._node  # the store makes whoever creates it its runner
        self._feed.loaded(table)
        return table

    async def find(self, code: str) -> LiveTable:
        """The table of that code; refused with `no_such_table`.

        This reads a sleeping table into memory. It wakes when the entry that a person has arrived
        is durable: then `upkeep/clocks.py` and `upkeep/bots.py` go to work.
        """
        table = self.tables.get(code)
        if table is not None:
            table.used = time.monotonic()
            return table
        check_code(code)
        if code not in self._loading:
            self._heard[code] = 0
            self._loading[code] = asyncio.ensure_future(self._load(code))
        return await asyncio.shield(self._loading[code])

    async def _load(self, code: str) -> LiveTable:
        try:
            log = await self._store.load(code)
            if not log.entries:
                raise _no_such_table()
            state = replay_table(code, [read_entry(data) for data in log.entries])
            table = self.tables[code] = LiveTable(state)
        except StoreTrouble:
            raise NotAllowed("store_down", "the database cannot be reached now") from None
        finally:
            del self._loading[code]
            heard = self._heard.pop(code)
        table.runner = log.runner
        self._bus.publish(code, table.number)  # its writer may have died before it could
        if self._bus.is_shared:
            # Others may have written while we read; where nobody can tell us, as if they had.
            table.announced = heard if self._bus.is_up else table.number + 1
        self._feed.loaded(table)
        return table

    def hear(self, code: str, number: int) -> None:
        """Another node says how far the log is of a table that is perhaps being read."""
        if number > self._heard.get(code, number):
            self._heard[code] = number

    def hear_of_gap(self) -> None:
        """What other nodes said may have been lost: tables being read are read on afterwards."""
        self._heard = dict.fromkeys(self._heard, UNKNOWN)

    async def read_log(self, code: str, after: int = 0) -> list[AnyEntry]:
        """The entries after that number, as the store has them."""
        return [read_entry(data) for data in await self._store.read(code, after)]

    def forget(self, table: LiveTable) -> None:
        """Drop a table from memory; the store has it."""
        table.is_dropped = True
        if self.tables.get(table.code) is table:
            del self.tables[table.code]

    def forget_unused(self, runs: Callable[[LiveTable], bool]) -> None:
        """Drop what nobody has used for a while, unless this node runs its bots and clocks."""
        now = time.monotonic()
        for table in list(self.tables.values()):
            is_needed = not table.is_unused or (table.awake and runs(table))
            if not is_needed and now - table.used > FORGET_AFTER:
                self.forget(table)


def draw_seed() -> bytes:
    """The secret of a deal."""
    return secrets.token_bytes(SEED_BYTES)


def check_code(code: str) -> None:
    """Refuse what cannot be the code of a table."""
    drawn = code.removeprefix(LOCAL_MARK)
    if len(drawn) != CODE_LENGTH or not set(drawn) <= set(CODE_ALPHABET):
        raise _no_such_table()


def _no_such_table() -> Unreadable:
    return Unreadable("no_such_table", "there is no such table")
