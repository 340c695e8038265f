"""Connections that want too much before anybody has looked at them: size, time and number."""

import asyncio
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import pytest
from starlette.types import Receive, Scope, Send

from spielgeld.cli import listener
from spielgeld.cli.listener import capacity
from spielgeld.server.api import long_work
from spielgeld.server.app import create_app
from spielgeld.server.http import rest_of_body
from spielgeld.server.settings.reading import read_settings
from spielgeld.server.transport import guards
from spielgeld.server.transport.guards import Guard, OpenConnections, guarded
from support.api_server import serving, until_empty
from support.raw_sockets import frame

pytestmark = pytest.mark.server

PATIENCE = 10.0
SOCKET = (
    b"GET /ws/x HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: c3BpZWxnZWxkIHRlc3RzIQ==\r\n"
)
PING, TEXT, CONT = 0x89, 0x81, 0x00


class Here:
    """A server, and plain connections to it."""

    def __init__(self, url: str, connections: OpenConnections) -> None:
        self.url = url
        self.connections = connections
        self._place = ("127.0.0.1", int(url.rpartition(":")[2]))

    @contextmanager
    def connected(self, first: bytes = b"") -> Iterator[socket.socket]:
        with socket.create_connection(self._place, PATIENCE) as connection:
            connection.sendall(first)
            yield connection

    def answers(self) -> bool:
        return httpx.get(f"{self.url}/healthz", trust_env=False).status_code == 200

    @property
    def sockets(self) -> int:
        return sum(each.is_socket for each in list(self.connections.open))

    @property
    def requests(self) -> int:
        return len(self.connections.open) - self.sockets

    def until_empty(self) -> None:
        until_empty(self.connections)


@contextmanager
def a_server(folder: Path, most: int = 1000, of_one: int | None = 1000) -> Iterator[Here]:
    connections = OpenConnections(most, of_one)
    settings = read_settings({"data": folder, "hello_seconds": 60}, {})
    options = connections.options(settings)
    door = listener.listen("127.0.0.1", 0)
    with serving(guarded(create_app(settings)), door, ws_max_size=16_384, **options) as url:
        yield Here(url, connections)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Here]:
    """A server in a hurry."""
    monkeypatch.setattr(guards, "HEAD_SECONDS", 0.4)
    monkeypatch.setattr(long_work, "BODY_SECONDS", 0.4)
    monkeypatch.setattr(rest_of_body, "MOST_SECONDS", 2.0)
    monkeypatch.setattr(listener, "FETCH_SECONDS", 0.4)
    with a_server(tmp_path) as started:
        yield started


def all_said(connection: socket.socket) -> bytes:
    """Everything until the server closes."""
    said = b""
    try:
        while more := connection.recv(1 << 16):
            said += more
    except ConnectionResetError:
        pass
    return said


def pour(connection: socket.socket, piece: bytes, most: int = 50_000_000) -> int:
    """Send without end: how many bytes were taken before the server closed."""
    sent = 0
    try:
        while sent < most:
            sent += connection.send(piece)
    except OSError:
        return sent
    return sent


def dribble(connection: socket.socket, piece: bytes, seconds: float = PATIENCE) -> float:
    """Send a little again and again: after how many seconds the server closed."""
    begun = time.monotonic()
    connection.settimeout(0.02)
    while time.monotonic() < begun + seconds:
        try:
            connection.sendall(piece)
            if not connection.recv(1 << 16):
                break
        except TimeoutError:
            continue
        except OSError:
            break
    return time.monotonic() - begun


@pytest.mark.parametrize(
    ("begin", "more"),
    [
        (b"GET /", b"x" * 65536),
        (b"GET / HTTP/1.1\r\nA: ", b"x" * 65536),
        (b"GET / HTTP/1.1\r\n", b"A: b\r\n" * 10_000),
        (b"GET / HTTP/1.1\r\n", (b"x" * 60_000) + b": \r\n"),
        (SOCKET + b"A: ", b"x" * 65536),
        (b"POST /api/order HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1;", b"x" * 65536),
        (
            b"POST /api/order HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nA: ",
            b"x" * 65536,
        ),
    ],
    ids=["url", "header", "headers", "names", "socket", "chunk", "trailer"],
)
def test_a_head_without_end_is_cut_off(here: Here, begin: bytes, more: bytes) -> None:
    with here.connected(begin) as connection:
        assert pour(connection, more) < 20_000_000
    here.until_empty()
    assert here.answers()


