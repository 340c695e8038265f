"""uvicorn's HTTP protocol with limits.

The head of a request has a largest size and a fixed time, even if bytes keep coming. A body must
come at a least rate; time in which we do not read does not count. A client that does not read its
answer is cut off.
"""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import Any, Literal

import httptools
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from spielgeld.server.transport.open_connections import OpenConnections, address_of
from spielgeld.server.transport.websocket_protocol import WebSocketProtocol

MOST_HEAD = 32 * 1024
"""Bytes of the first line and all headers."""
MOST_HEADERS = 100
LONGEST_SOCKET_HEADER = 8_000
"""Bytes of a header of a request for a socket; the library takes a little more."""
HEAD_SECONDS = 10.0
BODY_SECONDS = 20.0
BODY_RATE = 16 * 1024
"""Bytes of a body that bring its sender another second: enough for a slow phone."""
MOST_FRAMING = 8
"""Bytes of framing that may come with each byte of a body."""
REST_SECONDS = 5.0
"""For the rest of a request that is answered already."""
FETCH_SECONDS = 60.0
"""Seconds for a client to read `LEAST_FETCHED` bytes of an answer."""
CLOSE_SECONDS = 30.0
"""The same where the connection closes after it."""
LEAST_FETCHED = 16 * 1024
MOST_PIPELINED = 8
"""Requests that may wait on a connection for the one before."""

Awaited = Literal["head", "body", "answer", "next"]


class _Refused(Exception):
    """The request is refused by the status that is set."""


class HttpProtocol(HttpToolsProtocol):
    """One connection, for as long as it brings requests."""

    open_connections: OpenConnections

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.address = address_of(self.client)
        self._status = HTTPStatus.BAD_REQUEST
        self._looked_at = self.loop.time()
        self._stuck = 0.0
        """Seconds for which hardly anything was fetched of what we sent."""
        self._unsent = 0
        """Bytes that were left when we began to count them."""
        self._await("head", HEAD_SECONDS)
        self.open_connections.enter(self)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._unset_keepalive_if_required()
        self.open_connections.leave(self)

    def _await(self, what: Awaited, seconds: float) -> None:
        self._awaited: Awaited = what
        self._due = self.loop.time() + seconds
        self._bytes = self._body_bytes = 0

    # ---------------------------------------------------------------- what comes

    def data_received(self, data: bytes) -> None:
        self._unset_keepalive_if_required()
        if self._awaited == "next":
            self._await("head", HEAD_SECONDS)
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserUpgrade:
            if self._should_upgrade():
                self.handle_websocket_upgrade()
                return
        except httptools.HttpParserError:
            self._refuse(self._status)
            return
        if self._awaited in ("head", "body"):
            self._bytes += len(data)
            self._check_size()

    def _check_size(self) -> None:
        """Of what is not complete yet, counted generously."""
        if self._awaited == "head" and self._bytes > MOST_HEAD:
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
        framing = self._bytes - self._body_bytes
        if self._awaited == "body" and framing > MOST_HEAD + MOST_FRAMING * self._body_bytes:
            self._refuse(HTTPStatus.BAD_REQUEST)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        if self._awaited != "head":
            self._await("head", HEAD_SECONDS)

    def on_headers_complete(self) -> None:
        sizes = [len(name) + len(value) + 4 for name, value in self.headers]
        if len(sizes) > MOST_HEADERS or len(self.url) + sum(sizes) > MOST_HEAD:
            self._status = HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
            raise _Refused
        if self.parser.should_upgrade() and max([*sizes, len(self.url)]) > LONGEST_SOCKET_HEADER:
            self._status = HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
            raise _Refused
        if len(self.pipeline) >= MOST_PIPELINED:
            raise _Refused
        self._await("body", BODY_SECONDS)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._body_bytes += len(body)
        self._due += len(body) / BODY_RATE
        super().on_body(body)

    def on_message_complete(self) -> None:
        super().on_message_complete()
        if self.cycle is not None and self.cycle.response_complete:
            self._wait_for_next()
        else:
            self._awaited = "answer"
            self.open_connections.serves(self)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._awaited == "body":
            self._due = min(self._due, self.loop.time() + REST_SECONDS)
        elif self._awaited == "answer" and not self.pipeline:
            self._wait_for_next()

    def _wait_for_next(self) -> None:
        self._awaited = "next"
        self.open_connections.awaits(self)

    def handle_websocket_upgrade(self) -> None:
        super().handle_websocket_upgrade()
        self.open_connections.leave(self)
        socket: Any = self.transport.get_protocol()
        if isinstance(socket, WebSocketProtocol):
            socket.begin_with(self.open_connections)
        self.parser = None  # type: ignore[assignment]  # it leads back here, and both would stay

    # ---------------------------------------------------------------- how long it may take

    def is_overdue(self, now: float) -> bool:
        passed, self._looked_at = now - self._looked_at, now
        closing = self.transport.is_closing()
        self._count_stuck(passed)
        if self._stuck > (CLOSE_SECONDS if closing else FETCH_SECONDS):
            return True
        if self.flow.read_paused or (self.cycle and self.cycle.waiting_for_100_continue):
            self._due += passed  # it waits for us
        return self._awaited in ("head", "body") and now > self._due and not closing

    def _count_stuck(self, passed: float) -> None:
        unsent = self.transport.get_write_buffer_size()
        has_to_fetch = self.transport.is_closing() or self.flow.write_paused
        if has_to_fetch and unsent > self._unsent - LEAST_FETCHED:
            self._stuck += passed
            self._unsent = max(self._unsent, unsent)
        else:
            self._stuck, self._unsent = 0.0, unsent

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stuck = 0.0  # most of it was fetched; more may be written before we look

    def send_away(self) -> None:
        if self._stuck:
            self.transport.abort()
        elif self._awaited == "head" and not self._bytes:
            self.transport.close()  # nothing was asked
        else:
            self._refuse(HTTPStatus.REQUEST_TIMEOUT)

    def drop(self) -> None:
        self.transport.abort()

    def _refuse(self, status: HTTPStatus) -> None:
        """Say why, unless an answer is under way, and close."""
        if not self.transport.is_closing() and (self.cycle is None or self.cycle.response_complete):
            line = f"HTTP/1.1 {status.value} {status.phrase}\r\n"
            self.transport.write(f"{line}Connection: close\r\nContent-Length: 0\r\n\r\n".encode())
        self.transport.close()


def http_protocol_for(connections: OpenConnections) -> type[HttpProtocol]:
    """The protocol of a server with these connections."""
    return type("HttpProtocol", (HttpProtocol,), {"open_connections": connections})
