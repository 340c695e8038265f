"""The champion at the table."""

from collections.abc import Sequence
from itertools import accumulate
from random import Random

from spielgeld.bots.champion.choice import bid_of, odds_of, turn_at
from spielgeld.bots.champion.scale import UNIT
from spielgeld.bots.champion.valuation import NetworkOutputs, network_runner
from spielgeld.bots.heuristic.bot import seat_of
from spielgeld.engine import Bid, Turn, View


class ChampionBot:
    """Values bids and turns by a network trained on millions of deals.

    `misjudging` makes it weaker: a random error of up to that many 1024ths of a win is added to the
    value of every choice. Whoever runs the network, the same view and the same random numbers lead
    to the same choice.
    """

    def __init__(self, misjudging: int = 0) -> None:
        self._most_wrong = misjudging * (UNIT >> 10)

    def choose_bid(self, view: View, rng: Random) -> Bid:
        return self.choose_bids([view], [rng])[0]

    def choose_turn(self, view: View, rng: Random) -> Turn:
        return self.choose_turns([view], [rng])[0]

    def choose_bids(self, views: Sequence[View], rngs: Sequence[Random]) -> list[Bid]:
        return [self._bid(*each) for each in zip(views, _weighed(views), rngs, strict=True)]

    def choose_turns(self, views: Sequence[View], rngs: Sequence[Random]) -> list[Turn]:
        return [self._turn(*each) for each in zip(views, _weighed(views), rngs, strict=True)]

    def _bid(self, view: View, weighed: NetworkOutputs, rng: Random) -> Bid:
        at = mixed(self._misjudged(weighed, rng), weighed.legal, rng)
        return bid_of(view, at, weighed.piles[at])

    def _turn(self, view: View, weighed: NetworkOutputs, rng: Random) -> Turn:
        seeming = self._misjudged(weighed, rng)
        legal = (at for at, may in enumerate(weighed.legal) if may)
        return turn_at(view, max(legal, key=seeming.__getitem__))

    def _misjudged(self, weighed: NetworkOutputs, rng: Random) -> Sequence[int]:
        """The values of the choices, with their random errors if the player misjudges."""
        most, values = self._most_wrong, weighed.values
        return [each + rng.randint(-most, most) for each in values] if most else values


def _weighed(views: Sequence[View]) -> list[NetworkOutputs]:
    for view in views:
        seat_of(view)
    return network_runner().weigh_options(views)


def mixed(values: Sequence[int], legal: Sequence[bool], rng: Random) -> int:
    """The index of one of the options, drawn by its odds."""
    odds = odds_of(values, legal)
    drawn = rng.randrange(sum(odds))
    return next(at for at, upto in enumerate(accumulate(odds)) if drawn < upto)
