"""The OpenAPI document as a page for people: plain HTML, no script, one stylesheet of our own."""

from collections.abc import Iterator
from html import escape
from typing import Any

from spielgeld.server.api.endpoint import JSON

Document = dict[str, Any]


def docs_page(document: Document) -> str:
    """Every endpoint, then every type they speak of."""
    operations = [
        (method.upper(), path, operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    ]
    info = document["info"]
    title = f"{info['title']} {info['version']}: the HTTP interface"
    body = [
        f"<h1>{escape(title)}</h1>",
        '<p>For programs: <a href="openapi.json">openapi.json</a> (OpenAPI 3.1). Refusals are'
        " <code>{&quot;code&quot;: …, &quot;arguments&quot;: {…}}</code>.</p>",
        "<nav><h2>Contents</h2><ul>",
        *[
            f'<li><a href="#{escape(operation["operationId"])}">{method} {escape(path)}</a>'
            f" {escape(operation['summary'])}</li>"
            for method, path, operation in operations
        ],
        "</ul></nav><main>",
        *[line for each in operations for line in _operation(*each)],
        "<h2>Types</h2>",
        *[
            line
            for name, schema in document["components"]["schemas"].items()
            for line in _component(name, schema)
        ],
        "</main>",
    ]
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<title>{escape(title)}</title>\n<link rel="stylesheet" href="docs.css">\n'
        "</head>\n<body>\n" + "\n".join(body) + "\n</body>\n</html>\n"
    )


def _operation(method: str, path: str, operation: Document) -> Iterator[str]:
    yield f'<section id="{escape(operation["operationId"])}">'
    yield f"<h2><code>{method} {escape(path)}</code></h2><p>{escape(operation['summary'])}.</p>"
    if "security" in operation:
        yield "<p>Needs <code>Authorization: Bearer</code> with the token of a seat.</p>"
    if parameters := operation.get("parameters"):
        yield "<h3>Parameters</h3>"
        yield from _fields(
            {each["name"]: each["schema"] | each for each in parameters},
            [each["name"] for each in parameters if each["required"]],
        )
    if "requestBody" in operation:
        yield "<h3>Body</h3>"
        for media_type, content in operation["requestBody"]["content"].items():
            yield f"<p><code>{media_type}</code>: {type_name(content['schema'])}</p>"
    yield "<h3>Answers</h3><dl>"
    for status, response in operation["responses"].items():
        yield f"<dt>{status}</dt><dd>{_response(response)}</dd>"
    yield "</dl></section>"


def _response(response: Document) -> str:
    for media_type, content in response.get("content", {}).items():
        codes = content["schema"].get("properties", {}).get("code")
        if codes:
            return ", ".join(f"<code>{escape(code)}</code>" for code in codes["enum"])
        if media_type != JSON:
            return f"<code>{escape(media_type)}</code>"
        return type_name(content["schema"])
    return "nothing"


def _component(name: str, schema: Document) -> Iterator[str]:
    yield f'<section id="type-{escape(name)}"><h3>{escape(name)}</h3>'
    if "description" in schema:
        yield f"<p>{escape(schema['description'])}</p>"
    yield from _fields(schema.get("properties", {}), schema.get("required", []))
    yield "</section>"


def _fields(properties: Document, required: list[str]) -> Iterator[str]:
    yield "<dl>"
    for name, schema in properties.items():
        optional = "" if name in required else ", may be left out"
        description = schema.get("description", "")
        yield f"<dt><code>{escape(name)}</code>: {type_name(schema)}{optional}</dt>"
        yield f"<dd>{escape(description)}</dd>"
    yield "</dl>"


def type_name(schema: Document) -> str:
    """A schema in one line, with links to the types it speaks of."""
    if "$ref" in schema:
        name = escape(schema["$ref"].rpartition("/")[2])
        return f'<a href="#type-{name}">{name}</a>'
    if "anyOf" in schema:
        return " or ".join(type_name(each) for each in schema["anyOf"])
    if "enum" in schema:
        return " | ".join(f"<code>{escape(str(value))}</code>" for value in schema["enum"])
    if schema.get("type") == "array":
        return f"list of {type_name(schema.get('items', {}))}"
    if schema.get("type") == "object":
        return f"object of {type_name(schema.get('additionalProperties') or {})}"
    return escape(schema.get("type", "any JSON"))
