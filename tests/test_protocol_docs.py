"""`docs/protocol.md` is the protocol: nothing missing, nothing invented, every example true."""

import asyncio
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any, get_args, get_type_hints

import msgspec
import pytest
from prometheus_client.parser import text_string_to_metric_families

from conversation import DOCUMENT, Conversation, Json, Line, lines
from spielgeld.server.access.costs import MOST_HINTS, MOST_OF_A_SEAT, MOST_UNSENT_BYTES
from spielgeld.server.api.endpoint_list import ENDPOINTS
from spielgeld.server.settings.options import OPTIONS
from spielgeld.server.sockets.connection import CLOSE_CODES
from spielgeld.table import commands, phrases
from spielgeld.table.allowance import (
    MOST_BESIDE,
    MOST_CHANGES,
    MOST_CHANGES_IN_ALL,
    MOST_EXTRA,
)
from spielgeld.table.outgoing import events, messages, views
from spielgeld.table.outgoing.publisher import UPDATES_KEPT
from spielgeld.table.outgoing.types import OwnView, SharedView
from spielgeld.table.state import IDS_REMEMBERED, LATELY
from support.raising import raised_in
from support.server_process import NO_LIMITS, serving
from support.tables import agreed, started

pytestmark = pytest.mark.server

Held = tuple[list[tuple[Line, Json]], list[Json], str]
"""The answers to the lines of the document, everything anybody heard, and the metrics then."""
UNREADABLE = {"missing_field", "unknown_field", "wrong_value"}
PARTS = {
    "table": views.TableView,
    "deal": SharedView,
    "own": views.OwnState,
    "hand": OwnView,
}


def chapter(title: str) -> str:
    """What stands under a heading, up to the next of its rank."""
    rank = title.split(maxsplit=1)[0]
    _, _, after = DOCUMENT.partition(f"\n{title}\n")
    assert after, title
    return re.split(rf"\n{rank} ", after)[0]


def rows(text: str) -> list[list[str]]:
    """The cells of every row of the tables there, heads left out."""
    found = re.findall(r"^\|(.+)\|$", text, re.MULTILINE)
    cells = [[cell.strip() for cell in row.split("|")] for row in found]
    return [
        row for row, below in zip(cells, [*cells[1:], [""]], strict=True) if _is_body(row, below)
    ]


def _is_body(row: list[str], below: list[str]) -> bool:
    return not row[0].startswith("---") and not below[0].startswith("---")


def tags(union: Any) -> dict[str, Any]:
    """The types of a union by their tags."""
    return {kind.__struct_config__.tag: kind for kind in get_args(union)}


def examples(title: str) -> dict[str, Json]:
    """The example under each heading of a chapter; a heading has its own type as its name."""
    found = re.findall(
        r"^### (\w+)\n.*?```json\n(.+?)```", chapter(title), re.MULTILINE | re.DOTALL
    )
    read = {name: msgspec.json.decode(block) for name, block in found}
    assert all(name == example["type"] for name, example in read.items())
    return read


def assert_strict(example: Any, kind: Any) -> None:
    """Nothing is missing, nothing is unknown, everything has its type."""
    assert msgspec.to_builtins(msgspec.convert(example, kind)) == example


@pytest.fixture(scope="module")
def held(tmp_path_factory: pytest.TempPathFactory) -> Held:
    """The conversation as it went with a real server: answers, and everything anybody heard."""
    with serving(tmp_path_factory.mktemp("protocol"), *NO_LIMITS) as server:
        conversation = Conversation(server)
        answers = asyncio.run(conversation.hold())
    return answers, conversation.heard, conversation.metrics


def hand_over() -> list[Json]:
    """What everybody hears of a nudge and a return, at a table whose clock is moved by hand."""
    table = started(agreed(people=3, bots=0))
    for seat in (0, 2):
        table.bid(seat)
    table.wait(60)
    table.send(0, commands.Nudge, seat=1)
    nudged = table.clients[0].last
    table.wait(30)
    table.send(0, commands.HandOver, seat=1)
    table.send(1, commands.TakeBack)
    return [nudged, table.clients[0].last]


# ---------------------------------------------------------------- clients


def test_every_message_of_a_client_is_shown() -> None:
    known = [line for line in lines() if line.code not in UNREADABLE]
    assert {line.message["type"] for line in known} == set(tags(commands.FromClient))
    for line in known:
        msgspec.convert(line.message, commands.FromClient)
    headings = re.findall(r"^### (\w+)$", chapter("## From a client to the table"), re.MULTILINE)
    assert sorted(headings) == sorted(tags(commands.FromClient))


def test_what_clients_say_is_answered_as_the_document_says(held: Held) -> None:
    answers, _, _ = held
    assert len(answers) == DOCUMENT.count(" → ") > 30
    for line, answer in answers:
        assert (answer["type"], answer.get("code")) == (line.answer, line.code), (line, answer)
        assert answer.get("id") in (line.message.get("id"), None), line


def test_all_phrases_are_listed() -> None:
    said = chapter("### say").split("```")[0]
    assert tuple(re.findall(r"`(\w+)`", said)) == get_args(phrases.Phrase)


