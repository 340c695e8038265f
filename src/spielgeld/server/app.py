"""The application: `create_app(settings)`. Nothing happens before it is started."""

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from spielgeld.server.http.api import make_routes
from spielgeld.server.http.api.all import ENDPOINTS
from spielgeld.server.http.long_work import all_studies
from spielgeld.server.http.pages import PAGES, nowhere
from spielgeld.server.limits.rates import AddressLimits
from spielgeld.server.operations.garbage import keep_clean
from spielgeld.server.operations.instruments import Instruments
from spielgeld.server.operations.logs import AccessLog, log
from spielgeld.server.operations.metrics import CONTENT_TYPE, may_see_metrics
from spielgeld.server.reviews.queue import Reviews
from spielgeld.server.security.headers import SecurityHeaders
from spielgeld.server.security.origins import host_allowed
from spielgeld.server.settings import Settings
from spielgeld.server.sockets.endpoint import Sockets
from spielgeld.server.sockets.hints import Hints
from spielgeld.server.store import open_store
from spielgeld.server.store.async_store import Ledger
from spielgeld.server.tables.bus import Bus, NoBus, RedisBus
from spielgeld.server.tables.registry import Hall
from spielgeld.server.upkeep.retention import keep_house
from spielgeld.server.upkeep.runner import Runner

DATABASE_FILE = "spielgeld.sqlite3"
REVIEWS_FOLDER = "reviews"
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

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self._serve(scope, receive, send)
        finally:
            self._web.state.served += 1

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        path: str = scope.get("path", "")
        if scope["type"] == "websocket" and path.startswith(SOCKETS):
            await self._web.state.sockets(path.removeprefix(SOCKETS), scope, receive, send)
        elif scope["type"] == "http" and not host_allowed(scope["headers"], self._settings):
            # Another site's name was made to lead here: whatever it wants, it gets nothing.
            await PlainTextResponse(NOT_OUR_NAME, 421)(scope, receive, send)
        else:
            await self._pages(scope, receive, send)


def create_app(settings: Settings) -> App:
    """The whole server as an ASGI application."""
    instruments = Instruments()
    limits = AddressLimits({"tables": settings.tables_per_hour, "joins": settings.joins_per_hour})
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
    app.state.instruments = instruments
    app.state.limits = limits
    app.state.served = 0  # requests and sockets that have ended
    # Reading a long record takes seconds: in threads, and by turns.
    app.state.studies = all_studies()
    return App(app, settings)


@asynccontextmanager
async def _lifespan(app: Starlette) -> AsyncIterator[None]:
    settings: Settings = app.state.settings
    instruments: Instruments = app.state.instruments
    node = secrets.token_hex(8)
    store = await asyncio.to_thread(open_store, _place(settings))
    await asyncio.to_thread(store.migrate)
    ledger = Ledger(store, node, lambda what, took: instruments.store[what].observe(took))
    bus: Bus = RedisBus(settings.redis, node) if settings.redis else NoBus()
    hall = Hall(ledger, bus, node)
    runner = Runner(hall, instruments, alone=settings.redis is None)
    hints, reviews = Hints(hall), Reviews(settings.data / REVIEWS_FOLDER)
    sockets = Sockets(hall, hints, settings, instruments)
    hall.told = sockets.outbox.now
    app.state.hall, app.state.sockets, app.state.reviews = hall, sockets, reviews
    _count(instruments, hall, sockets)
    await bus.start(hall.hear, hall.look_again)
    await runner.start()
    keepers = [
        asyncio.create_task(keep_house(ledger, settings.keep_days)),
        asyncio.create_task(keep_clean(lambda: hall.moves, lambda: app.state.served)),
    ]
    log("started", node=node)

    try:
        yield
    finally:
        for keeper in keepers:
            keeper.cancel()
        await reviews.close()
        await hall.close()
        hints.close()
        for study in app.state.studies.values():
            study.close()
        await runner.close()
        await bus.close()
        await ledger.close()
        log("stopped", node=node)


def _place(settings: Settings) -> str:
    return settings.database or str(settings.data / DATABASE_FILE)


def _count(instruments: Instruments, hall: Hall, sockets: Sockets) -> None:
    gauge = instruments.registry.gauge
    gauge("spielgeld_tables", "Tables in memory.", lambda: len(hall.tables))
    gauge(
        "spielgeld_seats_connected",
        "Seats whose player is connected here.",
        lambda: sum(bool(group) for hot in hall.tables.values() for group in hot.listeners[:-1]),
    )
    gauge("spielgeld_connections", "Open connections.", lambda: sockets.open)
    gauge("spielgeld_entries_written", "Log entries written by this node.", lambda: hall.moves)


async def _alive(_: Request) -> Response:
    return PlainTextResponse("ok\n")


async def _ready(request: Request) -> Response:
    """Whether the store answers, and can be written to."""
    try:
        await request.app.state.hall.ledger.ping()
    except Exception:
        return PlainTextResponse("the store does not answer\n", 503)
    return PlainTextResponse("ok\n")


async def _metrics(request: Request) -> Response:
    if not may_see_metrics(request.scope, request.app.state.settings):
        return PlainTextResponse("not for you\n", 403)
    return Response(request.app.state.instruments.registry.text(), media_type=CONTENT_TYPE)
