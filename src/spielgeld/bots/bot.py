"""The protocol a bot implements."""

from collections.abc import Sequence
from random import Random
from typing import Protocol, runtime_checkable

from spielgeld.engine import Bid, Turn, View


class Bot(Protocol):
    """Chooses from what its seat knows: the same view and random numbers give the same choice.

    A bot is stateless: everything it may know is in the view. All its random numbers come from the
    generator it is given. `spielgeld.bots.conformance` checks that a bot obeys this.
    """

    def choose_bid(self, view: View, rng: Random) -> Bid:
        """One of `view.legal_bids`, chosen without knowing the size of anybody's bid (R15)."""
        ...

    def choose_turn(self, view: View, rng: Random) -> Turn:
        """One of `view.legal_turns`."""
        ...


@runtime_checkable
class BatchBot(Bot, Protocol):
    """A bot that can also choose for many views in one call, which is faster for networks.

    Each choice must be the same as for that view alone.
    """

    def choose_bids(self, views: Sequence[View], rngs: Sequence[Random]) -> Sequence[Bid]:
        """A bid for each view, each with a generator of its own."""
        ...

    def choose_turns(self, views: Sequence[View], rngs: Sequence[Random]) -> Sequence[Turn]:
        """The same for turns."""
        ...
