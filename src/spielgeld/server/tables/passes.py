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
from spielgeld.server.operations.logs import log_failure
from spielgeld.server.store.interface import Append, Lane, StoreTrouble
from spielgeld.server.tables.jobs import store_down
from spielgeld.server.tables.live_table import LiveTable
from spielgeld.server.tables.steps import Decided, Steps

AnyLane = TypeVar("AnyLane", bound=Lane)

AGAIN_AFTER = 0.2
"""Seconds before a store that is down is tried again."""
CLOSES_WITHIN = 5.0


class Passes(Generic[AnyLane]):
    """Runs passes, one at a time in each lane."""

    def __init__(self, steps: Steps, lanes: Sequence[AnyLane]) -> None:
        self._steps = steps
        self._lanes = lanes
        self._under_way = 0
        self._tasks = Tasks()
        for lane in lanes:
            self._tasks.start(self._run(lane))

    async def close(self) -> None:
        """Let the passes end that were begun."""
        give_up = time.monotonic() + CLOSES_WITHIN
        while (self._under_way or self._steps.scheduler.queue) and time.monotonic() < give_up:
            await asyncio.sleep(0.005)
        await self._tasks.close()
        for lane in self._lanes:
            await lane.close()

    async def _run(self, lane: AnyLane) -> None:
        while True:
            group = await self._steps.scheduler.next_group()
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
                    self._steps.drop(table)
            finally:
                self._under_way -= 1
                for table in group:
                    self._release(table)

    def _refuse_old(self, group: Iterable[LiveTable]) -> None:
        self._steps.log_trouble()
        for table in (*group, *self._steps.scheduler.queue):
            table.refuse_old(store_down())

    def _release(self, table: LiveTable) -> None:
        self._steps.release(table)

    async def _pass(self, lane: AnyLane, group: list[LiveTable]) -> None:
        now = self._steps.others.clock.now()
        for table in group:
            table.views += table.looks
            table.looks = []
        await self._decide(lane, [(table, now) for table in group])

    async def _decide(self, lane: AnyLane, tables: Iterable[tuple[LiveTable, float]]) -> None:
        """Decide at these tables, each at its time; commit, and deliver."""
        found = [self._steps.decide(table, now) for table, now in tables]
        all_decided = [each for each in found if each is not None]
        appends = [self._prepare(each.table, append) for each, append in all_decided if append]
        try:
            await lane.commit(appends)
        except StoreTrouble as trouble:
            self._undo([each for each, _ in all_decided], trouble)
            return
        for each, _ in all_decided:
            self._deliver(each)

    def _prepare(self, _: LiveTable, append: Append) -> Append:
        return append

    def _deliver(self, decided: Decided) -> None:
        self._steps.deliver(decided)

    def _undo(self, all_decided: Iterable[Decided], trouble: StoreTrouble) -> None:
        """Forget the copies that may be ahead of the log; decide again what changed nothing.

        The entries may have been written or not. A client that sends its command again finds out.
        """
        for each in all_decided:
            if each.entries:
                self._steps.drop(each.table, trouble, each.jobs)
            else:
                each.table.waiting[:0] = each.jobs
        self._steps.log_trouble()
