"""The application: `create_app(settings)`. It opens no file or connection before it is started."""

import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from spielgeld.server.access.costs import PROCESSES
from spielgeld.server.access.origins import host_allowed
from spielgeld.server.api.endpoint_list import ENDPOINTS
from spielgeld.server.background import Tasks
from spielgeld.server.http.access_log import AccessLog
from spielgeld.server.http.headers import SecurityHeaders
from spielgeld.server.http.pages import PAGES, nowhere
from spielgeld.server.http.rest_of_body import RestOfBody
from spielgeld.server.http.routes import make_routes
from spielgeld.server.operations.logs import log
from spielgeld.server.operations.metrics import CONTENT_TYPE, Metrics, may_see_metrics
from spielgeld.server.reviews.process import review_in_process
from spielgeld.server.running import Elsewhere, Server, Tables, shared_tables, sole_tables
from spielgeld.server.settings.reading import Settings
from spielgeld.server.store import Store, open_store
from spielgeld.server.store.async_store import AsyncStore
from spielgeld.server.store.sqlite import Sqlite, SqliteLane
from spielgeld.server.upkeep.retention import drop_old_tables
from spielgeld.server.work.processes import Processes

DATABASE_FILE = "spielgeld.sqlite3"
GC_THRESHOLDS = (200_000, 50, 1000)
"""New objects before a collection of the young ones; such collections before one of older ones.

With Python's defaults the tables, which live for long, would be traversed again and again.
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
            await self._web.state.server.sockets(path.removeprefix(SOCKETS), scope, receive, send)
        elif scope["type"] == "http":
            await self._requests(scope, receive, send)
        else:
            await self._pages(scope, receive, send)

    async def close_sockets(self) -> None:
        """Send everybody away, because the server stops."""
        await self._web.state.server.sockets.close()

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
    database = await asyncio.to_thread(open_store, _place(settings))
    await asyncio.to_thread(database.migrate)
    store, tables = _tables(database, settings, metrics)
    processes, tasks = Processes(PROCESSES), Tasks()
    elsewhere = Elsewhere(processes.run, review_in_process)
    server = Server(tables, store, settings, metrics, elsewhere)
    app.state.server, app.state.services, app.state.store = server, server.services, store
    _count(metrics, server)
    await tables.start()
    tasks.start(drop_old_tables(store, settings.keep_days))
    spare_long_lived_objects()
    log("started", process=tables.name)

    try:
        yield
    finally:
        tasks.cancel()
        await server.close()
        await processes.close()
        await store.close()
        log("stopped", process=tables.name)


def _tables(
    database: Store, settings: Settings, metrics: Metrics
) -> tuple[AsyncStore[Any], Tables]:
    """Open the tables as the only process with SQLite, or as one among several."""
    store: AsyncStore[Any] = AsyncStore(database, metrics.store_took)
    if isinstance(database, Sqlite):
        return store, sole_tables(store, SqliteLane(store), metrics)
    from spielgeld.server.store.lane import PostgresLane, PostgresNotices  # noqa: PLC0415 - an extra

    metrics.show_passes()
    url = _place(settings)
    notices = PostgresNotices(url, settings.database_direct_url or url)
    return store, shared_tables(store, partial(PostgresLane, url), notices, metrics)


def spare_long_lived_objects() -> None:
    """Let the garbage collector traverse long-lived objects less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)


def _place(settings: Settings) -> str:
    return settings.database or str(settings.data / DATABASE_FILE)


def _count(metrics: Metrics, server: Server) -> None:
    gauge, registry, worker = metrics.gauge, server.tables.registry, server.tables.worker
    gauge("spielgeld_tables", "Tables in memory.", lambda: len(registry.tables))
    gauge(
        "spielgeld_seats_connected",
        "Seats whose player is connected here.",
        lambda: sum(
            bool(group) for table in registry.tables.values() for group in table.listeners[:-1]
        ),
    )
    gauge("spielgeld_connections", "Open connections.", lambda: server.sockets.open)
    gauge(
        "spielgeld_entries_written",
        "Log entries written by this process.",
        lambda: worker.entries_written,
    )


async def _alive(_: Request) -> Response:
    return PlainTextResponse("ok\n")


async def _ready(request: Request) -> Response:
    """Answer 200 if the store answers, and can be written to."""
    try:
        request.app.state.server.tables.check_ready()
        store = request.app.state.store
        await store.ask(store.database.ping)
    except Exception:
        return PlainTextResponse("the store does not answer\n", 503)
    return PlainTextResponse("ok\n")


async def _metrics(request: Request) -> Response:
    if not may_see_metrics(request.scope, request.app.state.settings):
        return PlainTextResponse("not for you\n", 403)
    return Response(request.app.state.metrics.text(), media_type=CONTENT_TYPE)
