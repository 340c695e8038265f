"""What clients do wrong is nothing for the log: no line says more than that a request came."""

import itertools
import socket
from contextlib import suppress
from pathlib import Path

import pytest

from support.raw_sockets import frame, open_alone
from support.server_process import serving

pytestmark = pytest.mark.server

REQUEST = (
    "GET /ws/{code} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: c3BpZWxnZWxkIHRlc3RzIQ==\r\n\r\n"
)
TEXT, CLOSE = 0x81, 0x88
FRAMES = [
    frame(TEXT, b'{"type":"hello"}'),
    frame(TEXT, b"\xff\xfe{"),
    frame(TEXT & 0x7F, b"{"),
    frame(0x80, b"\xff"),
    frame(CLOSE, b"\x03\xe8"),
    frame(CLOSE, b"\x00"),
    frame(CLOSE, b"\x03\xe8\xff"),
    frame(0x89, b"x"),
    frame(0x83, b"x"),
    frame(TEXT, b"x", masked=False),
]
NONSENSE = [
    b"\x16\x03\x01\r\n",
    b"GET /\xff HTTP/1.1\r\n\r\n",
    b"GET http://[ HTTP/1.1\r\n\r\n",
    b"GET / HTTP/1.1\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n",
    b"GET / HTTP/1.1\r\nA\xff: b\r\n\r\n",
]


def test_noise_from_clients_writes_no_line(tmp_path: Path) -> None:
    flags = ("--log-format", "json", "--connections-per-address", "1000")
    with serving(tmp_path, *flags) as server:
        request = REQUEST.format(code=open_alone(server)["code"]).encode()
        pairs = [request + b"".join(pair) for pair in itertools.product(FRAMES, repeat=2)]
        place = ("127.0.0.1", int(server.url.rpartition(":")[2]))
        for noise in (*pairs, *NONSENSE):
            with socket.create_connection(place, 5) as connection, suppress(OSError):
                connection.sendall(noise)
                connection.settimeout(0.01)
                connection.recv(4096)
        assert server.ask("GET", "/healthz").status_code == 200
        server.stop()  # whatever it has to say is written by then
        assert [line for line in server.lines if '"level":"info"' not in line] == []
