"""Body and query of a request as its endpoint declares them: strict, with a code for each fault."""

import re
from collections.abc import Iterable
from typing import TypeVar

import msgspec
from msgspec import Struct

from spielgeld.server.api.endpoint import Endpoint
from spielgeld.server.api.refusals import HttpRefusal, unreadable

T = TypeVar("T")

_PLACE = re.compile(r"(?s)(?P<problem>.*?)(?: - at `(?P<place>\$[^`]*)`)?")
_NAMED_FIELD = re.compile(r"(?s)Object (?P<what>missing required|contains unknown) field `(.*)`")


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


def explain(error: msgspec.ValidationError, root: str) -> tuple[str, dict[str, str]]:
    """Return what is wrong: a code, and its arguments, such as the place `body.hands[0]`."""
    found = _PLACE.fullmatch(str(error))
    problem, place = (found["problem"], found["place"] or "$") if found else ("", "$")
    place = root + place.removeprefix("$")
    if named := _NAMED_FIELD.fullmatch(problem):
        code = "missing_field" if named["what"].startswith("missing") else "unknown_field"
        return code, {"place": place, "field": named[2][:80]}
    return "wrong_value", {"place": place}


def _refusal(error: msgspec.ValidationError, root: str) -> HttpRefusal:
    fault, arguments = explain(error, root)
    return unreadable(fault, **arguments)
