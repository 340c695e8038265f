"""The candidate bids: which sets of the most dispensable cards are tried."""

from collections.abc import Iterator
from itertools import combinations

SORTED_CARDS = 16
"""Only this many of the most dispensable cards can be part of a candidate bid."""
CHEAPEST = 6
"""All subsets of this many of them are candidates."""
_PAIRED = 10
CANDIDATES = 128
SIT_OUT = CANDIDATES - 1
"""The last candidate is the bluff card alone."""
_RUNS = {3: range(4, 10), 4: range(3, 9), 5: range(2, 4)}
"""Lengths of runs of neighbouring cards, and where the runs begin."""


def _sets() -> Iterator[tuple[int, ...]]:
    for cards in range(1, CHEAPEST + 1):
        yield from combinations(range(CHEAPEST), cards)
    yield from ((card,) for card in range(CHEAPEST, SORTED_CARDS))
    yield from ((low, high) for high in range(CHEAPEST, _PAIRED) for low in range(high))
    yield from (tuple(range(cards)) for cards in range(CHEAPEST + 1, SORTED_CARDS + 1))
    for cards, firsts in _RUNS.items():
        yield from (tuple(range(first, first + cards)) for first in firsts)


SETS: tuple[tuple[int, ...], ...] = (*_sets(), ())
"""By candidate: the cards in the bid, the most dispensable being card 0."""
