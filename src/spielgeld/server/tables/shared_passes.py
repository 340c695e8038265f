"""The pass of one process among several: lock and read on, then as in `passes.py`.

A pass locks the rows of its tables and reads what other processes have written before it decides.
The rows that another process has locked are tried again milliseconds later, so nobody waits for a
lock.
"""

import asyncio
import random
import time
from collections.abc import Iterable, Mapping, Sequence

from spielgeld.server.operations.meter import Meter
from spielgeld.server.store.interface import Append, Locked, SharedLane, StoreTrouble
from spielgeld.server.store.log_hash import chain
from spielgeld.server.tables.jobs import View, come_back
from spielgeld.server.tables.live_table import LiveTable
from spielgeld.server.tables.news import News
from spielgeld.server.tables.others import DatabaseClock
from spielgeld.server.tables.passes import Passes
from spielgeld.server.tables.steps import Decided, Steps

SHORTEST, LONGEST = 0.002, 0.032
"""Seconds before a locked row is tried again."""
SKIPS_BEFORE_LOOK = 5
"""After so many skips a table is looked at: perhaps its row is not locked, but deleted."""

Looks = dict[LiveTable, list[View]]


class SharedPasses(Passes[SharedLane]):
    """Runs passes on tables that other processes write to as well."""

    def __init__(
        self,
        steps: Steps,
        lanes: Sequence[SharedLane],
        news: News,
        clock: DatabaseClock,
        meter: Meter,
    ) -> None:
        self._news = news
        self._clock = clock
        self._meter = meter
        super().__init__(steps, lanes)

    async def _pass(self, lane: SharedLane, group: list[LiveTable]) -> None:
        looks: Looks = {table: table.looks for table in group}
        looked_at = [table for table in group if not table.waiting]
        for table in group:
            table.looks, table.announced = [], 0
        for table in looked_at:
            table.skips = 0
        try:
            await self._read_on(lane, looked_at, looks)
            if with_jobs := [table for table in group if table.waiting]:
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
            self._clock.follow(row.now)
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
                self._steps.drop(table)
                continue
            head = chain(table.head, newer.entries)
            if (table.number + len(newer.entries), head) != (newer.last, newer.head):
                self._steps.drop(table)  # a failover has lost commits, or a backup was restored
                continue
            try:
                self._steps.follow(table, newer.entries, newer.author)
                table.head = head
            except Exception as error:  # an entry of a newer version, for example
                self._steps.drop(table, error)

    def _prepare(self, table: LiveTable, append: Append) -> Append:
        table.head = chain(table.head, append.entries)
        return append._replace(head=table.head)

    def _deliver(self, decided: Decided) -> None:
        super()._deliver(decided)
        if decided.entries:
            self._news.tell(decided.table.code, decided.table.number)

    def _undo(self, all_decided: Iterable[Decided], trouble: StoreTrouble) -> None:
        """As there; whatever is decided again gets its lock when this transaction has ended."""
        self._meter.count("commits_unknown", sum(bool(each.entries) for each in all_decided))
        super()._undo(all_decided, trouble)

    def _release(self, table: LiveTable) -> None:
        if not table.skips or table.is_dropped:
            super()._release(table)
            return
        table.is_busy = False
        pause = min(LONGEST, SHORTEST * 2 ** min(table.skips, 10)) * random.uniform(0.5, 1.5)  # noqa: S311
        asyncio.get_running_loop().call_later(pause, self._steps.scheduler.add, table)
