"""`fast/` plays by the same rules as `engine/`."""

from random import Random

import numpy as np
import pytest

from random_batch import play_batch
from random_deals import random_deals
from spielgeld.engine import (
    Bid,
    Match,
    Pile,
    Setup,
    Turn,
    deal_cards,
    legal_turns,
    reveal,
    shuffle,
    start_match,
    take_turn,
)
from spielgeld.fast.chance import next_word, next_word_plain
from spielgeld.fast.tables import tables_of
from spielgeld.fast.words import layout_of
from support.chance import fewer
from support.fast_equality import check_deal
from support.play import any_setup

WORD = (1 << 64) - 1


@pytest.mark.parametrize("part", range(10))
def test_the_same_deck_and_choices_give_the_same_deal(part: int) -> None:
    rng = Random(f"equal {part}")
    for _ in range(fewer(100)):  # `bench/equality.py` plays many more
        check_deal(any_setup(rng), rng)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_random_deals_are_deals_of_the_engine(part: int) -> None:
    rng = Random(f"random deals {part}")
    for _ in range(25):
        setup, seed = any_setup(rng), rng.getrandbits(62) | 1
        scores, rounds = np.zeros((3, setup.players), np.int64), np.zeros(3, np.int64)
        cards = np.array(layout_of(setup).numbers(setup.cards))
        decisions = random_deals(tables_of(setup.rules), setup.players, cards, seed, scores, rounds)
        replay = _Replay(setup, seed)
        for deal in range(3):
            match = replay.play()
            assert match.scores[0] == tuple(scores[deal])
            assert match.deal
            assert match.deal.round == rounds[deal]
        assert replay.decisions == decisions


class _Replay:
    """The same chance as in the flat function, in plain Python, and the rules of `engine/`."""

    def __init__(self, setup: Setup, seed: int) -> None:
        self.setup, self.word, self.decisions = setup, seed, 0
        self.layout = layout_of(setup)
        self.order = list(setup.cards)

    def next(self) -> int:
        word = self.word ^ self.word << 13 & WORD
        word ^= word >> 7
        self.word = word ^ word << 17 & WORD
        return self.word

    def below(self, limit: int) -> int:
        return (self.next() >> 16 & 0xFFFFFFFF) * limit >> 32

    def play(self) -> Match:
        self.order = list(shuffle(self.order, self.below))
        match = deal_cards(start_match(self.setup), self.order).match
        while match.awaits != "nothing":
            deal = match.deal
            assert deal
            if match.awaits == "bids":
                bids = [self.bid(hand) for hand in deal.hands]
                match = reveal(match, bids).match
                self.decisions += len(bids) + sum(bool(bid.cards) for bid in bids)
            else:
                match = take_turn(match, deal.waiting[0], self.turn(match)).match
        return match

    def bid(self, hand: Pile) -> Bid:
        notes, coins = self.layout.words(hand)
        while True:
            chosen, lying = self.next() & notes, 0
            bluff = bool(self.word >> 63)
            if coins:
                lying = coins & self.next() >> 20
            if chosen or lying or (bluff and self.setup.rules.bluff_only_bid):
                return Bid(self.layout.pile(chosen, lying), bluff)

    def turn(self, match: Match) -> Turn:
        right, left, *bids, keep = legal_turns(match)
        return [right, left, keep, *bids][self.below(3 + len(bids))]


def test_a_batch_is_the_same_for_the_same_seed_and_its_deals_differ() -> None:
    setup = any_setup(Random(2))
    batch, again, other = (play_batch(setup, 5000, seed) for seed in (1, 1, 2))
    assert (batch.scores == again.scores).all()
    assert (batch.scores != other.scores).any()
    assert len({tuple(each) for each in batch.scores[:200].tolist()}) > 150
    assert (batch.rounds > 0).all()


def test_chance_is_the_same_compiled_and_plain() -> None:
    word = plain = 12345
    for _ in range(1000):
        word, plain = int(next_word(word)), next_word_plain(plain)
        assert plain == word
