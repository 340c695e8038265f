"""The documentation, for programs and for people, and the types of the page."""

from html.parser import HTMLParser
from pathlib import Path

import httpx
import pytest
from msgspec import Struct

from spielgeld.server.api.endpoint_list import ENDPOINTS
from spielgeld.server.http.openapi import openapi_document
from spielgeld.server.http.typescript import are_current, typescript, write_types

PAGE = Path(__file__).parents[3] / "web" / "src"


def test_the_document_is_served_and_names_every_endpoint(client: httpx.Client) -> None:
    answer = client.get("/api/openapi.json")
    document = answer.json()
    assert document == openapi_document(ENDPOINTS)
    assert document["openapi"] == "3.1.0"
    for endpoint in ENDPOINTS:
        operation = document["paths"][endpoint.path][endpoint.method.lower()]
        assert operation["operationId"] == endpoint.name
        assert {int(status) for status in operation["responses"]} == {
            endpoint.status,
            *endpoint.all_refusals,
        }


class Page(HTMLParser):
    """What a page is made of."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.ids: list[str] = []
        self.targets: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        for name, value in attrs:
            if name == "id" and value:
                self.ids.append(value)
            if name == "href" and value and value.startswith("#"):
                self.targets.add(value[1:])


def test_the_page_for_people_needs_nothing_but_its_own_stylesheet(client: httpx.Client) -> None:
    answer = client.get("/api/docs")
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    page = Page(answer.text)
    assert not page.tags & {"script", "style", "img", "iframe"}
    assert not any(name == "style" or name.startswith("on") for name in page.attributes)
    assert {endpoint.name for endpoint in ENDPOINTS} <= set(page.ids)
    assert page.targets <= set(page.ids)
    assert len(page.ids) == len(set(page.ids))
    style = client.get("/api/docs.css")
    assert style.headers["content-type"] == "text/css; charset=utf-8"
    assert "prefers-color-scheme: dark" in style.text


def test_the_types_of_the_page_are_current() -> None:
    assert are_current(PAGE), f"python -m spielgeld.server.http.typescript {PAGE}"


@pytest.mark.parametrize("name", ["events.ts", "messages.ts", "requests.ts"])
def test_types_are_written_and_found_old(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "src"
    assert not are_current(folder)
    write_types(folder)
    assert are_current(folder)
    (folder / name).write_text((folder / name).read_text() + " ")
    assert not are_current(folder)


class Said(Struct, tag_field="type", tag="said"):
    """Somebody */ said
    something."""

    words: list[str | int]
    pair: tuple[int, str]
    anything: object
    again: "Said | None" = None


class Left(Struct, tag_field="type", tag="left"):
    messages: "list[Said | Left]"
    last: "Said | Left | None"


def test_types_become_typescript() -> None:
    assert (
        typescript({"Message": Said | Left}, {}, "")
        == """\
export interface Left {
  type: "left";
  messages: Message[];
  last: Message | null;
}

export type Message = Said | Left;

/**
 * Somebody * / said
 * something.
 */
export interface Said {
  type: "said";
  words: (string | number)[];
  pair: [number, string];
  anything: unknown;
  again?: Said | null;
}
"""
    )


class Letter(Struct):
    said: Said
    answers: "list[Said | Left]"


def test_what_stands_elsewhere_is_imported() -> None:
    assert (
        typescript({"Letter": Letter}, {"Message": Said | Left}, "./messages")
        == """\
import type { Message, Said } from './messages';

export interface Letter {
  said: Said;
  answers: Message[];
}
"""
    )


def test_two_types_of_one_name_are_refused() -> None:
    other = type("Said", (Struct,), {"__annotations__": {"x": int}})
    with pytest.raises(ValueError, match="two types are called Said"):
        typescript({"Said": Said, "Other": list[other]}, {}, "")  # type: ignore[valid-type]
