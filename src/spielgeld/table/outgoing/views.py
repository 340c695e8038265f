"""What a client sees of a table: the parts of its view."""

from typing import Literal

from msgspec import Struct

from spielgeld.engine import RuleValue
from spielgeld.engine.moves import TurnCode
from spielgeld.table.agreement import Agreement
from spielgeld.table.outgoing.types import Agreed, Event, OwnView, SharedView


class SeatView(Struct, frozen=True, kw_only=True):
    """Who sits there."""

    kind: Literal["open", "bot", "person"]
    name: str | None
    bot: str | None
    connected: bool
    played_by_bot: bool
    """A bot plays for the person."""
    back_after: Literal["decision", "deal"] | None
    """The person is back, and plays again when the bot has made its decision, or after the deal."""


class ClockView(Struct, frozen=True, kw_only=True):
    """The clock of a seat that is awaited: when it runs out, or what is left while it stands."""

    until: float | None
    left: float
    reserve: float


class Awaiting(Struct, frozen=True, kw_only=True):
    """What the table waits for, and of whom."""

    what: Literal["start", "salts", "ready", "bids", "turn", "nothing"]
    seats: list[int]
    nudged: list[int]
    """Those of them who have been nudged."""


class ShuffleView(Struct, frozen=True, kw_only=True):
    """The shuffle of the deal under way, as far as it is public."""

    deal: int
    commitment: str
    until: float


class TableView(Struct, frozen=True, kw_only=True):
    """What everybody at the table may see beside the cards."""

    code: str
    agreement: Agreement
    rules: dict[str, RuleValue]
    practice: bool
    status: Literal["waiting", "playing", "finished"]
    seats: list[SeatView]
    host: int | None
    host_until: float | None
    """When somebody else can become host; null while nobody waits for the host."""
    paused: bool
    awaiting: Awaiting
    clocks: list[ClockView | None]
    shuffle: ShuffleView | None
    setup: Agreed | None
    """Known from the first deal on: which currencies left, and all cards."""
    rematch: str | None


class OwnState(Struct, frozen=True, kw_only=True):
    """What only the owner of the seat may see beside the hand."""

    bid: list[str] | None
    plan: list[TurnCode]
    plannable: list[TurnCode]
    """What a plan may hold."""
    muted: list[int]
    hints: bool
    """Whether I may ask for hints."""


class FullView(Struct, frozen=True, kw_only=True):
    """Everything a seat or a watcher may see at one moment."""

    table: TableView
    deal: SharedView | None
    own: OwnState | None
    hand: OwnView | None
    history: list[Event]
    """What happened in the deal under way, as everybody saw it."""
