"""Every reason is true where it is given, and what it moves was measured."""

import json
import re
from pathlib import Path

import pytest
from advised import careful

import spielgeld.advice.reasons as module
from spielgeld.advice.decisions import decisions_of
from spielgeld.advice.prospects import Prospect, deal_chances_of, prospects
from spielgeld.advice.reasons import MATTERS, MOST, facts_of, reasons_for
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


def about_bid(match: Match, bid: str, beside: str) -> list[Reason]:
    """What is true of a bid of seat 0, beside another."""
    own, other = [match.setup.bid(each) for each in (bid, beside)]
    return [fact.reason for fact in facts_of(view_of(match, 0), own, other)]


def to_act(
    hand: str, bid: str, others: tuple[str, str] = ("E20a", "E20b"), **rest: object
) -> Match:
    return bid_all(to_bid(f"{hand} {bid}", **rest), bid, *others).match


def about_turn(match: Match, turn: Turn) -> list[Reason]:
    assert open_deal(match).waiting[0] == 0
    return [fact.reason for fact in facts_of(view_of(match, 0), turn, KEEP)]


def reason(code: str, **arguments: str | int) -> Reason:
    return Reason(code=code, arguments={**arguments})


def test_sums_over_100_and_200() -> None:
    match = to_act("Y20a Y20b Y50 Y60", "SK60", right="Y30a Y30b", left="P50")
    assert about_turn(match, TAKE_RIGHT) == [reason("over_200", currency="Y", total=210)]
    match = to_act("Y20a Y50", "SK60", right="Y60", left="P50")
    assert about_turn(match, TAKE_RIGHT) == [reason("over_100", currency="Y", total=130)]
    match = to_act("Y40", "SK60", right="Y60")
    assert about_turn(match, TAKE_RIGHT) == [reason("collects", currency="Y", total=100)]


def test_trios() -> None:
    trio = reason("trio", currency="Y", value=20)
    match = to_act("Y20a Y20b", "SK60", right="Y20c R40", left="P50")
    assert trio in about_turn(match, TAKE_RIGHT)
    match = to_act("Y20a Y20b Y20c", "SK60", right="R40", left="P50")
    assert trio not in about_turn(match, TAKE_RIGHT)


def test_a_trio_of_coins_only_where_it_scores() -> None:
    hands = ["KR10a KR10b SK60", *OTHERS]
    for coin_trios in (True, False):
        setup = table(players=3, coin_trios=coin_trios)
        match = position(setup, hands, right="KR10c", left="R20a", deck="R50")
        found = about_turn(bid_all(match, "SK60", "E20a", "E20b").match, TAKE_RIGHT)
        assert (reason("coin_trio", currency="KR") in found) == coin_trios


def test_what_a_bid_leaves_whole() -> None:
    kept = reason("keeps_200", currency="Y", total=200)
    match = to_bid("Y20a Y30a Y40 Y50 Y60 SK60")
    assert kept in about_bid(match, "SK60", "Y20a")
    broken = reason("breaks_200", currency="Y", total=180)
    assert about_bid(match, "Y20a", "SK60") == [broken]
    match = to_bid("Y20a Y20b Y20c SK60")
    assert reason("keeps_trio", currency="Y", value=20) in about_bid(match, "SK60", "Y20a")


def test_what_the_own_bid_is_good_for() -> None:
    match = to_act("Y20a Y30a Y50 Y60", "Y40")
    assert reason("keeps_200", currency="Y", total=200) in about_turn(match, KEEP)
    match = to_act("Y20a Y20b SK60", "Y20c P60")
    assert reason("keeps_trio", currency="Y", value=20) in about_turn(match, KEEP)
    match = to_act("Y20a Y30a Y40 Y50 Y60", "SK60")
    assert about_turn(match, KEEP) == [reason("takes_back", total=60)]  # no turn could break it


