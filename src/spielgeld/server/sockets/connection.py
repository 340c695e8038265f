"""What goes out to one client: nobody waits for a slow reader, and nobody's memory fills up."""

import asyncio
from collections.abc import Callable, Coroutine, Generator
from types import coroutine
from typing import Any

import msgspec
from starlette.types import Send

from spielgeld.server.sockets.outbox import Soon
from spielgeld.table.outgoing.messages import Bye

MOST_WAITING = 512 * 1024
"""Bytes that may wait for a client before it counts as too slow."""

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
    "store_down": 4503,
}
"""The number with which a connection is closed, by the code of the reason."""

_encode = msgspec.json.Encoder().encode


class Connection:
    """Sends in order without making the sender wait.

    What is posted in one turn of the loop goes out in one frame, a message a line.
    """

    def __init__(
        self,
        send: Send,
        outbox: "Soon[Connection]",
        write_at_once: Callable[[bytes], bool] | None = None,
        address: str = "",
    ) -> None:
        self.address = address
        """Whose it is."""
        self._send = send
        self._write_at_once = write_at_once
        """Saves the way through `send`; it says whether it could."""
        self._outbox = outbox
        self._waiting: list[bytes] = []
        self._size = 0
        self._flushing = False
        self._task: asyncio.Task[None] | None = None
        self._last: tuple[str, int] | None = None
        """Why and with which number the connection closes when all is sent."""
        self.closed = asyncio.Event()

    def post(self, message: bytes) -> None:
        """Send it soon."""
        if self._last is not None:
            return
        self._waiting.append(message)
        self._size += len(message)
        if self._size > MOST_WAITING:
            self._waiting.clear()
            self.dismiss("too_slow")
        else:
            self._flush_soon()

    def dismiss(self, code: str, /, **arguments: object) -> None:
        """Say good-bye, and close once all is sent."""
        if self._last is not None:
            return
        self._waiting.append(_encode(Bye(code=code, arguments=arguments)))
        self._last = (code, CLOSE_CODES.get(code, 4400))
        self._flush_soon()

    def _flush_soon(self) -> None:
        if not self._flushing:
            self._flushing = True
            self._outbox.add(self)

    def start_flushing(self) -> None:
        """Send without a task, unless the client is slow: then one waits for it.

        Nearly always there is room in the system's buffer and sending never waits.
        """
        if self._last is None and self._write_at_once is not None:
            frame = b"\n".join(self._waiting)
            if self._write_at_once(frame):
                self._waiting.clear()
                self._size = 0
                self._flushing = False
                return
        flush = self._flush()
        try:
            waits_for = flush.send(None)
        except StopIteration:
            return
        self._task = asyncio.get_running_loop().create_task(_taken_up(flush, waits_for))

    async def _flush(self) -> None:
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
            self._flushing = False


async def _taken_up(begun: Coroutine[Any, None, None], waits_for: Any) -> None:
    """Go on, in a task, with a coroutine that was begun outside of one."""
    await _rest(begun, waits_for)


@coroutine
def _rest(begun: Coroutine[Any, None, None], waits_for: Any) -> Generator[Any, Any, None]:
    while True:
        try:
            yield waits_for
            waits_for = begun.send(None)
        except StopIteration:
            return
