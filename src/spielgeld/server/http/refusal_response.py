"""From whatever was refused to a status and `{"code": …, "arguments": {…}}`, in one place."""

from math import ceil

import msgspec
from starlette.responses import Response

from spielgeld.engine import Refusal
from spielgeld.server.api.refusals import HttpRefusal, plain_arguments, status_of
from spielgeld.server.api.types import RefusalBody


def refusal_response(refusal: HttpRefusal | Refusal) -> Response:
    """The refusal as it goes over the wire; its sentence stays here."""
    status, arguments = status_of(refusal), refusal.arguments
    headers = {"Cache-Control": "no-store"}
    if status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    if status == 405:
        headers["Allow"] = ", ".join(map(str, _listed(arguments["allowed"])))
    if status == 413:
        headers["Connection"] = "close"  # the rest of the body is not worth reading
    if "seconds" in arguments:
        headers["Retry-After"] = str(ceil(float(str(arguments["seconds"]))))
    body = RefusalBody(code=refusal.code, arguments=plain_arguments(arguments))
    return Response(msgspec.json.encode(body), status, headers, "application/json")


def _listed(value: object) -> list[object]:
    return list(value) if isinstance(value, list | tuple) else []
