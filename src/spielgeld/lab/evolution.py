"""An evolutionary search for tempers: sample around the best, keep the few best, repeat."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields
from random import Random
from statistics import fmean, pstdev
from typing import NamedTuple

from spielgeld.bots.heuristic.temper import Temper

BOUNDS = {
    "growth": (0.0, 25.0),
    "pull": (0.0, 50.0),
    "spread": (2.0, 70.0),
    "trio_hope": (0.01, 0.6),
    "trio_worth": (0.0, 2.5),
    "coin_worth": (0.0, 2.0),
    "money": (0.0, 0.8),
    "caution": (0.0, 0.8),
    "devotion": (0.0, 0.6),
    "even_first": (20.0, 160.0),
    "even_second": (0.0, 110.0),
    "per_rival": (0.0, 30.0),
    "sharpness": (3.0, 50.0),
    "row_heat": (-0.5, 1.0),
    "round_heat": (-15.0, 15.0),
    "last_heat": (-90.0, 60.0),
    "thrift": (-0.1, 0.5),
    "spite": (-0.1, 0.8),
    "stubbornness": (-10.0, 20.0),
    "cards_per_round": (2.5, 10.0),
}
"""The range of each parameter; haste is not searched for."""

Score = Callable[[Temper, int], float]
"""How well a temper does on the decks of a seed; more is better."""


class Breed(NamedTuple):
    """How a search is done."""

    size: int = 20
    """Tempers in a generation."""
    kept: int = 5
    first_step: float = 0.12
    """The initial spread, as a fraction of the bounds; later it follows the spread of the best."""
    least_step: float = 0.01
    widen: float = 1.0
    """A factor on that spread: above 1, the search narrows more slowly."""


class Generation(NamedTuple):
    """The result of one generation."""

    number: int
    temper: Temper
    """The mean of the selected tempers."""
    score: float
    """Their mean score on the decks of this generation."""


def evolve(
    start: Temper, score: Score, rng: Random, generations: int, breed: Breed | None = None
) -> Iterator[Generation]:
    """One generation after the other; all tempers of a generation play the same decks."""
    how = breed or Breed()
    middle = {name: getattr(start, name) for name in BOUNDS}
    steps = {name: how.first_step * (high - low) for name, (low, high) in BOUNDS.items()}
    for number in range(generations):
        drawn = [_make(middle), *[_draw(middle, steps, rng) for _ in range(how.size - 1)]]
        seed = rng.getrandbits(40)
        scores = [score(each, seed) for each in drawn]
        order = sorted(range(len(drawn)), key=lambda at: -scores[at])[: how.kept]
        best = [drawn[at] for at in order]
        middle, steps = _middle(best), _steps(best, how)
        yield Generation(number, _make(middle), fmean(scores[at] for at in order))


def _draw(middle: dict[str, float], steps: dict[str, float], rng: Random) -> Temper:
    return _make({name: rng.gauss(middle[name], steps[name]) for name in BOUNDS})


def _make(numbers: dict[str, float]) -> Temper:
    return Temper(
        **{name: min(high, max(low, numbers[name])) for name, (low, high) in BOUNDS.items()}
    )


def _middle(best: Sequence[Temper]) -> dict[str, float]:
    return {name: fmean(getattr(each, name) for each in best) for name in BOUNDS}


def _steps(best: Sequence[Temper], how: Breed) -> dict[str, float]:
    return {
        name: max(
            how.least_step * (high - low), how.widen * pstdev(getattr(each, name) for each in best)
        )
        for name, (low, high) in BOUNDS.items()
    }


def rounded(temper: Temper) -> Temper:
    """The temper with its numbers rounded to four digits, to be written into a file."""
    return Temper(
        **{each.name: float(f"{getattr(temper, each.name):.4g}") for each in fields(temper)}
    )
