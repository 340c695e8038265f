"""Every message between a client and a table, by direction.

A client's first message is `hello`. Every message that has an `id` gets exactly one answer with the
same `id`; a message sent again with the same `id` does nothing a second time. Everything is JSON in
text frames, a message a frame from the client, one or more from the table, each on a line of its
own. What is unknown here is refused.
"""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from spielgeld.advice.told import Hint
from spielgeld.table.phrases import Phrase
from spielgeld.table.views import FullView
from spielgeld.table.wire_types import (
    Event,
    HandScore,
    TurnCode,
)

PROTOCOL = 1

MessageId = Annotated[str, Meta(min_length=1, max_length=40)]
CardCode = Annotated[str, Meta(max_length=8)]
Cards = Annotated[list[CardCode], Meta(max_length=80)]
SeatNumber = Annotated[int, Meta(ge=0, le=5)]
Number = Annotated[int, Meta(ge=0, le=2**53)]

# ---------------------------------------------------------------- from a client to the table


class Hello(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="hello"
):
    """The first message: which seat, and the number of the last update seen, if any."""

    protocol: Literal[1] = 1
    token: Annotated[str, Meta(max_length=100)] | None = None
    """The seat's token; without one the connection watches."""
    seen: Number | None = None


class Command(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type"):
    """What all other messages have: a name of the client's own choice."""

    id: MessageId


class LayBid(Command, frozen=True, kw_only=True, tag="lay_bid"):
    """Lay a bid face down, in place of an earlier one; `*` is the bluff card."""

    deal: Number
    round: Number
    cards: Cards


class WithdrawBid(Command, frozen=True, kw_only=True, tag="withdraw_bid"):
    """Take the bid up again while others still think."""

    deal: Number
    round: Number


class TakeTurn(Command, frozen=True, kw_only=True, tag="take_turn"):
    """Take a row, take a bid, or keep."""

    deal: Number
    round: Number
    turn: TurnCode


class MakePlan(Command, frozen=True, kw_only=True, tag="make_plan"):
    """What to do when my turn of this round comes, best wish first; an empty list clears it."""

    deal: Number
    round: Number
    wishes: Annotated[list[TurnCode], Meta(max_length=8)]


class Ready(Command, frozen=True, kw_only=True, tag="ready"):
    """I have seen the scores; on with the deal of this number."""

    deal: Number


class Salt(Command, frozen=True, kw_only=True, tag="salt"):
    """My part of the shuffle of this deal: up to 32 bytes in lower-case hex."""

    deal: Number
    salt: Annotated[str, Meta(max_length=64, pattern="^([0-9a-f]{2})*$")]


class PreviewBid(Command, frozen=True, kw_only=True, tag="preview_bid"):
    """What would this bid be worth, and what could it bring?"""

    cards: Cards


class PreviewTurns(Command, frozen=True, kw_only=True, tag="preview_turns"):
    """What would my hand score after each exchange that may be open to me?"""


class AskHint(Command, frozen=True, kw_only=True, tag="ask_hint"):
    """What would the best player do in my place? Nobody else learns that I asked."""


class MoreTime(Command, frozen=True, kw_only=True, tag="more_time"):
    """Give another player more time for the decision at hand."""

    seat: SeatNumber


class Nudge(Command, frozen=True, kw_only=True, tag="nudge"):
    """Nudge a player who lets the others wait."""

    seat: SeatNumber


class HandOver(Command, frozen=True, kw_only=True, tag="hand_over"):
    """Hand the seat of a nudged player to a bot until its owner returns."""

    seat: SeatNumber


class TakeBack(Command, frozen=True, kw_only=True, tag="take_back"):
    """I play my seat again."""


class Pause(Command, frozen=True, kw_only=True, tag="pause"):
    """Stop play (host)."""


class Resume(Command, frozen=True, kw_only=True, tag="resume"):
    """Let play go on (host)."""


class Say(Command, frozen=True, kw_only=True, tag="say"):
    """Say one of the phrases."""

    phrase: Phrase


class Mute(Command, frozen=True, kw_only=True, tag="mute"):
    """Do, or do not, let me hear that seat's phrases."""

    seat: SeatNumber
    on: bool


class Start(Command, frozen=True, kw_only=True, tag="start"):
    """Start the match (host); the bot named takes every open seat."""

    fill_with: Annotated[str, Meta(max_length=40)] | None = None


class Leave(Command, frozen=True, kw_only=True, tag="leave"):
    """Get up; during a match a bot plays on, and the seat can be taken back."""


class Ping(Command, frozen=True, kw_only=True, tag="ping"):
    """Are you there?"""


TableCommand = (
    LayBid
    | WithdrawBid
    | TakeTurn
    | MakePlan
    | Ready
    | Salt
    | MoreTime
    | Nudge
    | HandOver
    | TakeBack
    | Pause
    | Resume
    | Say
    | Mute
    | Start
    | Leave
)
"""What changes the table."""

Question = PreviewBid | PreviewTurns | AskHint | Ping
"""What only asks."""

FromClient = Hello | TableCommand | Question

# ---------------------------------------------------------------- what happened at the table


class TableEvent(Struct, frozen=True, kw_only=True, tag_field="type"):
    """What happened beside the game itself."""


class SeatJoined(TableEvent, frozen=True, kw_only=True, tag="joined"):
    seat: int
    name: str


class SeatLeft(TableEvent, frozen=True, kw_only=True, tag="left"):
    """A person got up before the start; the seat is open again."""

    seat: int


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
    | SeatTakenBack
    | HostChanged
    | PlayPaused
    | PlayResumed
    | TimeGiven
    | SeatNudged
    | PhraseSaid
    | RematchOffered
)

