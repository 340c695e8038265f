"""The tables of a process with all that works on them, put together in the two ways there are."""

import asyncio
import secrets
from collections.abc import Callable, Sequence

from spielgeld.server.operations.meter import Meter
from spielgeld.server.store.async_store import SharedAsyncStore
from spielgeld.server.store.interface import Lane, Notices, StoreDown
from spielgeld.server.store.table_store import SoleTableStore, TableStore
from spielgeld.server.tables.alone import Alone
from spielgeld.server.tables.feed import TableFeed
from spielgeld.server.tables.news import News
from spielgeld.server.tables.passes import Passes
from spielgeld.server.tables.registry import TableRegistry
from spielgeld.server.tables.scheduler import Scheduler
from spielgeld.server.tables.steps import NoOthers, Others, Steps
from spielgeld.server.tables.time_of_day import DatabaseClock
from spielgeld.server.tables.worker import Way, Worker
from spielgeld.server.upkeep.bots import Bots
from spielgeld.server.upkeep.clocks import Clocks
from spielgeld.server.upkeep.duty import AuthorsDuty
from spielgeld.server.upkeep.presence import Sweeper
from spielgeld.server.upkeep.processes import Processes

LANES = 2
"""Passes a process has under way at once."""

MakeWay = Callable[[Steps], Way]


class Tables:
    """The tables of a process: found, worked on, and looked after."""

    def __init__(
        self,
        store: TableStore,
        others: Others,
        meter: Meter,
        *,
        make_way: MakeWay,
        mark: str = "",
    ) -> None:
        self.name = others.name
        self.feed = TableFeed()
        self.registry = TableRegistry(store, self.feed, mark)
        steps = Steps(self.registry, self.feed, Scheduler(), others)
        self.worker = Worker(self.registry, steps, make_way(steps))
        duty = AuthorsDuty(others)
        self._clocks = Clocks(self.worker, duty, self.feed)
        self._bots = Bots(self.worker, duty, self.feed, meter)
        self._sweeper = Sweeper(self.registry, self.worker, others)
        self._sweeping: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin to look after the tables."""
        self._sweeping = asyncio.get_running_loop().create_task(self._sweeper.run())

    def check_ready(self) -> None:
        """Raise `StoreDown` if this process cannot serve tables now."""
        if self.worker.closing:
            raise StoreDown("the server is stopping")

    async def close(self) -> None:
        """End what was begun, and send everybody away."""
        await self.worker.close()
        self._clocks.close()
        await self._bots.close()
        if self._sweeping is not None:
            self._sweeping.cancel()


def sole_tables(store: SoleTableStore, meter: Meter, mark: str = "") -> Tables:
    """Put the tables of the only process together."""

    def make_way(steps: Steps) -> Way:
        return Alone(steps, store)

    return Tables(store, NoOthers(new_name()), meter, make_way=make_way, mark=mark)


class SharedTables(Tables):
    """The tables of one process among several."""

    def __init__(
        self,
        store: SharedAsyncStore,
        make_lane: Callable[[str], Lane],
        notices: Notices,
        meter: Meter,
        name: str = "",
    ) -> None:
        clock = DatabaseClock()
        self.processes = Processes(name or new_name(), store, clock, meter)
        self._news = News(notices, self.processes.name)

        def make_way(steps: Steps) -> Way:
            lanes: Sequence[Lane] = [make_lane(self.processes.name) for _ in range(LANES)]
            return Passes(steps, lanes, self._news, clock, meter)

        super().__init__(store, self.processes, meter, make_way=make_way)

    async def start(self) -> None:
        """Join the others."""
        await self.processes.start(self.registry, self.worker, self._news)
        self._news.start(self.worker.hear)
        await super().start()

    def check_ready(self) -> None:
        """Raise `StoreDown` if this process cannot serve tables now."""
        super().check_ready()
        if not self.processes.is_ready:
            raise StoreDown("the database takes no beats")

    async def close(self) -> None:
        """Leave the others: they take over at once."""
        await super().close()
        await self.processes.stop()
        await self._news.close()


def new_name() -> str:
    """Return a name for this process that no other has, or had."""
    return secrets.token_hex(8)
