"""The log of a table: one entry for everything that was accepted.

An entry says what somebody chose, or which timer fired; what follows from it by the rules (the
reveal after the last bid, a plan that is carried out, refill, scores) is derived again whenever the
log is read. Every entry has the time it was accepted at.
"""

from typing import Any, Literal

import msgspec
from msgspec import Struct

from spielgeld.table.agreement import Agreement
from spielgeld.table.outgoing.events import SocialEvent


class Entry(Struct, frozen=True, kw_only=True, tag_field="type", omit_defaults=True):
    """What all entries have."""

    at: float
    """Epoch seconds."""
    id: str = ""
    """The client's id of the message this came from: a repeated message is recognised by it."""


class Opened(Entry, frozen=True, kw_only=True, tag="opened"):
    """The table was made; the first entry of every log."""

    format: Literal["spielgeld-table/1"] = "spielgeld-table/1"
    agreement: Agreement
    practice: dict[str, Any] | None = None
    """A record of the deal to continue, with the cards that the person never saw dealt again."""
    earlier: list[list[int]] = []
    """The scores of the deals before the one to continue."""
    seed: str | None = None
    """The seed of all random numbers of the table; None: they are drawn."""


class Joined(Entry, frozen=True, kw_only=True, tag="joined"):
    """A person sat down."""

    seat: int
    name: str
    token: str
    """SHA-256 of the seat's token, in hex."""
    reserved: bool = False
    """Not by themselves: the seat is kept for somebody who played the last match."""


class Left(Entry, frozen=True, kw_only=True, tag="left"):
    """A person gave up or lost their seat before the start."""

    seat: int
    reason: Literal["left", "never_came", "freed"] = "left"
    by: int | None = None
    """The host who freed the seat."""


class Started(Entry, frozen=True, kw_only=True, tag="started"):
    """The match begins; a bot takes every seat still open."""

    by: int | None = None
    fill_with: str | None = None
    names: list[str | None] | None = None
    """What those bots are called, by seat; older logs do not say."""


class Committed(Entry, frozen=True, kw_only=True, tag="committed"):
    """The seed of the next deal was drawn."""

    seed: str


class Salted(Entry, frozen=True, kw_only=True, tag="salted"):
    """A person's part of the shuffle came in."""

    seat: int
    salt: str


class SaltsClosed(Entry, frozen=True, kw_only=True, tag="salts_closed"):
    """The time for salts is over."""


class BidLaid(Entry, frozen=True, kw_only=True, tag="bid_laid"):
    """A bid lies face down, in place of any earlier one of this round."""

    seat: int
    bid: list[str]
    by_bot: bool = False


class BidWithdrawn(Entry, frozen=True, kw_only=True, tag="bid_withdrawn"):
    """A bid was taken up again."""

    seat: int


class TurnTaken(Entry, frozen=True, kw_only=True, tag="turn_taken"):
    """A seat took its turn."""

    seat: int
    turn: str | int
    by_bot: bool = False


class Planned(Entry, frozen=True, kw_only=True, tag="planned"):
    """A seat said what it will do when its turn comes, best first; nothing clears the plan."""

    seat: int
    wishes: list[str | int]


class Readied(Entry, frozen=True, kw_only=True, tag="readied"):
    """A seat is ready for the next deal."""

    seat: int


class Arrived(Entry, frozen=True, kw_only=True, tag="arrived"):
    """A person's page is connected; this connection replaces any earlier one of the same page."""

    seat: int
    page: str
    """The client's id for itself: the same after it has reconnected."""
    connection: str
    """`process.number`"""


class Went(Entry, frozen=True, kw_only=True, tag="went"):
    """A connection of a person has ended."""

    seat: int
    connection: str


class Lost(Entry, frozen=True, kw_only=True, tag="lost"):
    """These processes are silent, and all connections through them count as ended."""

    processes: list[str]


class Outage(Entry, frozen=True, kw_only=True, tag="outage"):
    """The database was away: the time since the last entry counts for nobody."""


class RequestRefused(Entry, frozen=True, kw_only=True, tag="request_refused"):
    """A request with a key was refused; it stays refused if it is sent again."""

    key: str
    """A hash of the request's key."""
    code: str
    arguments: dict[str, Any] = {}


class SatIn(Entry, frozen=True, kw_only=True, tag="sat_in"):
    """From now on a bot plays for the person."""

    seat: int
    reason: Literal["gone", "clock", "left", "handed_over"]
    by: int | None = None
    """Who handed the seat over."""


class TakenBack(Entry, frozen=True, kw_only=True, tag="taken_back"):
    """The person is back, and plays again: at once, or when no bot keeps the seat any longer."""

    seat: int


class HostPassed(Entry, frozen=True, kw_only=True, tag="host_passed"):
    """Another person has the host's rights now: the host vanished, or held up the others."""

    seat: int


class Paused(Entry, frozen=True, kw_only=True, tag="paused"):
    """The host stopped play."""

    by: int | None = None


class Resumed(Entry, frozen=True, kw_only=True, tag="resumed"):
    """The host let play go on."""

    by: int | None = None


class Social(Entry, frozen=True, kw_only=True, tag="social"):
    """A player did something to another, or said a phrase: everybody is sent the event as it is."""

    event: SocialEvent


class Muted(Entry, frozen=True, kw_only=True, tag="muted"):
    """A player does, or does not, want to hear another's phrases."""

    seat: int
    whom: int
    on: bool


class Rematched(Entry, frozen=True, kw_only=True, tag="rematched"):
    """The same people go on at another table."""

    table: str


AnyEntry = (
    Opened
    | Joined
    | Left
    | Started
    | Committed
    | Salted
    | SaltsClosed
    | BidLaid
    | BidWithdrawn
    | TurnTaken
    | Planned
    | Readied
    | Arrived
    | Went
    | Lost
    | Outage
    | RequestRefused
    | SatIn
    | TakenBack
    | HostPassed
    | Paused
    | Resumed
    | Social
    | Muted
    | Rematched
)

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(AnyEntry)


def write_entry(entry: AnyEntry) -> bytes:
    """The entry as the store keeps it."""
    return _encoder.encode(entry)


def read_entry(data: bytes) -> AnyEntry:
    """The entry the store kept."""
    entry: AnyEntry = _decoder.decode(data)
    return entry
