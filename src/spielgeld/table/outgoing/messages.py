"""Every message from a table to a client: JSON in text frames, one message or more, a line each."""

from typing import Any

from msgspec import Struct

from spielgeld.advice.types import Hint
from spielgeld.engine.moves import TurnCode
from spielgeld.engine.preview import What
from spielgeld.table.outgoing.events import AnyEvent
from spielgeld.table.outgoing.types import (
    HandScore,
)
from spielgeld.table.outgoing.views import FullView

PROTOCOL = 1


class Welcome(Struct, frozen=True, kw_only=True, tag_field="type", tag="welcome"):
    """The answer to `hello`: a fresh view, as of update number `n`."""

    protocol: int
    n: int
    seat: int | None
    at: float
    """The server's clock."""
    view: FullView


class SessionResumed(Struct, frozen=True, kw_only=True, tag_field="type", tag="resumed"):
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


class Change(Struct, frozen=True, kw_only=True):
    """What an exchange does to one currency, or one kind of coins, of the hand."""

    what: What
    kind: str
    was: int
    now: int
    """The sums before and after."""
    had: int
    """How many cards of a new trio the hand already had."""


class TurnPreview(Struct, frozen=True, kw_only=True):
    """What the hand would be after that turn."""

    turn: TurnCode
    score: HandScore
    changes: list[Change]
    """What differs from the hand as it is, the strongest effect first."""


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
    | SessionResumed
    | Update
    | Accepted
    | Refused
    | BidPreviewed
    | TurnsPreviewed
    | Hinted
    | Pong
    | Bye
)
