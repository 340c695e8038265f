"""Which table is worked on next: first come, first served, in groups that are written together.

What brings a sleeping table into memory is `sleeping_tables.py`.
"""

import asyncio
from collections import deque
from collections.abc import Callable

from spielgeld.server.tables.live_table import LiveTable

MOST_JOBS = 64
"""Jobs of one group: with more, the first would wait for the last."""


class Scheduler:
    """Hands tables with something to do to `run`, a group in each turn of the event loop."""

    def __init__(
        self, loop: asyncio.AbstractEventLoop, run: Callable[[list[LiveTable]], None]
    ) -> None:
        self._loop = loop
        self._run = run
        self._waiting: deque[LiveTable] = deque()
        self._is_called = False

    def add(self, table: LiveTable) -> None:
        """Work on it in the next turn of the loop, so that what else comes now goes with it."""
        self._waiting.append(table)
        if not self._is_called:
            self._is_called = True
            self._loop.call_soon(self._next_group)

    def _next_group(self) -> None:
        group = self._take_group()
        try:
            self._run(group)
        finally:
            self._is_called = bool(self._waiting)
            if self._is_called:
                self._loop.call_soon(self._next_group)

    def _take_group(self) -> list[LiveTable]:
        group: list[LiveTable] = []
        jobs = 0
        while self._waiting and jobs < MOST_JOBS:
            table = self._waiting.popleft()
            group.append(table)
            jobs += len(table.jobs.waiting)
        return group
