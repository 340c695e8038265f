"""What a record looks like, and the names of what can be wrong with one."""

from typing import Any, NotRequired, TypedDict

from spielgeld.engine.errors import Unreadable, quoted

FORMAT = "spielgeld-record/1"
MAX_BYTES = 8 * 1024 * 1024
"""The largest size of a record, in bytes."""

CODES = (
    "encoding",
    "too_long",
    "json",
    "duplicate_key",
    "format",
    "missing",
    "type",
    "edition",
    "rule",
    "players",
    "removed",
    "cards",
    "shuffle",
    "bid",
    "order",
    "turn",
    "round",
    "scores",
    "winners",
)
"""What can be wrong, in the order in which it is looked for. The first that applies is told."""


class ShuffleRecord(TypedDict):
    """The verifiable shuffle of a deal; bytes are lower-case hex."""

    commitment: str
    seed: NotRequired[str]
    """Published when the deal is over."""
    salts: list[str]
    removed_drawn: bool


class RoundRecord(TypedDict):
    """One round: all bids by seat, then the turns in the order in which they were taken."""

    bids: list[list[str]]
    turns: NotRequired[list[tuple[int, str | int]]]


class DealRecord(TypedDict):
    """One deal."""

    removed: list[str]
    cards: list[str]
    """All money cards in the order in which they left the shuffled deck."""
    shuffle: NotRequired[ShuffleRecord]
    rounds: list[RoundRecord]
    scores: NotRequired[list[int]]
    """Missing while the deal is under way."""


class Record(TypedDict):
    """One match. Other keys may stand beside these and mean nothing here."""

    format: str
    edition: str
    rules: dict[str, Any]
    """What the table overrode."""
    players: list[str]
    deals: list[DealRecord]
    winners: NotRequired[list[int]]
    """Missing while the match is under way."""


Path = tuple[str | int, ...]
"""The way to a place in a record: `("deals", 0, "cards")`."""


class Fault(Unreadable):
    """The one thing that is told to be wrong with a record."""

    def __init__(
        self, code: str, sentence: str, /, path: Path = (), line: int = 1, **arguments: object
    ) -> None:
        super().__init__(code, sentence, **arguments)
        self.path = path
        """Where in the record."""
        self.line = line
        """In which line of what was read, the first being 1."""

    def at(self, line: int) -> "Fault":
        """The same fault in another line."""
        return Fault(self.code, self.sentence, self.path, line, **self.arguments)

    def __str__(self) -> str:
        """The sentence with the place in front."""
        return f"{place_name(self.path)}: {self.sentence}" if self.path else self.sentence


def place_name(path: Path) -> str:
    """A path as people write it: `deals[0].cards`."""
    name = ""
    for part in path:
        if isinstance(part, int):
            name += f"[{part}]"
        else:
            plain = part.isidentifier() and len(part) < 40
            name += ("." if name else "") + (part if plain else quoted(part))
    return name
