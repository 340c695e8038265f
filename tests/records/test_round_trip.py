"""What is written is read again as it was."""

import json
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from record_samples import NAMES, sample

from spielgeld.cli.commands.simulate import Plan, play_one
from spielgeld.engine import EDITIONS, Event
from spielgeld.engine.records import Record, make_record, read_record, record_line, replay
from support.play import random_setup, random_steps


def plain(record: object) -> Any:
    """The record as JSON has it: pairs are lists."""
    return json.loads(json.dumps(record))


def played(edition: str, players: int, seed: int, names: Sequence[str] = NAMES) -> Record:
    rng = Random(seed)
    setup = random_setup(edition, players, rng, {"deals": 2, "bluff_breaks_ties": True})
    events = [event for step in random_steps(setup, rng) for event in step.events]
    return make_record(setup, names[:players], events)


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_record_comes_back_from_its_line(edition: str) -> None:
    for players in EDITIONS[edition].players:
        record = played(edition, players, seed=players)
        line = record_line(record)
        assert line.endswith(b"\n")
        assert line.count(b"\n") == 1
        assert plain(read_record(line)) == plain(record)
        assert record_line(read_record(line)) == line


@pytest.mark.parametrize("edition", EDITIONS)
def test_replaying_a_record_gives_the_record_again(edition: str) -> None:
    line = record_line(played(edition, 4, seed=3))
    record = read_record(line)
    steps = replay(record)
    events = [event for step in steps for event in step.events]
    assert record_line(make_record(steps[0].match.setup, record["players"], events)) == line


def test_a_match_under_way_comes_back_too() -> None:
    rng = Random(8)
    setup = random_setup("nl", 3, rng, {})
    events: list[Event] = []
    for step in list(random_steps(setup, rng))[:25]:
        events += step.events
        line = record_line(make_record(setup, NAMES[:3], events))
        assert "winners" not in read_record(line)
        again = [event for each in replay(read_record(line)) for event in each.events]
        assert again == events


UNDER_WAY = {**sample("it"), "deals": []}
del UNDER_WAY["winners"]


@settings(deadline=None)
@given(st.lists(st.text(st.characters(codec=None, categories=None)), min_size=3, max_size=5))
def test_names_may_be_any_text(names: list[str]) -> None:
    spelt = [json.loads(json.dumps(name)) for name in names]  # two halves of a pair are one letter
    record: Any = {**UNDER_WAY, "players": spelt}
    line = record_line(record)
    assert line.count(b"\n") == 1
    assert read_record(line)["players"] == spelt


@pytest.mark.parametrize(
    "name", ["\ud800", "\udfff!", "🂡", "\0\x1b[2J\n\r\u2028", '"\\', "\ufeff", ""]
)
def test_odd_names_come_back(name: str) -> None:
    record: Any = {**UNDER_WAY, "players": [name, "B", name]}
    assert read_record(record_line(record))["players"] == [name, "B", name]


def test_notes_are_written_and_change_nothing() -> None:
    record = played("it", 3, seed=1)
    line = record_line(record, {"played": "2024-01-01", "bots": ["a"]})
    assert json.loads(line)["played"] == "2024-01-01"
    assert replay(read_record(line)) == replay(read_record(record_line(record)))


def plan(seed: str) -> Plan:
    return Plan(
        editions=tuple(EDITIONS.values()),
        players=None,
        draw_rules=True,
        house_rules={"deals": 1},
        bots=("random", "greedy"),
        seed=seed,
    )


def test_simulated_matches_follow_from_the_seed_byte_by_byte() -> None:
    lines = [play_one(plan("a"), number) for number in range(4)]
    assert lines == [play_one(plan("a"), number) for number in range(4)]
    assert len(set(lines)) == 4
    assert lines[0] != play_one(plan("b"), 0)


def test_simulated_matches_verify_with_their_shuffles() -> None:
    for number in range(6):
        record = read_record(play_one(plan("c"), number))
        assert all("seed" in deal["shuffle"] for deal in record["deals"])
        assert replay(record)[-1].match.awaits == "nothing"
