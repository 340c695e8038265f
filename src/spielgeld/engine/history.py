"""What everybody has seen the players of a deal do: reveals and turns, also round by round.

All of it is public: bluff cards are turned up like all others.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from spielgeld.engine.cards import Card, Pile
from spielgeld.engine.moves import Bid, Turn

AheadBy = Literal["worth", "bluff", "serial"]
"""Why one bid acts before the next: it is worth more; at equal worth it held the bluff card; or it
holds the lower serial."""


@dataclass(frozen=True, slots=True)
class Place:
    """A seat's place in the order of a round, and why it comes before the next."""

    seat: int
    worth: int
    bluff: bool
    lowest: Card
    """The card of the bid that counts in a tie."""
    ahead_by: AheadBy | None
    """Why before the next seat; None for the last."""


@dataclass(frozen=True, slots=True)
class Revealed:
    """All bids were turned up at once and the order of turns was settled."""

    round: int
    bids: tuple[Bid, ...]
    order: tuple[Place, ...]
    """The seats that will act, first to last. Who is missing sits the round out."""


@dataclass(frozen=True, slots=True)
class Exchanged:
    """A seat took its turn."""

    seat: int
    turn: Turn
    given: Pile
    """What was left on the table; empty for who keeps."""
    taken: Pile
    """What went into the hand."""
    waiting: tuple[int, ...]
    """The seats that have still to act in this round, first to last."""


History = tuple[Revealed | Exchanged, ...]
"""What was done in a deal, in that order.

It is kept flat because every step adds to it, and put into rounds where somebody asks for them.
"""


class Round(NamedTuple):
    """A round from its reveal on."""

    bids: tuple[Bid, ...]
    """The bid of each seat as it was turned up."""
    order: tuple[Place, ...]
    """The order settled at the reveal, first to last. Who is missing sat the round out."""
    turns: tuple[Exchanged, ...]
    """What has been done with the bids, in the order in which the seats acted."""


def rounds_of(history: Iterable[Revealed | Exchanged]) -> tuple[Round, ...]:
    """The history round by round; the round under way stands last."""
    revealed: list[Revealed] = []
    turns: list[list[Exchanged]] = []
    for done in history:
        if isinstance(done, Revealed):
            revealed.append(done)
            turns.append([])
        else:
            turns[-1].append(done)
    both = zip(revealed, turns, strict=True)
    return tuple([Round(shown.bids, shown.order, tuple(taken)) for shown, taken in both])
