"""The WebSocket endpoint: whom it lets in, and how many."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from itertools import count
from typing import Any

from spielgeld.server.access.address_limits import ConnectionLimits, LimitReached
from spielgeld.server.access.addresses import client_address
from spielgeld.server.access.origins import origin_allowed
from spielgeld.server.operations.meter import Meter
from spielgeld.server.settings.reading import Settings
from spielgeld.server.sockets.connection import Connection, Send
from spielgeld.server.sockets.hints import Hints
from spielgeld.server.sockets.session import Services, Session

CLOSED_WITHIN = 1.0
"""Seconds to say good-bye to everybody."""


class SocketEndpoint:
    """Serves all connections of this process."""

    def __init__(self, services: Services, hints: Hints, settings: Settings, meter: Meter) -> None:
        self._services = services
        self._hints = hints
        self._settings = settings
        self._meter = meter
        self._numbers = count(1)
        self._limits = ConnectionLimits(settings.connections_per_address, settings.connections)
        self._connections: set[Connection] = set()

    @property
    def open(self) -> int:
        """The number of connections."""
        return self._limits.total

    async def __call__(
        self,
        code: str,
        scope: Mapping[str, Any],
        receive: Callable[[], Awaitable[Any]],
        send: Send,
    ) -> None:
        await receive()  # that somebody wants to connect
        if not origin_allowed(scope["headers"], self._settings):
            await send({"type": "websocket.close", "code": 4403})
            return
        await send({"type": "websocket.accept"})
        address = client_address(scope, self._settings.trusted_proxies)
        name = f"{self._services.worker.name}.{next(self._numbers)}"
        connection = Connection(send, name, address)
        try:
            self._limits.enter(address)
        except LimitReached as refusal:
            connection.dismiss(refusal.code, **refusal.arguments)
            await connection.closed.wait()
            return
        self._connections.add(connection)
        try:
            session = Session(self._services, self._hints, connection, receive, self._meter)
            await session.serve(code, self._settings)
        finally:
            self._connections.discard(connection)
            self._limits.leave(address)

    async def close(self) -> None:
        """Send everybody away, because the server stops."""
        closing = [asyncio.create_task(each.closed.wait()) for each in self._connections]
        for each in self._connections:
            each.dismiss("come_back")
        if closing:
            await asyncio.wait(closing, timeout=CLOSED_WITHIN)
