"""The routes of all endpoints; whatever else is asked under `/api` is refused in the same shape."""

import asyncio
import logging
from collections.abc import Awaitable, Sequence
from typing import TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from spielgeld.engine import Refusal
from spielgeld.server.api.endpoint import Endpoint
from spielgeld.server.api.long_work import LongWork, in_time
from spielgeld.server.api.refusals import HttpRefusal
from spielgeld.server.http.openapi import document_endpoints
from spielgeld.server.http.refusal_response import refusal_response
from spielgeld.server.http.requests import caller, read_call
from spielgeld.server.store.interface import StoreTrouble

T = TypeVar("T")

_log = logging.getLogger(__name__)


def make_routes(endpoints: Sequence[Endpoint]) -> list[Route]:
    """A route for each path, those of the documentation, and one for all that does not exist."""
    by_path: dict[str, dict[str, Endpoint]] = {}
    for endpoint in (*endpoints, *document_endpoints(endpoints)):
        by_path.setdefault(endpoint.path, {})[endpoint.method] = endpoint
    pages = [Route(path, _Page(methods)) for path, methods in by_path.items()]
    return [*pages, Route("/api", _nothing_here), Route("/api/{rest:path}", _nothing_here)]


class _Page:
    """All endpoints of one path."""

    def __init__(self, methods: dict[str, Endpoint]) -> None:
        self._methods = {**methods, "HEAD": methods["GET"]} if "GET" in methods else methods
        self._allowed = sorted([*self._methods, "OPTIONS"])

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive, send)
        try:
            response = await self._answer(request)
        except ClientDisconnect:
            return
        await response(scope, receive, send)

    async def _answer(self, request: Request) -> Response:
        if request.method == "OPTIONS":
            return Response(status_code=204, headers={"Allow": ", ".join(self._allowed)})
        if request.method not in self._methods:
            return refusal_response(HttpRefusal(405, "method", allowed=self._allowed))
        return await _ask(self._methods[request.method], request)


async def _ask(endpoint: Endpoint, request: Request) -> Response:
    """The endpoint's answer; details of an internal error are logged, not sent."""
    try:
        return _response(endpoint, await _answer_to(endpoint, request))
    except (HttpRefusal, Refusal) as refusal:
        return refusal_response(refusal)
    except StoreTrouble:
        return refusal_response(HttpRefusal(503, "store_down"))
    except ClientDisconnect:
        raise
    except Exception:
        _log.exception("the endpoint %s failed", endpoint.name)
        return refusal_response(HttpRefusal(500, "internal"))


async def _answer_to(endpoint: Endpoint, request: Request) -> object:
    cost = endpoint.cost
    if cost.work is None or endpoint.body is None:
        call = await in_time(read_call(endpoint, request), cost.body)
        # A client that has hung up may ask elsewhere, so work that has not begun must not be done.
        return await _while_there(request, endpoint.answer_to(call))
    queue: LongWork = request.app.state.services.long_work[cost.work]
    length = request.headers.get("content-length", "")
    size = min(int(length), cost.body) if length.isdecimal() else cost.body
    async with queue.body(caller(request), size):
        call = await in_time(read_call(endpoint, request), size)
        return await _while_there(request, endpoint.answer_to(call))


async def _while_there(request: Request, work: Awaitable[T]) -> T:
    """Await the work; cancel it if the client disconnects. The body must have been read."""
    working = asyncio.ensure_future(work)
    gone = asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait({working, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise ClientDisconnect
        return working.result()
    finally:
        for each in (working, gone):
            each.cancel()
        await asyncio.gather(working, gone, return_exceptions=True)


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _response(endpoint: Endpoint, answer: object) -> Response:
    if isinstance(answer, Response):
        return answer
    headers = {"Cache-Control": "no-store"}
    if endpoint.answer is None:
        return Response(status_code=204, headers=headers)
    data = answer if isinstance(answer, bytes) else msgspec.json.encode(answer)
    return Response(data, endpoint.status, headers, endpoint.answer_type)


class _NothingHere:
    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await refusal_response(HttpRefusal(404, "no_such_page"))(scope, receive, send)


_nothing_here = _NothingHere()
