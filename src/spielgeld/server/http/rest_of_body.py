"""Reads what is left of a request that was answered before all of it had come.

A connection that is closed while bytes wait to be read is reset, and a client that is reset may
lose the answer. So we read on for a while before an answer ends and its connection may be closed.
"""

import asyncio
from contextlib import suppress

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from spielgeld.engine.records.format import MAX_BYTES

MOST_BYTES = MAX_BYTES
"""The largest body that any request may have: who sends more may be reset."""
MOST_SECONDS = 5.0

_BODY_HEADERS = {b"content-length", b"transfer-encoding"}


class RestOfBody:
    """Middleware that reads the rest of a body before the end of an answer."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if _BODY_HEADERS.isdisjoint(name for name, _ in scope["headers"]):
            await self._app(scope, receive, send)
            return
        is_left = True

        async def watch() -> Message:
            nonlocal is_left
            message = await receive()
            is_left = message.get("more_body", False)
            return message

        async def send_and_read(message: Message) -> None:
            is_end = message["type"] == "http.response.body" and not message.get("more_body")
            if not is_end or not is_left:
                await send(message)
                return
            await send({**message, "more_body": True})
            read = 0
            with suppress(TimeoutError):
                async with asyncio.timeout(MOST_SECONDS):
                    while is_left and read < MOST_BYTES:
                        read += len((await watch()).get("body", b""))
            await send({"type": "http.response.body"})

        await self._app(scope, watch, send_and_read)
