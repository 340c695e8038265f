"""The core plays the deals of the readable engine, cell by cell, and shows nothing hidden."""

from collections.abc import Iterator, Sequence
from itertools import islice, permutations
from random import Random

import numpy as np
import pytest

from spielgeld.engine import NotAllowed, shuffle
from spielgeld.fast import steps
from spielgeld.fast.words import NOTE_BITS
from spielgeld.research import core
from spielgeld.research.actions import ACTIONS
from spielgeld.research.deal import Deal
from spielgeld.research.observation import Observation
from support.readable_deal import CardByCard
from support.research import every_setup, some_action


def pairs(seed: int) -> Iterator[tuple[Deal, CardByCard, Random]]:
    """The same deal on the core and on the readable engine, at every kind of table."""
    for number, setup in enumerate(every_setup(Random(seed))):
        rng = Random(number)
        order = shuffle(setup.cards, rng.randrange)
        yield Deal.begin(setup, order), CardByCard.deal(setup, order), rng


def compare(deal: Deal, readable: CardByCard) -> None:
    assert (deal.actor, deal.is_over) == (readable.actor, readable.is_over)
    assert deal.choosing == readable.choosing
    assert deal.points == list(readable.points)
    assert deal.deck_size == readable.deck_size
    for seat in range(deal.players):
        assert deal.legal(seat) == readable.legal(seat)
        same(deal.observe(seat), readable.observe(seat), seat)


def same(one: Observation, other: Observation, *about: object) -> None:
    different = np.argwhere(one != other)
    assert not len(different), (*about, different[:5])


def test_one_after_the_other_it_is_the_readable_deal() -> None:
    for deal, readable, rng in pairs(11):
        while not readable.is_over:
            compare(deal, readable)
            action = some_action(readable.legal(), rng)
            deal.step(action)
            readable.step(action)
        compare(deal, readable)
        assert deal.match == readable.match


@pytest.mark.slow
def test_all_at_once_it_is_the_readable_deal() -> None:
    """Bids are laid in any order; the deal is looked at on the engine in between."""
    for one, other, rng in pairs(12):
        deal, readable = one, other
        while not readable.is_over:
            compare(deal, readable)
            seat = rng.choice(readable.choosing)
            action = some_action(readable.legal(seat), rng)
            deal.step(action, seat)
            readable.step(action, seat)
            if rng.random() < 0.1:
                assert deal.match == readable.match
                deal, readable = deal.clone(), readable.clone()
        compare(deal, readable)
        assert deal.match == readable.match


@pytest.mark.slow
def test_a_deal_of_a_view_is_the_one_the_seat_sees() -> None:
    for deal, _, rng in pairs(13):
        while not deal.is_over:
            deal.step(some_action(deal.legal(), rng))
            if rng.random() < 0.8:
                continue
            for seat in range(deal.players):
                seen, readable = Deal.of_view(deal.view(seat)), CardByCard(deal.match)
                same(seen.observe(seat), readable.observe(seat), seat)
                same(seen.resample(seat, rng).observe(seat), readable.observe(seat), seat)
                assert seen.legal(seat) == readable.legal(seat)


def test_what_is_not_legal_is_refused_and_changes_nothing() -> None:
    for deal, _, rng in pairs(14):
        for _ in range(rng.randrange(60)):
            deal.step(some_action(deal.legal(), rng))
        before = deal.row.copy()
        for seat in range(deal.players):
            for action in {*range(-2, ACTIONS + 2), 10**30} - {*deal.legal(seat)}:
                with pytest.raises(NotAllowed) as refused:
                    deal.step(action, seat)
                assert refused.value.code == "action"
        with pytest.raises(NotAllowed):
            deal.step(deal.legal()[0], deal.players)
        assert (deal.row == before).all()


def test_a_clone_goes_its_own_way() -> None:
    deal, _, rng = next(pairs(15))
    for _ in range(20):
        deal.step(some_action(deal.legal(), rng))
    before, match, twin = deal.row.copy(), deal.match, deal.clone()
    while not twin.is_over:
        twin.step(some_action(twin.legal(), rng))
    assert (deal.row == before).all()
    assert deal.match == match
    assert twin.match.deal
    assert list(twin.match.deal.scores or ()) == twin.points


# ---------------------------------------------------------------- what others hide


