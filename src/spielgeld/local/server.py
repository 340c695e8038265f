"""The whole server in one browser: questions as over HTTP, lines as over sockets."""

import asyncio
import re
from collections.abc import Callable, MutableMapping
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import msgspec
from msgspec import Struct

from spielgeld.advice.types import DealCurve
from spielgeld.engine import Refusal
from spielgeld.local.advice import Adviser
from spielgeld.local.store import LocalStore
from spielgeld.server.api.decoding import body_for, decode_query
from spielgeld.server.api.endpoint import Asked, Call, Endpoint
from spielgeld.server.api.endpoint_list import ENDPOINTS
from spielgeld.server.api.long_work import run_here
from spielgeld.server.api.refusals import HttpRefusal, plain_arguments, status_of
from spielgeld.server.api.tables import finished_deals
from spielgeld.server.api.types import RefusalBody
from spielgeld.server.background import Tasks
from spielgeld.server.operations.logs import log_failure
from spielgeld.server.operations.meter import Meter
from spielgeld.server.running import Elsewhere, Server, sole_tables
from spielgeld.server.settings.options import MAX_COUNT
from spielgeld.server.settings.reading import Settings, read_settings
from spielgeld.server.store.interface import StoreTrouble
from spielgeld.server.tables.table_codes import LOCAL_MARK

Post = Callable[[int, str | None], object]
"""Hears what is sent on a line; None: the line was closed."""

_ADDRESS = "127.0.0.1"
_SCOPE = {"type": "websocket", "headers": [(b"host", b"127.0.0.1")], "client": (_ADDRESS, 0)}


class PageRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the page would ask over HTTP."""

    method: str
    path: str
    query: str = ""
    body: str | None = None
    token: str | None = None
    base_url: str
    """Where the page lives, with a `/` at the end."""


class PageResponse(Struct, frozen=True, kw_only=True):
    """What the server would answer."""

    status: int
    body: str


class LocalServer:
    """One person's tables. It lives as long as the event loop it was made in."""

    def __init__(self, store: LocalStore, post: Post, adviser: Adviser, folder: Path) -> None:
        self._post = post
        self._heard: dict[int, asyncio.Queue[dict[str, Any]]] = {}
        self._lines = Tasks()
        meter = Meter()
        tables = sole_tables(store, store, meter, LOCAL_MARK)
        elsewhere = Elsewhere(run_here, adviser.review, adviser.hint)
        self._server = Server(tables, store, _settings(folder), meter, elsewhere)
        self._adviser = adviser
        beside = {"deal_curve": self._curve}
        own = [replace(each, handler=beside.get(each.name, each.handler)) for each in ENDPOINTS]
        self._endpoints = [(each.method, _pattern(each.path), each) for each in own]

    async def start(self) -> None:
        """Begin to run tables."""
        await self._server.tables.start()

    async def close(self) -> None:
        """Stop; what was accepted is kept."""
        await self._lines.close()
        await self._server.close()

    # ------------------------------------------------------------ questions

    async def ask(self, text: str) -> str:
        """The JSON of a `PageRequest` in, that of a `PageResponse` out, as over HTTP."""
        request = msgspec.json.decode(text, type=PageRequest)
        status, body = await self._answer(request)
        return msgspec.json.encode(PageResponse(status=status, body=body)).decode()

    async def _answer(self, request: PageRequest) -> tuple[int, str]:
        try:
            endpoint, named = self._find(request.method, request.path)
            answer = await endpoint.answer_to(self._call(endpoint, named, request))
        except (HttpRefusal, Refusal) as refusal:
            return _refused(refusal)
        except StoreTrouble:
            return _refused(HttpRefusal(503, "store_down"))
        except Exception as failure:  # never how it failed
            log_failure("endpoint_failed", failure)
            return _refused(HttpRefusal(500, "internal"))
        if endpoint.answer is None:
            return 204, ""
        text = answer if isinstance(answer, bytes) else msgspec.json.encode(answer)
        return endpoint.status, text.decode()

    def _call(
        self, endpoint: Endpoint, named: dict[str, str], request: PageRequest
    ) -> Asked[object, msgspec.Struct]:
        if endpoint.needs_token and request.token is None:
            raise HttpRefusal(401, "no_token")
        query = decode_query(endpoint, parse_qsl(request.query, keep_blank_values=True))
        body = None
        if endpoint.body is not None:
            body = body_for(endpoint, (request.body or "").encode())
        return Asked(
            services=self._server.services,
            path=named,
            body=body,
            query=query,
            authorization=request.token,
            client=_ADDRESS,
            base_url=request.base_url,
        )

    def _find(self, method: str, path: str) -> tuple[Endpoint, dict[str, str]]:
        for known, pattern, endpoint in self._endpoints:
            found = pattern.fullmatch(path) if known == method else None
            if found:
                return endpoint, found.groupdict()
        raise HttpRefusal(404, "no_such_page")

    async def _curve(self, call: Call) -> DealCurve:
        """Like a hint it is worked out elsewhere: no table waits for it."""
        return await self._adviser.curve(await finished_deals(call))

    # ------------------------------------------------------------ lines

    def connect(self, line: int, code: str) -> None:
        """Open a line to a table, as a socket would be."""
        heard = self._heard[line] = asyncio.Queue()
        heard.put_nowait({"type": "websocket.connect"})

        async def send(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "websocket.send":
                self._post(line, message["text"])
            elif message["type"] == "websocket.close":
                self._post(line, None)

        async def serve() -> None:
            try:
                await self._server.sockets(code, _SCOPE, heard.get, send)
            except Exception as failure:  # the page comes back by itself
                log_failure("line_failed", failure)
                self._post(line, None)

        self._lines.start(serve())

    def say(self, line: int, text: str) -> None:
        """What the page says on a line; nobody hears what comes after its end."""
        if line in self._heard:
            self._heard[line].put_nowait({"type": "websocket.receive", "text": text})

    def hang_up(self, line: int) -> None:
        """The page has closed the line."""
        heard = self._heard.pop(line, None)
        if heard:
            heard.put_nowait({"type": "websocket.disconnect"})


def _settings(folder: Path) -> Settings:
    """In your own browser you may do as much as you like."""
    plenty = ("tables_per_hour", "joins_per_hour", "messages_per_second", "message_burst")
    return read_settings({"data": str(folder), **dict.fromkeys(plenty, MAX_COUNT)}, {})


def _pattern(path: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", path))


def _refused(refusal: HttpRefusal | Refusal) -> tuple[int, str]:
    body = RefusalBody(code=refusal.code, arguments=plain_arguments(refusal.arguments))
    return status_of(refusal), msgspec.json.encode(body).decode()
