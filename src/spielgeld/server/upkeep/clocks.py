"""Timers: what is due by a table's clock is done in time, as a rule by one process."""

import asyncio

from spielgeld.engine import Refusal
from spielgeld.server.tables.live_table import LiveTable
from spielgeld.server.tables.worker import Worker
from spielgeld.server.upkeep.duty import lag
from spielgeld.table import clocks
from spielgeld.table.entries import AnyEntry
from spielgeld.table.state import TableState


class Clocks:
    """One timer per table, for what is due first."""

    def __init__(self, worker: Worker) -> None:
        self._loop = asyncio.get_running_loop()
        self._worker = worker
        self._timers: dict[LiveTable, asyncio.TimerHandle] = {}

    def close(self) -> None:
        """Ring no more."""
        for timer in self._timers.values():
            timer.cancel()

    def set_timer(self, table: LiveTable) -> None:
        """Set the table's timer again, because its state has changed."""
        timer = self._timers.pop(table, None)
        if timer is not None:
            timer.cancel()
        due = clocks.due(table.state)
        if due is not None:
            delay = max(0.0, due - self._worker.now(table)) + 0.001
            delay += lag(table, self._worker.others)
            self._timers[table] = self._loop.call_later(delay, self._ring, table)

    def _ring(self, table: LiveTable) -> None:
        self._timers.pop(table, None)
        if table.is_dropped:
            return

        def done(_: Refusal | None) -> None:
            if table not in self._timers and not table.is_dropped:
                self.set_timer(table)  # nothing was due after all, or more than one thing

        self._worker.submit(table, _ticking, done)


def _ticking(state: TableState, now: float) -> list[AnyEntry]:
    entry = clocks.tick(state, now)
    return [] if entry is None else [entry]
