"""What happened, as named facts. Records, logs, replays and screens all tell the same list.

Only `Dealt` has secrets in it; `event_for` in `view.py` takes them out.
"""

from dataclasses import dataclass

from spielgeld.engine.cards import Card, Pile
from spielgeld.engine.history import Exchanged, Revealed
from spielgeld.engine.moves import Row
from spielgeld.engine.rules.match_winner import Result
from spielgeld.engine.rules.scoring import HandScore
from spielgeld.engine.state import LastRound

__all__ = [
    "Dealt",
    "Event",
    "Exchanged",
    "LastRoundAnnounced",
    "MatchWon",
    "Refilled",
    "Revealed",
    "Scored",
]


@dataclass(frozen=True, slots=True)
class Dealt:
    """A deal was set up."""

    deal: int
    cards: tuple[Card, ...] | None
    """All money cards in the order in which they leave the deck; None where that is secret."""
    hands: tuple[Pile | None, ...]
    """The cards of each seat; None where they are secret."""
    right: Pile
    left: Pile
    deck_size: int


@dataclass(frozen=True, slots=True)
class Refilled:
    """The rows were refilled from the deck."""

    first: Row
    """The row that was filled first."""
    right: Pile
    """What was added to the right row."""
    left: Pile
    """What was added to the left row."""
    deck_size: int
    """How many cards the deck has left."""


@dataclass(frozen=True, slots=True)
class LastRoundAnnounced:
    """The round that now begins is the last of the deal."""

    round: int
    reason: LastRound


@dataclass(frozen=True, slots=True)
class Scored:
    """A deal is over; from now on all of it is open."""

    deal: int
    hands: tuple[Pile, ...]
    breakdown: tuple[HandScore, ...]
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MatchWon:
    """The match is over."""

    result: Result


Event = Dealt | Revealed | Exchanged | Refilled | LastRoundAnnounced | Scored | MatchWon
