"""The tables with something to do: when they are taken up, in which order, how many at once."""

import asyncio
from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count

from spielgeld.server.tables.live_table import HotTable

AT_ONCE = 64
"""So many orders are decided together: more, and the first would wait for the last."""
HEAD_START = 0.03
"""Seconds by which a table that waits for bids is ahead of one that waits for a turn."""
GATHERED = 0.03
"""Seconds that may lie between two looks at what has arrived, on a busy server."""
BUSY = 60
"""From so many active tables a second on, a server is busy."""


class Line:
    """First come, first served, with a head start for bids.

    A round's bids come from everybody at once. Where there is more to do than time they would make
    the line four times as long; and since all tables wait in the same line, they would soon all
    bid at the same time. Bids taken up early keep it short.

    On a busy server, what arrives within a moment is handled together, with one sync for all. The
    wait is too short to be felt, and work done in one go takes about half the time. Where few
    people play, and where there is more to do than time, nobody is made to wait. What both are
    worth stands in `bench/results.md`.
    """

    def __init__(
        self, loop: asyncio.AbstractEventLoop, take_up: Callable[[list[HotTable]], None]
    ) -> None:
        self._loop = loop
        self._take_up = take_up
        self._waiting: list[tuple[float, int, HotTable]] = []
        self._numbers = count()
        self._is_called = False
        self._looked_at = 0.0
        self._second = 0
        self._active = 0
        """How many tables had something to do in this second."""
        self._is_busy = False

    def add(self, hot: HotTable) -> None:
        """Take it up soon; not at once, so that what else comes now goes into the same batch."""
        now = self._loop.time()
        due = now + HEAD_START if hot.state.what == "turn" else now
        heappush(self._waiting, (due, next(self._numbers), hot))
        self._count(hot, int(now))
        if not self._is_called:
            self._is_called = True
            pause = self._looked_at + GATHERED - now if self._is_busy else 0.0
            self._loop.call_later(max(0.0, pause), self._look)

    def _count(self, hot: HotTable, second: int) -> None:
        if second != self._second:
            self._is_busy = self._active >= BUSY and second == self._second + 1
            self._second, self._active = second, 0
        if hot.active_in != second:
            hot.active_in = second
            self._active += 1

    def _look(self) -> None:
        self._looked_at = self._loop.time()
        taken = self._first()
        try:
            self._take_up(taken)
        finally:
            self._is_called = bool(self._waiting)
            if self._is_called:
                self._loop.call_soon(self._look)

    def _first(self) -> list[HotTable]:
        taken: list[HotTable] = []
        orders = 0
        while self._waiting and orders < AT_ONCE:
            _, _, hot = heappop(self._waiting)
            taken.append(hot)
            orders += len(hot.orders)
        return taken
