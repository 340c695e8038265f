"""What advice says, as data: for the command line, for the wire and for the page alike.

Words come from `texts/`: a reason is a code with arguments.
"""

from typing import Literal

from msgspec import Struct

from spielgeld.engine.moves import TurnCode

ALWAYS = 0.95
"""A choice the champion makes at least so often is not called one of several."""


class Reason(Struct, frozen=True, kw_only=True):
    """Why a choice is good, or what it costs."""

    code: str
    arguments: dict[str, str | int | float | list[str]] = {}
    """What the words need: `currency` is the code of a kind of card, `seat` stands for {name}."""


class Option(Struct, frozen=True, kw_only=True):
    """A bid or a turn, and what it is expected to bring."""

    bid: list[str] | None = None
    """The names of the cards; none for a turn."""
    turn: TurnCode | None = None
    points: float
    """In this deal, at its end."""
    wins_deal: float
    """The chance to win this deal; players with equal points share the win."""
    wins_match: float
    """The chance to win the match; in a match of a single deal, the same."""
    share: float
    """How often the champion makes this choice here: it mixes bids that are nearly as good."""
    reasons: list[Reason]
    """The most telling one first."""


class Hint(Struct, frozen=True, kw_only=True):
    """The best few choices."""

    options: list[Option]
    """The best first."""
    is_match: bool
    """Whether the match has several deals, so that its chance is another than that of the deal."""


class Judged(Struct, frozen=True, kw_only=True):
    """One decision, looked at again by what the seat could know."""

    deal: int
    round: int
    what: Literal["bid", "turn"]
    chosen: Option
    best: Option
    """The best there was."""
    lost: float
    """What the choice gave up of the chance to win the deal; never below 0."""
    error: float
    """How far off that may well be: the standard error, measured against long trials."""
    lost_match: float
    """What it gave up of the chance to win the match; of a single deal, the same."""
    is_mistake: bool
    """Whether it gave up so much of the deal that it is worth telling."""


class Moment(Struct, frozen=True, kw_only=True):
    """Everybody's chance to win the match at one moment, by what all of them together knew."""

    deal: int
    round: int
    what: Literal["round", "end"]
    """The beginning of a round, or the end of the match."""
    chances: list[float]
    """By seat; together 1."""


class DealCurve(Struct, frozen=True, kw_only=True):
    """Everybody's chance to win a deal, through that deal."""

    deal: int
    chances: list[list[float]]
    """At the beginning of each round, then at the end; by seat, together 1."""


class Habits(Struct, frozen=True, kw_only=True):
    """How one seat played, to be compared with the others."""

    seat: int
    bid_cards: float
    """Cards in a bid, on average."""
    bid_worth: float
    """Worth of a bid, on average."""
    overpaid: float
    """How much more than needed for the same place in the order, on average."""
    rows: int
    bids_taken: int
    kept: int
    sat_out: int
    trios: int
    """At the end of the deals, together."""
    full_currencies: int
    """Currencies of 200 and more at the end of the deals, together."""


class Review(Struct, frozen=True, kw_only=True):
    """A finished match as one seat played it."""

    seat: int
    decisions: list[Judged]
    curve: list[Moment]
    worst: list[int]
    """At most three mistakes, those first that cost most of the match."""
    skill: float
    """What all decisions of the seat gave up of the chance to win the match; never above 0."""
    luck: float
    """What the cards and the others gave: with `skill`, from the first chance to the result."""
    habits: list[Habits]
    """By seat."""
