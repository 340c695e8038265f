"""The pass of one process among several: lock and read on, then as in `passes.py`.

A pass locks the rows of its tables and reads what other processes have written before it decides.
The rows that another process has locked are tried again milliseconds later, so nobody waits for a
lock.
"""

import asyncio
import random
import time
from collections.abc import Iterable, Mapping

from spielgeld.server.store.interface import Append, Locked, Newer, SharedLane
from spielgeld.server.store.log_hash import chain
from spielgeld.server.tables.jobs import View, come_back
from spielgeld.server.tables.live_table import LiveTable, Updates, dismiss
from spielgeld.server.tables.passes import Passes
from spielgeld.table.effects import apply
from spielgeld.table.entries import read_entry

SHORTEST, LONGEST = 0.002, 0.032
"""Seconds before a locked row is tried again."""
SKIPS_BEFORE_LOOK = 5
"""After so many skips a table is looked at: perhaps its row is not locked, but deleted."""

Looks = dict[LiveTable, list[View]]


class SharedPasses(Passes[SharedLane]):
    """Runs passes on tables that other processes write to as well."""

    async def _pass(self, lane: SharedLane, group: list[LiveTable]) -> None:
        looks: Looks = {table: table.looks for table in group}
        looked_at = [table for table in group if not table.waiting]
        with_jobs = [table for table in group if table.waiting]
        for table in group:
            table.looks, table.announced = [], 0
        for table in looked_at:
            table.skips = 0
        try:
            await self._read_on(lane, looked_at, looks)
            if with_jobs:
                rows = await self._lock(lane, with_jobs)
                await self._read_on(lane, self._outdated(with_jobs, rows, looks), looks)
                locked = [(table, rows[table.code].now) for table in with_jobs if not table.skips]
                await self._decide(lane, [each for each in locked if not each[0].is_dropped])
        except BaseException:
            for table, views in looks.items():
                table.looks[:0] = views
            raise

    async def _lock(self, lane: SharedLane, tables: list[LiveTable]) -> Mapping[str, Locked]:
        began = time.perf_counter()
        rows = await lane.lock([table.code for table in tables])
        self._meter.locked(time.perf_counter() - began)
        self._meter.count("passes")
        for row in rows.values():
            self.others.follow(row.now)
        return rows

    def _outdated(
        self, tables: list[LiveTable], rows: Mapping[str, Locked], looks: Looks
    ) -> list[LiveTable]:
        """Return the tables that have to be read: the row is ahead, or was skipped too often."""
        outdated = []
        for table in tables:
            row = rows.get(table.code)
            if row is None:
                table.skips += 1
                self._meter.count("tables_skipped")
                table.refuse_old(come_back())
                is_newest = not looks[table] and table.skips % SKIPS_BEFORE_LOOK != 0
            else:
                table.skips = 0
                is_newest = (row.last, row.head) == (table.number, table.head)
                if is_newest:
                    table.views += looks.pop(table)
            if not is_newest:
                outdated.append(table)
        return outdated

    async def _read_on(self, lane: SharedLane, tables: Iterable[LiveTable], looks: Looks) -> None:
        """Apply what others have written; a table with another history is dropped."""
        known = {table.code: table.number for table in tables}
        found = await lane.newer(known) if known else {}
        for table in tables:
            table.views += looks.pop(table)
            newer = found.get(table.code)
            if newer is None:  # deleted
                self._drop(table)
                continue
            head = chain(table.head, newer.entries)
            if (table.number + len(newer.entries), head) != (newer.last, newer.head):
                self._drop(table)  # a failover has lost commits, or a backup was restored
                continue
            try:
                self._follow(table, newer)
                table.head = head
            except Exception as error:  # an entry of a newer version, for example
                self._drop(table, error)

    def _follow(self, table: LiveTable, newer: Newer) -> None:
        """Apply and send newer entries."""
        updates: list[Updates] = []
        for data in newer.entries:
            entry = read_entry(data)
            updates.append((entry, table.publisher.updates(apply(table.state, entry))))
        table.author = newer.author
        dismiss(table.post(updates))
        if updates:
            self._registry.changed(table)

    def _prepare(self, table: LiveTable, append: Append) -> Append:
        table.head = chain(table.head, append.entries)
        return append._replace(head=table.head)

    def _release(self, table: LiveTable) -> None:
        if not table.skips or table.is_dropped:
            super()._release(table)
            return
        table.is_busy = False
        pause = min(LONGEST, SHORTEST * 2 ** min(table.skips, 10)) * random.uniform(0.5, 1.5)  # noqa: S311
        asyncio.get_running_loop().call_later(pause, self.scheduler.add, table)
