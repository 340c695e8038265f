"""A minimal HTTP and WebSocket client for the load test.

Masks are all zero and answers are hardly validated, so that the client costs far less CPU time than
any server.
"""

import asyncio
from typing import NamedTuple, cast

import msgspec

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
ZERO_MASK = bytes(4)

_encode = msgspec.json.Encoder().encode


class Address(NamedTuple):
    """Where a server listens."""

    host: str
    port: int


async def post(server: Address, path: str, body: object = None, token: str = "") -> bytes:
    """One request on a connection of its own; the body of the answer."""
    data = b"" if body is None else _encode(body)
    head = (
        f"POST {path} HTTP/1.1\r\nHost: {server.host}:{server.port}\r\nConnection: close\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n"
    )
    if token:
        head += f"Authorization: Bearer {token}\r\n"
    reader, writer = await asyncio.open_connection(*server)
    try:
        writer.write(head.encode() + b"\r\n" + data)
        told, _, answer = (await reader.read()).partition(b"\r\n\r\n")
    finally:
        writer.close()
    if not told.startswith(b"HTTP/1.1 2"):
        raise RuntimeError(f"{path}: {told[:40]!r} {answer[:200]!r}")
    return answer


class Frame(NamedTuple):
    """What a frame is, and where its content lies."""

    kind: int
    begin: int
    end: int


def read_frame(data: bytes, at: int) -> Frame | None:
    """The frame that begins there, if it is complete; servers neither mask nor split."""
    begin = at + 2
    if len(data) < begin:
        return None
    size = data[at + 1]
    if size >= 126:
        wide = 2 if size == 126 else 8
        size = int.from_bytes(data[begin : begin + wide])
        begin += wide
    end = begin + size
    return Frame(data[at] & 15, begin, end) if len(data) >= end else None


class WebSocket(asyncio.Protocol):
    """One connection to a path of the server."""

    def __init__(self, server: Address, path: str) -> None:
        self._request = (
            f"GET {path} HTTP/1.1\r\nHost: {server.host}:{server.port}\r\n"
            "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: c3BpZWxnZWxkIGxvYWQhIQ==\r\n\r\n"
        ).encode()
        self._transport: asyncio.Transport | None = None
        self._rest = b""
        self._open = False
        self.closing = False

    def opened(self) -> None:
        """The server has agreed to speak WebSocket."""
        raise NotImplementedError

    def heard(self, text: bytes) -> None:
        """A message came."""
        raise NotImplementedError

    def failed(self, reason: str) -> None:
        """The connection was closed unexpectedly."""
        raise NotImplementedError

    def send(self, text: bytes, kind: int = TEXT) -> None:
        """Send a message of at most 65,535 bytes."""
        size = len(text)
        head = bytes((128 | kind, 128 | size)) if size < 126 else _long_head(kind, size)
        if self._transport is not None:
            self._transport.write(head + ZERO_MASK + text)

    def close(self) -> None:
        """Close the connection with a close frame."""
        self.closing = True
        self.send((1000).to_bytes(2), CLOSE)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(self._request)

    def connection_lost(self, exc: Exception | None) -> None:
        self._transport = None
        if not self.closing:
            self.failed(f"connection lost: {exc}")

    def data_received(self, data: bytes) -> None:
        if self._rest:
            data = self._rest + data
        at = 0 if self._open else self._shake_hands(data)
        while self._open and (frame := read_frame(data, at)):
            at = frame.end
            self._take(frame, data)
        self._rest = data[at:]

    def _shake_hands(self, data: bytes) -> int:
        """Where the first frame begins."""
        end = data.find(b"\r\n\r\n")
        if end < 0:
            return 0
        if not data.startswith(b"HTTP/1.1 101"):
            self.failed(f"no socket: {data[:40]!r}")
            return end
        self._open = True
        self.opened()
        return end + 4

    def _take(self, frame: Frame, data: bytes) -> None:
        content = data[frame.begin : frame.end]
        if frame.kind == TEXT:
            for message in content.splitlines():
                if not self.closing:
                    self.heard(message)
        elif frame.kind == PING:
            self.send(content, PONG)
        elif frame.kind == CLOSE and self._transport is not None:
            if not self.closing:
                self.failed(f"closed by the server: {content!r}")
            self.closing = True
            self._transport.close()


def _long_head(kind: int, size: int) -> bytes:
    return bytes((128 | kind, 254)) + size.to_bytes(2)
