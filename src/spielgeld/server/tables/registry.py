"""The tables in memory: opened, found, forgotten.

What is forgotten here stays in the store; what leaves the store is in `upkeep/retention.py`.
"""

import secrets
import time
from collections.abc import Callable, Iterable

from spielgeld.server.store import Append
from spielgeld.server.store.interface import StoreTrouble, TableStore
from spielgeld.server.store.log_hash import chain
from spielgeld.server.tables.jobs import Decide, store_down
from spielgeld.server.tables.live_table import LiveTable
from spielgeld.server.tables.sleeping_tables import SleepingTables
from spielgeld.server.tables.summary import info_of
from spielgeld.server.tables.table_codes import check_code, draw_code
from spielgeld.table.effects import open_table
from spielgeld.table.entries import Opened, write_entry
from spielgeld.table.state import TableState
from spielgeld.table.transitions import carry_out

SEED_BYTES = 32
FORGET_AFTER = 60.0
"""Seconds an unused table stays in memory after somebody has looked it up."""


class TableRegistry:
    """Finds tables by their codes; those that are not in memory through `sleeping_tables.py`."""

    def __init__(self, store: TableStore, mark: str = "") -> None:
        self._mark = mark
        """What the codes of its tables begin with."""
        self._store = store
        self.sleeping = SleepingTables(store, self._add)
        self.tables: dict[str, LiveTable] = {}
        self.observers: list[Callable[[LiveTable], None]] = []
        """Called when a table has come into memory, and when its state has changed."""

    def draw_code(self) -> str:
        """Return the code of a table to be made."""
        return draw_code(self._mark)

    async def open(self, opened: Opened, first: Iterable[Decide]) -> LiveTable:
        """Make a table. `first` is done at it at once: stored together with it, or not at all."""
        state, created = new_table(self.draw_code(), opened, first)
        await self.create(created)
        table = LiveTable(state, created.head)
        self._add(table)
        return table

    async def create(self, created: Append) -> None:
        """Store a new table; it comes into memory when somebody asks for it."""
        try:
            await self._store.create(created)
        except StoreTrouble:
            raise store_down() from None

    async def find(self, code: str) -> LiveTable:
        """The table of that code; refused with `no_such_table`."""
        table = self.tables.get(code)
        if table is None:
            check_code(code)
            table = await self.sleeping.read(code)
        table.used = time.monotonic()
        return table

    def _add(self, table: LiveTable) -> None:
        self.tables[table.code] = table
        self.changed(table)

    def changed(self, table: LiveTable) -> None:
        """Have bots asked and timers set."""
        for observe in self.observers:
            observe(table)

    def forget(self, table: LiveTable) -> None:
        """Drop a table from memory; the store has it."""
        table.is_dropped = True
        if self.tables.get(table.code) is table:
            del self.tables[table.code]

    def forget_unused(self, runs: Callable[[LiveTable], bool]) -> None:
        """Drop what nobody has used for a while, unless this process runs its bots and clocks."""
        now = time.monotonic()
        for table in list(self.tables.values()):
            is_needed = not table.is_unused or (table.state.awake and runs(table))
            if not is_needed and now - table.used > FORGET_AFTER:
                self.forget(table)


def new_table(code: str, opened: Opened, first: Iterable[Decide]) -> tuple[TableState, Append]:
    """Return a new table at which that much is done, and what the store keeps of it."""
    state = open_table(code, opened)
    entries = [write_entry(opened)]
    for decide in first:
        applied = carry_out(state, decide(state, opened.at), draw_seed)
        entries += [write_entry(each.entry) for each in applied]
    head = chain(0, entries)
    return state, Append(code, 0, tuple(entries), info_of(state), None, opened.at, head)


def draw_seed() -> bytes:
    """The secret of a deal."""
    return secrets.token_bytes(SEED_BYTES)
