"""What clients do leaves no reference cycles, which only the garbage collector would free."""

import gc
import json
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from socket import create_connection
from typing import Any

import httpx
import pytest
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from spielgeld.cli.commands.serve import WEBSOCKETS
from spielgeld.engine import Refusal
from spielgeld.server.app import create_app
from spielgeld.server.settings.reading import read_settings
from spielgeld.server.tables.decided import Decided
from spielgeld.server.tables.live_table import LiveTable
from spielgeld.server.transport.http_protocol import http_protocol_for
from spielgeld.server.transport.open_connections import OpenConnections
from spielgeld.server.transport.short_frames import ShortFrames
from support.api_server import serving, until_empty
from support.raw_sockets import frame

pytestmark = pytest.mark.server

TIMES = 3
OURS = (Decided, LiveTable, HttpToolsProtocol, ShortFrames, Refusal)
"""What a request, a socket or a refusal would leave behind."""

Act = Callable[[str, str, str], object]
"""Given the server's address, the code of a table, and the token of its host."""


def post(path: str, body: Any, token: str = "") -> Act:
    def act(url: str, code: str, _: str) -> object:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return httpx.post(url + path.format(code=code), json=body, headers=headers)

    return act


def get(path: str) -> Act:
    return lambda url, code, _: httpx.get(url + path.format(code=code))


def socket(say: str, path: str = "/ws/{code}", origin: str | None = None) -> Act:
    def act(url: str, code: str, token: str) -> None:
        address = url.replace("http", "ws") + path.format(code=code)
        with suppress(WebSocketException), connect(address, origin=origin) as line:  # type: ignore[arg-type]
            for each in say.replace("TOKEN", token).splitlines():
                line.send(each)
                line.recv(5)

    return act


def raw(data: bytes, connections: int = 1) -> Act:
    """So many connections at once that send this and go."""

    def act(url: str, code: str, _: str) -> None:
        place = ("127.0.0.1", int(url.rpartition(":")[2]))
        with ExitStack() as stack:
            for _line in range(connections):
                line = stack.enter_context(create_connection(place, 0.05))
                with suppress(OSError):
                    line.sendall(data.replace(b"CODE", code.encode()))
                    line.recv(4096)

    return act


UPGRADE = (
    b"GET /ws/CODE HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: c3BpZWxnZWxkIHRlc3RzIQ==\r\n\r\n"
)
CHECK = b"POST /api/records/check HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
OF_ONE = 20
CONNECTIONS = OpenConnections(1000, OF_ONE)
HELLO = json.dumps({"type": "hello", "token": "TOKEN"})

ACTS: dict[str, Act] = {
    "a page": get("/"),
    "no page": get("/nowhere"),
    "no table": get("/api/tables/" + "a" * 20),
    "a table": get("/api/tables/{code}"),
    "a wrong token": post("/api/tables/{code}/start", {}, token="x"),  # noqa: S106
    "a name that is taken": post("/api/tables/{code}/join", {"name": "Ann"}),
    "no JSON": post("/api/tables/{code}/join", "{"),
    "a review of nonsense": post("/api/review", {"record": {"format": 1}, "seat": 0}),
    "practice of nonsense": post("/api/practice", {"name": "Ann", "record": {"format": 1}}),
    "a check of nonsense": post("/api/records/check", {"format": 1}),
    "views of nonsense": post("/api/records/views", {"format": 1}),
    "a foreign page": socket(HELLO, origin="http://elsewhere.example"),
    "a socket to nowhere": socket(HELLO, path="/elsewhere"),
    "no hello": socket("nonsense"),
    "hello with a wrong token": socket(json.dumps({"type": "hello", "token": "x"})),
    "hello": socket(HELLO),
    "a head that is too large": raw(b"GET / HTTP/1.1\r\nA: " + b"x" * 40_000 + b"\r\n\r\n"),
    "a head without end": raw(b"GET / HTTP/1.1\r\nA: " + b"x" * 40_000),
    "no HTTP": raw(b"\x16\x03\x01\r\n"),
    "half a head": raw(b"GET / HTTP/1.1\r\n"),
    "half a body": raw(CHECK + b"Content-Length: 900000\r\n\r\n{"),
    "a check nobody waits for": raw(CHECK + b"Content-Length: 2\r\n\r\n{}"),
    "too many connections": raw(b"GET /", OF_ONE + 10),
    "pings without end": raw(UPGRADE + frame(0x89, b"x") * 300),
    "no UTF-8": raw(UPGRADE + frame(0x81, b"\xff")),
    "what is refused": socket(HELLO + '\n{"type": "resume", "id": "1"}\nnonsense'),
}


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str, str]]:
    settings = read_settings({"data": str(tmp_path_factory.mktemp("garbage"))}, {})
    requests = http_protocol_for(CONNECTIONS)
    with serving(create_app(settings), http=requests, ws=WEBSOCKETS) as url:
        agreement = {"edition": "nl", "seats": [{}, {}, {}]}
        opened = httpx.post(f"{url}/api/tables", json={"name": "Ann", "agreement": agreement})
        yield url, opened.json()["code"], opened.json()["token"]


@contextmanager
def without_collecting() -> Iterator[list[Any]]:
    """The garbage that the collector finds at the end; until then it is disabled."""
    gc.collect()
    gc.freeze()  # all that the tests have imported: collecting it takes half a second
    gc.disable()
    try:
        found: list[Any] = []
        yield found
        gc.set_debug(gc.DEBUG_SAVEALL)
        gc.collect()
        found += gc.garbage
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()


def until_handled(url: str) -> None:
    """Wait until the server is done with everything that clients have sent."""
    until_empty(CONNECTIONS)
    httpx.post(f"{url}/api/records/check", json={})  # behind a check nobody waits for
    until_empty(CONNECTIONS)


@pytest.mark.parametrize("act", ACTS.values(), ids=ACTS)
def test_what_clients_do_makes_no_reference_cycles(table: tuple[str, str, str], act: Act) -> None:
    act(*table)  # what is made once and kept
    until_handled(table[0])
    with without_collecting() as found:
        for _ in range(TIMES):
            act(*table)
        until_handled(table[0])
    assert Counter(type(each).__name__ for each in found if issubclass(type(each), OURS)) == {}
