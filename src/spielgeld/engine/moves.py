"""What a player can do: bid, then take a row, take a bid, or keep."""

from dataclasses import dataclass
from typing import Literal

from spielgeld.engine.cards import BLUFF, Pile, worth

Row = Literal["right", "left"]
"""One of the two open rows beside the deck."""

ROWS: tuple[Row, Row] = ("right", "left")


@dataclass(frozen=True, slots=True)
class Bid:
    """Cards laid down together. The bluff card alone means sitting the round out."""

    cards: Pile
    """The notes and coins."""
    bluff: bool = False
    """Whether the bluff card lies with them."""

    @property
    def worth(self) -> int:
        """The plain sum of the notes and coins."""
        return worth(self.cards)

    @property
    def size(self) -> int:
        """How many cards lie there, the bluff card counted like any other."""
        return len(self.cards) + self.bluff

    @property
    def codes(self) -> list[str]:
        """The names of the cards, as records write them."""
        names = [card.code for card in self.cards]
        return [*names, BLUFF] if self.bluff else names

    def __str__(self) -> str:
        return " ".join(self.codes)


@dataclass(frozen=True, slots=True)
class TakeRow:
    """The row goes into the hand, the bid becomes the new row."""

    row: Row


@dataclass(frozen=True, slots=True)
class TakeBid:
    """The bid of a player still to act goes into the hand; the own bid now lies there."""

    seat: int


@dataclass(frozen=True, slots=True)
class Keep:
    """The own bid goes back into the hand."""


Turn = TakeRow | TakeBid | Keep
"""What the player who is to act does with the whole bid."""

TAKE_RIGHT = TakeRow("right")
TAKE_LEFT = TakeRow("left")
KEEP = Keep()


TurnCode = Literal["right", "left", "keep"] | int
"""A turn as records write it; a number is the seat whose bid is taken."""


def turn_code(turn: Turn) -> TurnCode:
    """A turn as records write it: `"right"`, `"left"`, `"keep"`, or the seat whose bid is taken."""
    if isinstance(turn, TakeRow):
        return turn.row
    return turn.seat if isinstance(turn, TakeBid) else "keep"


def turn_from_code(code: object) -> Turn | None:
    """The turn that records write so, if there is one."""
    if type(code) is int:
        return TakeBid(code)
    by_name: dict[object, Turn] = {"right": TAKE_RIGHT, "left": TAKE_LEFT, "keep": KEEP}
    return by_name.get(code) if isinstance(code, str) else None
