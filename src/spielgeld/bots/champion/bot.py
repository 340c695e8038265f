"""The champion at the table."""

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import Any

import numpy as np

from spielgeld.bots.champion.choice import GRAIN, MIXING, bid_of, turn_at
from spielgeld.bots.champion.features import Seen, see
from spielgeld.bots.champion.network import Network, values_of
from spielgeld.bots.champion.options import Options, bid_options, turn_options
from spielgeld.bots.champion.position_arrays import positions_of
from spielgeld.bots.champion.scale import UNIT
from spielgeld.bots.champion.weights import Weights, champion_weights
from spielgeld.bots.heuristic.bot import seat_of
from spielgeld.engine import Bid, Turn, View

TOGETHER = 32
"""Batch size: larger batches take more memory and are not faster."""


class ChampionBot:
    """Values bids and turns by a network trained on millions of deals.

    `misjudging` makes it weaker: a random error of up to that many 1024ths of a win is added to the
    value of every choice.
    """

    def __init__(self, weights: Weights | None = None, misjudging: int = 0) -> None:
        self._weights = weights or champion_weights()
        self._bids, self._turns = _networks(self._weights) if weights else champion_networks()
        self._most_wrong = misjudging * (UNIT >> 10)

    def choose_bid(self, view: View, rng: Random) -> Bid:
        return self.choose_bids([view], [rng])[0]

    def choose_turn(self, view: View, rng: Random) -> Turn:
        return self.choose_turns([view], [rng])[0]

    def choose_bids(self, views: Sequence[View], rngs: Sequence[Random]) -> list[Bid]:
        chosen: list[Bid] = []
        for some, chances in _parts(views, rngs):
            position = positions_of(some)
            seen = see(np, position)
            options = bid_options(np, position, seen.order, self._weights.arrays["potential"])
            values = self._liked(self._bids, seen, options)
            for view, *each in zip(
                some, values, options.legal, options.piles, chances, strict=True
            ):
                chosen.append(self._bid(view, *each))
        return chosen

    def choose_turns(self, views: Sequence[View], rngs: Sequence[Random]) -> list[Turn]:
        chosen: list[Turn] = []
        for some, chances in _parts(views, rngs):
            position = positions_of(some)
            seen = see(np, position)
            options = turn_options(np, position, seen.order)
            values = self._liked(self._turns, seen, options)
            for view, *each in zip(some, values, options.legal, chances, strict=True):
                chosen.append(self._turn(view, *each))
        return chosen

    def _liked(self, network: Network, seen: Seen, options: Options) -> Any:
        return values_of(network.weigh(seen, options), self._weights.arrays["chances"])

    def _bid(self, view: View, values: Any, legal: Any, piles: Any, rng: Random) -> Bid:
        at = mixed(self._misjudged(values, rng), legal, rng)
        return bid_of(view, at, piles[at].tolist())

    def _turn(self, view: View, values: Any, legal: Any, rng: Random) -> Turn:
        seeming = self._misjudged(values, rng)
        return turn_at(view, int(np.flatnonzero(legal)[seeming[legal].argmax()]))

    def _misjudged(self, values: Any, rng: Random) -> Any:
        """The values of the choices, with their random errors if the player misjudges."""
        most = self._most_wrong
        return values + [rng.randint(-most, most) for _ in values] if most else values


def _parts(
    views: Sequence[View], rngs: Sequence[Random]
) -> Iterator[tuple[Sequence[View], Sequence[Random]]]:
    for view in views:
        seat_of(view)
    for first in range(0, len(views), TOGETHER):
        yield views[first : first + TOGETHER], rngs[first : first + TOGETHER]


def _odds(values: Any, legal: Any) -> Any:
    """`choice.odds_of` for arrays."""
    near = np.where(legal, values - values[legal].max() + MIXING, 0)
    return (np.maximum(near, 0) // GRAIN) ** 2


def mixed(values: Any, legal: Any, rng: Random) -> int:
    """The index of one of the options, drawn by its odds."""
    upto = np.cumsum(_odds(values, legal))
    return int(np.searchsorted(upto, rng.randrange(int(upto[-1])), "right"))


def _networks(weights: Weights) -> tuple[Network, Network]:
    return Network(weights, "bid"), Network(weights, "turn")


@cache
def champion_networks() -> tuple[Network, Network]:
    """The published networks, for bids and for turns."""
    return _networks(champion_weights())
