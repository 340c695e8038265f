"""Laws that hold in every match, whatever the edition, house rules, players and choices."""

import json
import pickle
from collections.abc import Iterator
from copy import deepcopy
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from spielgeld.engine import (
    Dealt,
    Event,
    Exchanged,
    LastRoundAnnounced,
    Match,
    MatchWon,
    Refilled,
    Revealed,
    Scored,
    Setup,
    Step,
    TakeBid,
    match_result,
    pile,
    resample,
    view_of,
    worth,
)
from spielgeld.engine.records import Record, make_record, read_record, record_line, replay
from support.chance import examples
from support.play import open_deal
from support.second_opinion import hand_by_hand
from support.strategies import matches, seeds, setups, steps, tempers

few = examples(60)


def states(played: list[Step]) -> Iterator[Match]:
    return (step.match for step in played)


def events(played: list[Step]) -> list[Event]:
    return [event for step in played for event in step.events]


def as_json(record: Record) -> object:
    return json.loads(json.dumps(record))


@few
@given(matches)
def test_cards_are_conserved(played: list[Step]) -> None:
    for match in states(played):
        deal = open_deal(match)
        piles = (*deal.hands, *deal.lying, deal.right, deal.left, deal.deck)
        assert pile(card for cards in piles for card in cards) == match.setup.cards


@few
@given(matches)
def test_piles_lie_in_one_order_that_tells_nothing(played: list[Step]) -> None:
    for match in states(played):
        deal = open_deal(match)
        for cards in (*deal.hands, *deal.unseen, *deal.lying, deal.right, deal.left):
            assert cards == pile(cards)


@few
@given(matches)
def test_scores_and_winners_are_those_of_the_final_hands(played: list[Step]) -> None:
    setup = played[0].match.setup
    scored = [event for event in events(played) if isinstance(event, Scored)]
    assert len(scored) == setup.rules.deals
    trios = setup.rules.coin_trios
    for event in scored:
        reckoned = [hand_by_hand(setup, hand, coin_trios=trios) for hand in event.hands]
        assert event.scores == tuple(reckoned)
        assert [counted.total for counted in event.breakdown] == reckoned
    assert open_deal(played[-1].match).hands == scored[-1].hands
    assert played[-1].match.scores == tuple(event.scores for event in scored)
    last = events(played)[-1]
    assert isinstance(last, MatchWon)
    assert last.result == match_result(setup.rules, [event.scores for event in scored])


@few
@given(matches)
def test_a_record_of_every_moment_reads_back_and_replays_the_same(played: list[Step]) -> None:
    setup = played[0].match.setup
    names = [f"player {seat}" for seat in range(setup.players)]
    whole = make_record(setup, names, events(played))
    assert read_record(record_line(whole)) == as_json(whole)
    assert replay(read_record(record_line(whole))) == played
    cut = len(played) // 2
    under_way = make_record(setup, names, events(played[:cut]))
    assert replay(read_record(record_line(under_way))) == played[:cut]


@few
@given(setups(), tempers, seeds)
def test_the_same_seed_gives_the_same_match(setup: Setup, kinds: list[str], seed: int) -> None:
    assert list(steps(setup, kinds, seed)) == list(steps(setup, kinds, seed))


@few
@given(matches)
def test_the_victim_of_a_taken_bid_always_acts_next(played: list[Step]) -> None:
    for step in played:
        exchanged = step.events[0]
        if isinstance(exchanged, Exchanged) and (deal := step.match.deal) and not deal.scores:
            assert exchanged.waiting == deal.waiting
        if isinstance(exchanged, Exchanged) and isinstance(exchanged.turn, TakeBid):
            deal = open_deal(step.match)
            victim = exchanged.turn.seat
            assert deal.waiting[0] == victim
            assert deal.lying[victim] == exchanged.given
            others = [worth(deal.lying[seat]) for seat in deal.waiting[1:]]
            assert all(worth(deal.lying[victim]) >= other for other in others)


@few
@given(matches)
def test_every_player_who_bid_money_acts_once_and_nobody_else(played: list[Step]) -> None:
    bidders: set[int] = set()
    acted: list[int] = []
    for event in events(played):
        if isinstance(event, Revealed):
            assert sorted(acted) == sorted(bidders)
            bidders = {seat for seat, bid in enumerate(event.bids) if bid.cards}
            assert [place.seat for place in event.order] == sorted(
                bidders, key=[place.seat for place in event.order].index
            )
            acted = []
        elif isinstance(event, Exchanged):
            acted.append(event.seat)
    assert sorted(acted) == sorted(bidders)


@few
@given(matches)
def test_a_deal_always_ends_and_says_why_beforehand(played: list[Step]) -> None:
    told = [
        event
        for event in events(played)
        if isinstance(event, Dealt | LastRoundAnnounced | Revealed | Scored)
    ]
    for before, announced, revealed, scored in zip(
        told[:-3], told[1:-2], told[2:-1], told[3:], strict=True
    ):
        if isinstance(scored, Scored):
            assert isinstance(before, Revealed)
            assert isinstance(announced, LastRoundAnnounced)
            assert isinstance(revealed, Revealed)
            assert announced.round == revealed.round
    assert isinstance(told[-1], Scored)


@few
@given(matches)
def test_the_deck_leaves_in_the_order_it_was_given(played: list[Step]) -> None:
    order: list[object] = []
    for step in played:
        for event in step.events:
            if isinstance(event, Dealt) and event.cards:
                order = list(event.cards)
            if isinstance(event, Refilled):
                assert event.deck_size == len(open_deal(step.match).deck)
        deal = open_deal(step.match)
        hidden = 6 * step.match.setup.players
        assert [*deal.turned_up, *deal.deck] == order[hidden:]


@few
@given(matches, seeds)
def test_a_match_can_be_copied_and_sent(played: list[Step], seed: int) -> None:
    match = Random(seed).choice(played).match
    assert deepcopy(match) == match
    assert pickle.loads(pickle.dumps(match)) == match  # noqa: S301 - our own bytes


@few
@given(matches, st.data())
def test_a_resampled_match_can_be_played_on(played: list[Step], data: st.DataObject) -> None:
    match = data.draw(st.sampled_from(played)).match
    seat = data.draw(st.sampled_from([None, *range(match.setup.players)]))
    drawn = resample(view_of(match, seat), Random(data.draw(seeds)))
    assert drawn.awaits == match.awaits
    deal, true = open_deal(drawn), open_deal(match)
    piles = (*deal.hands, *deal.lying, deal.right, deal.left, deal.deck)
    assert pile(card for cards in piles for card in cards) == match.setup.cards
    assert [len(hand) for hand in deal.hands] == [len(hand) for hand in true.hands]
