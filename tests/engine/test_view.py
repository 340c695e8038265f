"""What a seat may know, and nothing else."""

from collections import Counter
from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spielgeld.engine import (
    Dealt,
    Exchanged,
    Match,
    NotAllowed,
    Revealed,
    Step,
    Unreadable,
    View,
    deal_cards,
    event_for,
    pile,
    resample,
    shuffle,
    start_match,
    take_turn,
    view_of,
)
from spielgeld.engine.moves import KEEP, TAKE_RIGHT
from support.chance import examples
from support.play import bid_all, open_deal, position, random_steps, table
from support.strategies import matches, seeds

few = examples(60)


def moments(played: list[Step], data: st.DataObject) -> tuple[Match, int | None]:
    match = data.draw(st.sampled_from(played)).match
    return match, data.draw(st.sampled_from([None, *range(match.setup.players)]))


@few
@given(matches, st.data())
def test_a_view_does_not_change_when_only_hidden_cards_are_resampled(
    played: list[Step], data: st.DataObject
) -> None:
    match, seat = moments(played, data)
    view = view_of(match, seat)
    for seed in range(3):
        assert view_of(resample(view, Random(seed)), seat) == view


@few
@given(matches, st.data())
def test_a_resampled_state_agrees_with_all_the_view_knows(
    played: list[Step], data: st.DataObject
) -> None:
    match, seat = moments(played, data)
    drawn = open_deal(resample(view_of(match, seat), Random(data.draw(seeds))))
    true = open_deal(match)
    assert (drawn.right, drawn.left, drawn.lying) == (true.right, true.left, true.lying)
    assert (drawn.waiting, drawn.last_round) == (true.waiting, true.last_round)
    if seat is not None:
        assert drawn.hands[seat] == true.hands[seat]
    for mine, theirs, secret in zip(drawn.hands, true.hands, true.unseen, strict=True):
        assert set(theirs) - set(secret) <= set(mine)


def shown_cards(event: object) -> set[str]:
    """Every card named anywhere in an event."""
    text = repr(event)
    for mark in "(),='[]":
        text = text.replace(mark, " ")
    return set(text.split())


@pytest.mark.slow
@few
@given(matches, st.data())
def test_no_view_places_a_card_its_seat_cannot_know(
    played: list[Step], data: st.DataObject
) -> None:
    """What the seat was shown is gathered here from its events alone."""
    seat = data.draw(st.sampled_from([None, *range(played[0].match.setup.players)]))
    shown: set[str] = set()
    for step in played:
        for event in step.events:
            if isinstance(event, Dealt):
                shown = set()
            shown |= shown_cards(event_for(event, seat))
        view = view_of(step.match, seat)
        deal = open_deal(step.match)
        placed = {card.code for card in (*view.right, *view.left, *view.hand, *view.turned_up)}
        placed |= {card.code for cards in (*view.known, *view.lying) for card in cards}
        placed |= shown_cards(view.history) & {card.code for card in view.setup.cards}
        unseen = {card.code for card in view.unseen}
        assert not placed & unseen
        if deal.scores is None:
            assert placed <= shown
            hidden = view.deck_size + sum(
                count for other, count in enumerate(view.unknown) if other != seat
            )
            assert len(unseen) == hidden


@few
@given(matches, st.data())
def test_the_size_of_an_open_bid_is_told_only_where_it_is_shown(
    played: list[Step], data: st.DataObject
) -> None:
    match, seat = moments(played, data)
    seats = range(match.setup.players)
    placed = data.draw(st.dictionaries(st.sampled_from(seats), st.integers(1, 7)))
    others = {each: size + 1 for each, size in placed.items()}
    view, other = view_of(match, seat, placed), view_of(match, seat, others)
    assert view.has_bid == tuple(each in placed for each in seats)
    if match.setup.rules.bid_size == "hidden":
        assert view == other
        assert view.bid_sizes == (None,) * match.setup.players
    else:
        assert view.bid_sizes == tuple(placed.get(each) for each in seats)


