"""The yardstick `penny`: which card it parts with, which pile it takes."""

from random import Random

import pytest

from spielgeld.bots import make_bot
from spielgeld.engine import KEEP, TAKE_LEFT, TAKE_RIGHT, Bid, TakeBid, Turn, view_of
from support.play import bid_all, position, table

FOES = ["E20a", "E20b"]


def bid_of(hand: str, *, bluff_breaks_ties: bool = False) -> Bid:
    match = position(table("it", 3, bluff_breaks_ties=bluff_breaks_ties), [hand, *FOES])
    return make_bot("penny").choose_bid(view_of(match, 0), Random(1))


@pytest.mark.parametrize(
    ("hand", "card"),
    [
        ("Y20a Y20b Y20c P50", "P50"),  # a trio is worth more than money that scores nothing
        ("Y60 Y50 Y40 Y30a Y20a P60", "P60"),  # of 200 yen nothing is given away
        ("P30a P20a Y40", "P20a"),  # nothing scores: the lowest value goes
        ("Y20a P20a P20b", "P20b"),  # and of equals the highest serial
        ("KR10a Y60", "Y60"),  # a coin always scores
    ],
)
def test_it_parts_with_the_card_it_misses_least(hand: str, card: str) -> None:
    setup = table("it")
    assert bid_of(hand) == setup.bid(card)


def test_the_bluff_card_lies_there_only_where_it_breaks_ties() -> None:
    assert not bid_of("Y20a", bluff_breaks_ties=False).bluff
    assert bid_of("Y20a", bluff_breaks_ties=True).bluff


@pytest.mark.parametrize(
    ("own", "right", "left", "turn"),
    [
        ("E30a", "Y20b", "P60", TAKE_RIGHT),  # a trio, though the other row has more money
        ("E30a", "P40", "P50", TAKE_LEFT),  # nothing scores: more money
        ("E40", "P30a", "P40", KEEP),  # as much as its own bid: rather that
        ("E30a", "P60", "R20a R20b R20c", TAKE_LEFT),  # any trio
    ],
)
def test_it_takes_the_best_score_then_money_and_rather_keeps(
    own: str, right: str, left: str, turn: Turn
) -> None:
    assert turn_with(own, right, left, bid="SK20b") == turn


def test_it_takes_a_bid_that_scores() -> None:
    assert turn_with("E30a", "P60", "P50", bid="Y20b") == TakeBid(1)


def turn_with(own: str, right: str, left: str, bid: str) -> Turn:
    """What penny takes with two yen of a trio in hand, when its bid is the highest."""
    hands = [f"Y20a Y20c {own}", bid, "SK20c"]
    match = position(table("it", 3), hands, right=right, left=left)
    after = bid_all(match, own, bid, "SK20c").match
    return make_bot("penny").choose_turn(view_of(after, 0), Random(1))
