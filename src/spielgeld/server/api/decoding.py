"""Body and query of a request as its endpoint declares them: strict, with a code for each fault."""

from collections.abc import Iterable

import msgspec
from msgspec import Struct

from spielgeld.server.api.endpoint import Endpoint
from spielgeld.server.api.refusals import HttpRefusal, unreadable
from spielgeld.server.validation import explain


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


def decode_body(endpoint: Endpoint, data: bytes) -> object:
    """The body, or its bytes where the endpoint wants them as they are."""
    if endpoint.body is bytes:
        return data
    try:
        return msgspec.json.decode(data, type=endpoint.body)
    except msgspec.ValidationError as error:
        raise _refusal(error, root="body") from None
    except UnicodeDecodeError:
        raise unreadable("encoding") from None
    except (msgspec.DecodeError, RecursionError):
        raise unreadable("json") from None


def _refusal(error: msgspec.ValidationError, root: str) -> HttpRefusal:
    code, arguments = explain(error, root)
    return unreadable(code, **arguments)