# ---------------------------------------------------------------- from the table to a client


class Welcome(Struct, frozen=True, kw_only=True, tag_field="type", tag="welcome"):
    """The answer to `hello`: a fresh view, as of update number `n`."""

    protocol: int
    n: int
    seat: int | None
    at: float
    """The server's clock."""
    view: FullView


class Resumed(Struct, frozen=True, kw_only=True, tag_field="type", tag="resumed"):
    """The answer to `hello` where the client only missed some updates: they follow at once."""

    protocol: int
    n: int
    """The number of the last update there is."""
    seat: int | None
    at: float


class Update(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type", tag="update"):
    """Something changed. Fields given replace those of the same name in the view's parts."""

    n: int
    """The first update after a welcome with `n` 7 has number 8, and so on without gaps."""
    events: list[AnyEvent]
    table: dict[str, Any] = {}
    deal: dict[str, Any] = {}
    own: dict[str, Any] = {}
    hand: dict[str, Any] = {}


class Accepted(Struct, frozen=True, kw_only=True, tag_field="type", tag="accepted"):
    """It is done, and will not be lost."""

    id: str


class Refused(Struct, frozen=True, kw_only=True, tag_field="type", tag="refused"):
    """It was not done. `id` is null where the message had none that could be read."""

    id: str | None
    code: str
    arguments: dict[str, Any]


class TurnPreview(Struct, frozen=True, kw_only=True):
    """What the hand would score after that turn."""

    turn: TurnCode
    score: HandScore


class BidPreviewed(Struct, frozen=True, kw_only=True, tag_field="type", tag="bid_previewed"):
    """What the bid is worth and could bring, from this seat's own knowledge."""

    id: str
    worth: int
    size: int
    lowest: str | None
    tie_rank: int | None
    """1 where nobody could be ahead in a tie; one more for every card that could be."""
    after: list[TurnPreview]


class TurnsPreviewed(Struct, frozen=True, kw_only=True, tag_field="type", tag="turns_previewed"):
    """What each exchange that may be open to the seat would bring."""

    id: str
    after: list[TurnPreview]


class Hinted(Struct, frozen=True, kw_only=True, tag_field="type", tag="hinted"):
    """The best few choices, from this seat's own knowledge."""

    id: str
    hint: Hint


class Pong(Struct, frozen=True, kw_only=True, tag_field="type", tag="pong"):
    """The answer to `ping`."""

    id: str
    at: float


class Bye(Struct, frozen=True, kw_only=True, tag_field="type", tag="bye"):
    """The last message before the server closes the connection."""

    code: str
    arguments: dict[str, Any]


ToClient = (
    Welcome
    | Resumed
    | Update
    | Accepted
    | Refused
    | BidPreviewed
    | TurnsPreviewed
    | Hinted
    | Pong
    | Bye
)
