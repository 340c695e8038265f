"""What the champion thinks of every choice of a seat: the judgement behind hints and reviews."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from spielgeld.bots.champion.bot import TOGETHER, champion_networks, odds_of
from spielgeld.bots.champion.choice import bid_of, turn_at
from spielgeld.bots.champion.features import Seen, see
from spielgeld.bots.champion.network import LEAD_POINTS, SCORE_POINTS, liked
from spielgeld.bots.champion.numbers import Position, pile_of
from spielgeld.bots.champion.options import bid_options, other_bids, turn_options
from spielgeld.bots.champion.position import positions_of
from spielgeld.bots.champion.scale import OUT_POINT
from spielgeld.bots.champion.weights import champion_weights
from spielgeld.engine import Bid, Turn, View
from spielgeld.fast.words import CURRENCIES

Choice = Bid | Turn
_ONE = float(1 << OUT_POINT)


class Valued(NamedTuple):
    """A choice, and what the champion expects of it."""

    choice: Choice
    chance: float
    """To win the deal; who is level shares."""
    lead: float
    """Points over the best rival at the end of the deal."""
    points: float
    """At the end of the deal."""
    liking: int
    """By this the champion chooses; a win is `network.UNIT`."""
    share: float
    """How often the champion makes this choice here."""


def value_many(views: Sequence[View], also: Sequence[Sequence[Bid]]) -> list[list[Valued]]:
    """The choices of each view that the champion weighs, and bids it would not think of.

    All views await a bid, or all a turn.
    """
    found: list[list[Valued]] = []
    for some, more in _parts(views, also):
        position = positions_of(some)
        seen = see(np, position)
        own = _turns(some, position, seen) if _are_turns(some) else _bids(some, position, seen)
        others = _others(some, position, seen, more)
        found += [[*each, *bids] for each, bids in zip(own, others, strict=True)]
    return found


def value_these(views: Sequence[View], choices: Sequence[Choice]) -> list[list[Valued]]:
    """What the champion expects of the same few choices in each of these views."""
    if not isinstance(choices[0], Bid):
        found = value_many(views, [()] * len(views))
        return [[{v.choice: v for v in valued}[each] for each in choices] for valued in found]
    bids = [each for each in choices if isinstance(each, Bid)]
    valued: list[list[Valued]] = []
    for some, more in _parts(views, [bids] * len(views)):
        position = positions_of(some)
        valued += _others(some, position, see(np, position), more)
    return valued


def _parts(
    views: Sequence[View], also: Sequence[Sequence[Bid]]
) -> Iterator[tuple[Sequence[View], Sequence[Sequence[Bid]]]]:
    for first in range(0, len(views), TOGETHER):
        part = slice(first, first + TOGETHER)
        yield views[part], also[part]


def _are_turns(views: Sequence[View]) -> bool:
    return views[0].awaits != "bids"


def _turns(views: Sequence[View], position: Position, seen: Seen) -> list[list[Valued]]:
    options = turn_options(np, position, seen.order)
    numbers = champion_networks()[1].weigh(seen, options)
    return [_turns_of(*each) for each in zip(views, numbers, options.legal, strict=True)]


def _bids(views: Sequence[View], position: Position, seen: Seen) -> list[list[Valued]]:
    options = bid_options(np, position, seen.order, champion_weights().arrays["potential"])
    numbers = champion_networks()[0].weigh(seen, options)
    return [
        _bids_of(*each) for each in zip(views, numbers, options.legal, options.piles, strict=True)
    ]


def _others(
    views: Sequence[View], position: Position, seen: Seen, also: Sequence[Sequence[Bid]]
) -> list[list[Valued]]:
    """Bids as they are, the bluff card apart, which the network does not see."""
    most = max(map(len, also))
    if not most:
        return [[] for _ in views]
    piles = np.zeros((len(views), most, CURRENCIES + 1), np.int32)
    for at, bids in enumerate(also):
        for number, bid in enumerate(bids):
            piles[at, number] = pile_of(views[at].setup, bid.cards)
    numbers = champion_networks()[0].weigh(seen, other_bids(np, position, seen.order, piles))
    values = liked(numbers, champion_weights().arrays["chances"])
    return [
        [
            _valued(bid, numbers[at, number], int(values[at, number]), 0.0)
            for number, bid in enumerate(bids)
        ]
        for at, bids in enumerate(also)
    ]


def _turns_of(view: View, numbers: Any, legal: Any) -> list[Valued]:
    values = liked(numbers, champion_weights().arrays["chances"])
    places = np.flatnonzero(legal).tolist()
    best = max(places, key=values.__getitem__)
    return [
        _valued(turn_at(view, at), numbers[at], int(values[at]), float(at == best)) for at in places
    ]


def _bids_of(view: View, numbers: Any, legal: Any, piles: Any) -> list[Valued]:
    values = liked(numbers, champion_weights().arrays["chances"])
    odds = odds_of(values, legal)
    shares = odds / odds.sum()
    return [
        _valued(
            bid_of(view, at, piles[at].tolist()), numbers[at], int(values[at]), float(shares[at])
        )
        for at in np.flatnonzero(legal).tolist()
    ]


def _valued(choice: Choice, numbers: Any, liking: int, share: float) -> Valued:
    logit, lead, score = (numbers / _ONE).tolist()
    return Valued(
        choice=choice,
        chance=float(1 / (1 + np.exp(-logit))),
        lead=lead * LEAD_POINTS,
        points=score * SCORE_POINTS,
        liking=liking,
        share=share,
    )