@pytest.mark.parametrize(
    "head",
    [
        b"GET /healthz?" + b"x" * 40_000 + b" HTTP/1.1\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nA: " + b"x" * 40_000 + b"\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\n" + b"A: b\r\n" * 8_000 + b"\r\n",
    ],
    ids=["url", "header", "headers"],
)
def test_a_head_that_is_too_large_is_refused(here: Here, head: bytes) -> None:
    with here.connected(head) as connection:
        assert all_said(connection).startswith(b"HTTP/1.1 400 ")


@pytest.mark.parametrize(
    "more", [b"A: " + b"x" * 9_000 + b"\r\n", b"A: b\r\n" * 129], ids=["header", "headers"]
)
def test_a_head_that_is_too_large_for_a_socket_ends_the_connection(here: Here, more: bytes) -> None:
    with here.connected(SOCKET + more + b"\r\n") as connection:
        assert all_said(connection) == b""
    here.until_empty()


def test_a_large_but_usual_head_is_served(here: Here) -> None:
    cookies = {f"Cookie-{number}": "x" * 200 for number in range(60)}
    answer = httpx.get(f"{here.url}/healthz", headers=cookies, trust_env=False)
    assert answer.status_code == 200


@pytest.mark.parametrize(
    ("begin", "more"),
    [
        (b"GET / HTTP/1.1\r\nA: ", b"x"),
        (b"GET / HTTP/1.1\r\n", b"A: b\r\n"),
        (b"", b"\r\n"),
        (b"GET /healthz HTTP/1.1\r\n\r\n", b"\r\n"),
        (SOCKET, b"A: b\r\n"),
        (
            b"POST /api/order HTTP/1.1\r\nContent-Type: application/json\r\n"
            b"Content-Length: 60000\r\n\r\n",
            b" ",
        ),
        (
            b"POST /api/order HTTP/1.1\r\nContent-Type: application/json\r\n"
            b"Transfer-Encoding: chunked\r\n\r\n",
            b"1\r\n \r\n",
        ),
        (b"GET /healthz HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", b"1\r\n \r\n"),
    ],
    ids=["value", "headers", "blank", "next", "socket", "body", "chunks", "unread"],
)
def test_who_dribbles_is_not_waited_for(here: Here, begin: bytes, more: bytes) -> None:
    with here.connected(begin) as connection:
        assert dribble(connection, more) < PATIENCE
    here.until_empty()


def test_who_says_nothing_is_not_waited_for(here: Here) -> None:
    with here.connected() as connection:
        assert all_said(connection) == b""
    here.until_empty()


