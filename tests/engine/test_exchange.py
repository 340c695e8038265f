"""Exchange and refill: whole piles change places, and who acts next."""

from itertools import permutations
from random import Random

import pytest

from spielgeld.engine import (
    KEEP,
    TAKE_LEFT,
    TAKE_RIGHT,
    Exchanged,
    Match,
    NotAllowed,
    Pile,
    Refilled,
    Step,
    TakeBid,
    Turn,
    check_turn,
    legal_turns,
    pile,
    take_turn,
    view_of,
)
from support.play import bid_all, cards, open_deal, position, random_setup, random_steps, table

RIGHT = "SK20a SK20b SK20c SK30a"
LEFT = "R20a R20b R20c R30a"


def revealed(*bids: str, deck: str = "", edition: str = "nl") -> Match:
    """Everybody bids the whole hand but for a note of 60."""
    setup = table(edition, len(bids))
    held = ["Y60", "E60", "P60", "R60", "SK60"]
    hands = [f"{bid.replace('*', '')} {held[seat]}" for seat, bid in enumerate(bids)]
    return bid_all(position(setup, hands, right=RIGHT, left=LEFT, deck=deck), *bids).match


def act(match: Match, *turns: tuple[int, Turn]) -> Step:
    step = Step(match, ())
    for seat, turn in turns:
        step = take_turn(step.match, seat, turn)
    return step


def hand(match: Match, seat: int) -> Pile:
    return open_deal(match).hands[seat]


def refusal_code(match: Match, seat: int, turn: Turn) -> str:
    with pytest.raises(NotAllowed) as refused:
        take_turn(match, seat, turn)
    return refused.value.code


@pytest.mark.parametrize(("turn", "row", "other"), [(TAKE_RIGHT, 0, 1), (TAKE_LEFT, 1, 0)])
def test_the_row_goes_into_the_hand_and_the_bid_becomes_the_row(
    turn: Turn, row: int, other: int
) -> None:
    match = revealed("P50", "E40", "Y20a")
    step = act(match, (0, turn))
    piles = [cards(match.setup, RIGHT), cards(match.setup, LEFT)]
    deal = open_deal(step.match)
    assert hand(step.match, 0) == pile((*piles[row], match.setup.card("Y60")))
    assert (deal.right, deal.left)[row] == cards(match.setup, "P50")
    assert (deal.right, deal.left)[other] == piles[other]
    assert deal.lying[0] == ()
    assert step.events == (Exchanged(0, turn, cards(match.setup, "P50"), piles[row], (1, 2)),)


def test_who_keeps_takes_the_own_bid_back() -> None:
    match = revealed("P50 P40", "E40", "Y20a")
    step = act(match, (0, KEEP))
    deal = open_deal(step.match)
    assert hand(step.match, 0) == cards(match.setup, "P40 P50 Y60")
    assert deal.right == cards(match.setup, RIGHT)
    assert deal.left == cards(match.setup, LEFT)
    assert step.events == (Exchanged(0, KEEP, (), cards(match.setup, "P50 P40"), (1, 2)),)


def test_a_taken_bid_goes_into_the_hand_and_the_own_bid_lies_there_instead() -> None:
    match = revealed("P50", "E40", "Y20a")
    step = act(match, (0, TakeBid(2)))
    deal = open_deal(step.match)
    assert hand(step.match, 0) == cards(match.setup, "Y20a Y60")
    assert hand(step.match, 2) == cards(match.setup, "P60")
    assert deal.lying == ((), cards(match.setup, "E40"), cards(match.setup, "P50"))
    assert step.events[0] == Exchanged(
        0, TakeBid(2), cards(match.setup, "P50"), cards(match.setup, "Y20a"), (2, 1)
    )


def test_piles_of_different_sizes_change_places_whole() -> None:
    match = revealed("P50 P40 P30a P20a P20b", "E40", "Y20a Y20b")
    step = act(match, (0, TakeBid(2)), (2, TAKE_LEFT), (1, TAKE_LEFT))
    assert hand(step.match, 0) == cards(match.setup, "Y20a Y20b Y60")
    assert hand(step.match, 2) == cards(match.setup, f"{LEFT} P60")
    assert hand(step.match, 1) == cards(match.setup, "P50 P40 P30a P20a P20b E60")


def test_the_victim_acts_next() -> None:
    match = revealed("P50", "E40", "Y30a", "Y20a")
    assert open_deal(match).waiting == (0, 1, 2, 3)
    step = act(match, (0, TakeBid(3)))
    assert open_deal(step.match).waiting == (3, 1, 2)


def test_the_victim_acts_next_whatever_the_ties() -> None:
    """Seat 0 went first by its bluff; what it leaves lies level with a lower serial."""
    match = revealed("P20a *", "Y20a", "KR10a", edition="it-full")
    assert open_deal(match).waiting == (0, 1, 2)
    step = act(match, (0, TakeBid(2)))
    assert open_deal(step.match).lying[2] == cards(match.setup, "P20a")
    assert open_deal(step.match).waiting == (2, 1)


def test_the_victim_may_take_another_bid_in_turn() -> None:
    match = revealed("P50", "E40", "Y30a", "Y20a")
    step = act(match, (0, TakeBid(2)), (2, TakeBid(3)))
    deal = open_deal(step.match)
    assert deal.waiting == (3, 1)
    assert hand(step.match, 0) == cards(match.setup, "Y30a Y60")
    assert hand(step.match, 2) == cards(match.setup, "Y20a P60")
    assert deal.lying[3] == cards(match.setup, "P50")


