"""A match at one moment: data, no behaviour. Nothing here ever holds a sealed bid.

Whoever runs a table keeps bids until all are in: on a server, `table/state.py`.

Deals and matches are named tuples because every step makes new ones: changing a few fields takes
about a third of the time it takes with a frozen dataclass.
"""

from typing import Literal, NamedTuple

from spielgeld.engine.cards import Card, Pile
from spielgeld.engine.history import History
from spielgeld.engine.setup import Setup

LastRound = Literal["deck_empty", "shortfall", "stall"]
"""Why a round is the last of its deal (`rules/ending.py`)."""

Awaits = Literal["cards", "bids", "turn", "nothing"]
"""What has to come next: the order of a new deal, everybody's bids, one turn, or nothing more."""


Scores = tuple[tuple[int, ...], ...]
"""The points of each seat in one deal after the other."""


class Deal(NamedTuple):
    """One deal under way or just finished."""

    number: int
    """The first deal of a match is 1."""
    round: int
    """The first round of a deal is 1."""
    hands: tuple[Pile, ...]
    """What each seat holds, lying bids not included."""
    unseen: tuple[Pile, ...]
    """Of each hand, the cards that nobody else has ever seen."""
    right: Pile
    left: Pile
    deck: tuple[Card, ...]
    """Face down; the first is drawn next."""
    turned_up: tuple[Card, ...]
    """What has left the deck face up, in that order."""
    idle_refills: int
    """How many refills in a row drew no card (R8)."""
    last_round: LastRound | None
    """Why this round is the last, if it is."""
    lying: tuple[Pile, ...]
    """The open bid in front of each seat; empty where none lies (any more)."""
    waiting: tuple[int, ...]
    """The seats still to act this round, in order; the first acts now."""
    history: History
    """What everybody has seen the players do since the cards were dealt."""
    scores: tuple[int, ...] | None
    """Points of each seat once the deal is over."""


class Match(NamedTuple):
    """Deals played one after the other at one table."""

    setup: Setup
    scores: Scores
    """Points of each seat in every finished deal."""
    deal: Deal | None
    """The deal under way, or the one that ended last; none before the first."""

    @property
    def awaits(self) -> Awaits:
        """What has to come next."""
        if self.deal is not None and self.deal.scores is None:
            return "turn" if self.deal.waiting else "bids"
        return "cards" if len(self.scores) < self.setup.rules.deals else "nothing"
