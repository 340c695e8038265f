"""Every message from a client to a table.

The first one is `hello`. Every message that has an `id` gets exactly one answer with the same `id`;
a message sent again with the same `id` does nothing a second time. Each is JSON in a text frame of
its own. Unknown fields and types are refused.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from spielgeld.engine.moves import TurnCode
from spielgeld.table.phrases import Phrase

MessageId = Annotated[str, Meta(min_length=1, max_length=40)]
CardCode = Annotated[str, Meta(max_length=8)]
Cards = Annotated[list[CardCode], Meta(max_length=80)]
SeatNumber = Annotated[int, Meta(ge=0, le=5)]
Number = Annotated[int, Meta(ge=0, le=2**53)]


class Hello(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="hello"
):
    """The first message: which seat, which page, and the last update seen, if any."""

    protocol: Literal[1] = 1
    token: Annotated[str, Meta(max_length=100)] | None = None
    """The seat's token; without one the connection watches."""
    page: Annotated[str, Meta(min_length=1, max_length=40)] | None = None
    """The client's id for itself, the same whenever it comes back; another client has another."""
    seen: Number | None = None
    """The number of the last update seen."""


class Command(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type"):
    """What all other messages have: an id that the client chooses."""

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
    """I play my seat again: at once, or after the decision a bot has to make."""


class Pause(Command, frozen=True, kw_only=True, tag="pause"):
    """Stop play (host)."""


class Resume(Command, frozen=True, kw_only=True, tag="resume"):
    """Let play go on (host)."""


class BecomeHost(Command, frozen=True, kw_only=True, tag="become_host"):
    """Take over from a host who holds up the others."""


class FreeSeat(Command, frozen=True, kw_only=True, tag="free_seat"):
    """Free the seat of somebody who is not there, before the match (host)."""

    seat: SeatNumber


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
    | BecomeHost
    | FreeSeat
    | Say
    | Mute
    | Start
    | Leave
)
"""What changes the table."""

Query = PreviewBid | PreviewTurns | AskHint | Ping
"""What only asks."""

FromClient = Hello | TableCommand | Query
