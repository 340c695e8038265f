"""The report: one page that needs nothing else, with the numbers behind every picture."""

from dataclasses import replace
from html.parser import HTMLParser

import pytest

from arena.arenas import played, small_plan
from spielgeld.arena.report import page
from spielgeld.arena.standings import Standings

VOID = {"meta", "rect", "line"}


class Reader(HTMLParser):
    """Reads a page, and sees that everything opened is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        assert len(dict(attrs)) == len(attrs), tag
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    def named(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for each, attributes in self.tags if each == tag]


@pytest.fixture(scope="module")
def result() -> Standings:
    return played(small_plan("random", "greedy", deals=60, seed="<b>&"))


@pytest.fixture(scope="module")
def read(result: Standings) -> Reader:
    return Reader(page(result))


def test_every_picture_has_a_name_and_a_table_behind_it(read: Reader) -> None:
    pictures = read.named("svg")
    assert len(pictures) == 5
    assert all(each["role"] == "img" and each["aria-label"] for each in pictures)
    assert len(read.named("details")) == 5 + 1
    assert [each for each in read.named("details") if "open" in each] == [{"open": None}]
    assert len(read.named("table")) == len(read.named("caption")) == 6
    assert all(each["scope"] in {"row", "col"} for each in read.named("th"))


def test_it_tells_what_it_must(read: Reader, result: Standings) -> None:
    text = "\n".join(read.words)
    for heading in ("Ratings", "Points in a deal", "Length of a deal", "Kinds of turns"):
        assert heading in read.words
    assert {"right row", "left row", "a bid", "keep", "sat out"} <= set(read.words)
    assert "greedy beats random." in read.words
    share = next(iter(result.fields.values())).share
    assert share.as_text(3) in read.words
    assert "Seed: <b>&." in text


def test_it_needs_nothing_else(read: Reader) -> None:
    assert not {"script", "link", "img", "iframe"} & {tag for tag, _ in read.tags}
    attributes = {name for _, each in read.tags for name in each}
    assert not attributes & {"src", "href", "style", "onclick"}
    assert "prefers-color-scheme: dark" in "".join(read.words)
    assert {"name": "viewport", "content": "width=device-width, initial-scale=1"} in read.named(
        "meta"
    )


def test_without_openskill_it_says_so(result: Standings) -> None:
    read = Reader(page(replace(result, ratings=None)))
    assert "Ratings need OpenSkill: pip install 'spielgeld[arena]'" in read.words
    assert len(read.named("svg")) == 4


@pytest.mark.parametrize(("table", "pictures"), [("mixed", 4), ("field", 5)])
def test_a_part_of_the_tables_makes_a_part_of_the_page(table: str, pictures: int) -> None:
    read = Reader(page(played(small_plan("random", "greedy", deals=3, table=table))))
    assert len(read.named("svg")) == pictures
