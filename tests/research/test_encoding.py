"""The encoding: every bid has one path, the mask is the rules, an observation tells no secret."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from hashlib import sha256
from random import Random

import numpy as np

from spielgeld.engine import BLUFF, Bid, View, legal_bids, score_now
from spielgeld.fast.words import Layout, layout_of
from spielgeld.research import observation as cells
from spielgeld.research.actions import SEAL, number_of_turn, path_count, path_of, turn_of_number
from spielgeld.research.deal import Deal
from spielgeld.research.observation import SHAPE, VERSION
from support.research import deal_of, every_setup, play_at_random

GOLDEN = {1: "5adbf9422e92ff0f5b04781a018e7a49525c2b7a2d713f115c120ec44722719b"}
"""By version: the hash of what `observations` yields."""


def observations() -> Iterator[bytes]:
    for number, setup in enumerate(every_setup(Random(0))):
        deal = deal_of(setup, Random(number))
        for moment in play_at_random(deal, Random(number)):
            if moment.actor is not None:
                yield moment.observe(moment.actor).tobytes()
        yield b"".join(deal.observe(seat).tobytes() for seat in range(setup.players))


def test_an_observation_means_what_its_version_says() -> None:
    assert sha256(b"".join(observations())).hexdigest() == GOLDEN[VERSION]


def walk(deal: Deal) -> Iterator[Bid]:
    """Every bid the actor can lay, by way of its actions."""
    for action in deal.legal():
        if action < SEAL:
            further = deal.clone()
            further.step(action)
            yield from walk(further)
        else:
            yield Bid(deal.laid(0), bluff=action > SEAL)


def test_every_bid_has_exactly_one_path() -> None:
    for setup in every_setup(Random(1)):
        deal = deal_of(setup, Random(2))
        walked = Counter(walk(deal))
        rules, hand = setup.rules, deal.view(0).hand
        masked = 0 if rules.bluff_breaks_ties else (1 << len(hand)) - 1
        bids = legal_bids(deal.match, 0)
        assert {*walked.values()} == {1}
        assert all(bid in bids for bid in walked)
        assert len(walked) == path_count(rules, hand) == bids.count() - masked


def test_a_path_leads_to_its_bid_less_a_bluff_card_that_cannot_matter() -> None:
    for setup in every_setup(Random(3)):
        deal = deal_of(setup, Random(4))
        for _ in range(20):
            bid = legal_bids(deal.match, 0).draw(Random(5))
            *cards, seal = path_of(setup, bid)
            further = deal.clone()
            for action in cards:
                further.step(action)
            assert seal in further.legal()
            assert further.laid(0) == bid.cards
            matters = not bid.cards or setup.rules.bluff_breaks_ties
            assert (seal > SEAL) == (bid.bluff and matters)


def test_the_mask_of_a_turn_is_the_list_of_legal_turns() -> None:
    for number, setup in enumerate(every_setup(Random(6))):
        for deal in play_at_random(deal_of(setup, Random(number)), Random(number)):
            if deal.match.awaits == "turn" and deal.actor is not None:
                table = deal.actor, setup.players
                turns = [turn_of_number(action, *table) for action in deal.legal()]
                assert {*turns} == {*deal.view(deal.actor).legal_turns}
                assert [number_of_turn(turn, *table) for turn in turns] == deal.legal()


def test_sealed_bids_of_others_change_no_observation() -> None:
    for number, setup in enumerate(every_setup(Random(9))):
        deal = deal_of(setup, Random(number))
        other = deal.clone()
        for each, seed in ((deal, 1), (other, 2)):
            rng = Random(seed)
            while each.actor == 0:
                each.step(rng.choice(each.legal()))
            each.step(rng.choice(each.legal(2)), seat=2)  # begun, not sealed
        for seat in {*range(setup.players)} - {0, 2}:
            assert (deal.observe(seat) == other.observe(seat)).all()


def codes_in(layout: Layout, seen: cells.Observation, row: int) -> set[str]:
    return {layout.card[int(at)].code for at in np.flatnonzero(seen[row, :75])}


def test_the_rows_say_what_the_view_says() -> None:
    """Read an observation back, by the documented rows alone."""
    for number, setup in enumerate(every_setup(Random(10))):
        layout = layout_of(setup)
        rng = Random(number)
        for deal in play_at_random(deal_of(setup, rng), rng):
            seat = deal.actor
            if seat is None or rng.random() < 0.5:
                continue
            seen, view = deal.observe(seat), deal.view(seat)
            assert seen.shape == SHAPE

            cards = partial(codes_in, layout, seen)

            held = {card.code for card in view.hand}
            assert cards(cells.HAND) | cards(cells.LAID) == held
            assert cards(cells.LAID) == {card.code for card in deal.laid(seat)}
            assert cards(cells.RIGHT) == {card.code for card in view.right}
            assert cards(cells.LEFT) == {card.code for card in view.left}
            assert cards(cells.UNSEEN) == {card.code for card in view.unseen}
            assert seen[cells.HAND, cells.POINTS] == score_now(view).total // 10
            _check_seats(view, seat, seen, cards)


def _check_seats(
    view: View, seat: int, seen: cells.Observation, cards: Callable[[int], set[str]]
) -> None:
    players = view.setup.players
    for at in range(6):
        other = (seat + at) % players
        if at >= players:
            assert not seen[[cells.LYING + at, cells.BID + at, cells.KNOWN + at]].any()
            continue
        assert cards(cells.LYING + at) == {card.code for card in view.lying[other]}
        assert cards(cells.KNOWN + at) == {card.code for card in view.known[other]}
        assert seen[cells.KNOWN + at, cells.SIZE] == view.hand_sizes[other]
        assert seen[cells.KNOWN + at, cells.UNKNOWN] == view.unknown[other]
        if view.rounds:
            bid = view.rounds[-1].bids[other]
            assert cards(cells.BID + at) == {*bid.codes} - {BLUFF}
            assert seen[cells.BID + at, cells.BLUFF] == bid.bluff
            assert seen[cells.BID + at, cells.WORTH] == bid.worth // 10
