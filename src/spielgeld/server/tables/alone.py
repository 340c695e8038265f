"""The pass of the only process that writes: decide, write, deliver. Nothing is locked."""

import asyncio
from functools import partial

from spielgeld.server.store.table_store import SoleTableStore
from spielgeld.server.tables.live_table import LiveTable
from spielgeld.server.tables.steps import Decided, Steps


class Alone:
    """Runs passes with SQLite, and in a browser."""

    def __init__(self, steps: Steps, store: SoleTableStore) -> None:
        self._steps = steps
        self._store = store
        self._loop = asyncio.get_running_loop()
        self._is_called = False
        steps.scheduler.wake = self._wake

    async def close(self) -> None:
        """Do nothing: whatever was begun is written by the store."""

    def _wake(self) -> None:
        """Have a pass in the next turn of the loop, so that what else comes now goes with it."""
        if not self._is_called:
            self._is_called = True
            self._loop.call_soon(self._pass)

    def _pass(self) -> None:
        self._is_called = False
        for table in self._steps.scheduler.take():
            self._work_on(table)
        self._store.write_now()
        if self._steps.scheduler.queue:
            self._wake()

    def _work_on(self, table: LiveTable) -> None:
        table.views += table.looks
        table.looks = []
        table.announced = 0
        decided = self._steps.decide(table, self._steps.others.clock.now())
        if decided is None:
            self._steps.release(table)
        elif decided.append is None:
            self._written(decided, True)
        else:
            self._store.write_soon(decided.append, partial(self._written, decided))

    def _written(self, decided: Decided, outcome: bool | Exception) -> None:
        """Deliver what is durable (True); else the copy is wrong."""
        if outcome is True:
            self._steps.deliver(decided)
        else:
            error = outcome or RuntimeError("the log was written by another program")
            self._steps.drop(decided.table, error, decided.jobs)
        self._steps.release(decided.table)
