"""The champion at the table."""

from functools import cache
from random import Random

import numpy as np

from spielgeld.bots.champion.candidates import SIT_OUT
from spielgeld.bots.champion.features import see
from spielgeld.bots.champion.network import UNIT, Network, liked
from spielgeld.bots.champion.options import bid_options, turn_options
from spielgeld.bots.champion.position import position_of, rivals_of
from spielgeld.bots.champion.weights import Weights, champion_weights
from spielgeld.bots.heuristic.bot import seat_of
from spielgeld.engine import Bid, TakeBid, Turn, View
from spielgeld.fast.steps import TAKE_BID
from spielgeld.fast.turns import turn_of
from spielgeld.fast.words import CURRENCIES, PER_CURRENCY, layout_of

MIXING = UNIT // 128
"""Bids whose worth is this close to the best take turns with it."""
_GRAIN = UNIT >> 20


class ChampionBot:
    """Weighs bids and turns with a network that has played millions of deals."""

    def __init__(self, weights: Weights | None = None) -> None:
        self._weights = weights or champion_weights()
        self._bids, self._turns = _networks(self._weights) if weights else _champion()

    def choose_bid(self, view: View, rng: Random) -> Bid:
        seat_of(view)
        position = position_of(view)
        seen = see(np, position)
        potential = self._weights.arrays["potential"]
        options = bid_options(np, position, seen.order, potential)
        numbers = self._bids.weigh(seen, options)
        values = liked(numbers, self._weights.arrays["chances"])
        chosen = mixed([int(each) for each in values], options.legal.tolist(), rng)
        pile = options.piles[chosen].tolist()
        notes = sum(pile[kind] << PER_CURRENCY * kind for kind in range(CURRENCIES))
        cards = layout_of(view.setup).pile(notes, pile[CURRENCIES])
        # Where the bluff card breaks ties it costs nothing to lay it, elsewhere it brings nothing.
        return Bid(cards, bluff=view.setup.rules.bluff_breaks_ties or chosen == SIT_OUT)

    def choose_turn(self, view: View, rng: Random) -> Turn:
        seat_of(view)
        position = position_of(view)
        seen = see(np, position)
        options = turn_options(np, position, seen.order)
        numbers = self._turns.weigh(seen, options)
        values = liked(numbers, self._weights.arrays["chances"])
        chosen = int(np.argmax(np.where(options.legal, values, np.iinfo(np.int64).min)))
        return turn_of(chosen) if chosen < TAKE_BID else TakeBid(rivals_of(view)[chosen - TAKE_BID])


def mixed(values: list[int], legal: list[bool], rng: Random) -> int:
    """One of the options that are nearly as good as the best, the better the more often."""
    best = max(value for value, may in zip(values, legal, strict=True) if may)
    odds = [
        (max(0, MIXING - best + value) // _GRAIN) ** 2 if may else 0
        for value, may in zip(values, legal, strict=True)
    ]
    drawn = rng.randrange(sum(odds))
    for at, each in enumerate(odds):
        drawn -= each
        if drawn < 0:
            return at
    raise AssertionError("the odds add up to less than themselves")


def _networks(weights: Weights) -> tuple[Network, Network]:
    return Network(weights, "bid"), Network(weights, "turn")


@cache
def _champion() -> tuple[Network, Network]:
    return _networks(champion_weights())
