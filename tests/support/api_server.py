"""A real server with all endpoints, and one with probe endpoints that test the HTTP layer."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread
from time import sleep
from typing import Annotated, Any

import httpx
import pytest
import uvicorn
from msgspec import Meta, Struct
from starlette.applications import Starlette
from starlette.types import ASGIApp

from spielgeld.engine import NotAllowed
from spielgeld.server.access.costs import BODY, RequestCost
from spielgeld.server.api.endpoint import Asked, Call, Endpoint, NoQuery
from spielgeld.server.api.refusals import HttpRefusal
from spielgeld.server.app import create_app
from spielgeld.server.http.routes import make_routes
from spielgeld.server.settings.reading import read_settings
from spielgeld.server.transport.guards import OpenConnections
from support.waiting import wait_until

PATIENCE = 30.0


class Wish(Struct, frozen=True, forbid_unknown_fields=True):
    """What a probe is sent."""

    name: Annotated[str, Meta(max_length=5)]
    numbers: list[int] = []


class Echo(Struct, frozen=True):
    """What a probe was sent."""

    name: str
    numbers: list[int]
    code: str
    token: str | None
    client: str
    base_url: str


async def echo(call: Asked[Wish, NoQuery]) -> Echo:
    wish = call.body
    path, token = call.path["code"], call.authorization
    return Echo(wish.name, wish.numbers, path, token, call.client, call.base_url)


async def nothing(_: Call) -> None:
    pass


async def fail(_: Call) -> None:
    raise RuntimeError("the secret is 42")


async def too_many(_: Call) -> None:
    raise HttpRefusal(429, "too_many_tables", seconds=2.5, limit=3)


async def not_now(_: Call) -> None:
    raise NotAllowed("not_now", "the sentence stays here", awaits="bids", offered="turn")


async def odd(_: Call) -> None:
    raise HttpRefusal(400, "odd", text="\ud800" + "x" * 500, number=10**5000, other=object())


def _probe(method: str, name: str, handler: object, **more: object) -> Endpoint:
    given = {"answer": None, "path": f"/api/probes/{name}", "cost": RequestCost(BODY), **more}
    return Endpoint(method=method, name=name, summary=name, handler=handler, **given)  # type: ignore[arg-type]


PROBES = (
    _probe(
        *("PUT", "echo", echo),
        path="/api/probes/{code}/echo",
        body=Wish,
        cost=RequestCost(1_000_000),
        answer=Echo,
        status=201,
    ),
    _probe("POST", "nothing", nothing),
    _probe("GET", "fail", fail),
    _probe("GET", "too_many", too_many),
    _probe("GET", "not_now", not_now),
    _probe("GET", "odd", odd),
    _probe("DELETE", "seat", nothing, needs_token=True),
    _probe("POST", "small", nothing, body=bytes, cost=RequestCost(1000)),
)


@contextmanager
def serving(app: ASGIApp, door: socket.socket | None = None, **more: Any) -> Iterator[str]:
    """The address of a server that runs meanwhile, on that listening socket if there is one."""
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="warning", **more))
    doors = [door] if door else None
    thread = Thread(target=server.run, args=(doors,), daemon=True)
    thread.start()
    while not server.started and thread.is_alive():
        sleep(0.01)
    port = (door or server.servers[0].sockets[0]).getsockname()[1]
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join()


def until_empty(connections: OpenConnections) -> None:
    """Wait until the server has closed all connections."""
    wait_until(lambda: not connections.open, "the end of all connections")


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The whole server, with limits that tests do not reach."""
    flags = {
        "data": tmp_path_factory.mktemp("data"),
        "tables_per_hour": 100_000,
        "joins_per_hour": 100_000,
    }
    with serving(create_app(read_settings(flags, {}))) as url:
        yield url


@pytest.fixture(scope="session")
def probe_address() -> Iterator[str]:
    app = Starlette(routes=make_routes(PROBES))
    app.state.services = None  # the probes use none
    with serving(app) as url:
        yield url


@pytest.fixture
def client(address: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=address, trust_env=False) as opened:
        yield opened


@pytest.fixture
def probe(probe_address: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=probe_address, trust_env=False) as opened:
        yield opened


def refused(response: httpx.Response) -> tuple[int, str, dict[str, object]]:
    """Status, code and arguments of a refusal, whose shape is checked."""
    assert response.headers["content-type"] == "application/json"
    body = response.json()
    assert set(body) == {"code", "arguments"}
    return response.status_code, body["code"], body["arguments"]
