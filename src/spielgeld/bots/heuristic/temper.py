"""The parameters of a heuristic player, called its temper."""

from dataclasses import dataclass, fields, replace
from random import Random


@dataclass(frozen=True, slots=True, kw_only=True)
class Temper:
    """The parameters of a heuristic player; values and losses are in points."""

    # What a hand may become.
    growth: float
    """How much each round adds to a currency, whatever is held of it."""
    pull: float
    """How much more for each 100 held of it: players go on collecting what they have."""
    spread: float
    """The standard deviation of that growth after one round."""
    trio_hope: float
    """The chance that a missing note of a trio comes in a round."""
    trio_worth: float
    """How a trio is valued against what it scores."""
    coin_worth: float
    """How a coin is valued against what it scores."""
    money: float
    """What a face value of 1 is worth in hand while there are rounds to spend it in."""
    caution: float
    """How much more points in hand count than points hoped for."""
    devotion: float
    """How much more the currency counts that there is most of in the hand."""

    # What a bid brings.
    even_first: float
    """The worth of a bid that acts first half of the time, with four players."""
    even_second: float
    """The same for acting first or second."""
    per_rival: float
    """How much more is needed for each player more."""
    sharpness: float
    """The width of the curve from bid to chance; a small number makes it steep."""
    row_heat: float
    """How much more is needed for each 1 that the richer row is worth above the usual."""
    round_heat: float
    """How much more is needed with each round that is over: hands grow."""
    last_heat: float
    """How much more is needed in the last round, when nothing is worth saving."""
    thrift: float
    """The cost of each 1 that is bid, beside its value in the hand."""

    # What a turn brings.
    spite: float
    """How much of what the next player would gain counts as one's own loss."""
    stubbornness: float
    """Points by which the own bid is valued above its worth."""

    # How precisely it plays.
    cards_per_round: float
    """Cards that leave the deck in a round: the estimate of the rounds left uses it."""
    haste: float = 0.0
    """The largest random error about the value of a choice, in points."""


BEST_2026_11 = Temper(
    growth=8.0,
    pull=15.1,
    spread=26.5,
    trio_hope=0.2,
    trio_worth=0.96,
    coin_worth=0.59,
    money=0.21,
    caution=0.0,
    devotion=0.04,
    even_first=59.0,
    even_second=38.0,
    per_rival=11.3,
    sharpness=18.8,
    row_heat=0.2,
    round_heat=-3.9,
    last_heat=-29.1,
    thrift=0.078,
    spite=0.17,
    stubbornness=2.0,
    cards_per_round=5.3,
)
"""The `best` of the first ladder: a yardstick, and the basis of levels and characters."""

BEST = Temper(
    growth=0.3335,
    pull=14.33,
    spread=26.64,
    trio_hope=0.2124,
    trio_worth=1.118,
    coin_worth=0.9321,
    money=0.4048,
    caution=0.09203,
    devotion=0.01146,
    even_first=78.39,
    even_second=58.68,
    per_rival=3.795,
    sharpness=16.34,
    row_heat=0.4961,
    round_heat=-3.802,
    last_heat=-19.4,
    thrift=0.4077,
    spite=0.4092,
    stubbornness=-0.2945,
    cards_per_round=3.74,
)
"""The strongest temper, found by an evolutionary search on 2026-11-16."""


def draw_temper(rng: Random, *, around: Temper = BEST, spread: float = 0.5) -> Temper:
    """A random temper: every number differs by at most that fraction from the given one's."""
    factors = {each.name: 1 + rng.uniform(-spread, spread) for each in fields(around)}
    return replace(
        around, **{name: getattr(around, name) * factor for name, factor in factors.items()}
    )