def test_hand_counts_do_not_shrink_while_bids_are_open() -> None:
    match = deal_cards(start_match(table("nl")), table("nl").cards).match
    assert view_of(match, 0, {1: 3}).hand_sizes == view_of(match, 0).hand_sizes == (6,) * 5


def test_known_are_the_cards_everybody_saw_on_their_way_into_a_hand() -> None:
    setup = table()
    hands = ("Y20a Y40", "E20a E40", "P20a P40", "R20a R40", "SK20a SK40")
    match = position(setup, hands, right="Y60", left="E60", deck="P60")
    match = bid_all(match, "Y40", "E20a", "P20a", "R20a", "SK20a").match
    match = take_turn(match, 0, TAKE_RIGHT).match
    match = take_turn(match, 1, KEEP).match
    view = view_of(match, 2)
    assert [str(card) for card in view.known[0]] == ["Y60"]
    assert view.unknown == (1, 1, 1, 1, 1)
    assert [str(card) for card in view.known[1]] == ["E20a"]
    assert [str(card) for card in view.right] == ["Y40"]
    assert not {"Y20a", "E40"} & {str(card) for known in view.known for card in known}


def test_a_spectator_sees_no_hand() -> None:
    match = deal_cards(start_match(table()), table().cards).match
    view = view_of(match, None)
    assert view.hand == ()
    assert len(view.unseen) == 69 - 8
    assert view.legal_turns == ()


def test_only_the_seat_to_act_is_offered_turns() -> None:
    setup = table(players=3)
    hands = ("Y20a Y40", "E20a E40", "P20a P40")
    match = bid_all(position(setup, hands, right="Y60", left="E60"), "Y40", "E20a", "P20a").match
    assert view_of(match, 0).legal_turns[0] == TAKE_RIGHT
    assert view_of(match, 1).legal_turns == view_of(match, None).legal_turns == ()


@few
@given(matches)
def test_every_view_has_what_was_done_in_the_deal(played: list[Step]) -> None:
    done: list[object] = []
    for step in played:
        for event in step.events:
            if isinstance(event, Dealt):
                done = []
            if isinstance(event, Revealed | Exchanged):
                done.append(event)
        for seat in (None, *range(step.match.setup.players)):
            assert list(view_of(step.match, seat).history) == done


def test_the_rounds_of_a_view_tell_bids_order_and_turns() -> None:
    setup = table("nl", players=3)
    hands = ("Y20a Y40", "E20a E40", "P20a P40")
    match = position(setup, hands, right="Y60", left="E60", deck="P60 SK60 R20a R20b R20c")
    assert view_of(match, 0).rounds == ()
    match = bid_all(match, "Y40 *", "E20a", "*").match
    match = take_turn(match, 0, TAKE_RIGHT).match
    first = view_of(match, 2).rounds[0]
    assert [str(bid) for bid in first.bids] == ["Y40 *", "E20a", "*"]
    assert [(place.seat, place.bluff) for place in first.order] == [(0, True), (1, False)]
    assert [(each.seat, each.turn) for each in first.turns] == [(0, TAKE_RIGHT)]
    match = take_turn(match, 1, KEEP).match
    match = bid_all(match, "Y60", "E40", "P20a").match
    before, now = view_of(match, None).rounds
    assert [(each.seat, each.turn) for each in before.turns] == [(0, TAKE_RIGHT), (1, KEEP)]
    assert [str(card) for card in before.turns[0].taken] == ["Y60"]
    assert ([place.seat for place in now.order], now.turns) == ([0, 1, 2], ())


def test_a_round_everybody_sits_out_is_a_round() -> None:
    setup = table("nl", players=3)
    match = position(setup, ("Y20a", "E20a", "P20a"), right="Y60", left="E60", deck="P60 SK60")
    (only,) = view_of(bid_all(match, "*", "*", "*").match, 0).rounds
    assert (only.order, only.turns) == ((), ())