def hidden_places(deal: Deal, own: int) -> list[int]:
    """Where in the order of the cards those are that the seat cannot know."""
    hands, found = deal.match.deal, []
    assert hands
    secret = {card.code for at, held in enumerate(hands.unseen) if at != own for card in held}
    for place, card in enumerate(deal._order()):
        if card.code in secret or place >= deal.row[steps.DRAWN]:
            found.append(place)
    return found


def arranged(deal: Deal, own: int, places: Sequence[int], order: Sequence[int]) -> Deal:
    """The same deal with the hidden cards in this order, and others' bids of any of their cards."""
    twin = deal.clone()
    row = twin.row
    for seat in range(deal.players):
        if seat != own:
            row[steps.HAND_NOTES + seat] &= ~row[steps.SECRET_NOTES + seat]
            row[steps.HAND_COINS + seat] &= ~row[steps.SECRET_COINS + seat]
            row[steps.SECRET_NOTES + seat] = row[steps.SECRET_COINS + seat] = 0
    for place, number in zip(places, order, strict=True):
        row[steps.ORDER + place] = number
        seat = place // 6
        if seat < deal.players:
            notes = number < NOTE_BITS
            for first in (steps.HAND_NOTES, steps.SECRET_NOTES):
                at = first + seat + (0 if notes else steps.HAND_COINS - steps.HAND_NOTES)
                row[at] |= 1 << (number if notes else number - NOTE_BITS)
    if deal.awaits_bids:
        rng = Random(number)
        for seat in {*range(deal.players)} - {own}:
            row[core.BID_NOTES + seat] = row[steps.HAND_NOTES + seat] & rng.getrandbits(62)
            row[core.BID_COINS + seat] = row[steps.HAND_COINS + seat] & rng.getrandbits(62)
            row[core.BID_BLUFF + seat] = rng.getrandbits(1)
    return twin


def test_no_arrangement_of_the_cards_a_seat_cannot_know_changes_what_it_sees() -> None:
    """All arrangements if there are few, else many: none may change a cell or the mask."""
    compared = complete = 0
    for deal, _, rng in pairs(16):
        while not deal.is_over:
            if rng.random() < 0.05 or deal.deck_size == 0:
                seat = rng.randrange(deal.players)
                places = hidden_places(deal, seat)
                numbers = [int(deal.row[steps.ORDER + place]) for place in places]
                few = len(places) <= 5
                orders = permutations(numbers) if few else shuffles(numbers, rng)
                seen, mask = deal.observe(seat), deal.mask(seat)
                for order in islice(orders, 150):
                    twin = arranged(deal, seat, places, order)
                    same(twin.observe(seat), seen, seat)
                    assert (twin.mask(seat) == mask).all()
                    compared += 1
                complete += few and len(places) > 1
            deal.step(some_action(deal.legal(), rng))
    assert compared > 5000
    assert complete > 20


def shuffles(numbers: list[int], rng: Random) -> Iterator[list[int]]:
    for _ in range(20):
        yield rng.sample(numbers, len(numbers))


@pytest.mark.slow
def test_a_resampled_deal_looks_the_same_to_the_seat_and_can_be_played_on() -> None:
    different = 0
    for deal, _, rng in pairs(17):
        while not deal.is_over:
            if rng.random() < 0.1:
                for seat in range(deal.players):
                    twin = deal.resample(seat, rng)
                    same(twin.observe(seat), deal.observe(seat), seat)
                    assert twin.legal(seat) == deal.legal(seat)
                    assert (twin.actor, twin.past) == (deal.actor, deal.past)
                    assert twin.view(seat) == deal.view(seat)
                    assert {*twin._order()} == {*deal._order()}
                    different += twin.match != deal.match
                    for _ in range(30):
                        if not twin.is_over:
                            twin.step(some_action(twin.legal(), rng))
                    assert twin.match.deal
                    assert (
                        twin.match.awaits == ("bids" if twin.awaits_bids else "turn")
                        or twin.is_over
                    )
            deal.step(some_action(deal.legal(), rng))
    assert different > 500


def test_every_hidden_card_can_be_anywhere_after_resampling() -> None:
    deal, _, rng = next(pairs(18))
    places = hidden_places(deal, 0)
    seen = np.zeros((76, len(places)), int)
    for _ in range(4000):
        twin = deal.resample(0, rng)
        seen[[int(twin.row[steps.ORDER + at]) for at in places], range(len(places))] += 1
    drawn = seen[seen.any(1)]
    assert drawn.shape == (len(places), len(places))
    expected = 4000 / len(places)
    assert abs(drawn - expected).max() < 6 * expected**0.5
