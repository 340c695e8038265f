"""Many random deals at once, on all cores."""

from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np

from random_deals import random_deals
from spielgeld.engine import Setup
from spielgeld.fast.chance import next_word
from spielgeld.fast.tables import tables_of
from spielgeld.fast.words import Words, layout_of
from spielgeld.workers import core_count

_PORTION = 4096
"""Deals per random stream: the number of cores must not change the deals."""


class PlayedBatch(NamedTuple):
    """The results of random deals."""

    scores: Words
    """Points by deal and seat."""
    rounds: Words
    """By deal."""
    decisions: int


def play_batch(setup: Setup, deals: int, seed: int) -> PlayedBatch:
    """Play random deals; the same seed gives the same deals."""
    scores, rounds = np.zeros((deals, setup.players), np.int64), np.zeros(deals, np.int64)
    tables, cards = tables_of(setup.rules), np.array(layout_of(setup).numbers(setup.cards))

    def play(first: int) -> int:
        part = slice(first, first + _PORTION)
        stream = int(next_word(seed * 2 * deals + 2 * first + 1))
        return random_deals(tables, setup.players, cards, stream, scores[part], rounds[part])

    with ThreadPoolExecutor(core_count()) as pool:  # compiled code releases the GIL
        decisions = sum(pool.map(play, range(0, deals, _PORTION)))
    return PlayedBatch(scores, rounds, decisions)
