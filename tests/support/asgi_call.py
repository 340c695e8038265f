"""Calling an ASGI app without a server."""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from typing import NamedTuple
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message


class Answer(NamedTuple):
    """The app's response; a header that came several times has several values."""

    status: int
    headers: dict[str, list[str]]


def call_app(
    app: ASGIApp, url: str, headers: Mapping[str, str] | None = None, kind: str = "http"
) -> Answer:
    """Ask for a page, or with `websocket` for a socket that will be denied."""
    parts = urlsplit(url)
    given = [(name.lower().encode(), value.encode()) for name, value in (headers or {}).items()]
    scope = {
        "type": kind,
        "method": "GET",
        "path": parts.path,
        "query_string": parts.query.encode(),
        "headers": given,
        "extensions": {"websocket.http.response": {}},
    }
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "websocket.connect" if kind == "websocket" else "http.request"}

    async def send(message: Message) -> None:
        sent.append(message)

    async def call() -> None:
        # Starlette answers a failure with 500 and raises it on, for the server to log.
        with suppress(ValueError):
            await app(scope, receive, send)

    asyncio.run(call())
    answered: dict[str, list[str]] = {}
    for name, value in sent[0]["headers"]:
        answered.setdefault(name.decode(), []).append(value.decode())
    return Answer(sent[0]["status"], answered)
