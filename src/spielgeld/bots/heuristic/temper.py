"""What makes one player by rule of thumb unlike another: some numbers, and what they stand for."""

from dataclasses import dataclass, fields, replace
from random import Random


@dataclass(frozen=True, slots=True, kw_only=True)
class Temper:
    """How hopeful, how greedy, how spiteful. The defaults are the best that were found."""

    # What a hand may become.
    growth: float = 8.0
    """How much each round adds to a currency, whatever is held of it."""
    pull: float = 15.1
    """How much more for each 100 held of it: who collects it goes on collecting."""
    spread: float = 26.5
    """How uncertain that is after one round."""
    trio_hope: float = 0.2
    """The chance that a missing note of a trio comes in a round."""
    trio_worth: float = 0.96
    """How a trio is valued against what it scores."""
    coin_worth: float = 0.59
    """How a coin is valued against what it scores."""
    money: float = 0.21
    """What a face value of 1 is worth in hand while there are rounds to spend it in."""
    caution: float = 0.0
    """How much more points in hand count than points hoped for."""
    devotion: float = 0.04
    """How much more the currency counts that there is most of in the hand."""

    # What a bid brings.
    even_first: float = 59.0
    """The worth of a bid that acts first half of the time, with four players."""
    even_second: float = 38.0
    """The same for acting first or second."""
    per_rival: float = 11.3
    """How much more is needed for each player more."""
    sharpness: float = 18.8
    """How quickly more money helps; a small number is a sharp edge."""
    row_heat: float = 0.2
    """How much more is needed for each 1 that the richer row is worth above the usual."""
    round_heat: float = -3.9
    """How much more is needed with each round that is over: hands grow."""
    last_heat: float = -29.1
    """How much more is needed in the last round, when nothing is worth saving."""
    thrift: float = 0.078
    """What each 1 that is bid hurts, beside what it is worth in hand."""

    # What a turn brings.
    spite: float = 0.17
    """How much of what the next player would gain counts as one's own loss."""
    stubbornness: float = 2.0
    """How many points the own bid is liked better than its worth."""

    # How well it is thought through.
    cards_per_round: float = 5.3
    """How many cards leave the deck in a round: by this the rounds left are guessed."""
    haste: float = 0.0
    """How many points a choice is misjudged by, at most."""


BEST = Temper()


def draw_temper(rng: Random, *, around: Temper = BEST, spread: float = 0.5) -> Temper:
    """A temper at random: every number up to that part larger or smaller than the given one's."""
    factors = {each.name: 1 + rng.uniform(-spread, spread) for each in fields(around)}
    return replace(
        around, **{name: getattr(around, name) * factor for name, factor in factors.items()}
    )


def draw_wide_temper(rng: Random, *, around: Temper = BEST) -> Temper:
    """A temper from a much wider family, among them cautious ones and, every other time, hasty."""
    drawn = draw_temper(rng, around=around, spread=0.75)
    haste = rng.uniform(0, 30) if rng.random() < 0.5 else 0.0
    return replace(drawn, caution=rng.uniform(0, 0.4), haste=haste)
