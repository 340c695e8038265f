"""What an endpoint is: one description, from which the routes and the documentation are made."""

import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypedDict, TypeVar, Unpack, get_args, get_type_hints

from msgspec import Struct

from spielgeld.engine import NotAllowed
from spielgeld.server.access.address_limits import AddressLimits
from spielgeld.server.access.costs import REQUESTS, Kind, RequestCost
from spielgeld.server.api.long_work import LongWork
from spielgeld.server.api.refusals import HttpRefusal
from spielgeld.server.reviews.queue import ReviewQueue
from spielgeld.server.settings.reading import Settings
from spielgeld.server.store.interface import TableStore
from spielgeld.server.tables.jobs import NOT_KNOWN, STORE_DOWN
from spielgeld.server.tables.registry import TableRegistry
from spielgeld.server.tables.worker import Worker

T = TypeVar("T")
Body = TypeVar("Body")
Query = TypeVar("Query")

JSON = "application/json"
JSON_LINES = "application/x-ndjson"
SVG = "image/svg+xml"

READING_CODES = ("encoding", "json", "missing_field", "unknown_field", "wrong_value")
"""Why a body cannot be read."""
QUERY_CODES = ("missing_field", "parameter_twice", "unknown_field", "wrong_value")
"""Why the parameters behind the `?` cannot be read."""


class NoQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """No parameters are known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiServices:
    """What the endpoints use; a server and a browser each build one."""

    settings: Settings
    limits: AddressLimits
    store: TableStore
    registry: TableRegistry
    worker: Worker
    reviews: ReviewQueue
    long_work: Mapping[Kind, LongWork]


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One request, without what was sent in it."""

    services: ApiServices
    path: Mapping[str, str]
    """The named parts of the path."""
    authorization: str | None
    """The bearer token; there is one where the endpoint needs it."""
    client: str
    """The IP address of the client."""
    base_url: str
    """Of the server as the caller wrote it, with a `/` at the end."""

    async def work_out(self, kind: Kind, work: Callable[..., T], *arguments: object) -> T:
        """Do it in another process, when it is the caller's turn."""
        return await self.services.long_work[kind].work(self.client, work, *arguments)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked(Call, Generic[Body, Query]):
    """One request with its body and the parameters behind the `?`, decoded and checked."""

    body: Body
    """Long work decodes it itself: then it is the bytes of the body."""
    query: Query


Handler = Callable[[Any], Awaitable[object]]
"""Takes a `Call`, or what is `Asked`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """One thing that can be asked of the server."""

    method: str
    path: str
    """With names in braces: `/api/tables/{code}`."""
    name: str
    """Unique; for programs."""
    summary: str
    """One line, for people."""
    handler: Handler
    answer: Any
    """What the handler returns: a type that msgspec can encode, `bytes` as they are, or None."""
    cost: RequestCost
    """What a request may cost at most."""
    answer_type: str = JSON
    """The media type of the answer."""
    body: Any = None
    """The type of the request body, as msgspec decodes it; `bytes` for raw bytes, None for none."""
    body_types: tuple[str, ...] = (JSON,)
    """The media types accepted for the body."""
    query: type[Struct] = NoQuery
    needs_token: bool = False
    refusals: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """The codes it can refuse with, by status, besides those that reading the request brings."""
    status: int = 200
    """Of the answer."""

    async def answer_to(self, call: Call) -> object:
        """Count the request and answer it."""
        if self.cost.counted:
            call.services.limits.check(self.cost.counted, call.client, time.monotonic())
        try:
            return await self.handler(call)
        except NotAllowed as refusal:
            if refusal.code in NOT_KNOWN:  # for sockets there are two such codes
                raise HttpRefusal(503, STORE_DOWN) from None
            raise

    @property
    def all_refusals(self) -> dict[int, tuple[str, ...]]:
        """Every code it can refuse with, by status, also those of the machinery around it."""
        codes: dict[int, set[str]] = {400: set(QUERY_CODES)}
        if self.body is not None:
            codes[408], codes[413], codes[415] = {"too_slow"}, {"too_large"}, {"content_type"}
            codes[400] |= set(READING_CODES) if self.body is not bytes else set()
        if self.needs_token:
            codes[401] = {"no_token"}
        if self.cost.counted:
            codes[429] = {f"too_many_{self.cost.counted}"}
        if self.cost.work:
            codes[503] = {"busy"}
        for status, named in self.refusals.items():
            codes[status] = codes.get(status, set()) | set(named)
        return {status: tuple(sorted(codes[status])) for status in sorted(codes)}


class Declared(TypedDict, total=False):
    """The fields of an endpoint that its handler does not tell."""

    answer: Any
    answer_type: str
    body: Any
    body_types: tuple[str, ...]
    needs_token: bool
    refusals: Mapping[int, tuple[str, ...]]
    status: int


def endpoint(method: str, path: str, **declared: Unpack[Declared]) -> Callable[[Handler], Endpoint]:
    """Make an endpoint of a handler.

    Its name is the function's, its summary the first line of the docstring. Body, query and answer
    have the types that the function takes and returns, unless others are declared.
    """

    def made(handler: Handler) -> Endpoint:
        name = handler.__name__
        summary = (handler.__doc__ or "").partition("\n")[0].removesuffix(".")
        asked, answer = get_type_hints(handler).values()
        body, query = get_args(asked) or (type(None), NoQuery)
        declared.setdefault("body", None if body is type(None) else body)
        declared.setdefault("answer", None if answer is type(None) else answer)
        return Endpoint(
            method=method,
            path=path,
            name=name,
            summary=summary,
            handler=handler,
            cost=REQUESTS[name],
            query=query,
            **declared,
        )

    return made
