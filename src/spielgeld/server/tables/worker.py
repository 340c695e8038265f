"""The way in: whoever wants something done at a table, or wants to see one, asks the worker.

A job waits at its table until the table has a pass: `alone.py` with SQLite and in a browser,
`passes.py` with PostgreSQL. `steps.py` has what both do. What a pass has decided is durable before
anybody hears of it.
"""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Protocol, TypeVar

from spielgeld.engine import Refusal
from spielgeld.server.tables.jobs import Decide, Done, Job, View, always, come_back, ignore
from spielgeld.server.tables.live_table import LiveTable
from spielgeld.server.tables.registry import TableRegistry
from spielgeld.server.tables.steps import Steps, refuse, send_away, serve
from spielgeld.table.state import TableState

T = TypeVar("T")


class Way(Protocol):
    """`Alone` or `Passes`."""

    async def close(self) -> None:
        """Let the passes end that were begun."""
        ...


class Worker:
    """Has jobs done at the tables of this process."""

    def __init__(self, registry: TableRegistry, steps: Steps, way: Way) -> None:
        self._loop = asyncio.get_running_loop()
        self._registry = registry
        self._steps = steps
        self._way = way
        self.clock = steps.others.clock
        self.name = steps.others.name
        """The name of this process."""
        self.connections: set[str] = set()
        """The connections that are open here, or were a moment ago."""
        self.closing = False
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def entries_written(self) -> int:
        return self._steps.entries_written

    def now(self, table: LiveTable) -> float:
        """Return the table's time."""
        return table.at(self.clock.now())

    def submit(
        self,
        table: LiveTable,
        decide: Decide,
        done: Done,
        is_wanted: Callable[[], bool] = always,
    ) -> None:
        """Have something decided in the table's next pass; `done` is called in the event loop."""
        if table.is_dropped or self.closing:
            done(come_back())
            return
        table.waiting.append(Job(decide, done, is_wanted))
        self._steps.scheduler.add(table)

    async def do(
        self, table: LiveTable, decide: Decide, then: Callable[[], None] = lambda: None
    ) -> None:
        """Have something decided, and wait until it is durable.

        `then` is called at that very moment. A refusal of `decide` or of `then` is raised. If the
        caller is cancelled, nothing is decided any more.
        """
        durable: asyncio.Future[None] = self._loop.create_future()

        def done(refusal: Refusal | None) -> None:
            if durable.done():  # nobody waits any more
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

        self.submit(table, decide, done, lambda: not durable.done())
        await durable

    async def ask(self, table: LiveTable, look: Callable[[TableState], T]) -> T:
        """Return what `look` sees of the copy when no pass is under way."""
        return await self._view(table, look, table.views)

    async def ask_newest(self, table: LiveTable, look: Callable[[TableState], T]) -> T:
        """Return what `look` sees when the copy has all that was durable before the call."""
        return await self._view(table, look, table.looks)

    async def _view(
        self, table: LiveTable, look: Callable[[TableState], T], queue: list[View]
    ) -> T:
        if table.is_dropped or self.closing:
            raise come_back()
        seen: asyncio.Future[T] = self._loop.create_future()

        def done(found: Any, refusal: Refusal | None, seen: "asyncio.Future[T]" = seen) -> None:
            if seen.done():
                return
            if refusal is None:
                seen.set_result(found)
            else:
                seen.set_exception(refusal)

        view = View(look, done)
        if queue is table.views and not table.is_busy:
            serve(view, table)
        else:
            queue.append(view)
            self._steps.scheduler.add(table)
        try:
            return await seen
        finally:
            del seen, done, view  # as above

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
        self._steps.scheduler.add(table)

    def check_presence(self, table: LiveTable) -> None:
        """Disconnect the people of silent processes in the next pass."""
        table.is_checked = False
        self.submit(table, lambda _, __: [], ignore)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a task of which nobody wants to know the end."""
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Refuse what comes from now on, let passes end, then dismiss everybody."""
        self.closing = True
        await self._way.close()
        for table in list(self._registry.tables.values()):
            refuse(table, come_back())
            send_away(table)
