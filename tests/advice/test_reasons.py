"""Every reason is true where it is given, and the most telling one comes first."""

import json
import re
from pathlib import Path

import pytest

import spielgeld.advice.reasons as module
from spielgeld.advice.reasons import bid_reasons, turn_reasons
from spielgeld.advice.types import Reason
from spielgeld.engine import KEEP, TAKE_LEFT, TAKE_RIGHT, Match, TakeBid, Turn, view_of
from spielgeld.texts import LANGUAGES, tell_reason
from support.play import bid_all, open_deal, position, table

SETUP = table(players=3)
OTHERS = ["E20a E30a P20a", "E20b E30b P20b"]
TEXTS = Path(module.__file__).parent.parent / "texts"


def to_bid(hand: str, **rest: object) -> Match:
    rows = {"right": "R20a", "left": "R20b"}
    return position(SETUP, [hand, *OTHERS], **{**rows, "deck": "R50", **rest})  # type: ignore[arg-type]


def for_bid(match: Match, bid: str, first: float = 0.0, beside: str = "") -> list[Reason]:
    """The reasons for a bid of seat 0, beside another."""
    bids = [match.setup.bid(each) for each in (bid, beside) if each]
    return bid_reasons(view_of(match, 0), bids, [first, 0.0][: len(bids)])[0]


def to_act(
    hand: str, bid: str, others: tuple[str, str] = ("E20a", "E20b"), **rest: object
) -> Match:
    return bid_all(to_bid(f"{hand} {bid}", **rest), bid, *others).match


def for_turn(match: Match, turn: Turn) -> list[Reason]:
    assert open_deal(match).waiting[0] == 0
    view = view_of(match, 0)
    return turn_reasons(view, view.legal_turns)[view.legal_turns.index(turn)]


def reason(code: str, **arguments: str | int) -> Reason:
    return Reason(code=code, arguments={**arguments})


def test_over_200() -> None:
    match = to_act("Y20a Y20b Y50 Y60", "SK60", right="Y30a Y30b", left="P50")
    assert for_turn(match, TAKE_RIGHT)[0] == reason("over_200", currency="Y", total=210)


def test_over_100() -> None:
    match = to_act("Y20a Y50", "SK60", right="Y60", left="P50")
    assert for_turn(match, TAKE_RIGHT)[0] == reason("over_100", currency="Y", total=130)
    assert for_turn(to_act("Y40", "SK60", right="Y60"), TAKE_RIGHT)[0].code == "collects"


def test_trio() -> None:
    match = to_act("Y20a Y20b", "SK60", right="Y20c R40", left="P50")
    assert for_turn(match, TAKE_RIGHT)[0] == reason("trio", currency="Y", value=20)
    match = to_act("Y20a Y20b Y20c", "SK60", right="R40", left="P50")
    assert reason("trio", currency="Y", value=20) not in for_turn(match, TAKE_RIGHT)


def test_trio_of_coins_only_where_it_scores() -> None:
    hands = ["KR10a KR10b SK60", *OTHERS]
    for coin_trios in (True, False):
        setup = table(players=3, coin_trios=coin_trios)
        match = position(setup, hands, right="KR10c", left="R20a", deck="R50")
        found = for_turn(bid_all(match, "SK60", "E20a", "E20b").match, TAKE_RIGHT)
        assert (reason("coin_trio", currency="KR") in found) == coin_trios


def test_gains_are_told_once() -> None:
    match = to_act("Y20a Y30a Y40 Y50 Y60", "SK60", right="Y20b", left="R50")
    assert for_turn(match, TAKE_RIGHT)[0] == reason("gains", points=20)
    codes = [each.code for each in for_turn(to_act("Y60 Y30a", "SK60", right="Y40"), TAKE_RIGHT)]
    assert "over_100" in codes
    assert "gains" not in codes


def test_collects() -> None:
    match = to_act("Y20a", "SK60", right="Y40", left="R20b")
    assert for_turn(match, TAKE_RIGHT)[0] == reason("collects", currency="Y", total=60)


def test_keeps_200_by_not_bidding_it_or_by_taking_the_bid_back() -> None:
    full = "Y20a Y30a Y40 Y50 Y60"
    kept = reason("keeps_200", currency="Y", total=200)
    match = to_bid(f"{full} SK60")
    assert for_bid(match, "SK60", beside="Y20a")[0] == kept
    assert kept not in for_bid(match, "Y20a", beside="SK60")
    match = to_act("Y20a Y30a Y50 Y60", "Y40")
    assert for_turn(match, KEEP)[0] == kept
    match = to_act(full, "SK60")
    assert kept not in for_turn(match, KEEP)  # no turn could break it


def test_keeps_trio() -> None:
    kept = reason("keeps_trio", currency="Y", value=20)
    match = to_bid("Y20a Y20b Y20c SK60")
    assert for_bid(match, "SK60", beside="Y20a")[0] == kept
    assert for_turn(to_act("Y20a Y20b SK60", "Y20c P60"), KEEP)[0] == kept


def test_free_is_what_scores_nothing() -> None:
    match = to_bid("Y20a Y30a Y40 Y50 Y60 SK60")
    assert reason("free") in for_bid(match, "SK60")
    assert reason("free") not in for_bid(match, "Y60")


