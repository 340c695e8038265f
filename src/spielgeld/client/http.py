"""The HTTP requests a program makes before it has a seat."""

import json
from http.client import HTTPException
from typing import Any, cast
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

TIMEOUT = 15.0


class ServerRefusal(Exception):
    """The server refused: a code, and the arguments for its message."""

    def __init__(self, code: str, arguments: dict[str, Any]) -> None:
        super().__init__(f"{code} {arguments}" if arguments else code)
        self.code = code
        self.arguments = arguments


def open_table(server: str, name: str, agreement: dict[str, Any]) -> dict[str, Any]:
    """Open a table: its code, our seat and its token."""
    return post(server, "/api/tables", {"name": name, "agreement": agreement})


def join_table(server: str, code: str, name: str) -> dict[str, Any]:
    """Sit down at a table: our seat and its token."""
    return post(server, f"/api/tables/{code}/join", {"name": name})


def post(
    server: str, path: str, body: dict[str, Any] | None = None, token: str | None = None
) -> dict[str, Any]:
    """Send a POST request; returns the answer, or raises `ServerRefusal`."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    data = None
    if body is not None:
        headers["Content-Type"] = "application/json"
        data = json.dumps(body).encode()
    request = Request(server.rstrip("/") + path, data, headers, method="POST")  # noqa: S310
    return cast(dict[str, Any], json.loads(_ask(request) or b"{}"))


def get(server: str, path: str, token: str | None = None) -> Any:
    """Send a GET request; returns the answer, or raises `ServerRefusal`."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    return json.loads(_ask(Request(server.rstrip("/") + path, headers=headers)))  # noqa: S310


def _ask(request: Request) -> bytes:
    try:
        with urlopen(request, timeout=TIMEOUT) as answer:  # noqa: S310
            return cast(bytes, answer.read())
    except HTTPError as error:
        with error:
            refusal = _refusal(error.read())
        raise refusal from None
    except HTTPException as error:  # the server died in the middle of its answer
        raise URLError(error) from None


def _refusal(body: bytes) -> ServerRefusal:
    try:
        content = json.loads(body)
        return ServerRefusal(content["code"], content["arguments"])
    except (ValueError, TypeError, KeyError):
        return ServerRefusal("not_spielgeld", {})
