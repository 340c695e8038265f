"""What happened at a table, as everybody there is told it."""

from typing import Literal

from msgspec import Struct

from spielgeld.table.outgoing.types import Event
from spielgeld.table.phrases import Phrase


class TableEvent(Struct, frozen=True, kw_only=True, tag_field="type"):
    """An event of the table, not of the game itself."""


class SeatJoined(TableEvent, frozen=True, kw_only=True, tag="joined"):
    seat: int
    name: str


class SeatLeft(TableEvent, frozen=True, kw_only=True, tag="left"):
    """A person gave up or lost their seat before the start; it is open again."""

    seat: int
    reason: Literal["left", "never_came", "freed"]
    by: int | None
    """The host who freed the seat."""


class MatchStarted(TableEvent, frozen=True, kw_only=True, tag="started"):
    pass


class SeedCommitted(TableEvent, frozen=True, kw_only=True, tag="committed"):
    """The seed of the deal is fixed; salts are welcome until then."""

    deal: int
    commitment: str
    until: float


class BidSealed(TableEvent, frozen=True, kw_only=True, tag="bid_sealed"):
    """A bid lies face down; its size only where the rules show it."""

    seat: int
    size: int | None


class BidTakenUp(TableEvent, frozen=True, kw_only=True, tag="bid_taken_up"):
    seat: int


class DealOpened(TableEvent, frozen=True, kw_only=True, tag="deal_opened"):
    """The deal is over: here is the whole deck, and what proves that it was fixed before."""

    deal: int
    removed: list[str]
    cards: list[str]
    commitment: str | None
    seed: str | None
    salts: list[str]
    removed_drawn: bool


class SeatReady(TableEvent, frozen=True, kw_only=True, tag="ready"):
    seat: int


class SeatConnected(TableEvent, frozen=True, kw_only=True, tag="connected"):
    seat: int


class SeatDisconnected(TableEvent, frozen=True, kw_only=True, tag="disconnected"):
    seat: int


class BotSatIn(TableEvent, frozen=True, kw_only=True, tag="sat_in"):
    """A bot plays for the person from now on."""

    seat: int
    reason: Literal["gone", "clock", "left", "handed_over"]
    by: int | None


class SeatReturning(TableEvent, frozen=True, kw_only=True, tag="returning"):
    """The owner is back, and plays again after the bot's decision, or after the deal."""

    seat: int
    after: Literal["decision", "deal"]


class SeatTakenBack(TableEvent, frozen=True, kw_only=True, tag="taken_back"):
    seat: int


class HostChanged(TableEvent, frozen=True, kw_only=True, tag="host"):
    seat: int | None


class PlayPaused(TableEvent, frozen=True, kw_only=True, tag="paused"):
    seat: int | None


class PlayResumed(TableEvent, frozen=True, kw_only=True, tag="resumed"):
    seat: int | None


class TimeGiven(TableEvent, frozen=True, kw_only=True, tag="more_time"):
    seat: int
    by: int


class SeatNudged(TableEvent, frozen=True, kw_only=True, tag="nudged"):
    seat: int
    by: int


class PhraseSaid(TableEvent, frozen=True, kw_only=True, tag="said"):
    seat: int
    phrase: Phrase


SocialEvent = TimeGiven | SeatNudged | PhraseSaid
"""What players do to each other; these events are in the log as they are sent."""


class RematchOffered(TableEvent, frozen=True, kw_only=True, tag="rematch"):
    """The same people can go on there, each with the token they have."""

    table: str


AnyEvent = (
    Event
    | SeatJoined
    | SeatLeft
    | MatchStarted
    | SeedCommitted
    | BidSealed
    | BidTakenUp
    | DealOpened
    | SeatReady
    | SeatConnected
    | SeatDisconnected
    | BotSatIn
    | SeatReturning
    | SeatTakenBack
    | HostChanged
    | PlayPaused
    | PlayResumed
    | SocialEvent
    | RematchOffered
)
