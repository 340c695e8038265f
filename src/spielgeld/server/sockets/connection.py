"""What goes out to one client: nobody waits for a slow reader, and nobody's memory fills up."""

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

import msgspec

from spielgeld.server.access.costs import MOST_UNSENT_BYTES
from spielgeld.table.outgoing.messages import Bye

Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
"""ASGI's: sends a message when there is room."""

CLOSE_CODES = {
    "left": 1000,
    "come_back": 1012,
    "wrong_token": 4401,
    "no_watchers": 4403,
    "no_such_table": 4404,
    "no_hello": 4408,
    "protocol": 4400,
    "too_slow": 4413,
    "too_many_connections": 4429,
    "server_full": 4430,
    "too_often": 4431,
    "table_unreadable": 4500,
    "store_down": 4503,
}
"""The number with which a connection is closed, by the code of the reason."""

_encode = msgspec.json.Encoder().encode


class Connection:
    """Sends in order without making the sender wait.

    What is posted in one turn of the event loop goes out in one frame, a message a line.
    """

    def __init__(self, send: Send, name: str, address: str = "") -> None:
        self.name = name
        """As the logs of tables name it."""
        self.address = address
        """The IP address of the client."""
        self._send = send
        self._waiting: list[bytes] = []
        self._size = 0
        self._sender: asyncio.Task[None] | None = None
        self._last: tuple[str, int] | None = None
        """Why and with which number the connection closes when all is sent."""
        self.closed = asyncio.Event()

    def post(self, message: bytes) -> None:
        """Send it soon."""
        if self._last is not None:
            return
        self._waiting.append(message)
        self._size += len(message)
        if self._size > MOST_UNSENT_BYTES:
            self._waiting.clear()
            self.dismiss("too_slow")
        else:
            self._send_soon()

    def dismiss(self, code: str, /, **arguments: object) -> None:
        """Say good-bye, and close once all is sent."""
        if self._last is not None:
            return
        self._waiting.append(_encode(Bye(code=code, arguments=arguments)))
        self._last = (code, CLOSE_CODES.get(code, 4400))
        self._send_soon()

    def _send_soon(self) -> None:
        if self._sender is None:
            self._sender = asyncio.create_task(self._send_all())

    async def _send_all(self) -> None:
        try:
            while self._waiting:
                frame, size = b"\n".join(self._waiting), self._size
                self._waiting.clear()
                await self._send({"type": "websocket.send", "text": frame.decode()})
                self._size -= size
            if self._last is not None:
                reason, number = self._last
                await self._send({"type": "websocket.close", "code": number, "reason": reason})
                self.closed.set()
        except Exception:  # the client is gone: whoever reads from it will notice
            self._waiting.clear()
            self._last = self._last or ("gone", 1006)
            self.closed.set()
        finally:
            self._sender = None
