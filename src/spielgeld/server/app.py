"""The application: `create_app(settings)`. It opens no file or connection before it is started."""

import asyncio
import gc
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from spielgeld.server.api.endpoint import ApiServices
from spielgeld.server.api.endpoint_list import ENDPOINTS
from spielgeld.server.api.long_work import all_long_work
from spielgeld.server.http.access_log import AccessLog
from spielgeld.server.http.headers import SecurityHeaders
from spielgeld.server.http.pages import PAGES, nowhere
from spielgeld.server.http.rest_of_body import RestOfBody
from spielgeld.server.http.routes import make_routes
from spielgeld.server.limits.address_limits import AddressLimits
from spielgeld.server.limits.costs import PROCESSES
from spielgeld.server.operations.logs import log
from spielgeld.server.operations.metrics import CONTENT_TYPE, Metrics, may_see_metrics
from spielgeld.server.reviews.process import review_in_process
from spielgeld.server.reviews.queue import ReviewQueue
from spielgeld.server.security.origins import host_allowed
from spielgeld.server.settings import Settings
from spielgeld.server.sockets.endpoint import SocketEndpoint
from spielgeld.server.sockets.hints import Hints
from spielgeld.server.sockets.session import Services
from spielgeld.server.store import open_store
from spielgeld.server.store.async_store import AsyncStore
from spielgeld.server.tables.bus import Bus, NoBus, RedisBus
from spielgeld.server.tables.feed import TableFeed
from spielgeld.server.tables.registry import TableRegistry
from spielgeld.server.tables.worker import Worker
from spielgeld.server.upkeep.bots import Bots
from spielgeld.server.upkeep.clocks import Clocks
from spielgeld.server.upkeep.leases import Leases
from spielgeld.server.upkeep.retention import drop_old_tables
from spielgeld.server.work.processes import Processes

DATABASE_FILE = "spielgeld.sqlite3"
NODE_KEY = "node_key"
"""The name of the note with the key that seals what nodes send each other."""
REVIEWS_FOLDER = "reviews"
GC_THRESHOLDS = (200_000, 50, 1000)
"""New objects before a collection of the young ones; such collections before one of older ones.

A move leaves no reference cycles behind, so there is next to nothing to find; with a tenth of this
a busy server's p99 is a quarter higher (`bench/results.md`).
"""
SOCKETS = "/ws/"
"""Where sockets are; the table's code follows."""
NOT_OUR_NAME = (
    "This server is not known by that name. Its IP address works in place of it; "
    "or start it with --host-names, or --public-url.\n"
)