def test_the_row_a_bid_is_good_for() -> None:
    match = to_bid("Y20a Y30a Y50 Y60 SK60", right="Y40", left="R20b")
    assert reason("right_row", points=140) in about_bid(match, "SK60", "Y20a")
    match = to_bid("Y20a Y30a Y50 Y60 SK60", left="Y40", right="R20b")
    assert reason("left_row", points=140) in about_bid(match, "SK60", "Y20a")


def test_spoils_what_the_next_player_is_known_to_need() -> None:
    hands = ["SK60 Y40 P60", "E20a E20b E30a", "Y20a"]
    match = position(SETUP, hands, right="E20c", left="P20a", deck="R20a R30a R40 R50 R60")
    spoils = reason("spoils", currency="E", seat=1)
    assert spoils not in about_turn(bid_all(match, "SK60", "E30a", "Y20a").match, TAKE_RIGHT)
    deal = open_deal(match)
    seen = match._replace(deal=deal._replace(unseen=(deal.unseen[0], (), deal.unseen[2])))
    match = bid_all(seen, "SK60", "E30a", "Y20a").match
    assert spoils in about_turn(match, TAKE_RIGHT)
    assert spoils not in about_turn(match, TAKE_LEFT)
    assert spoils not in about_turn(match, TakeBid(1))


def _prospect(bid: str, deal: float) -> Prospect:
    return Prospect(SETUP.bid(bid), deal=deal, match=deal, points=0.0, share=0.0)


def told(own: int, *found: Prospect) -> list[str]:
    """The codes of the reasons for one of some bids of a hand that has nothing to lose."""
    view = view_of(to_bid("SK20a SK40 SK60", right="", left=""), 0)
    return [each.code for each in reasons_for(view, found[own], found)]


def test_what_a_bid_costs_is_measured_by_those_that_cost_more_or_less() -> None:
    bids = [_prospect("SK40", 0.5), _prospect("SK20a", 0.4), _prospect("SK60", 0.45)]
    assert told(0, *bids) == ["worth_it", "saves"]
    assert told(1, *bids) == ["too_cheap"]
    assert told(2, *bids) == ["too_dear"]


def test_what_nothing_tells_apart_is_called_close() -> None:
    assert told(0, _prospect("SK40", 0.5), _prospect("SK20a", 0.499)) == ["close"]
    assert told(0, _prospect("SK40", 0.5)) == ["only_choice"]


def test_a_reason_is_told_only_if_the_chance_hangs_on_it() -> None:
    measured = 0
    for decision in [*decisions_of(careful(), 0)][1::4]:
        view = decision.view
        found = prospects(view)
        best, second = found[0], found[1]
        pair = (best.choice, second.choice)
        moves = {
            str(fact.reason): (best.deal - second.deal) - (own - other)
            for fact in facts_of(view, *pair)
            if fact.without
            for own, other in deal_chances_of([fact.without], pair)
        }
        given = reasons_for(view, best, found)
        assert 1 <= len(given) <= MOST
        for each in given:
            if str(each) in moves:
                measured += 1
                assert moves[str(each)] >= MATTERS
    assert measured


CODES = set(re.findall(r'_reason\(\s*"(\w+)"', Path(module.__file__).read_text("utf-8")))
OTHER_CODES = {"close", "all_in_all", "only_choice", "right_row", "left_row"}
OTHER_CODES |= {"over_200", "over_100", "collects"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_words_that_need_no_more_than_it_gives(language: str) -> None:
    file = TEXTS / language / "page" / "advice.json"
    sentences: dict[str, str] = json.loads(file.read_text("utf-8"))["reasons"]
    assert {*CODES, *OTHER_CODES} == set(sentences)
    given = {"currency": "Y", "total": 210, "value": 20, "points": 30, "percent": 80, "name": "Bo"}
    for code in sentences:
        words = tell_reason(language, code, given)
        assert "–" not in words, words
        assert "{" not in words
        assert words[0].isupper() or words[0].isdigit()
