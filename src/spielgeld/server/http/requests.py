"""From a request to what is `Asked`: strict, with a code for whatever cannot be read."""

from msgspec import Struct
from starlette.requests import Request

from spielgeld.server.access.addresses import client_address
from spielgeld.server.api.decoding import body_for, decode_query
from spielgeld.server.api.endpoint import Asked, Endpoint
from spielgeld.server.api.refusals import HttpRefusal
from spielgeld.server.settings.reading import Settings


async def read_call(endpoint: Endpoint, request: Request) -> Asked[object, Struct]:
    """The request as the handler gets it. What is wrong is told in this order."""
    token = bearer_token(request)
    if endpoint.needs_token and token is None:
        raise HttpRefusal(401, "no_token")
    query = decode_query(endpoint, request.query_params.multi_items())
    body = None
    if endpoint.body is not None:
        _check_media_type(endpoint, request)
        body = body_for(endpoint, await _read_body(endpoint.cost.body, request))
    return Asked(
        services=request.app.state.services,
        path=request.path_params,
        body=body,
        query=query,
        authorization=token,
        client=caller(request),
        base_url=str(request.base_url),
    )


def caller(request: Request) -> str:
    """The IP address of the client."""
    settings: Settings | None = getattr(request.app.state, "settings", None)
    return client_address(request.scope, settings.trusted_proxies if settings else 0)


def bearer_token(request: Request) -> str | None:
    """The token of `Authorization: Bearer …`, if there is one."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() or None if scheme.lower() == "bearer" else None


def _check_media_type(endpoint: Endpoint, request: Request) -> None:
    media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media_type not in endpoint.body_types:
        raise HttpRefusal(415, "content_type", wanted=endpoint.body_types)


async def _read_body(limit: int, request: Request) -> bytes:
    """Read the body, at most `limit` bytes, whatever Content-Length says."""
    body = bytearray()
    async for chunk in request.stream():
        if len(body) + len(chunk) > limit:
            raise HttpRefusal(413, "too_large", limit=limit)
        body += chunk
    return bytes(body)
