"""uvicorn's sockets with a short cut for what nearly all traffic is: one small text frame.

Whatever else comes (handshake, pings, fragments, long or broken frames, closing) goes through the
library as ever. The application can have short messages handed to it, and write, without a task
between; it finds the socket in its scope's extensions. What that saves stands in
`bench/results.md`.
"""

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.speedups import apply_mask

from spielgeld.table.messages import Bye

_SHORT = 126
"""From this length on, the length stands in bytes of its own."""
_TEXT = 0x81
"""The first byte of a text frame that is all of its message."""
_MASKED = 0x80
_LAST = 0x80
"""In the first byte: nothing of this message follows in other frames."""
_MOST_QUEUED = 8
"""So many messages may wait for the application before the client has to."""
_FAREWELL = msgspec.json.encode(Bye(code="come_back", arguments={}))

EXTENSION = "spielgeld.quick"
"""Where an application finds its `QuickSockets`."""


class _Queue(asyncio.Queue[Any]):
    """One that knows its loop: to ask which one runs is a system call in Python 3.11."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__()
        self._own_loop = loop

    def _get_loop(self) -> asyncio.AbstractEventLoop:
        return self._own_loop


class Requests(HttpToolsProtocol):
    """uvicorn's requests. One that becomes a socket leaves nothing behind."""

    def handle_websocket_upgrade(self) -> None:
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]  # it leads back here, and both would stay


class QuickSockets(WebSocketsSansIOProtocol):
    """Reads and writes short text frames by itself."""

    reader: Callable[[str], bool] | None = None
    """Takes a message at once, if it can; else it comes by `receive` as usual."""

    _between_frames = True
    """Whether nothing of a frame or message is half read; unless that is sure, False for good."""
    _asked = False
    """Whether the request for a socket has come."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.queue = _Queue(self.loop)

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][EXTENSION] = self  # type: ignore[assignment]

    async def run_asgi(self) -> None:
        try:
            await super().run_asgi()
        finally:
            # Else it would lead back to this socket, and both would stay for long after its end.
            self.scope["extensions"].pop(EXTENSION, None)

    def shutdown(self) -> None:
        """The server ends: say so, before the library closes."""
        self.write_at_once(_FAREWELL)
        super().shutdown()

    def data_received(self, data: bytes) -> None:
        text = self._short_text(data) if self._between_frames else None
        if text is None:
            self._between_frames = self._between_frames and (not self._asked or _are_whole(data))
            self._asked = True
            super().data_received(data)
        elif not self._read_at_once(text):
            self.queue.put_nowait({"type": "websocket.receive", "text": text})
            self._pause_if_full()

    def _read_at_once(self, text: str) -> bool:
        if self.reader is None or not self.queue.empty():
            return False
        try:
            return self.reader(text)
        except Exception:  # the task stumbles over it too, and ends as it should
            return False

    def _pause_if_full(self) -> None:
        if not self.read_paused and self.queue.qsize() >= _MOST_QUEUED:
            self.read_paused = True
            self.transport.pause_reading()

    def _short_text(self, data: bytes) -> str | None:
        """The text, if the data is exactly one short frame."""
        if len(data) < 6 or data[0] != _TEXT or not self.handshake_complete or self.close_sent:
            return None
        size = data[1] - _MASKED
        if not 0 <= size < _SHORT or len(data) != size + 6:
            return None
        try:
            return apply_mask(data[6:], data[2:6]).decode()
        except UnicodeDecodeError:
            return None  # the library knows how to complain

    async def send(self, message: Any) -> None:
        text = message.get("text")
        if text is None or not self.handshake_complete or self.close_sent or self.disconnected:
            await super().send(message)
            return
        await self.writable.wait()
        self.write_at_once(text.encode())

    def write_at_once(self, text: bytes) -> bool:
        """Write the message, unless the client is slow or gone, or the socket not open."""
        if not self.handshake_complete or self.close_sent or self.disconnected:
            return False
        if not self.writable.is_set():
            return False
        self.transport.write(_frame(text))
        return True


def _are_whole(data: bytes) -> bool:
    """Whether these are whole frames, each all of its message."""
    at = 0
    while at + 2 <= len(data) and data[at] & _LAST:
        size = data[at + 1] & 0x7F
        head = 2 + (4 if data[at + 1] & _MASKED else 0)
        if size >= _SHORT:
            wide = 2 if size == _SHORT else 8
            size = int.from_bytes(data[at + 2 : at + 2 + wide], "big")
            head += wide
        at += head + size
    return at == len(data)


def _frame(data: bytes) -> bytes:
    size = len(data)
    if size < _SHORT:
        return bytes((_TEXT, size)) + data
    if size < 1 << 16:
        return bytes((_TEXT, 126)) + size.to_bytes(2, "big") + data
    return bytes((_TEXT, 127)) + size.to_bytes(8, "big") + data
