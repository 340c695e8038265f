"""Which table is worked on next: first come, first served, in groups that share a transaction."""

import asyncio
from collections import deque

from spielgeld.server.tables.live_table import LiveTable

MOST_JOBS = 64
"""Jobs of one group: with more, the first would wait for the last."""


class Scheduler:
    """The queue of tables with work. A table is in one pass at a time."""

    def __init__(self) -> None:
        self.queue: deque[LiveTable] = deque()
        self._has_work = asyncio.Event()

    def add(self, table: LiveTable) -> None:
        """Let the table have a pass, unless it waits for one or is in one."""
        if not (table.is_queued or table.is_busy or table.is_dropped):
            table.is_queued = True
            self.queue.append(table)
            self._has_work.set()

    async def next_group(self) -> list[LiveTable]:
        """Wait for work; return the tables of the next pass, which are busy until released."""
        while not (group := self.take()):
            self._has_work.clear()
            await self._has_work.wait()
        return group

    def take(self) -> list[LiveTable]:
        """Return the tables of the next pass, or none."""
        group: list[LiveTable] = []
        jobs = 0
        while self.queue and jobs < MOST_JOBS:
            table = self.queue.popleft()
            table.is_queued = False
            if table.is_dropped:
                continue
            table.is_busy = True
            group.append(table)
            jobs += len(table.waiting)
        return group
