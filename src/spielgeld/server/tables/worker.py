"""The way in: whatever is to be done or seen at a table, ask the worker.

A job waits at its table until the table has a pass (`passes.py`). What a pass has decided is
durable before anybody hears of it.
"""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from spielgeld.engine import Refusal
from spielgeld.server.background import Tasks
from spielgeld.server.tables.jobs import Decide, Done, Job, View, always, come_back, ignore
from spielgeld.server.tables.live_table import LiveTable
from spielgeld.server.tables.passes import Passes
from spielgeld.server.tables.registry import TableRegistry
from spielgeld.table.state import TableState

T = TypeVar("T")
Durable = asyncio.Future[None]


class Worker:
    """Has jobs done at the tables of this process."""

    def __init__(self, registry: TableRegistry, passes: Passes[Any]) -> None:
        self._registry = registry
        self._passes = passes
        self.others = passes.others
        self.clock = passes.others.clock
        self.name = passes.others.name
        """The name of this process."""
        self.connections: set[str] = set()
        """The connections that are open here, or were a moment ago."""
        self.closing = False
        self.tasks = Tasks()
        """Whatever has to be done at tables and is awaited by nobody."""

    @property
    def entries_written(self) -> int:
        return self._passes.entries_written

    def now(self, table: LiveTable) -> float:
        """Return the table's time."""
        return table.at(self.clock.now())

    def submit(
        self,
        table: LiveTable,
        decide: Decide,
        done: Done = ignore,
        is_wanted: Callable[[], bool] = always,
    ) -> None:
        """Have something decided in the table's next pass; `done` is called in the event loop."""
        if table.is_dropped or self.closing:
            done(come_back())
            return
        table.waiting.append(Job(decide, done, is_wanted))
        self._passes.scheduler.add(table)

    async def do(self, table: LiveTable, decide: Decide, then: Callable[[], None] = ignore) -> None:
        """Have something decided, and wait until it is durable.

        `then` is called at that very moment. A refusal of `decide` or of `then` is raised. If the
        caller is cancelled, nothing is decided any more.
        """
        durable = asyncio.get_running_loop().create_future()
        self.submit(table, decide, partial(_settle, durable, then), lambda: not durable.done())
        await durable

    async def ask(self, table: LiveTable, look: Callable[[TableState], T]) -> T:
        """Return what `look` sees of the copy when no pass is under way."""
        if table.is_busy or table.is_dropped or self.closing:
            return await self._view(table, look, table.views)
        return look(table.state)

    async def ask_newest(self, table: LiveTable, look: Callable[[TableState], T]) -> T:
        """Return what `look` sees when the copy has all that was durable before the call."""
        return await self._view(table, look, table.looks)

    async def _view(
        self, table: LiveTable, look: Callable[[TableState], T], queue: list[View]
    ) -> T:
        if table.is_dropped or self.closing:
            raise come_back()
        seen: list[T] = []
        taken = asyncio.get_running_loop().create_future()
        queue.append(View(lambda state: seen.append(look(state)), partial(_settle, taken, ignore)))
        self._passes.scheduler.add(table)
        await taken
        return seen[0]

    def read_on(self, table: LiveTable) -> None:
        """Another process has written to the table: read it, if anybody here needs that."""
        self._announce(table, table.number + 1)

    def hear(self, code: str, number: int) -> None:
        """Another process says that the table's log has reached that number."""
        table = self._registry.tables.get(code)
        if table is not None and table.number < number:
            self._announce(table, number)

    def _announce(self, table: LiveTable, number: int) -> None:
        if table.is_unused:  # whoever uses it next reads on first
            return
        table.announced = max(table.announced, number)
        self._passes.scheduler.add(table)

    def check_presence(self, table: LiveTable) -> None:
        """Disconnect the people of silent processes in the next pass."""
        table.is_checked = False
        self.submit(table, lambda _, __: [])

    async def close(self) -> None:
        """Refuse what comes from now on, let passes end, then dismiss everybody."""
        self.closing = True
        await self._passes.close()
        for table in list(self._registry.tables.values()):
            table.refuse_all(come_back())
            table.send_away()


def _settle(durable: Durable, then: Callable[[], None], refusal: Refusal | None) -> None:
    if durable.done():  # the caller was cancelled
        return
    try:
        if refusal is None:
            then()
    except Refusal as refused:
        refusal = refused
    if refusal is None:
        durable.set_result(None)
    else:
        durable.set_exception(refusal)