def test_a_chain_of_taken_bids_through_the_whole_table() -> None:
    match = revealed("P50", "E40", "Y30a", "Y20a", "KR10a")
    step = act(
        match, (0, TakeBid(4)), (4, TakeBid(3)), (3, TakeBid(2)), (2, TakeBid(1)), (1, TAKE_RIGHT)
    )
    names = [" ".join(card.code for card in hand(step.match, seat)) for seat in range(5)]
    assert names == [
        "Y60 KR10a",
        f"{RIGHT} E60",
        "E40 P60",
        "Y30a R60",
        "Y20a SK60",
    ]
    assert open_deal(step.match).right == cards(match.setup, "P50")
    assert step.match.awaits == "bids"


def test_the_victim_may_keep_what_was_given() -> None:
    match = revealed("P50", "E40", "Y20a")
    step = act(match, (0, TakeBid(1)), (1, KEEP))
    assert hand(step.match, 1) == cards(match.setup, "P50 E60")


def test_a_later_seat_may_take_the_row_an_earlier_one_left() -> None:
    match = revealed("P50", "E40", "Y20a")
    step = act(match, (0, TAKE_RIGHT), (1, TAKE_RIGHT))
    assert hand(step.match, 1) == cards(match.setup, "P50 E60")
    assert open_deal(step.match).right == cards(match.setup, "E40")


def test_the_last_to_act_cannot_take_a_bid() -> None:
    match = act(revealed("P50", "E40", "Y20a"), (0, KEEP), (1, TAKE_LEFT)).match
    assert legal_turns(match) == (TAKE_RIGHT, TAKE_LEFT, KEEP)
    for seat in range(3):
        assert refusal_code(match, 2, TakeBid(seat)) == "no_such_bid"


def test_the_bid_of_who_has_acted_is_out_of_reach() -> None:
    match = act(revealed("P50", "E40", "Y20a"), (0, KEEP)).match
    assert refusal_code(match, 1, TakeBid(0)) == "no_such_bid"
    assert legal_turns(match) == (TAKE_RIGHT, TAKE_LEFT, TakeBid(2), KEEP)


def test_who_sits_out_cannot_be_swapped_with_and_takes_no_turn() -> None:
    match = revealed("P50", "*", "Y20a")
    assert refusal_code(match, 0, TakeBid(1)) == "no_such_bid"
    assert refusal_code(match, 1, KEEP) == "not_your_turn"
    assert legal_turns(match) == (TAKE_RIGHT, TAKE_LEFT, TakeBid(2), KEEP)


@pytest.mark.parametrize("seat", [0, 3, 5, -1])
def test_neither_the_own_bid_nor_a_seat_that_does_not_exist(seat: int) -> None:
    assert refusal_code(revealed("P50", "E40", "Y20a"), 0, TakeBid(seat)) == "no_such_bid"


def test_nobody_acts_out_of_order() -> None:
    match = revealed("P50", "E40", "Y20a")
    for seat in (1, 2, 3):
        assert refusal_code(match, seat, KEEP) == "not_your_turn"
    assert refusal_code(match, 1, TakeBid(0)) == "not_your_turn"


def test_no_turn_while_bids_are_awaited() -> None:
    match = act(revealed("P50", "E40", "Y20a"), (0, KEEP), (1, KEEP), (2, KEEP)).match
    assert match.awaits == "bids"
    assert refusal_code(match, 0, KEEP) == "not_now"


def test_the_list_of_turns_agrees_with_the_check_that_raises() -> None:
    every: list[Turn] = [TAKE_RIGHT, TAKE_LEFT, KEEP, *[TakeBid(seat) for seat in range(4)]]
    bids = ["P50", "E40", "*", "Y20a"]
    for mixed in permutations(bids):
        match = revealed(*mixed)
        waiting = open_deal(match).waiting
        for seat in range(4):
            allowed = set(view_of(match, seat).legal_turns)
            assert allowed == (set(legal_turns(match)) if seat == waiting[0] else set())
            for turn in every:
                assert allowed_by_check(waiting, seat, turn) == (turn in allowed)


def allowed_by_check(waiting: tuple[int, ...], seat: int, turn: Turn) -> bool:
    try:
        check_turn(waiting, seat, turn)
    except NotAllowed:
        return False
    return True


def test_no_card_is_lost_or_doubled_in_a_random_match() -> None:
    rng = Random(4)
    setup = random_setup("pl", 6, rng, {})
    for step in random_steps(setup, rng):
        deal = open_deal(step.match)
        everywhere = [*deal.right, *deal.left, *deal.deck]
        everywhere += [card for cards in (*deal.hands, *deal.lying) for card in cards]
        assert pile(everywhere) == setup.cards


@pytest.mark.parametrize("size", [4, 5])
def test_a_row_of_four_or_more_gets_no_card(size: int) -> None:
    bid = " ".join(["P50", "P40", "P30a", "P30b", "P20a"][:size])
    match = revealed(bid, "E40", "Y20a", deck="Y40 Y50 E20a E20b E20c")
    step = act(match, (0, TAKE_RIGHT), (1, TAKE_LEFT), (2, KEEP))
    deal = open_deal(step.match)
    assert deal.right == cards(match.setup, bid)
    assert deal.left == cards(match.setup, "E40 Y40 Y50 E20a")
    assert step.events[1] == Refilled("right", (), cards(match.setup, "Y40 Y50 E20a"), 2)


def test_nothing_is_refilled_after_the_last_round() -> None:
    match = position(
        table("nl", 3), ["P50", "E40", "Y20a"], right="SK20a", deck="R20a", last_round=True
    )
    step = act(bid_all(match, "P50", "E40", "Y20a").match, (0, KEEP), (1, KEEP), (2, KEEP))
    deal = open_deal(step.match)
    assert not any(isinstance(event, Refilled) for event in step.events)
    assert deal.right == cards(match.setup, "SK20a")
    assert deal.deck == cards(match.setup, "R20a")
    assert deal.scores is not None
