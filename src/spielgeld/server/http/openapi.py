"""The OpenAPI 3.1 document and the page for people, both from the list of endpoints."""

import re
from collections.abc import Sequence
from importlib.resources import files
from typing import Any

import msgspec
from starlette.responses import Response

from spielgeld import __version__
from spielgeld.server.access.costs import RequestCost
from spielgeld.server.api.endpoint import JSON, Call, Endpoint
from spielgeld.server.http.docs_page import docs_page

Document = dict[str, Any]

_REFUSAL_ARGUMENTS = {"type": "object", "description": "What the words about it have to name."}


def openapi_document(endpoints: Sequence[Endpoint]) -> Document:
    """What every endpoint takes, answers and refuses."""
    schemas, components = _schemas(endpoints)
    paths: Document = {}
    for endpoint in endpoints:
        operation = _operation(endpoint, schemas, components)
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = operation
    queries = {_component_name(schemas[endpoint.query]) for endpoint in endpoints}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Spielgeld", "version": __version__, "license": {"name": "MIT"}},
        "paths": paths,
        "components": {
            # Queries stand as parameters where they belong.
            "schemas": {name: components[name] for name in components if name not in queries},
            "securitySchemes": {"seat_token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _schemas(endpoints: Sequence[Endpoint]) -> tuple[dict[Any, Document], dict[str, Document]]:
    """The schema of every type of the endpoints, and the components those refer to."""
    kinds = [kind for each in endpoints for kind in (each.body, each.answer, each.query)]
    types = list(dict.fromkeys(kind for kind in kinds if kind not in {None, bytes}))
    schemas, components = msgspec.json.schema_components(
        types, ref_template="#/components/schemas/{name}"
    )
    return dict(zip(types, schemas, strict=True)), components


def _operation(
    endpoint: Endpoint, schemas: dict[Any, Document], components: dict[str, Document]
) -> Document:
    query = _component_name(schemas[endpoint.query])
    operation: Document = {
        "operationId": endpoint.name,
        "summary": endpoint.summary,
        "responses": {str(endpoint.status): _answer(endpoint, schemas)} | _refusals(endpoint),
    }
    if parameters := [*_path_parameters(endpoint), *_query_parameters(components[query])]:
        operation["parameters"] = parameters
    if endpoint.body is not None:
        schema = schemas.get(endpoint.body, {})
        content = {media_type: {"schema": schema} for media_type in endpoint.body_types}
        operation["requestBody"] = {"required": True, "content": content}
    if endpoint.needs_token:
        operation["security"] = [{"seat_token": []}]
    return operation


def _answer(endpoint: Endpoint, schemas: dict[Any, Document]) -> Document:
    if endpoint.answer is None:
        return {"description": "Done"}
    schema = schemas.get(endpoint.answer, {})
    return {"description": "The answer", "content": {endpoint.answer_type: {"schema": schema}}}


def _refusals(endpoint: Endpoint) -> Document:
    return {
        str(status): {
            "description": "Refused",
            "content": {JSON: {"schema": _refusal_schema(codes)}},
        }
        for status, codes in endpoint.all_refusals.items()
    }


def _refusal_schema(codes: Sequence[str]) -> Document:
    return {
        "type": "object",
        "properties": {"code": {"enum": list(codes)}, "arguments": _REFUSAL_ARGUMENTS},
        "required": ["code", "arguments"],
        "additionalProperties": False,
    }


def _path_parameters(endpoint: Endpoint) -> list[Document]:
    return [
        {
            "name": name,
            "in": "path",
            "required": True,
            "schema": {"type": "string", "minLength": 1},
        }
        for name in re.findall(r"\{(\w+)\}", endpoint.path)
    ]


def _component_name(schema: Document) -> str:
    return str(schema["$ref"]).rpartition("/")[2]


def _query_parameters(schema: Document) -> list[Document]:
    return [
        {
            "name": name,
            "in": "query",
            "required": name in schema["required"],
            "schema": {key: value for key, value in each.items() if key != "description"},
            "description": each.get("description", ""),
        }
        for name, each in schema["properties"].items()
    ]


def document_endpoints(endpoints: Sequence[Endpoint]) -> list[Endpoint]:
    """The documents about the endpoints, for programs and for people."""
    document = openapi_document(endpoints)
    style = (files(__package__) / "docs.css").read_bytes()
    return [
        _page("openapi.json", msgspec.json.encode(document), JSON),
        _page("docs", docs_page(document).encode(), "text/html"),
        _page("docs.css", style, "text/css"),
    ]


def _page(name: str, content: bytes, media_type: str) -> Endpoint:
    async def handler(_: Call) -> Response:
        return Response(content, headers={"Cache-Control": "no-cache"}, media_type=media_type)

    return Endpoint(
        method="GET",
        path=f"/api/{name}",
        name=name,
        summary="About this API",
        handler=handler,
        answer=bytes,
        cost=RequestCost(),
    )