def test_a_body_that_keeps_coming_has_its_time(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_work, "BODY_SECONDS", PATIENCE)
    size = 30_000
    head = f"POST /api/score HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {size}\r\n"
    with here.connected(f"{head}Content-Type: application/json\r\n\r\n".encode()) as connection:
        for _ in range(15):
            time.sleep(0.08)
            connection.sendall(b" " * (size // 15))
        assert connection.recv(1 << 16).startswith(b"HTTP/1.1 400 ")


def test_a_body_that_takes_too_long_is_refused(here: Here) -> None:
    head = b"POST /api/score HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 30000\r\n"
    with here.connected(head + b"Content-Type: application/json\r\n\r\n{") as connection:
        assert connection.recv(1 << 16).startswith(b"HTTP/1.1 408 ")


@pytest.mark.parametrize("close", [True, False])
@pytest.mark.parametrize(
    ("first", "status"),
    [
        ("POST /api/order HTTP/1.1\r\nContent-Type: application/json", 413),
        ("POST /api/order HTTP/1.1\r\nContent-Type: text/plain", 415),
        ("POST /api/tables/x/leave HTTP/1.1", 401),
        ("POST /api/nowhere HTTP/1.1", 404),
        ("POST /api/order HTTP/1.1\r\nTransfer-Encoding: chunked", 415),
        ("PUT /api/editions HTTP/1.1", 405),
        ("POST / HTTP/1.1", 405),
        ("POST / HTTP/1.1\r\nHost: elsewhere.example", 421),
    ],
)
def test_who_sends_a_large_body_hears_why_it_is_refused(
    here: Here, first: str, status: int, close: bool
) -> None:
    """The body is read to its end although the answer is there before: else it would be lost."""
    size = 3_000_000
    head = first + f"\r\nConnection: {'close' if close else 'keep-alive'}\r\n"
    if "Host" not in first:
        head += "Host: 127.0.0.1\r\n"
    body = b" " * size
    if "chunked" in first:
        body = b"%x\r\n%s\r\n0\r\n\r\n" % (size, body)
    else:
        head += f"Content-Length: {size}\r\n"
    with here.connected(f"{head}\r\n".encode() + body[:100_000]) as connection:
        time.sleep(0.1)
        connection.sendall(body[100_000:1_000_000])
        time.sleep(0.1)
        connection.sendall(body[1_000_000:])
        said = connection.recv(1 << 16)
        assert said.startswith(f"HTTP/1.1 {status} ".encode())
        assert close is (b"connection: close" in said.lower()) or status == 413
        if close:
            assert connection.recv(1) == b""
    here.until_empty()


def test_after_a_refusal_nobody_sends_without_end(
    here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rest_of_body, "MOST_BYTES", 1_000_000)
    head = b"POST /api/nowhere HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
    with here.connected(head + b"Content-Length: 1000000000\r\n\r\n") as connection:
        assert pour(connection, b" " * 65536, most=50_000_000) < 50_000_000
    here.until_empty()


def test_after_a_refusal_nobody_dribbles_without_end(
    here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rest_of_body, "MOST_SECONDS", 0.2)
    head = b"POST /api/nowhere HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
    with here.connected(head + b"Content-Length: 1000000\r\n\r\n") as connection:
        assert dribble(connection, b" ") < PATIENCE
    here.until_empty()


def test_who_does_not_fetch_the_answer_is_not_waited_for(here: Here) -> None:
    asked = b"GET /api/editions HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with here.connected() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        pour(connection, asked * 5, most=200 * len(asked))
        here.until_empty()


@pytest.mark.parametrize(
    ("pieces", "keep_alive"),
    [(1, False), (1, True), (250, True)],
    ids=["whole", "whole_and_idle_then", "in_pieces"],
)
def test_who_fetches_a_long_answer_slowly_gets_all_of_it(
    monkeypatch: pytest.MonkeyPatch, pieces: int, keep_alive: bool
) -> None:
    """It takes much longer than the head of a request may."""
    monkeypatch.setattr(guards, "HEAD_SECONDS", 0.4)
    size = 15_000_000
    head = [(b"content-length", str(size).encode())]

    async def long_answer(scope: Scope, _: Receive, send: Send) -> None:
        assert scope["type"] == "http"
        await send({"type": "http.response.start", "status": 200, "headers": head})
        for piece in range(pieces):
            body, more = b" " * (size // pieces), piece < pieces - 1
            await send({"type": "http.response.body", "body": body, "more_body": more})

    connections = OpenConnections(100, None)
    options = connections.options(read_settings({}, {}))
    with (
        serving(guarded(long_answer), lifespan="off", **options) as url,
        Here(url, connections).connected() as slow,
    ):
        close = b"" if keep_alive else b"Connection: close\r\n"
        slow.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + close + b"\r\n")
        fetched = 0
        while fetched < size:
            time.sleep(0.02)
            more = len(slow.recv(100_000))
            assert more, f"cut off after {fetched} bytes"
            fetched += more


def test_an_answer_that_takes_for_ever_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guards, "ANSWER_SECONDS", 0.2)

    async def no_answer(*_: object) -> None:
        await asyncio.sleep(PATIENCE * 10)

    connections = OpenConnections(100, None)
    options = connections.options(read_settings({}, {}))
    asked = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with (
        serving(guarded(no_answer), lifespan="off", timeout_graceful_shutdown=1, **options) as url,
        Here(url, connections).connected(asked) as patient,
    ):
        assert all_said(patient) == b""


def test_requests_in_one_go_are_answered_one_by_one(here: Here) -> None:
    asked = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with here.connected(asked * 300) as connection:
        said = b""
        while said.count(b"HTTP/1.1 200 ") < 300:
            said += connection.recv(1 << 16)


def test_where_there_is_no_room_who_waited_longest_has_to_go(tmp_path: Path) -> None:
    with a_server(tmp_path, most=20) as here, ExitStack() as stack:
        idle = [stack.enter_context(here.connected(b"GET /")) for _ in range(60)]
        for _ in range(5):
            assert here.answers()
        assert here.requests <= 20
        assert all_said(idle[0]) == b""


def test_one_address_has_so_many_connections_and_loses_its_own(tmp_path: Path) -> None:
    with a_server(tmp_path, of_one=5) as here, ExitStack() as stack:
        for _ in range(30):
            stack.enter_context(here.connected(b"GET /"))
        assert here.answers()
        assert here.requests <= 5


def test_sockets_that_are_sent_away_do_not_pile_up(tmp_path: Path) -> None:
    with a_server(tmp_path, of_one=5) as here, ExitStack() as stack:
        for _ in range(100):
            stack.enter_context(here.connected(SOCKET + b"\r\n"))
            # One that was just dropped counts until the loop's next turn, with those behind it.
            assert here.sockets <= 5 + guards.MOST_SENT_AWAY + 5
        assert here.answers()
        assert here.sockets <= 5 + guards.MOST_SENT_AWAY
    here.until_empty()


def test_behind_a_proxy_addresses_are_not_counted_by_the_proxys(tmp_path: Path) -> None:
    with a_server(tmp_path, of_one=None) as here, ExitStack() as stack:
        for _ in range(300):
            stack.enter_context(here.connected(b"GET /"))
        assert here.answers()
        assert here.requests >= 300


class _Wire(asyncio.Transport):
    def __init__(self, peer: tuple[str, int] | None) -> None:
        super().__init__({"peername": peer})

    def get_protocol(self) -> asyncio.BaseProtocol:
        return asyncio.Protocol()


@pytest.mark.parametrize(
    ("peer", "counted"),
    [
        (("192.0.2.7", 1), "192.0.2.7"),
        (("::ffff:192.0.2.7", 1), "192.0.2.7"),
        (("2001:db8:1:2:3:4:5:6", 1), "2001:db8:1:2::/64"),
        (("2001:db8:1:2::9", 1), "2001:db8:1:2::/64"),
        (None, "unknown"),
    ],
)
def test_addresses_are_counted_by_household(peer: tuple[str, int] | None, counted: str) -> None:
    guard = Guard(asyncio.Protocol())
    guard.connections = OpenConnections(10, 10)
    guard.connection_made(_Wire(peer))
    assert guard.address == counted


def test_some_descriptors_are_left_to_those_who_come_in() -> None:
    for files in (64, 256, 400, 1024, 65_536):
        for connections in (10, 1_000, 10_000, 100_000):
            found = capacity(connections, files)
            assert found.sockets <= connections
            assert found.in_all - found.sockets >= min(64, found.in_all // 2)
            assert files - found.in_all >= min(92 + found.queue, files // 2)


def test_a_crowd_may_wait_at_the_door_where_there_are_files_for_it() -> None:
    """Whoever finds the queue full tries again after a second: a class that comes at once."""
    assert capacity(10_000, 65_536).queue == capacity(10_000, None).queue == 512
    assert capacity(700, 1_024).queue == 100


@pytest.mark.parametrize(
    ("first", "flood"),
    [
        (b"", frame(PING, b"x" * 100) * 1_000),
        (b"", frame(PING, b"") * 10_000),
        (frame(TEXT & 0x7F, b"{"), frame(CONT, b"") * 10_000),
    ],
    ids=["pings", "small_pings", "parts"],
)
def test_a_flood_of_frames_is_slowed_down(
    here: Here, first: bytes, flood: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guards, "MOST_BETWEEN", 1e12)  # it is not cut off
    most = 40_000_000
    with here.connected(SOCKET + b"\r\n") as connection:
        assert connection.recv(1 << 16).startswith(b"HTTP/1.1 101 ")
        connection.settimeout(1.0)
        connection.sendall(first)
        assert pour(connection, flood, most) < most
        assert here.answers()


def test_messages_before_hello_end_the_socket(here: Here) -> None:
    with here.connected(SOCKET + b"\r\n") as connection:
        assert connection.recv(1 << 16).startswith(b"HTTP/1.1 101 ")
        pour(connection, frame(TEXT, b"{}") * 20_000)
        all_said(connection)
    here.until_empty()


def test_pieces_without_end_end_the_socket_however_slow_they_come(
    here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guards, "MOST_BETWEEN", 200)
    monkeypatch.setattr(guards, "FINISH_SECONDS", 0.2)
    with here.connected(SOCKET + b"\r\n") as connection:
        assert connection.recv(1 << 16).startswith(b"HTTP/1.1 101 ")
        connection.sendall(frame(TEXT & 0x7F, b"{"))
        assert dribble(connection, frame(CONT, b"")) < PATIENCE
    here.until_empty()


def test_who_reads_nothing_from_a_closing_socket_is_not_waited_for(here: Here) -> None:
    with here.connected() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.sendall(SOCKET + b"\r\n" + frame(PING, b"x" * 120) * 150)
        pour(connection, frame(PING, b"x" * 120) * 10, most=2_000_000)
        here.until_empty()
