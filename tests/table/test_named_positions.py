"""The positions a table can be opened from: each is the moment its name promises."""

import json
from importlib.resources import files
from typing import Any

import pytest

from spielgeld.engine import Revealed, Step, View, preview_bid, view_of
from spielgeld.engine.records import RawRecord, check_record

POSITIONS: dict[str, dict[str, Any]] = json.loads(
    files("spielgeld.table").joinpath("positions.json").read_text(encoding="utf-8")
)


def opened(name: str) -> tuple[View, Step]:
    """What the seat to play sees, and the step that led there."""
    position = POSITIONS[name]
    assert set(position) == {"seat", "record"}
    steps = check_record(RawRecord(1, json.dumps(position["record"]).encode()))[1]
    return view_of(steps[-1].match, position["seat"]), steps[-1]


LESSONS = {
    # name: edition, what is awaited of the seat
    "first_bid": ("nl", "bids"),
    "lowest_number": ("nl", "bids"),
    "whole_row": ("nl", "turn"),
    "take_a_bid": ("nl", "turn"),
    "keep_your_bid": ("nl", "turn"),
    "lift_to_200": ("nl", "turn"),
    "complete_a_trio": ("nl", "turn"),
    "looks_bigger": ("it-full", "bids"),
    "looks_bigger_fr": ("fr", "bids"),
    "sit_out": ("nl", "bids"),
    "sit_out_pl": ("pl", "bids"),
    "tie_by_bluff": ("it-full", "bids"),
    "cheapest_bid": ("fr", "bids"),
    "coin_trio": ("pl", "turn"),
    "last_turn": ("nl", "turn"),
}


def test_there_are_two_for_practice_beside_those_of_the_lessons() -> None:
    assert set(POSITIONS) == {"tie_for_first", "cliff_at_200", *LESSONS}


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_opens_in_its_edition_where_the_seat_has_to_choose(name: str) -> None:
    view, _ = opened(name)
    assert (view.setup.edition.key, view.awaits) == LESSONS[name]
    assert view.seat == POSITIONS[name]["seat"]
    if view.awaits == "turn":
        assert view.waiting[0] == view.seat


@pytest.mark.parametrize("name", POSITIONS)
def test_a_position_awaits_a_choice_of_its_seat(name: str) -> None:
    view, _ = opened(name)
    assert view.awaits == "bids" or view.legal_turns


def test_the_first_bid_is_one_of_a_first_round() -> None:
    view, _ = opened("first_bid")
    assert (view.setup.edition.key, view.setup.players) == ("nl", 4)
    assert (view.awaits, view.round) == ("bids", 1)
    # A coin nobody misses, for the two notes that lift the pounds to 200 and more.
    preview = preview_bid(view, view.setup.bid("KR10c"))
    assert preview.right
    assert preview.right.score.total - preview.keep.score.total == 210 - 50 - 10


def test_a_tie_for_first_was_broken_in_favour_of_the_seat() -> None:
    view, step = opened("tie_for_first")
    assert (view.setup.edition.key, view.setup.players) == ("it-full", 3)
    revealed = step.events[0]
    assert isinstance(revealed, Revealed)
    first, second, _ = revealed.order
    assert (first.seat, first.worth) == (view.seat, second.worth)
    # The bluff card alone decided it: the other bid has the lower serial.
    assert first.ahead_by == "bluff"
    assert first.lowest.serial > second.lowest.serial


def test_at_the_cliff_a_20_lifts_a_currency_from_180_to_200() -> None:
    view, _ = opened("cliff_at_200")
    preview = preview_bid(view, view.setup.bid("KR10a"))
    assert preview.right
    before = {line.currency: line for line in preview.keep.score.currencies}
    after = {line.currency: line for line in preview.right.score.currencies}
    assert (before["SK"].total, before["SK"].points) == (180, 80)
    assert (after["SK"].total, after["SK"].points) == (200, 200)
    assert [card.value for card in view.right if card.kind == "SK"] == [20]


def test_the_last_turn_is_that_of_the_last_round() -> None:
    view, _ = opened("last_turn")
    assert view.last_round == "deck_empty"
    assert view.waiting == (view.seat,)
