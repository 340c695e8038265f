"""What the champion thinks of every choice of a seat: the judgement behind hints and reviews.

The network is run by NumPy (`inference.py`) or, in a browser, by JavaScript (`lent.py`): both give
the same integers, and everything after that is computed here.
"""

from collections.abc import Sequence
from functools import cache
from math import exp
from typing import NamedTuple, Protocol

from spielgeld.bots.champion.choice import bid_of, odds_of, turn_at
from spielgeld.bots.champion.scale import LEAD_POINTS, OUT_POINT, SCORE_POINTS
from spielgeld.engine import Bid, Turn, View
from spielgeld.fast.availability import HAS_NUMPY

Choice = Bid | Turn
_ONE = float(1 << OUT_POINT)


class NetworkOutputs(NamedTuple):
    """The network's outputs for the options of one view."""

    numbers: Sequence[Sequence[float]]
    """The logit of winning, the lead, the score, with `OUT_POINT` fractional bits."""
    values: Sequence[int]
    """The values by which the champion chooses; a win is `scale.UNIT`."""
    legal: Sequence[bool]
    piles: Sequence[Sequence[int]]


class NetworkRunner(Protocol):
    """Runs the network. All views await a bid, or all a turn."""

    def weigh_options(self, views: Sequence[View]) -> list[NetworkOutputs]:
        """The choices the champion weighs."""

    def weigh_bids(
        self, views: Sequence[View], bids: Sequence[Sequence[Bid]]
    ) -> list[NetworkOutputs]:
        """Any bids, by view."""


class Valued(NamedTuple):
    """A choice, and what the champion expects of it."""

    choice: Choice
    chance: float
    """To win the deal; players with equal points share the win."""
    lead: float
    """Points over the best rival at the end of the deal."""
    points: float
    """At the end of the deal."""
    liking: int
    """The value by which the champion chooses; a win is `scale.UNIT`."""
    share: float
    """How often the champion makes this choice here."""


def value_many(views: Sequence[View], also: Sequence[Sequence[Bid]]) -> list[list[Valued]]:
    """The choices of each view that the champion considers, and the bids in `also`.

    All views await a bid, or all a turn.
    """
    own = network_runner().weigh_options(views) if views else []
    others = _value_bids(views, also)
    return [
        [*_value_options(view, weighed), *bids]
        for view, weighed, bids in zip(views, own, others, strict=True)
    ]


def value_these(views: Sequence[View], choices: Sequence[Choice]) -> list[list[Valued]]:
    """What the champion expects of the same few choices in each of these views."""
    if not isinstance(choices[0], Bid):
        found = value_many(views, [()] * len(views))
        return [[{v.choice: v for v in valued}[each] for each in choices] for valued in found]
    bids = [each for each in choices if isinstance(each, Bid)]
    return _value_bids(views, [bids] * len(views))


def _value_bids(views: Sequence[View], bids: Sequence[Sequence[Bid]]) -> list[list[Valued]]:
    """Value these bids; the network ignores the bluff card."""
    if not any(bids):
        return [[] for _ in views]
    return [
        [_valued(bid, weighed, at, 0.0) for at, bid in enumerate(some)]
        for some, weighed in zip(bids, network_runner().weigh_bids(views, bids), strict=True)
    ]


def _value_options(view: View, weighed: NetworkOutputs) -> list[Valued]:
    places = [at for at, may in enumerate(weighed.legal) if may]
    if view.awaits != "bids":
        best = max(places, key=weighed.values.__getitem__)
        return [_valued(turn_at(view, at), weighed, at, float(at == best)) for at in places]
    odds = odds_of(weighed.values, weighed.legal)
    whole = sum(odds)
    return [
        _valued(bid_of(view, at, weighed.piles[at]), weighed, at, odds[at] / whole) for at in places
    ]


def _valued(choice: Choice, weighed: NetworkOutputs, at: int, share: float) -> Valued:
    logit, lead, score = [number / _ONE for number in weighed.numbers[at]]
    return Valued(
        choice=choice,
        chance=1 / (1 + exp(-logit)),
        lead=lead * LEAD_POINTS,
        points=score * SCORE_POINTS,
        liking=weighed.values[at],
        share=share,
    )


@cache
def network_runner() -> NetworkRunner:
    """NumPy where it is installed, else the judge that was lent (`lent.py`)."""
    if HAS_NUMPY:
        from spielgeld.bots.champion import inference  # noqa: PLC0415 - not there in a browser

        return inference
    from spielgeld.bots.champion import lent  # noqa: PLC0415

    return lent
