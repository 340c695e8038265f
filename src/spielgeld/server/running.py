"""A server without its network: tables, sockets and endpoints, put together.

`app.py` puts uvicorn before it, and `spielgeld.local` a browser.
"""

import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from spielgeld.server.access.address_limits import AddressLimits
from spielgeld.server.api.endpoint import ApiServices
from spielgeld.server.api.long_work import Run, all_long_work
from spielgeld.server.background import Tasks
from spielgeld.server.operations.meter import Meter
from spielgeld.server.reviews.queue import Reviewer, ReviewQueue
from spielgeld.server.settings.reading import Settings
from spielgeld.server.sockets.endpoint import SocketEndpoint
from spielgeld.server.sockets.hints import Advise, Hints
from spielgeld.server.sockets.session import Services
from spielgeld.server.store.async_store import AsyncStore
from spielgeld.server.store.interface import (
    Lane,
    Notices,
    SharedLane,
    StoreDown,
    TableStore,
)
from spielgeld.server.tables.news import News
from spielgeld.server.tables.others import Others
from spielgeld.server.tables.passes import Passes
from spielgeld.server.tables.registry import TableRegistry
from spielgeld.server.tables.shared_passes import SharedPasses
from spielgeld.server.tables.worker import Worker
from spielgeld.server.upkeep.bots import Bots
from spielgeld.server.upkeep.clocks import Clocks
from spielgeld.server.upkeep.presence import keep_sweeping
from spielgeld.server.upkeep.processes import Processes

if TYPE_CHECKING:
    from spielgeld.server.store.postgres import Postgres

LANES = 2
"""Passes that a process has under way at once."""
REVIEWS_FOLDER = "reviews"


class Tables:
    """The tables of a process: found, worked on, and looked after."""

    def __init__(self, registry: TableRegistry, passes: Passes[Any], meter: Meter) -> None:
        self.name = passes.others.name
        self.registry = registry
        self.worker = Worker(registry, passes)
        self._others = passes.others
        self._clocks = Clocks(self.worker)
        self._bots = Bots(self.worker, meter)
        self._tasks = Tasks()
        registry.observers += [self._clocks.set_timer, self._bots.ask]

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
    registry = TableRegistry(store, mark)
    return Tables(registry, Passes(registry, Others(new_name()), [lane], meter), meter)


def shared_tables(
    store: AsyncStore["Postgres"],
    make_lane: Callable[[str], SharedLane],
    notices: Notices,
    meter: Meter,
) -> Tables:
    """Return the tables of one process among several."""
    name = new_name()
    registry = TableRegistry(store)
    others = Processes(name, store, News(notices, name), meter)
    lanes = [make_lane(name) for _ in range(LANES)]
    return Tables(registry, SharedPasses(registry, others, lanes, meter), meter)


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
