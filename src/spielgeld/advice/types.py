"""What advice says, as data: for the command line, for the wire and for the page alike.

Words come from `texts/`: a reason is a code with arguments.
"""

from typing import Literal

from msgspec import Struct

from spielgeld.engine.moves import TurnCode


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
    win: float
    """The chance to win: this deal for a hint, the match in a review; who is level shares."""
    error: float
    """The standard error of that chance."""
    reasons: list[Reason]
    """The most telling one first."""


class Hint(Struct, frozen=True, kw_only=True):
    """The best few choices."""

    options: list[Option]
    """The best first."""
    worlds: int
    """In how many worlds that agree with the view each was tried."""


class Judged(Struct, frozen=True, kw_only=True):
    """One decision, looked at again."""

    deal: int
    round: int
    what: Literal["bid", "turn"]
    chosen: Option
    best: Option
    """The best that was found, by what the seat could know then."""
    lost: float
    """What the choice gave up of the chance to win the match; never below 0."""
    error: float
    """The standard error of that difference."""
    is_mistake: bool
    """Whether it gave up more than chance in the trials explains."""
    best_open: Option
    """The best with all cards open: by the true bids of the round, the true hands and deck."""
    lost_open: float
    """What was given up against that; 0 where it is not clearly more than its sampling error."""


class Moment(Struct, frozen=True, kw_only=True):
    """The chance to win the match at one moment, with the band it is in with 95 %."""

    deal: int
    round: int
    what: Literal["bid", "turn", "end"]
    chance: float
    low: float
    high: float


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
    """The decisions that cost most, at most three and only mistakes, the costliest first."""
    habits: list[Habits]
    """By seat."""
    worlds: int
    """In how many worlds at least each difference was measured."""
