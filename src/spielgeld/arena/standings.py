"""What follows from an arena: win shares, scores, ratings, and who beats whom."""

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from spielgeld.arena.intervals import Estimate, as_numbers, estimate
from spielgeld.arena.plan import Field, Plan
from spielgeld.arena.ratings import Rating, can_rate, rate
from spielgeld.arena.tally import Tally


@dataclass(frozen=True, slots=True)
class Performance:
    """How a bot did: its share of the wins and its points in a deal."""

    share: Estimate
    score: Estimate


@dataclass(frozen=True, slots=True)
class Standings:
    """The result of an arena."""

    tally: Tally
    fields: dict[Field, Performance]
    """Of the one, among the many."""
    mixed: dict[str, Performance]
    """By bot; empty without mixed tables."""
    ratings: dict[str, Rating] | None
    """By bot; None where OpenSkill is not installed."""

    @property
    def plan(self) -> Plan:
        """What was played."""
        return self.tally.plan

    @property
    def fair(self) -> float:
        """The share of the wins of equal bots."""
        return 1 / self.plan.players


def standings(tally: Tally) -> Standings:
    """Compute everything; deterministic."""
    ratings = rate(tally.plan.names, tally.games) if can_rate() else None
    return Standings(tally, _fields(tally), _mixed(tally), ratings)


def verdicts(result: Standings) -> list[str]:
    """A sentence for every pair that met one against the field in both directions."""
    pairs = combinations(result.plan.names, 2)
    return [
        _verdict(result, one, other)
        for one, other in pairs
        if {Field(one, other), Field(other, one)} <= result.fields.keys()
    ]


def beats(result: Standings, one: str, other: str) -> bool:
    """Whether a single one wins more than its fair share among the others, and the reverse less."""
    return _sign(result, Field(one, other)) > 0 > _sign(result, Field(other, one))


def _fields(tally: Tally) -> dict[Field, Performance]:
    decks = list(zip(*tally.fields.values(), strict=True))
    if not decks:
        return {}
    sums = as_numbers([[number for pair in row for number in pair] for row in decks])
    numbers = iter(estimate(sums, np.full(sums.shape, float(tally.plan.players))))
    return {table: Performance(next(numbers), next(numbers)) for table in tally.fields}


def _mixed(tally: Tally) -> dict[str, Performance]:
    if not tally.mixed:
        return {}
    table = np.array(tally.mixed, dtype=np.float64)
    shares = estimate(table[:, :, 0], table[:, :, 2])
    scores = estimate(table[:, :, 1], table[:, :, 2])
    numbers = zip(tally.plan.names, shares, scores, strict=True)
    return {name: Performance(share, score) for name, share, score in numbers}


def _sign(result: Standings, table: Field) -> int:
    """1 where the one clearly wins more than its fair share, -1 where less, 0 where unclear."""
    share = result.fields[table].share
    return share.above(result.fair) - share.below(result.fair)


def _verdict(result: Standings, one: str, other: str) -> str:
    if beats(result, one, other):
        return f"{one} beats {other}."
    if beats(result, other, one):
        return f"{other} beats {one}."
    signs = _sign(result, Field(one, other)), _sign(result, Field(other, one))
    if signs == (0, 0):
        return f"{one} and {other}: not distinguishable at this number of deals."
    first = f"one {one} among {other} wins {_IN_WORDS[signs[0]]}"
    second = f"one {other} among {one} {_IN_WORDS[signs[1]]}"
    return f"{one} and {other}: mixed: {first}, {second}."


_IN_WORDS = {
    1: "more than its fair share",
    0: "about its fair share",
    -1: "less than its fair share",
}
