"""Runs the network (`network.py`) with NumPy on many views at once; `valuation.py` reads it."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, TypeVar

import numpy as np

from spielgeld.bots.champion.features import Seen, see
from spielgeld.bots.champion.network import Network, values_of
from spielgeld.bots.champion.options import Options, bid_options, other_bids, turn_options
from spielgeld.bots.champion.position import Position, pile_of, position_of
from spielgeld.bots.champion.valuation import NetworkOutputs
from spielgeld.bots.champion.weights import champion_weights
from spielgeld.engine import Bid, View
from spielgeld.fast.words import CURRENCIES

T = TypeVar("T")
TOGETHER = 32
"""Batch size: larger batches take more memory and are not faster."""


def positions_of(views: Sequence[View]) -> Position:
    """All inputs of the network; the first dimension of the arrays is the view."""
    columns = zip(*map(position_of, views), strict=True)
    return Position._make(np.array(column, np.int32) for column in columns)


def weigh_options(views: Sequence[View]) -> list[NetworkOutputs]:
    """The choices the champion weighs."""
    bids, turns = _networks()
    found: list[NetworkOutputs] = []
    for some in _parts(views):
        position = positions_of(some)
        seen = see(np, position)
        if some[0].awaits == "bids":
            potential = champion_weights().arrays["potential"]
            found += _weigh(bids, seen, bid_options(np, position, seen.order, potential))
        else:
            found += _weigh(turns, seen, turn_options(np, position, seen.order))
    return found


def weigh_bids(views: Sequence[View], bids: Sequence[Sequence[Bid]]) -> list[NetworkOutputs]:
    """Any bids, by view."""
    network, _ = _networks()
    found: list[NetworkOutputs] = []
    for some, theirs in zip(_parts(views), _parts(bids), strict=True):
        position = positions_of(some)
        seen = see(np, position)
        options = other_bids(np, position, seen.order, _piles(some, theirs))
        found += _weigh(network, seen, options)
    return found


def _parts(all_: Sequence[T]) -> Iterator[Sequence[T]]:
    for first in range(0, len(all_), TOGETHER):
        yield all_[first : first + TOGETHER]


def _piles(views: Sequence[View], bids: Sequence[Sequence[Bid]]) -> Any:
    """The piles of the bids, padded with empty ones to the same number for each view."""
    piles = np.zeros((len(views), max(map(len, bids)), CURRENCIES + 1), np.int32)
    for at, some in enumerate(bids):
        for number, bid in enumerate(some):
            piles[at, number] = pile_of(views[at].setup, bid.cards)
    return piles


def _weigh(network: Network, seen: Seen, options: Options) -> list[NetworkOutputs]:
    numbers = network.weigh(seen, options)
    values = values_of(numbers, champion_weights().arrays["chances"])
    columns = (numbers, values, options.legal, options.piles)
    return [
        NetworkOutputs(*each) for each in zip(*(column.tolist() for column in columns), strict=True)
    ]


@cache
def _networks() -> tuple[Network, Network]:
    """The published networks, for bids and for turns."""
    return Network(champion_weights(), "bid"), Network(champion_weights(), "turn")
