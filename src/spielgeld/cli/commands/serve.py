"""`spielgeld serve`, and `spielgeld` alone: tables for browsers and bots, until Ctrl-C."""

import os
import socket
import sys
from argparse import Namespace
from collections.abc import Awaitable, Callable
from dataclasses import replace
from importlib.util import find_spec
from types import FrameType

import uvicorn
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from spielgeld.bots import add_bot
from spielgeld.bots.bot_files import load_bot
from spielgeld.cli import listener
from spielgeld.cli.compilation import prepare_bots
from spielgeld.cli.data_folder import Claim, Running, claim, find_running
from spielgeld.cli.invitation import open_browser, print_qr_code
from spielgeld.cli.language import choose_language
from spielgeld.cli.output import FINE, REFUSED, complain, say
from spielgeld.engine.errors import NotAllowed
from spielgeld.fast.availability import HAS_NUMBA, MAY_COMPILE
from spielgeld.server.access.addresses import own_addresses
from spielgeld.server.operations.logs import log, set_up_logs
from spielgeld.server.settings.options import OPTIONS
from spielgeld.server.settings.reading import Settings, read_settings
from spielgeld.texts import tell

_GRACE_SECONDS = 5
"""Seconds that running requests have to finish when the server stops."""
_BROWSER_SECONDS = 5.0
"""Seconds to wait for the browser to start, before a process that does nothing else exits."""
_KILLED = 128
"""The exit code of a process ended by a signal is this plus the number of the signal."""


def run(arguments: Namespace) -> int:
    """Serve, or open the server that already runs on the same data folder."""
    choose_language(arguments)  # refuses an unknown language before anything is done
    settings = _settings(arguments)
    _check_extras(settings)
    for place in arguments.bots:
        add_bot(*load_bot(place))
    if settings.database is not None:
        return _serve(settings, arguments, None)
    claimed = claim(settings.data)
    if claimed is None:
        return _join(find_running(settings.data), arguments)
    return _serve(settings, arguments, claimed)


def _settings(arguments: Namespace) -> Settings:
    flags = {option.name: getattr(arguments, option.name) for option in OPTIONS}
    if arguments.lan:
        flags["host"] = listener.all_addresses()
    return read_settings(flags, os.environ)


def _check_extras(settings: Settings) -> None:
    wanted = ["psycopg", "psycopg_pool"] if settings.database else []
    missing = [name for name in wanted if find_spec(name) is None]
    if missing:
        command = "pip install 'spielgeld[postgresql]'"
        raise NotAllowed(
            "extra_missing",
            f"{' and '.join(missing)} must be installed for that: {command}",
            missing=missing,
            command=command,
        )


def _join(running: Running, arguments: Namespace) -> int:
    language = choose_language(arguments)
    say(tell(language, "serve.running"))
    _say_where(running, arguments)
    if arguments.lan and not running.network:
        complain(tell(language, "serve.this_machine_only"))
        return REFUSED
    if arguments.bots:
        complain(tell(language, "serve.without_bots"))
        return REFUSED
    if arguments.browser:
        open_browser(language, running.local, wait=_BROWSER_SECONDS)
    return FINE


def _serve(settings: Settings, arguments: Namespace, claimed: Claim | None) -> int:
    language = choose_language(arguments)
    set_up_logs(settings)
    if HAS_NUMBA and not MAY_COMPILE:
        log("compiling_forbidden", "warning")  # bots play on in plain Python
    prepare_bots(language=language)
    files = listener.raise_file_limit(settings.connections)
    if needed := listener.lacks_files(settings.connections, files):
        given = {"connections": settings.connections, "needed": needed, "files": files}
        complain(tell(language, "serve.few_files", **given))
    capacity = listener.capacity(settings.connections, files)
    with listener.listen(settings.host, settings.port) as door:
        running = _running(settings, door)
        if claimed:
            claimed.tell(running)

        def announce() -> None:
            _say_where(running, arguments)
            say(tell(language, "serve.ends"))
            sys.stdout.flush()
            if arguments.browser and not settings.public_url:
                open_browser(language, running.local)

        chosen = replace(settings, port=door.getsockname()[1], connections=capacity.sockets)
        failure = _run_server(chosen, door, capacity, announce)
        if failure is None:
            return FINE
        complain(tell(language, "serve.database", failure=failure))
        return REFUSED


def _running(settings: Settings, door: socket.socket) -> Running:
    host, port = door.getsockname()[:2]
    local = listener.local_address(door)
    address = f"{settings.public_url}/" if settings.public_url else local
    others = own_addresses() if listener.on_all_addresses(host) else []
    return Running(address, local, [listener.web_address(each, port) for each in others])


def _say_where(running: Running, arguments: Namespace) -> None:
    language = choose_language(arguments)
    say(tell(language, "serve.at", address=running.address))
    if arguments.lan and not running.network:
        say(tell(language, "serve.no_network"))
    for link in running.network:
        say(tell(language, "serve.network", link=link))
    if running.network and (arguments.qr or (arguments.lan and sys.stdout.isatty())):
        print_qr_code(running.network[0])


def _run_server(
    settings: Settings,
    door: socket.socket,
    capacity: listener.Capacity,
    announce: Callable[[], None],
) -> Exception | None:
    """Serve until stopped. Returns the error of the store, if that prevented the start."""
    from spielgeld.server.app import create_app  # noqa: PLC0415 - refusals need not wait for it
    from spielgeld.server.store import StoreDown, StoreUnusable  # noqa: PLC0415
    from spielgeld.server.transport.guards import OpenConnections, guarded  # noqa: PLC0415

    inner = create_app(settings)
    app = _Watched(guarded(inner))
    # Behind a proxy every connection has the address of the proxy, so none is limited here:
    # `access/address_limits.py` counts sockets by the address that the proxy forwards.
    of_one = None if settings.trusted_proxies else settings.connections_per_address
    connections = OpenConnections(capacity.in_all, of_one)
    config = uvicorn.Config(
        app,
        **connections.options(settings),
        backlog=capacity.queue,
        ws_max_size=settings.max_message_bytes,
        ws_per_message_deflate=False,
        lifespan="on",
        log_config=None,
        access_log=False,
        # The client's address is our own business: `server.access.addresses`.
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=_GRACE_SECONDS,
    )
    try:
        _Server(config, announce, inner.close_sockets).run([door])
    except SystemExit:  # uvicorn raises it when the start fails
        failure = app.failure
        if not isinstance(failure, StoreDown | StoreUnusable):
            raise (failure or NotAllowed("start", "the server could not start")) from None
        return failure
    return None


class _Watched:
    """Wraps the app and remembers the exception that prevented its start."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self.failure: Exception | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._start(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _start(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def without_traceback(message: Message) -> None:
            await send({**message, "message": ""} if "message" in message else message)

        try:
            await self._app(scope, receive, without_traceback)
        except Exception as failure:
            self.failure = failure
            raise


class _Server(uvicorn.Server):
    """Calls back when it is ready; the first signal ends it gracefully, the second at once."""

    def __init__(
        self,
        config: uvicorn.Config,
        announce: Callable[[], None],
        close_sockets: Callable[[], Awaitable[None]],
    ) -> None:
        super().__init__(config)
        self._announce = announce
        self._close_sockets = close_sockets

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._announce()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._close_sockets()  # uvicorn would close them without a message
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002
        if self.should_exit:
            os._exit(_KILLED + sig)  # nothing is lost: accepted means stored
        self.should_exit = True
