"""A server without its network: tables, sockets and endpoints, put together.

`app.py` puts uvicorn before it, and `spielgeld.local` a browser.
"""

import secrets
from collections.abc import Callable
from typing import Any, NamedTuple

from spielgeld.server.api.endpoint import ApiServices
from spielgeld.server.api.long_work import Run, all_long_work
from spielgeld.server.background import Tasks
from spielgeld.server.limits.address_limits import AddressLimits
from spielgeld.server.operations.meter import Meter
from spielgeld.server.reviews.queue import Reviewer, ReviewQueue
from spielgeld.server.settings import Settings
from spielgeld.server.sockets.endpoint import SocketEndpoint
from spielgeld.server.sockets.hints import Advise, Hints
from spielgeld.server.sockets.session import Services
from spielgeld.server.store.async_store import AsyncStore
from spielgeld.server.store.interface import (
    Lane,
    Notices,
    SharedLane,
    SharedStore,
    StoreDown,
    TableStore,
)
from spielgeld.server.tables.news import News
from spielgeld.server.tables.others import DatabaseClock, NoOthers, Others
from spielgeld.server.tables.passes import Passes
from spielgeld.server.tables.registry import TableRegistry
from spielgeld.server.tables.shared_passes import SharedPasses
from spielgeld.server.tables.steps import Steps
from spielgeld.server.tables.worker import Worker
from spielgeld.server.upkeep.bots import Bots
from spielgeld.server.upkeep.clocks import Clocks
from spielgeld.server.upkeep.presence import keep_sweeping
from spielgeld.server.upkeep.processes import Processes

LANES = 2
"""Passes that a process has under way at once."""
REVIEWS_FOLDER = "reviews"


class Tables:
    """The tables of a process: found, worked on, and looked after."""

    def __init__(
        self,
        store: TableStore,
        others: Others,
        meter: Meter,
        *,
        make_passes: Callable[[Steps], Passes[Any]],
        mark: str = "",
    ) -> None:
        self.name = others.name
        self.registry = TableRegistry(store, mark)
        steps = Steps(self.registry, others)
        self.worker = Worker(self.registry, steps, make_passes(steps))
        self._others = others
        self._clocks = Clocks(self.worker)
        self._bots = Bots(self.worker, meter)
        self._tasks = Tasks()
        self.registry.observers += [self._clocks.set_timer, self._bots.ask]

    async def start(self) -> None:
        """Begin to look after the tables."""
        await self._others.start(self.registry, self.worker)
        self._tasks.start(keep_sweeping(self.registry, self.worker))

    def check_ready(self) -> None:
        """Raise `StoreDown` if this process cannot serve tables now."""
        if self.worker.closing:
            raise StoreDown("the server is stopping")
        self._others.check_ready()

    async def close(self) -> None:
        """End what was begun, and send everybody away; other processes take over at once."""
        await self.worker.close()
        self._clocks.close()
        await self._bots.close()
        await self._tasks.close()
        await self._others.close()


def sole_tables(store: TableStore, lane: Lane, meter: Meter, mark: str = "") -> Tables:
    """Return the tables of the only process."""
    others = NoOthers(new_name())
    return Tables(store, others, meter, make_passes=lambda steps: Passes(steps, [lane]), mark=mark)


def shared_tables(
    store: AsyncStore[SharedStore],
    make_lane: Callable[[str], SharedLane],
    notices: Notices,
    meter: Meter,
) -> Tables:
    """Return the tables of one process among several."""
    name, clock = new_name(), DatabaseClock()
    news = News(notices, name)

    def make_passes(steps: Steps) -> Passes[SharedLane]:
        lanes = [make_lane(name) for _ in range(LANES)]
        return SharedPasses(steps, lanes, news, clock, meter)

    others = Processes(name, store, clock, news, meter)
    return Tables(store, others, meter, make_passes=make_passes)


def new_name() -> str:
    """Return a name for this process that no other has, or had."""
    return secrets.token_hex(8)


class Elsewhere(NamedTuple):
    """What is worked out where it holds up no table."""

    run: Run
    """Does long work on records."""
    reviewer: Reviewer
    advise: Advise | None = None
    """Gives hints; if it is None, threads do."""


class Server:
    """Everything that answers sockets and requests."""

    def __init__(
        self,
        tables: Tables,
        store: TableStore,
        settings: Settings,
        meter: Meter,
        elsewhere: Elsewhere,
    ) -> None:
        self.tables = tables
        self._hints = Hints(tables.worker, elsewhere.advise)
        self.sockets = SocketEndpoint(
            Services(tables.registry, tables.worker), self._hints, settings, meter
        )
        self.services = ApiServices(
            settings=settings,
            limits=AddressLimits(
                {"tables": settings.tables_per_hour, "joins": settings.joins_per_hour}
            ),
            store=store,
            registry=tables.registry,
            worker=tables.worker,
            reviews=ReviewQueue(settings.data / REVIEWS_FOLDER, elsewhere.reviewer),
            long_work=all_long_work(elsewhere.run),
        )

    async def close(self) -> None:
        """Stop; what was accepted is kept."""
        await self.services.reviews.close()
        await self.tables.close()
        self._hints.close()
