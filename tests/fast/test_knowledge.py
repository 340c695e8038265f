"""States drawn from what a seat knows agree with it, and every one is equally likely."""

from collections import Counter
from functools import partial
from random import Random

import numpy as np
import pytest

from spielgeld.bots import play_match
from spielgeld.bots.random_bot import RandomBot
from spielgeld.engine import Card, Match, View, draw_removed, find_edition, set_up, shuffle, view_of
from spielgeld.fast import steps
from spielgeld.fast.knowledge import knowledge_of, sample
from spielgeld.fast.words import NOTE_BITS, bits, layout_of
from support.play import any_setup


def _always(order: tuple[Card, ...], _: int) -> tuple[Card, ...]:
    return order


def some_view(seed: int) -> View:
    rng = Random(seed)
    setup = any_setup(rng)
    order = shuffle(setup.cards, rng.randrange)
    bots, chances = [RandomBot()] * setup.players, [rng] * setup.players
    steps_of_it = list(play_match(setup, bots, chances, partial(_always, order)))
    match = rng.choice(steps_of_it[:-1]).match
    return view_of(match, rng.randrange(setup.players))


@pytest.mark.parametrize("seed", range(40))
def test_a_drawn_state_agrees_with_the_view(seed: int) -> None:
    view = some_view(seed)
    layout, knowledge, state = layout_of(view.setup), knowledge_of(view), steps.new_state()
    word = 12345
    for _ in range(5):
        word = sample(knowledge, state, word)
        hands = [
            layout.pile(int(state[steps.HAND_NOTES + seat]), int(state[steps.HAND_COINS + seat]))
            for seat in range(view.setup.players)
        ]
        assert [len(hand) for hand in hands] == list(view.hand_sizes)
        assert hands[view.seat or 0] == view.hand
        for known, hand in zip(view.known, hands, strict=True):
            assert set(known) <= set(hand)
        deck = state[steps.ORDER + state[steps.DRAWN] : steps.ORDER + state[steps.CARDS]].tolist()
        lying = [card for pile in view.lying for card in pile]
        everything = [*layout.numbers([c for hand in hands for c in hand]), *deck]
        everything += layout.numbers([*view.right, *view.left, *lying])
        assert sorted(everything) == sorted(layout.numbers(view.setup.cards))
        assert len(deck) == view.deck_size


def test_every_place_of_an_unseen_card_is_equally_likely() -> None:
    edition = find_edition("it")
    rng = Random(7)
    setup = set_up("it", 3, removed=draw_removed(edition, 3, rng.randrange))
    order = shuffle(setup.cards, rng.randrange)
    match: Match = next(play_match(setup, [RandomBot()] * 3, [rng] * 3, lambda _: order)).match
    view = view_of(match, 0)
    knowledge, state = knowledge_of(view), steps.new_state()
    unseen = len(view.unseen)
    draws, found = 30_000, Counter[tuple[int, int]]()
    word = 99
    first_order = knowledge.unseen.copy()
    for _ in range(draws):
        knowledge.unseen[:] = first_order
        word = sample(knowledge, state, word)
        for seat in (1, 2):
            notes, coins = state[steps.HAND_NOTES + seat], state[steps.HAND_COINS + seat]
            found.update((seat, each) for each in bits(int(notes) | int(coins) << NOTE_BITS))
        found.update([(9, int(state[steps.ORDER + state[steps.DRAWN]]))])
    for seat, share in ((1, 6 / unseen), (2, 6 / unseen), (9, 1 / unseen)):
        counts = np.array([found[seat, each] for each in knowledge.unseen.tolist()])
        off = (counts - draws * share) / np.sqrt(draws * share * (1 - share))
        assert np.abs(off).max() < 5
        assert off.std() < 1.5
