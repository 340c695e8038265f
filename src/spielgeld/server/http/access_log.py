"""A line of the log per request."""

import time
from collections.abc import Mapping
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from spielgeld.server.operations.logs import log

_QUIET_PATHS = {"/healthz", "/readyz", "/metrics"}


class AccessLog:
    """Middleware that writes a line per request: no query, and the route instead of the path."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun = time.perf_counter()
        status = 500

        async def watch(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, watch)
        finally:
            log(
                "request",
                "debug" if scope["path"] in _QUIET_PATHS else "info",
                method=scope["method"],
                route=_route(scope),
                status=status,
                milliseconds=round((time.perf_counter() - begun) * 1000, 1),
            )


def _route(scope: Mapping[str, Any]) -> str:
    """The route without its parameters: a table's code in a path is as good as a key."""
    path: str = getattr(scope.get("route"), "path", "unknown")
    return path or "/"
