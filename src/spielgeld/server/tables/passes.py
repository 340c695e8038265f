"""The pass of one process among several: lock, read on, decide, append, commit, deliver.

A pass is one transaction for a group of tables. It locks their rows, reads what other processes
have written, decides all waiting jobs, appends and commits; only then does anybody hear of it, of
refusals too. The rows that another process has locked are tried again milliseconds later, so nobody
waits for a lock.
"""

import asyncio
import random
import time
from collections.abc import Iterable, Sequence

from spielgeld.server.operations.logs import log_failure
from spielgeld.server.operations.meter import Meter
from spielgeld.server.store.interface import Append, Lane, Locked, StoreTrouble
from spielgeld.server.store.log_hash import chain
from spielgeld.server.tables.jobs import View, come_back, store_down
from spielgeld.server.tables.live_table import LiveTable
from spielgeld.server.tables.news import News
from spielgeld.server.tables.steps import Decided, Steps
from spielgeld.server.tables.time_of_day import DatabaseClock

SHORTEST, LONGEST = 0.002, 0.032
"""Seconds before a locked row is tried again."""
SKIPS_BEFORE_LOOK = 5
"""After so many skips a table is looked at: perhaps its row is not locked, but deleted."""
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 0.5
"""Seconds before a store that is down is tried again."""
CLOSES_WITHIN = 5.0

Looks = dict[LiveTable, list[View]]


class Passes:
    """Runs passes, one at a time in each lane."""

    def __init__(
        self,
        steps: Steps,
        lanes: Sequence[Lane],
        news: News,
        clock: DatabaseClock,
        meter: Meter,
    ) -> None:
        self._steps = steps
        self._news = news
        self._clock = clock
        self._meter = meter
        self._loop = asyncio.get_running_loop()
        self._work = asyncio.Event()
        self._under_way = 0
        steps.scheduler.wake = self._work.set
        self._tasks = [self._loop.create_task(self._run(lane)) for lane in lanes]
        self._lanes = lanes

    async def close(self) -> None:
        """Let the passes end that were begun."""
        give_up = time.monotonic() + CLOSES_WITHIN
        while (self._under_way or self._steps.scheduler.queue) and time.monotonic() < give_up:
            await asyncio.sleep(0.005)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for lane in self._lanes:
            await lane.close()

    async def _run(self, lane: Lane) -> None:
        pause = FIRST_PAUSE
        while True:
            await self._work.wait()
            group = self._steps.scheduler.take()
            if not self._steps.scheduler.queue:
                self._work.clear()
            if not group:
                continue
            self._under_way += 1
            try:
                await self._pass(lane, group)
                pause = FIRST_PAUSE
            except StoreTrouble:  # nothing was decided
                self._expire(group)
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
            except Exception as error:  # a fault of ours must not stop the lane
                log_failure("pass_failed", error)
                await lane.close()
                for table in group:
                    self._steps.drop(table)
            finally:
                self._under_way -= 1
                for table in group:
                    self._release(table)

    def _expire(self, group: Iterable[LiveTable]) -> None:
        self._steps.log_trouble()
        for table in (*group, *self._steps.scheduler.queue):
            self._steps.expire(table, store_down())

    def _release(self, table: LiveTable) -> None:
        if not table.skips or table.is_dropped:
            self._steps.release(table)
            return
        table.is_busy = False
        pause = min(LONGEST, SHORTEST * 2 ** min(table.skips, 10)) * random.uniform(0.5, 1.5)  # noqa: S311
        self._loop.call_later(pause, self._steps.scheduler.add, table)

    # ---------------------------------------------------------------- a pass

    async def _pass(self, lane: Lane, group: list[LiveTable]) -> None:
        looks: Looks = {table: table.looks for table in group}
        for table in group:
            table.looks, table.announced = [], 0
        try:
            looked_at = [table for table in group if not table.waiting]
            with_jobs = [table for table in group if table.waiting]
            if looked_at:
                await self._read_on(lane, looked_at, looks)
            if with_jobs:
                await self._lock_and_decide(lane, with_jobs, looks)
        except BaseException:
            for table, views in looks.items():
                table.looks[:0] = views
            raise

    async def _lock_and_decide(self, lane: Lane, tables: list[LiveTable], looks: Looks) -> None:
        began = time.perf_counter()
        rows = await lane.lock([table.code for table in tables])
        self._meter.locked(time.perf_counter() - began)
        await self._compare(lane, tables, rows, looks)
        decided = [
            each
            for table in tables
            if table.code in rows and not table.is_dropped
            if (each := self._steps.decide(table, rows[table.code].now)) is not None
        ]
        self._meter.count("passes")
        appends = [_chained(each, each.append) for each in decided if each.append is not None]
        try:
            # Only the end of the transaction proves that the locks were ours until now.
            await (lane.commit(appends) if appends else lane.end())
        except StoreTrouble:
            self._undo(decided)
            return
        for each in decided:
            self._steps.deliver(each)
            if each.entries:
                self._news.tell(each.table.code, each.table.number)

    async def _compare(
        self, lane: Lane, tables: list[LiveTable], rows: dict[str, Locked], looks: Looks
    ) -> None:
        """Read on at the tables whose row is ahead of the copy, or was skipped too often."""
        behind = []
        for table in tables:
            row = rows.get(table.code)
            if row is None:
                table.skips += 1
                self._meter.count("tables_skipped")
                self._steps.expire(table, come_back())
                is_newest = not looks.get(table) and table.skips % SKIPS_BEFORE_LOOK != 0
            else:
                table.skips = 0
                self._clock.follow(row.now)
                is_newest = (row.last, row.head) == (table.number, table.head)
                if is_newest:
                    table.views += looks.pop(table)
            if not is_newest:
                behind.append(table)
        if behind:
            await self._read_on(lane, behind, looks)

    async def _read_on(self, lane: Lane, tables: list[LiveTable], looks: Looks) -> None:
        """Apply what others have written; a table with another history is dropped."""
        found = await lane.newer({table.code: table.number for table in tables})
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

    def _undo(self, decided: list[Decided]) -> None:
        """Forget the copies that may be ahead of the log; decide again what changed nothing.

        The entries may have been written or not. Whoever sends a command again finds out, because
        the next lock is granted only when this transaction has ended.
        """
        for each in decided:
            if each.entries:
                self._meter.count("commits_unknown")
                self._steps.drop(each.table, None, each.jobs)
            else:
                each.table.waiting[:0] = each.jobs
        self._steps.log_trouble()


def _chained(decided: Decided, append: Append) -> Append:
    decided.table.head = chain(decided.table.head, append.entries)
    return append._replace(head=decided.table.head)
