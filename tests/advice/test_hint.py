"""A hint: the best few choices, from what the seat sees alone."""

from functools import cache
from random import Random

import pytest
from advised import careful

from spielgeld.advice.hint import OPTIONS, hint
from spielgeld.advice.prospects import look
from spielgeld.bots.champion.bot import ChampionBot
from spielgeld.engine import Match, NotAllowed, View, resample, view_of
from spielgeld.engine.moves import turn_from_code
from support.play import any_setup, bid_all, open_deal, position, random_steps, table


def views(matches: list[Match], every: int) -> list[View]:
    """Somebody's view at some of the moments where there is something to decide."""
    moments = [match for match in matches if match.awaits in {"bids", "turn"}][::every]
    found = []
    for number, match in enumerate(moments):
        to_act = open_deal(match).waiting
        found.append(view_of(match, to_act[0] if to_act else number % match.setup.players))
    return found


@cache
def moments() -> list[View]:
    return views([step.match for step in careful()], every=5)


@pytest.mark.parametrize("number", range(6))
def test_cards_hidden_from_the_seat_change_nothing(number: int) -> None:
    view = moments()[number]
    other = resample(view, Random(4))
    assert view.awaits != "bids" or open_deal(other).deck
    assert hint(view_of(other, view.seat)) == hint(view)


@pytest.mark.parametrize("part", range(3))
def test_hints_are_legal_and_differ_under_any_rules(part: int) -> None:
    rng = Random(f"hints {part}")
    for _ in range(2):
        setup = any_setup(rng)
        matches = [step.match for step in random_steps(setup, rng)]
        for view in views(matches, every=40):
            options = hint(view).options
            assert 1 <= len(options) <= OPTIONS
            for option in options:
                assert 0 < option.wins_deal < 1
                assert option.wins_match == option.wins_deal  # the match is this deal
            if view.awaits == "bids":
                bids = [setup.bid(option.bid or []) for option in options]
                assert all(bid in view.legal_bids for bid in bids)
                assert len({look(bid) for bid in bids}) == len(bids)
            else:
                turns = [turn_from_code(option.turn) for option in options]
                assert set(turns) <= set(view.legal_turns)
                assert len(set(turns)) == len(turns)


@pytest.mark.slow
def test_the_champion_does_what_it_advises() -> None:
    champion = ChampionBot()
    for view in moments():
        options = hint(view).options
        assert sum(option.share for option in options) <= 1 + 1e-9
        if view.awaits == "turn":
            assert options[0].share == 1
            assert turn_from_code(options[0].turn) == champion.choose_turn(view, Random(1))
            continue
        chances = [Random(number) for number in range(200)]
        chosen = [look(bid) for bid in champion.choose_bids([view] * len(chances), chances)]
        for option in options:
            counted = chosen.count(look(view.setup.bid(option.bid or []))) / len(chosen)
            assert counted == pytest.approx(option.share, abs=0.12)


def test_the_obvious_is_hinted() -> None:
    setup = table(players=3)
    match = position(
        setup,
        ["Y20a Y20b Y30a Y40 Y60 SK20a", "E20a P20a SK20b", "E30a P30a SK30a"],
        right="Y20c Y30b",
        left="E60",
        last_round=True,
    )
    match = bid_all(match, "SK20a Y20a", "E20a", "E30a").match
    best, second, _ = hint(view_of(match, 0)).options
    assert best.turn == "right"
    assert best.wins_deal > second.wins_deal + 0.05
    assert best.reasons[0].code == "over_200"


def test_sitting_out_is_weighed_where_it_is_a_bid() -> None:
    for may_sit_out in (True, False):
        setup = table(players=3, bluff_only_bid=may_sit_out)
        match = position(setup, ["Y20a", "Y30a Y60", "P60 P50"], right="R20a", left="R20b")
        bids = [option.bid for option in hint(view_of(match, 0)).options]
        assert (["*"] in bids) == may_sit_out


def test_a_hand_without_money_can_only_sit_out() -> None:
    match = position(table(players=3, bluff_only_bid=True), ["", "E60", "P60"], right="E20a")
    (only,) = hint(view_of(match, 0)).options
    assert (only.bid, only.share, only.reasons[0].code) == (["*"], 1, "only_choice")
    match = position(table(players=3, bluff_only_bid=False), ["", "E60", "P60"], right="E20a")
    with pytest.raises(NotAllowed) as refused:
        hint(view_of(match, 0))
    assert refused.value.code == "no_bid"


def test_who_has_nothing_to_decide_gets_no_hint() -> None:
    match = position(table(players=3), ["Y60", "E60", "P50"], right="E20a", left="P20a")
    with pytest.raises(NotAllowed) as refused:
        hint(view_of(match, None))
    assert refused.value.code == "not_now"
    acting = bid_all(match, "Y60", "E60", "P50").match
    with pytest.raises(NotAllowed) as refused:
        hint(view_of(acting, 2))
    assert refused.value.code == "not_your_turn"
    with pytest.raises(NotAllowed) as refused:
        hint(view_of(careful()[-1].match, 0))
    assert refused.value.code == "not_your_turn"
