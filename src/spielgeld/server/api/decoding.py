"""Body and query of a request as its endpoint declares them: strict, with a code for each fault."""

from collections.abc import Iterable
from typing import TypeVar

import msgspec
from msgspec import Struct

from spielgeld.server.api.endpoint import Endpoint
from spielgeld.server.api.refusals import HttpRefusal, unreadable
from spielgeld.server.validation import explain

T = TypeVar("T")


def decode_query(endpoint: Endpoint, pairs: Iterable[tuple[str, str]]) -> Struct:
    """The parameters behind the `?`, in the order in which they came."""
    given: dict[str, str] = {}
    for name, value in pairs:
        if name in given:
            raise unreadable("parameter_twice", field=name)
        given[name] = value
    try:
        return msgspec.convert(given, endpoint.query, strict=False)
    except msgspec.ValidationError as error:
        raise _refusal(error, root="query") from None


def body_for(endpoint: Endpoint, data: bytes) -> object:
    """Return the body as the endpoint's handler gets it; long work decodes it itself."""
    if endpoint.body is bytes or endpoint.cost.work:
        return data
    return decode_body(endpoint.body, data)


def decode_body(wanted: type[T], data: bytes) -> T:
    """Return the body as the type that its endpoint declares."""
    try:
        return msgspec.json.decode(data, type=wanted)
    except msgspec.ValidationError as error:
        raise _refusal(error, root="body") from None
    except UnicodeDecodeError:
        raise unreadable("encoding") from None
    except (msgspec.DecodeError, RecursionError):
        raise unreadable("json") from None


def _refusal(error: msgspec.ValidationError, root: str) -> HttpRefusal:
    code, arguments = explain(error, root)
    return unreadable(code, **arguments)
