"""A hint: the best few choices, from what the seat sees alone."""

from random import Random

import pytest
from advised import careful

from spielgeld.advice.hint import OPTIONS, choices_of, hint
from spielgeld.advice.trials import ends_after, look
from spielgeld.engine import Bid, Match, NotAllowed, View, resample, view_of
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


@pytest.mark.slow
@pytest.mark.parametrize("number", range(7))
def test_cards_hidden_from_the_seat_change_nothing(number: int) -> None:
    view = views([step.match for step in careful()], every=5)[number]
    given = hint(view, Random(3))
    other = resample(view, Random(4))
    assert view.awaits != "bids" or open_deal(other).deck
    assert hint(view_of(other, view.seat), Random(3)) == given


@pytest.mark.slow
@pytest.mark.parametrize("part", range(3))
def test_hints_are_legal_and_differ_under_any_rules(part: int) -> None:
    rng = Random(f"hints {part}")
    for _ in range(2):
        setup = any_setup(rng)
        matches = [step.match for step in random_steps(setup, rng)]
        for view in views(matches, every=70):
            options = hint(view, rng).options
            assert 1 <= len(options) <= OPTIONS
            if view.awaits == "bids":
                bids = [setup.bid(option.bid or []) for option in options]
                assert all(bid in view.legal_bids for bid in bids)
                assert len({look(bid) for bid in bids}) == len(bids)
            else:
                turns = [turn_from_code(option.turn) for option in options]
                assert set(turns) <= set(view.legal_turns)
                assert len(set(turns)) == len(turns)


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
    best = hint(view_of(match, 0), Random(1)).options[0]
    assert best.turn == "right"
    assert best.win == 1
    assert best.points == 200
    assert 0 < best.error < 0.1


def test_sitting_out_is_tried_where_it_is_a_bid_and_keeps_the_hand() -> None:
    hands = ["Y20a Y20b Y20c", "Y30a Y40 Y50 Y60 E60", "P60 P50"]
    sits_out = Bid((), bluff=True)
    for may_sit_out in (True, False):
        setup = table(players=3, bluff_only_bid=may_sit_out)
        match = position(setup, hands, right="R20a", left="R20b", last_round=True)
        view = view_of(match, 0)
        choices = choices_of(view)
        assert (sits_out in choices) == may_sit_out
        if may_sit_out:
            ends = ends_after(view, choices, 50, Random(1))
            assert set(ends[choices.index(sits_out), :, 0]) == {100}


def test_a_hand_without_money_can_only_sit_out() -> None:
    match = position(table(players=3, bluff_only_bid=True), ["", "E60", "P60"], right="E20a")
    assert [option.bid for option in hint(view_of(match, 0), Random(1)).options] == [["*"]]
    match = position(table(players=3, bluff_only_bid=False), ["", "E60", "P60"], right="E20a")
    with pytest.raises(NotAllowed) as refused:
        hint(view_of(match, 0), Random(1))
    assert refused.value.code == "no_bid"


def test_who_has_nothing_to_decide_gets_no_hint() -> None:
    match = position(table(players=3), ["Y60", "E60", "P50"], right="E20a", left="P20a")
    with pytest.raises(NotAllowed) as refused:
        hint(view_of(match, None), Random(1))
    assert refused.value.code == "not_now"
    acting = bid_all(match, "Y60", "E60", "P50").match
    with pytest.raises(NotAllowed) as refused:
        hint(view_of(acting, 2), Random(1))
    assert refused.value.code == "not_your_turn"
    with pytest.raises(NotAllowed) as refused:
        hint(view_of(careful()[-1].match, 0), Random(1))
    assert refused.value.code == "not_your_turn"
