"""What goes over HTTP about tables. Docstrings become the documentation."""

from typing import Annotated, Any

from msgspec import Meta, Struct

from spielgeld.server.tables.summary import Summary
from spielgeld.table.agreement import Agreement
from spielgeld.table.commands import MessageId, SeatNumber

Name = Annotated[str, Meta(max_length=200, description="Any script; up to 24 characters.")]
JoinKey = Annotated[
    str, Meta(pattern="^[A-Za-z0-9_-]{22,64}$", description="At least 128 random bits.")
]
BotKey = Annotated[str, Meta(max_length=40)]
Seed = Annotated[str, Meta(min_length=1, max_length=64)]


class OpenTable(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table to be opened; who opens it takes the first open seat and is its host."""

    name: Name
    agreement: Agreement
    seed: Seed | None = None
    """What all chance follows from, at a table with a single person: the same deals and bots again.

    Without one, nobody can foresee anything.
    """


class Join(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody wants to sit down, at that seat or at the first open one.

    The key is a secret of your own: whoever asks again with it gets the same seat and token, so an
    answer that was lost on the way costs nobody a seat. Draw it anew for every seat.
    """

    name: Name
    seat: SeatNumber | None = None
    key: JoinKey | None = None


class Keyed(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A request may have a key: if it is sent again with that, it is carried out once."""

    key: MessageId | None = None


class StartRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The bot named takes every seat still open."""

    fill_with: BotKey | None = None


class Practise(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Play on from a record after so many of its steps, or from a named position.

    Bots have the other seats. A position says itself which seat is yours.
    """

    name: Name
    record: dict[str, Any] | None = None
    step: Annotated[int, Meta(ge=0, le=100_000)] | None = None
    seat: SeatNumber = 0
    position: Annotated[str, Meta(max_length=40)] | None = None
    bot: BotKey = "greedy"
    bot_pace: Annotated[float, Meta(ge=0, le=10)] = 1.0
    deal: Annotated[int, Meta(ge=1, le=1000)] | None = None
    """Instead of a step: this finished deal of the record once more, with the same cards."""
    seed: Seed | None = None
    """What the chance of the bots follows from."""


class Seated(Struct, frozen=True, kw_only=True):
    """A seat and the token that opens it: needed to see its cards and to play it. Keep it secret.

    `link` brings friends to the table; `private_link` brings you to your seat from another device.
    """

    code: str
    seat: int
    token: str
    link: str
    private_link: str


class Lobby(Struct, frozen=True, kw_only=True):
    """The tables that are listed."""

    tables: list[Summary]


class DeviceLink(Struct, frozen=True, kw_only=True):
    """A link to your own seat; whoever has it can play it."""

    private_link: str


class Rematch(Struct, frozen=True, kw_only=True):
    """The table where the same people go on, seats moved on by one; your token opens it too."""

    code: str
    seat: int
    link: str


class Positions(Struct, frozen=True, kw_only=True):
    """The names of positions to practise."""

    positions: list[str]
