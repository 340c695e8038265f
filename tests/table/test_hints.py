"""Who may ask for a hint, and when."""

import json

import msgspec
import pytest

from spielgeld.table import commands
from spielgeld.table.agreement import Agreement, SeatWish
from spielgeld.table.entries import Opened, read_entry
from spielgeld.table.hints import check_stands, hint_question
from spielgeld.table.state import Question
from support.tables import Table, agreed, refused, seated, started


def hints_of(table: Table) -> list[bool]:
    """What each seat is told."""
    return [client.view["own"]["hints"] for client in table.clients[:-1]]


def test_hints_are_for_who_plays_against_bots_unless_agreed_otherwise() -> None:
    assert Agreement(edition="it", seats=[SeatWish()] * 3).hints == "bots_only"
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"edition": "it", "seats": [{}], "hints": "always"}, Agreement)


def test_a_table_from_before_there_were_hints_is_still_read() -> None:
    kept = json.loads(Table(agreed(2, 2, hints="everybody")).log[0])
    del kept["agreement"]["hints"]
    opened = read_entry(json.dumps(kept).encode())
    assert isinstance(opened, Opened)
    assert opened.agreement.hints == "bots_only"


@pytest.mark.parametrize(
    ("people", "hints", "on"),
    [
        (1, "bots_only", True),
        (2, "bots_only", False),
        (1, "nobody", False),
        (2, "everybody", True),
        (4, "everybody", True),
    ],
)
def test_the_table_decides_who_may_ask(people: int, hints: str, on: bool) -> None:
    table = started(agreed(people, 4 - people, hints=hints))
    assert hints_of(table)[0] is on
    if on:
        assert hint_question(table.state, 0) == Question(0, "bids", 1, 1)
    else:
        with refused("no_hints"):
            hint_question(table.state, 0)


def test_hints_come_on_when_bots_take_the_open_seats_and_go_off_when_a_friend_sits_down() -> None:
    table = Table(agreed(2, 2))
    table.arrive(table.join())
    assert hints_of(table) == [False] * 4
    table.send(0, commands.Start, fill_with="random")
    assert hints_of(table)[0]
    other = Table(agreed(2, 2, hints="nobody"))
    other.arrive(other.join())
    other.send(0, commands.Start, fill_with="random")
    assert not any(hints_of(other))


def test_a_friend_who_leaves_before_the_start_is_no_bot() -> None:
    table = seated(agreed(2, 2))
    table.send(1, commands.Leave)
    assert hints_of(table) == [False] * 4


def test_a_person_for_whom_a_bot_plays_is_still_a_person() -> None:
    table = started(agreed(2, 2))
    table.send(1, commands.Leave)
    assert table.state.seats[1].sat_in
    with refused("no_hints"):
        hint_question(table.state, 0)


def test_only_who_has_to_decide_may_ask() -> None:
    table = seated(agreed(1, 3))
    with refused("not_playing"):
        hint_question(table.state, 0)
    table.send(0, commands.Start)
    with refused("not_now", awaits="salts"):
        hint_question(table.state, 0)
    table.wait(3)
    table.bid(0)
    with refused("not_now", awaits="bids"):
        hint_question(table.state, 0)
    table.until("turn", 0)
    assert hint_question(table.state, 0) == Question(0, "turn", 1, 1)
    table.send(0, commands.Pause)
    with refused("paused"):
        hint_question(table.state, 0)


def test_a_hint_for_a_decision_that_is_over_comes_too_late() -> None:
    table = started(agreed(1, 3))
    bid = hint_question(table.state, 0)
    check_stands(table.state, bid)
    table.bid(0)
    with refused("too_late", deal=1, round=1):
        check_stands(table.state, bid)
    table.until("turn", 0)
    turn = hint_question(table.state, 0)
    with refused("too_late"):
        check_stands(table.state, bid)
    table.until("bids", 0, 1, 2, 3)
    with refused("too_late", deal=1, round=2):
        check_stands(table.state, turn)
    with refused("too_late"):
        check_stands(table.state, bid)


def test_a_hint_after_the_match_comes_too_late() -> None:
    table = started(agreed(1, 2, edition="fr", rules={"deals": 1}), look_every=50)
    question = hint_question(table.state, 0)
    table.finish()
    with refused("too_late"):
        check_stands(table.state, question)