# ---------------------------------------------------------------- the table


def test_every_message_of_the_table_is_shown_and_was_really_sent(held: Held) -> None:
    shown = examples("## From the table to a client")
    assert set(shown) == set(tags(messages.ToClient))
    sent = _keys(held[1])
    for name, example in shown.items():
        assert_strict(example, tags(messages.ToClient)[name])
        assert frozenset(example) in sent[name], name


def test_every_event_is_shown_and_really_happened(held: Held) -> None:
    shown = examples("## Events")
    assert set(shown) == set(tags(events.AnyEvent))
    updates = [message for message in [*held[1], *hand_over()] if message["type"] == "update"]
    happened = _keys([event for update in updates for event in update["events"]])
    for name, example in shown.items():
        assert_strict(example, tags(events.AnyEvent)[name])
        assert frozenset(example) in happened[name], name


def _keys(messages: list[Json]) -> dict[str, set[frozenset[str]]]:
    """Which sets of fields messages of each type came with."""
    found: dict[str, set[frozenset[str]]] = defaultdict(set)
    for message in messages:
        found[message["type"]].add(frozenset(message))
    return found


def test_every_metric_has_moved_when_everything_was_said(held: Held) -> None:
    families = text_string_to_metric_families(held[2])
    samples = [sample for family in families for sample in family.samples]
    counted = [each for each in samples if not each.name.endswith(("_bucket", "_sum"))]
    still = {(each.name, *each.labels.values()) for each in counted if each.value == 0}
    assert still == set()
    messages = {each.labels["type"]: each.value for each in counted if "type" in each.labels}
    said = Counter(line.message["type"] for line, _ in held[0] if line.answer != "refused")
    assert {kind for kind, times in said.items() if messages[kind] < times} == set()


def test_what_an_update_replaces_is_of_the_views_types(held: Held) -> None:
    shown = examples("## From the table to a client")["update"]
    updates = [message for message in held[1] if message["type"] == "update"]
    assert all(any(part in update for update in updates) for part in PARTS)
    for update in (shown, *updates):
        for part in PARTS.keys() & update.keys():
            types = get_type_hints(PARTS[part])
            for name, value in update[part].items():
                assert_strict(value, types[name])


def test_every_field_of_the_view_is_explained() -> None:
    tables = re.split(r"^\| `(\w+)` \|.*\n\|---", chapter("## The view"), flags=re.MULTILINE)[1:]
    explained = {
        name: [each for row in rows(text) for each in re.findall(r"`(\w+)`", row[0])]
        for name, text in zip(tables[::2], tables[1::2], strict=True)
    }
    for part, kind in PARTS.items():
        assert sorted(explained[part]) == sorted(kind.__struct_fields__), part


# ---------------------------------------------------------------- numbers and codes


def test_every_request_is_listed() -> None:
    listed = [row[0].strip("`") for row in rows(chapter("## HTTP"))]
    assert sorted(listed) == sorted(f"{each.method} {each.path}" for each in ENDPOINTS)


def test_every_closing_number_is_listed() -> None:
    listed = {row[1].strip("`"): int(row[0]) for row in _connection_rows() if row[0].isdigit()}
    assert listed == CLOSE_CODES


def test_the_limits_are_those_of_the_code() -> None:
    settings = {option.name: option.default for option in OPTIONS}
    listed = [float(row[1]) for row in _connection_rows() if row[1].isdigit()]
    assert listed == [
        settings["max_message_bytes"],
        settings["messages_per_second"],
        settings["message_burst"],
        settings["hello_seconds"],
        UPDATES_KEPT,
        IDS_REMEMBERED,
        MOST_CHANGES,
        MOST_CHANGES_IN_ALL,
        phrases.MOST,
        LATELY,
        MOST_BESIDE,
        MOST_EXTRA,
        MOST_OF_A_SEAT,
        MOST_HINTS,
        MOST_UNSENT_BYTES,
    ]


def _connection_rows() -> Iterator[list[str]]:
    yield from rows(chapter("## A connection"))


def arguments_by_code(*packages: str) -> dict[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for raised in raised_in(*packages):
        found[raised.code] |= raised.arguments
    return found


def listed_codes(title: str) -> dict[str, set[str]]:
    return {row[0].strip("`"): set(re.findall(r"`(\w+)`", row[1])) for row in rows(chapter(title))}


@pytest.mark.parametrize(
    ("title", "package"), [("At a table", "table"), ("Of the server", "server")]
)
def test_every_refusal_is_listed_with_its_arguments(title: str, package: str) -> None:
    assert listed_codes(f"### {title}") == arguments_by_code(package)


def test_refusals_by_the_rules_are_listed_with_their_arguments() -> None:
    raised = arguments_by_code("engine", "bots")
    listed = listed_codes("### By the rules of the game")
    assert listed == {code: raised[code] for code in listed}
    bids = [code for code in arguments_by_code("engine/rules") if code.startswith("bid_")]
    assert set(bids) <= set(listed)
