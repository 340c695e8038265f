"""The pass, in which everything at tables happens: decide, append, commit, deliver.

A pass is one transaction for a group of tables. Only when it has ended does anybody hear of what
was decided, of refusals too. With SQLite, and in a browser, this process is the only one that
writes, so every copy in memory is the newest state; `shared_passes.py` has what several processes
do before they decide.
"""

import asyncio
import time
from collections.abc import Iterable, Sequence
from typing import Generic, TypeVar

from spielgeld.server.background import Tasks
from spielgeld.server.operations.logs import log, log_failure
from spielgeld.server.operations.meter import Meter
from spielgeld.server.store.interface import Append, Lane, StoreTrouble
from spielgeld.server.tables.decided import Decided
from spielgeld.server.tables.jobs import Job, come_back, store_down
from spielgeld.server.tables.live_table import LiveTable, dismiss
from spielgeld.server.tables.others import Others
from spielgeld.server.tables.registry import TableRegistry
from spielgeld.server.tables.scheduler import Scheduler

AnyLane = TypeVar("AnyLane", bound=Lane)

AGAIN_AFTER = 0.2
"""Seconds before a store that is down is tried again."""
CLOSES_WITHIN = 5.0
STORE_DOWN_EVERY = 10.0
"""Seconds between two lines of the log about the same trouble."""


class Passes(Generic[AnyLane]):
    """Runs passes, one at a time in each lane."""

    def __init__(
        self, registry: TableRegistry, others: Others, lanes: Sequence[AnyLane], meter: Meter
    ) -> None:
        self.others = others
        self.scheduler = Scheduler()
        self.entries_written = 0
        self._registry = registry
        self._lanes = lanes
        self._meter = meter
        self._under_way = 0
        self._trouble_logged = -STORE_DOWN_EVERY
        self._tasks = Tasks()
        for lane in lanes:
            self._tasks.start(self._run(lane))

    async def close(self) -> None:
        """Let the passes end that were begun."""
        give_up = time.monotonic() + CLOSES_WITHIN
        while (self._under_way or self.scheduler.queue) and time.monotonic() < give_up:
            await asyncio.sleep(0.005)
        await self._tasks.close()
        for lane in self._lanes:
            await lane.close()

    async def _run(self, lane: AnyLane) -> None:
        while True:
            group = await self.scheduler.next_group()
            self._under_way += 1
            try:
                await self._pass(lane, group)
            except StoreTrouble:  # nothing was decided
                self._refuse_old(group)
                await asyncio.sleep(AGAIN_AFTER)
            except Exception as error:  # a fault of ours must not stop the lane
                log_failure("pass_failed", error)
                await lane.close()
                for table in group:
                    self._drop(table)
            finally:
                self._under_way -= 1
                for table in group:
                    self._release(table)

    async def _pass(self, lane: AnyLane, group: list[LiveTable]) -> None:
        now = self.others.clock.now()
        for table in group:
            table.views += table.looks
            table.looks = []
        await self._decide(lane, [(table, now) for table in group])

    async def _decide(self, lane: AnyLane, tables: Iterable[tuple[LiveTable, float]]) -> None:
        """Decide at these tables, each at its time; commit, and deliver."""
        found = [self._decide_at(table, now) for table, now in tables]
        all_decided = [each for each in found if each is not None]
        appends = [self._prepare(each.table, each.append) for each in all_decided if each.append]
        try:
            await lane.commit(appends)
        except StoreTrouble as trouble:
            self._undo(all_decided, trouble)
            return
        for each in all_decided:
            self._deliver(each)

    def _decide_at(self, table: LiveTable, now: float) -> Decided | None:
        try:
            return Decided(table, now, self.others)
        except Exception as error:  # whatever it is, the people of this table must not wait
            self._drop(table, error)
            return None

    def _prepare(self, _: LiveTable, append: Append) -> Append:
        return append

    def _deliver(self, decided: Decided) -> None:
        """Send updates, then answers: everything is durable now."""
        table = decided.table
        try:
            if decided.entries:
                self.entries_written += len(decided.entries)
                table.author = self.others.name
            leaving = table.post(decided.updates)
            for job, refusal in decided.answers:
                job.done(refusal)
            dismiss(leaving)
            if decided.entries:
                self._registry.changed(table)
                self.others.tell(table.code, table.number)
        except Exception as error:  # one table's trouble is not the others'
            self._drop(table, error, decided.jobs)

    def _undo(self, all_decided: Iterable[Decided], trouble: StoreTrouble) -> None:
        """Forget the copies that may be ahead of the log; decide again what changed nothing.

        The entries may have been written or not. A client that sends its command again finds out:
        its next lock is granted only when this transaction has ended.
        """
        for each in all_decided:
            if each.entries:
                self._meter.count("commits_unknown")
                self._drop(each.table, trouble, each.jobs)
            else:
                each.table.waiting[:0] = each.jobs
        self._log_trouble()

    def _drop(
        self, table: LiveTable, error: BaseException | None = None, jobs: Iterable[Job] = ()
    ) -> None:
        """Forget the copy, because nobody knows what the store has. Its people come back."""
        self._registry.forget(table)
        is_trouble = isinstance(error, StoreTrouble)
        if error is not None and not is_trouble:
            log_failure("table_broken", error)
        table.waiting[:0] = jobs
        table.refuse_all(store_down() if is_trouble else come_back())
        table.send_away()

    def _release(self, table: LiveTable) -> None:
        """End the pass: views are taken, and a table with more work waits for the next pass."""
        table.is_busy = False
        if table.is_dropped:
            table.refuse_all(come_back())
            return
        table.take_views()
        if table.has_work:
            self.scheduler.add(table)

    def _refuse_old(self, group: Iterable[LiveTable]) -> None:
        self._log_trouble()
        for table in (*group, *self.scheduler.queue):
            table.refuse_old(store_down())

    def _log_trouble(self) -> None:
        """Log now and then that the store fails: it is the same for every table and every try."""
        now = time.monotonic()
        if now - self._trouble_logged > STORE_DOWN_EVERY:
            self._trouble_logged = now
            log("store_down", "warning")