class App:
    """Pages and the API are Starlette's; a socket goes straight to ours, past all middleware."""

    def __init__(self, web: Starlette, settings: Settings) -> None:
        self._web = web
        self._pages = SecurityHeaders(web)  # outermost, so that even a failure has them
        self._settings = settings
        self._requests = RestOfBody(self._answer)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path: str = scope.get("path", "")
        if scope["type"] == "websocket" and path.startswith(SOCKETS):
            await self._web.state.sockets(path.removeprefix(SOCKETS), scope, receive, send)
        elif scope["type"] == "http":
            await self._requests(scope, receive, send)
        else:
            await self._pages(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        if host_allowed(scope["headers"], self._settings):
            await self._pages(scope, receive, send)
        else:
            # DNS rebinding: the name of another site resolves to this server. It gets nothing.
            await PlainTextResponse(NOT_OUR_NAME, 421)(scope, receive, send)


def create_app(settings: Settings) -> App:
    """The whole server as an ASGI application."""
    app = Starlette(
        routes=[
            Route("/healthz", _alive),
            Route("/readyz", _ready),
            Route("/metrics", _metrics),
            *PAGES,
            *make_routes(ENDPOINTS),
        ],
        middleware=[Middleware(AccessLog)],
        exception_handlers={404: nowhere},
        lifespan=_lifespan,
    )
    app.state.settings = settings
    app.state.metrics = Metrics()
    return App(app, settings)


@asynccontextmanager
async def _lifespan(app: Starlette) -> AsyncIterator[None]:
    settings: Settings = app.state.settings
    metrics: Metrics = app.state.metrics
    node = secrets.token_hex(8)
    database = await asyncio.to_thread(open_store, _place(settings))
    await asyncio.to_thread(database.migrate)
    store = AsyncStore(database, node, metrics.store_took)
    bus: Bus = NoBus()
    if settings.redis:
        bus = RedisBus(settings.redis, node, await store.note(NODE_KEY))
    feed = TableFeed()
    registry = TableRegistry(store, bus, feed, node)
    worker = Worker(registry, store, bus, feed, node)
    leases = Leases(registry, worker, store, feed, alone=settings.redis is None)
    clocks = Clocks(worker, leases, feed)
    bots = Bots(worker, leases, feed, metrics)
    hints, processes = Hints(worker), Processes(PROCESSES)
    reviews = ReviewQueue(settings.data / REVIEWS_FOLDER, review_in_process)
    sockets = SocketEndpoint(Services(registry, worker), hints, settings, metrics)
    services = ApiServices(
        settings=settings,
        limits=AddressLimits(
            {"tables": settings.tables_per_hour, "joins": settings.joins_per_hour}
        ),
        store=store,
        registry=registry,
        worker=worker,
        reviews=reviews,
        long_work=all_long_work(processes.run),
    )
    app.state.services, app.state.sockets, app.state.store = services, sockets, store
    _count(metrics, registry, worker, sockets)
    await bus.start(worker.hear, worker.hear_of_gap, worker.hear_message, worker.hear_of_deaf_node)
    await leases.start()
    dropping = asyncio.create_task(drop_old_tables(store, settings.keep_days))
    spare_long_lived_objects()
    log("started", node=node)

    try:
        yield
    finally:
        dropping.cancel()
        await reviews.close()
        await worker.close()
        hints.close()
        await processes.close()
        clocks.close()
        await bots.close()
        await leases.close()
        await bus.close()
        await store.close()
        log("stopped", node=node)


def spare_long_lived_objects() -> None:
    """Let the garbage collector traverse long-lived objects less often.

    What is loaded by now stays for good. A table is many small objects that live for long and make
    no reference cycles: with Python's default thresholds they would all be traversed again and
    again while people play. Alone that makes 20 % more moves per CPU-second on a saturated server,
    and the 99th percentile a quarter to a third shorter (2026-11-17, `bench/tricks.py`).
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)


def _place(settings: Settings) -> str:
    return settings.database or str(settings.data / DATABASE_FILE)


def _count(
    metrics: Metrics, registry: TableRegistry, worker: Worker, sockets: SocketEndpoint
) -> None:
    gauge = metrics.gauge
    gauge("spielgeld_tables", "Tables in memory.", lambda: len(registry.tables))
    gauge(
        "spielgeld_seats_connected",
        "Seats whose player is connected here.",
        lambda: sum(
            bool(group) for table in registry.tables.values() for group in table.listeners[:-1]
        ),
    )
    gauge("spielgeld_connections", "Open connections.", lambda: sockets.open)
    gauge(
        "spielgeld_entries_written",
        "Log entries written by this node.",
        lambda: worker.entries_written,
    )


async def _alive(_: Request) -> Response:
    return PlainTextResponse("ok\n")


async def _ready(request: Request) -> Response:
    """Whether the store answers, and can be written to."""
    try:
        await request.app.state.store.ping()
    except Exception:
        return PlainTextResponse("the store does not answer\n", 503)
    return PlainTextResponse("ok\n")


async def _metrics(request: Request) -> Response:
    if not may_see_metrics(request.scope, request.app.state.settings):
        return PlainTextResponse("not for you\n", 403)
    return Response(request.app.state.metrics.text(), media_type=CONTENT_TYPE)
