"""The words people read, one folder per language.

`rules.json` holds the rules in chapters of paragraphs. A paragraph has the `name` of its rule, the
numbers of the `rulings` behind it, and is told `when` an edition has these rules.
"""

import json
from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import NotRequired, TypedDict


class Paragraph(TypedDict):
    """One rule in words."""

    name: str
    rulings: list[str]
    when: NotRequired[dict[str, object]]
    text: str


class Chapter(TypedDict):
    """A chapter of the rules."""

    title: str
    paragraphs: list[Paragraph]


def load_rules(language: str) -> list[Chapter]:
    """All chapters with every paragraph any edition needs."""
    text = files(__package__).joinpath(language, "rules.json").read_text(encoding="utf-8")
    chapters: list[Chapter] = json.loads(text)
    return chapters


def fitting(chapter: Chapter, facts: Mapping[str, object]) -> Iterator[Paragraph]:
    """The paragraphs that hold where these are the facts."""
    for paragraph in chapter["paragraphs"]:
        when = paragraph.get("when", {})
        if all(facts[name] == value for name, value in when.items()):
            yield paragraph