def test_saves_with_a_small_bid_unless_it_is_the_last_round() -> None:
    assert reason("saves", total=20) in for_bid(to_bid("SK20a SK60 Y60"), "SK20a")
    assert reason("saves", total=60) not in for_bid(to_bid("SK20a SK60 Y60"), "SK60")
    last = to_bid("SK20a SK60 Y60", last_round=True)
    assert reason("saves", total=20) not in for_bid(last, "SK20a")


def test_acts_first_with_the_chance_of_it() -> None:
    match = to_bid("SK60 Y60")
    assert for_bid(match, "SK60", first=0.83, beside="Y60")[0] == reason("acts_first", percent=83)
    assert all(each.code != "acts_first" for each in for_bid(match, "SK60", first=0.1))


def test_the_row_a_bid_is_good_for() -> None:
    match = to_bid("Y20a Y30a Y50 Y60 SK60", right="Y40", left="R20b")
    assert reason("right_row", points=140) in for_bid(match, "SK60", first=0.9)
    match = to_bid("Y20a Y30a Y50 Y60 SK60", left="Y40", right="R20b")
    assert reason("left_row", points=140) in for_bid(match, "SK60", first=0.9)


def test_spoils_what_the_next_player_is_known_to_need() -> None:
    match = position(
        SETUP,
        ["SK60 Y40 P60", "E20a E20b E30a", "E40"],
        right="E20c",
        left="P20a",
        deck="R20a R30a R40 R50 R60",
    )
    match = bid_all(match, "SK60", "E20a E20b", "E40").match
    assert for_turn(match, TAKE_RIGHT)[0].code == "collects"  # nobody has seen the E30a
    match = position(
        SETUP,
        ["SK60 Y40 P60", "E20a E20b E30a", "Y20a"],
        right="E20c",
        left="P20a",
        deck="R20a R30a R40 R50 R60",
    )
    deal = open_deal(match)
    seen = match._replace(deal=deal._replace(unseen=(deal.unseen[0], (), deal.unseen[2])))
    match = bid_all(seen, "SK60", "E30a", "Y20a").match
    assert for_turn(match, TAKE_RIGHT)[0] == reason("spoils", currency="E", seat=1)
    assert all(each.code != "spoils" for each in for_turn(match, TAKE_LEFT))


def test_last_round_frees_money_that_does_not_score() -> None:
    last = to_bid("Y20a Y30a Y40 Y50 Y60 SK60", last_round=True)
    assert for_bid(last, "SK60", beside="Y60")[0].code == "keeps_200"
    assert reason("last_round") in for_bid(last, "SK60", beside="Y60")
    assert reason("last_round") not in for_bid(to_bid("SK60"), "SK60")


def test_sits_out() -> None:
    assert for_bid(to_bid("SK60"), "*") == [reason("sits_out")]


def test_nothing_better_on_the_table() -> None:
    match = to_act("Y20a", "SK60", right="R20a", left="R20b")
    assert reason("no_better") in for_turn(match, KEEP)
    match = to_act("Y60 Y30a", "SK60", right="Y40", left="R20b")
    assert reason("no_better") not in for_turn(match, KEEP)


def test_takes_back_money_for_later_bids() -> None:
    match = to_act("Y60 Y30a", "SK60", right="Y40", left="R20b")
    assert for_turn(match, KEEP) == [reason("takes_back", total=60)]
    match = to_act("Y60 Y30a", "SK60", right="Y40", left="R20b", last_round=True)
    assert for_turn(match, KEEP) == [reason("free")]


def test_breaks_200_and_costs() -> None:
    match = to_bid("Y20a Y30a Y40 Y50 Y60 SK60")
    assert reason("breaks_200", currency="Y", total=140) in for_bid(match, "Y60")
    match = to_bid("Y60 Y50 SK60")
    assert reason("costs", points=10) in for_bid(match, "Y50")
    match = to_act("Y60 Y30a", "Y50 SK60", right="R20a", left="R20b")
    assert reason("costs", points=40) in for_turn(match, TakeBid(1))


def test_what_all_choices_share_comes_after_what_tells_one_from_the_others() -> None:
    match = to_bid("Y20a Y30a Y40 Y50 Y60 SK20a SK60")
    told = for_bid(match, "SK20a", beside="SK60")
    assert told == [reason("saves", total=20), reason("keeps_200", currency="Y", total=200)]


CODES = set(re.findall(r'_weighed\([^"]*"(\w+)"', Path(module.__file__).read_text("utf-8")))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_words_that_need_no_more_than_it_gives(language: str) -> None:
    file = TEXTS / language / "page" / "advice.json"
    sentences: dict[str, str] = json.loads(file.read_text("utf-8"))["reasons"]
    assert {*CODES, "right_row", "left_row"} == set(sentences)
    given = {"currency": "Y", "total": 210, "value": 20, "points": 30, "percent": 80, "name": "Bo"}
    for code in sentences:
        told = tell_reason(language, code, given)
        assert "–" not in told, told
        assert "{" not in told
        assert told[0].isupper()
