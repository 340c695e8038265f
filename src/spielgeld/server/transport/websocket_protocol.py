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
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.frames import CloseCode, Frame
from websockets.speedups import apply_mask

from spielgeld.server.limits.rates import TokenBucket
from spielgeld.server.security.addresses import UNKNOWN
from spielgeld.server.transport.open_connections import Doorkeeper, address_of
from spielgeld.table.outgoing.messages import Bye

_SHORT = 126
"""From this length on, the length stands in bytes of its own."""
_TEXT = 0x81
"""The first byte of a text frame that is all of its message."""
_MASKED = 0x80
_LAST = 0x80
"""In the first byte: nothing of this message follows in other frames."""
_MOST_QUEUED = 8
"""So many messages may wait for the application before the client has to."""
_MOST_AT_ONCE = 1_000
"""So many in one go are more than anybody sends who waits for answers."""
_MOST_PIECES, _PIECES_A_SECOND = 200, 20.0
"""Pings, pongs and parts of messages a client may send at once, and in the long run."""
_SLICE = 4096
"""Bytes the library reads at a time, so that a flood is noticed before all of it is read."""
_CLOSE_SECONDS = 10.0
"""For a client to take what is left, once the socket closes."""
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


class QuickSockets(WebSocketsSansIOProtocol):
    """Reads and writes short text frames by itself."""

    reader: Callable[[str], bool] | None = None
    """Takes a message at once, if it can; else it comes by `receive` as usual."""

    _between_frames = True
    """Whether nothing of a frame or message is half read; unless that is sure, False for good."""
    _asked = False
    """Whether the request for a socket has come."""
    address = UNKNOWN
    _doorkeeper: Doorkeeper | None = None
    _closing_since: float | None = None

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.queue = _Queue(self.loop)
        self._pieces = TokenBucket(_PIECES_A_SECOND, _MOST_PIECES)

    def begin_with(self, doorkeeper: Doorkeeper) -> None:
        """Be counted among the sockets until this one is gone."""
        self._doorkeeper = doorkeeper
        self.address = address_of(self.client)
        doorkeeper.enter_socket(self)

    def drop(self) -> None:
        """End it at once: there are too many."""
        self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self._doorkeeper is not None:
            self._doorkeeper.leave_socket(self)

    def end_if_stuck(self, now: float) -> None:
        """A transport that closes waits for ever for a client who reads nothing."""
        if not self.transport.is_closing():
            return
        self._closing_since = self._closing_since or now
        if now - self._closing_since >= _CLOSE_SECONDS:
            self.transport.abort()

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
        try:
            super().shutdown()
        except InvalidState:  # its client was about to close it, too
            self.transport.close()

    def data_received(self, data: bytes) -> None:
        text = self._short_text(data) if self._between_frames else None
        if text is None:
            self._between_frames = self._between_frames and (not self._asked or _are_whole(data))
            self._asked = True
            self._read_slowly(data)
        elif not self._read_at_once(text):
            self.queue.put_nowait({"type": "websocket.receive", "text": text})
            self._pause_if_full()

    def _read_slowly(self, data: bytes) -> None:
        try:
            for at in range(0, len(data), _SLICE):
                if self.transport.is_closing() or self.queue.qsize() > _MOST_AT_ONCE:
                    self._fail(CloseCode.POLICY_VIOLATION)
                    return
                super().data_received(data[at : at + _SLICE])
        except InvalidState:  # it said good-bye in the same breath
            self.transport.close()

    def _fail(self, code: CloseCode) -> None:
        """End it quietly: what clients do wrong is nothing for our log."""
        if not self.transport.is_closing():
            self.conn.fail(code)
            self.handle_parser_exception()

    def handle_parser_exception(self) -> None:
        if self.conn.close_sent is None:  # it was no request for a socket after all
            self.transport.close()
        else:
            super().handle_parser_exception()

    def handle_ping(self) -> None:
        if self._may_send_a_piece():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._may_send_a_piece():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        if self._may_send_a_piece():
            super().handle_cont(event)

    def _may_send_a_piece(self) -> bool:
        """Count what is no message, and so is limited by nobody else."""
        if self._pieces.take(self.loop.time()):
            self._fail(CloseCode.POLICY_VIOLATION)
            return False
        return True

    def send_receive_event_to_app(self) -> None:
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self._fail(CloseCode.INVALID_DATA)
                return
        super().send_receive_event_to_app()

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