def test_the_dealt_event_tells_a_seat_its_own_hand_only() -> None:
    setup = table()
    step = deal_cards(start_match(setup), setup.cards)
    told = event_for(step.events[0], 2)
    assert isinstance(told, Dealt)
    assert told.cards is None
    assert told.hands == (None, None, open_deal(step.match).hands[2], None, None)


def test_unseen_cards_are_drawn_uniformly() -> None:
    """Each unseen card, and each pair of them, is in a given other hand equally often."""
    setup = table()
    match = deal_cards(start_match(setup), shuffle(setup.cards, Random(1).randrange)).match
    view, rng, draws = view_of(match, 0), Random(2), 4000
    hands = [open_deal(resample(view, rng)).hands[3] for _ in range(draws)]
    unseen = len(view.unseen)
    singles = Counter(card for hand in hands for card in hand)
    assert set(singles) == set(view.unseen)
    assert_even(singles, draws, 6 / unseen)
    pairs = Counter(pair for hand in hands for pair in combinations(hand, 2))
    assert_even(pairs, draws, 6 * 5 / (unseen * (unseen - 1)))


def assert_even(counts: Counter[Any], draws: int, share: float) -> None:
    spread = (draws * share * (1 - share)) ** 0.5
    assert all(abs(count - draws * share) < 6 * spread for count in counts.values())


def test_before_the_first_deal_there_is_nothing_to_know() -> None:
    match = start_match(table())
    view = view_of(match, 1)
    assert (view.deal, view.hand, view.deck_size) == (0, (), 0)
    assert resample(view, Random(1)) == match
    with pytest.raises(NotAllowed):
        bid_all(match)


def test_views_of_a_finished_deal_are_open() -> None:
    setup = table(deals=2)
    for step in random_steps(setup, Random(4)):
        if step.match.awaits == "cards":
            break
    deal = open_deal(step.match)
    for seat in (None, *range(5)):
        view: View = view_of(step.match, seat)
        assert view.known == deal.hands
        assert view.open_deck == deal.deck
        assert view.unseen == ()
    assert pile(card for hand in view.known for card in hand)


@few
@given(matches, st.data())
def test_a_view_tells_the_public_facts_as_they_are(played: list[Step], data: st.DataObject) -> None:
    match, seat = moments(played, data)
    view, deal = view_of(match, seat), open_deal(match)
    assert (view.awaits, view.scores) == (match.awaits, match.scores)
    assert (view.deal, view.round, view.waiting) == (deal.number, deal.round, deal.waiting)
    assert (view.last_round, view.idle_refills) == (deal.last_round, deal.idle_refills)
    assert (view.right, view.left, view.lying) == (deal.right, deal.left, deal.lying)
    assert (view.deck_size, view.turned_up) == (len(deal.deck), deal.turned_up)


def test_bids_are_offered_only_to_a_seat_of_which_one_is_awaited() -> None:
    setup = table("nl")
    match = deal_cards(start_match(setup), setup.cards).match
    assert view_of(match, 0).legal_bids.count() == 127
    acting = bid_all(match, *[hand[0].code for hand in open_deal(match).hands]).match
    for view in (view_of(match, None), view_of(acting, 0), view_of(start_match(setup), 0)):
        with pytest.raises(NotAllowed) as refused:
            _ = view.legal_bids
        assert refused.value.code == "not_now"


@pytest.mark.parametrize("seat", [-1, 5, True, "0", 1.0])
def test_nobody_sees_through_a_seat_that_is_not_there(seat: int) -> None:
    match = deal_cards(start_match(table()), table().cards).match
    with pytest.raises(Unreadable, match="no seat") as refused:
        view_of(match, seat)
    assert refused.value.code == "seat"
    with pytest.raises(Unreadable, match="no seat"):
        view_of(match, 0, {seat: 3})
