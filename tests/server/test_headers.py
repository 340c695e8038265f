"""What every response tells the browser to refuse."""

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from spielgeld.server.http.headers import SecurityHeaders
from support.asgi_call import call_app


async def page(_: Request) -> PlainTextResponse:
    return PlainTextResponse("page", headers={"Cache-Control": "max-age=60", "X-Frame": "mine"})


async def lax(_: Request) -> PlainTextResponse:
    return PlainTextResponse("lax", headers={"Content-Security-Policy": "default-src *"})


async def refusing(socket: WebSocket) -> None:
    await socket.send_denial_response(PlainTextResponse("no", status_code=403))


ROUTES = [
    Route("/", page),
    Route("/lax", lax),
    Route("/api/tables", page),
    Route("/apis", page),
    WebSocketRoute("/socket", refusing),
]
APP = SecurityHeaders(Starlette(routes=ROUTES))


def headers_of(path: str, kind: str = "http") -> dict[str, list[str]]:
    return call_app(APP, path, kind=kind).headers


@pytest.mark.parametrize("path", ["/", "/lax", "/api/tables", "/no/such/path"])
def test_every_response_is_strict(path: str) -> None:
    headers = headers_of(path)
    (policy,) = headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; ")
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert "*" not in policy
    assert headers["x-content-type-options"] == ["nosniff"]
    assert headers["referrer-policy"] == ["no-referrer"]
    assert headers["cross-origin-opener-policy"] == ["same-origin"]
    assert headers["cross-origin-resource-policy"] == ["same-origin"]
    assert "camera=()" in headers["permissions-policy"][0]


def test_answers_of_the_api_are_never_kept() -> None:
    assert headers_of("/api/tables")["cache-control"] == ["no-store"]
    assert headers_of("/api/nothing")["cache-control"] == ["no-store"]
    assert headers_of("/apis")["cache-control"] == ["max-age=60"]
    assert headers_of("/")["x-frame"] == ["mine"]


def test_a_refused_socket_is_answered_as_strictly() -> None:
    assert headers_of("/socket", "websocket")["referrer-policy"] == ["no-referrer"]
