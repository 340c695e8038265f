"""Limits on connections, in protocols that wrap those of uvicorn. They parse nothing."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar
from typing import Any, cast

from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from spielgeld.server.access.address_limits import counted_as
from spielgeld.server.access.addresses import client_address
from spielgeld.server.settings.reading import Settings

HEAD_BYTES = 32 * 1024  # of the first line and all headers, or of what frames a body
HEAD_SECONDS, ANSWER_SECONDS, FETCH_RATE = 10.0, 600.0, 2048
"""Seconds for the head of a request, and to answer it; bytes a second to read the answer's end."""
MOST_IDLE, MOST_SENT_AWAY = 2_000, 20
"""Connections that wait for a request; sockets beyond an address's limit, which are told why."""
MESSAGE_BYTES, MOST_BETWEEN, FINISH_SECONDS = 128, 2 * 1024 * 1024, 20.0
"""Bytes without a complete message: for each that may come, and until it comes after that time."""

_piece = bytearray(4096)
"""What comes is read in pieces of this size, so that uvicorn can pause before it has too much."""
# The connection of a request: uvicorn makes the task of the request, which copies it.
_guard: ContextVar["HttpGuard | None"] = ContextVar("guard", default=None)


class Guard(asyncio.BufferedProtocol):
    """One connection: passes everything on to uvicorn's protocol."""

    connections: "OpenConnections"
    is_socket = False

    def __init__(self, inner: asyncio.Protocol) -> None:
        self._inner = inner

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        peer = transport.get_extra_info("peername")
        self.address = counted_as(client_address({"client": peer}, 0))
        self._inner.connection_made(transport)
        self.connections.leave(cast(Guard, self.transport.get_protocol()))  # a socket was a request
        self.connections.enter(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self.connections.leave(self)
        self._inner.connection_lost(exc)

    def pause_writing(self) -> None:
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        self._inner.resume_writing()

    def get_buffer(self, sizehint: int) -> bytearray:  # noqa: ARG002
        return _piece

    def buffer_updated(self, nbytes: int) -> None:
        self.data_received(bytes(_piece[:nbytes]))

    def data_received(self, data: bytes) -> None:
        """Pass data on."""
        try:
            self._inner.data_received(data)
        except Exception:  # uvicorn fails at some things that no browser sends
            self.drop()

    def drop(self) -> None:
        self.transport.abort()


class HttpGuard(Guard):
    """A connection that waits for a request, or whose request is being answered."""

    def __init__(self, **arguments: Any) -> None:
        super().__init__(H11Protocol(**arguments))
        self._end_after(HEAD_SECONDS)

    def _end_after(self, seconds: float) -> None:
        self._timer = asyncio.get_running_loop().call_later(seconds, self.drop)

    def data_received(self, data: bytes) -> None:
        _guard.set(self)
        super().data_received(data)
        if self not in self.connections.open:  # it has become a socket, and lives on as `_guard`
            self._inner = asyncio.Protocol()

    def connection_lost(self, exc: Exception | None) -> None:
        self._timer.cancel()
        super().connection_lost(exc)

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Give the application time to answer a request, or to serve the socket it became."""
        self._timer.cancel()
        if self in self.connections.open:  # it is no socket
            self._end_after(ANSWER_SECONDS)
            self.connections.idle.pop(self, None)
        try:
            yield
        finally:
            self._timer.cancel()
            if self in self.connections.open:
                unsent = self.transport.get_write_buffer_size()
                self._end_after(HEAD_SECONDS + unsent / FETCH_RATE)
                self.connections.idle[self] = None


class SocketGuard(Guard):
    """A connection that has become a socket."""

    is_socket = True
    rate = burst = 0.0  # bytes a second, and at once
    _unfinished, _finished_at, _full_at = 0, 0.0, 0.0

    def __init__(self, **arguments: Any) -> None:
        super().__init__(WebSocketsSansIOProtocol(**arguments))

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        now = asyncio.get_running_loop().time()
        if not self.transport.is_reading():  # a message is complete, and uvicorn pauses
            self._unfinished, self._finished_at = 0, now
            return
        self._unfinished += len(data)
        self._full_at = max(self._full_at, now) + len(data) / self.rate
        wait = self._full_at - now - self.burst / self.rate
        if self._unfinished > MOST_BETWEEN and now > self._finished_at + FINISH_SECONDS:
            self.drop()
        elif wait > 0:
            self.transport.pause_reading()
            asyncio.get_running_loop().call_later(wait, self._read_on)

    def _read_on(self) -> None:
        if not self.transport.is_closing():
            self.transport.resume_reading()


class OpenConnections:
    """The open connections of this process. A newcomer replaces the one idle for longest."""

    def __init__(self, most: int, most_of_one: int | None) -> None:
        """Without `most_of_one`, addresses have no limit: behind a proxy all have the same."""
        self._most, self._most_of_one = most, most_of_one or float("inf")
        self._of: Counter[tuple[str, bool]] = Counter()
        self.open: set[Guard] = set()
        self.idle: dict[Guard, None] = {}  # waiting for a request, the longest first

    def enter(self, new: Guard) -> None:
        """Count a connection, and make room for it."""
        self.open.add(new)
        self._of[new.address, new.is_socket] += 1
        too_many = self._of[new.address, new.is_socket] - self._most_of_one
        if new.is_socket:
            if too_many > MOST_SENT_AWAY:
                new.drop()
            return
        self.idle[new] = None
        if too_many > 0:
            longest = next(each for each in self.idle if each.address == new.address)
        elif len(self.open) > self._most or len(self.idle) > MOST_IDLE:
            longest = next(iter(self.idle))
        else:
            return
        longest.drop()
        self.leave(longest)

    def leave(self, gone: Guard) -> None:
        """Stop counting a connection, unless it was dropped before."""
        if gone in self.open:
            self.open.remove(gone)
            self.idle.pop(gone, None)
            kind = gone.address, gone.is_socket
            self._of[kind] -= 1
            if not self._of[kind]:
                del self._of[kind]  # otherwise every address ever seen stays in memory

    def options(self, settings: Settings) -> dict[str, Any]:
        """Return the options of `uvicorn.Config` that put guards around its protocols."""
        rate = settings.messages_per_second * MESSAGE_BYTES
        burst = settings.message_burst * MESSAGE_BYTES + settings.max_message_bytes
        limits = {"connections": self, "rate": rate, "burst": burst}
        http, ws = (type(kind.__name__, (kind,), limits) for kind in (HttpGuard, SocketGuard))
        return {"http": http, "ws": ws, "h11_max_incomplete_event_size": HEAD_BYTES}


def guarded(app: ASGIApp) -> ASGIApp:
    """Return the application as guards know when it is answering."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        guard = _guard.get()
        with guard.answering() if guard else nullcontext():
            await app(scope, receive, send)

    return answer
