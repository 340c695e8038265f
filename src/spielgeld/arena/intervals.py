"""Means with 95 % intervals, by bootstrap over decks.

All rotations of a deck are resampled together, because they are not independent.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]

RESAMPLES = 2000
_PER_BLOCK = 50
"""Resamples per block, which limits memory to some megabytes."""
_FEWEST_DECKS = 20
"""With fewer decks a bootstrap interval is not reliable, and none is given."""
_ROUNDING = 1e-9
_SEED = 1999


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean and the 95 % interval around it, without bounds where the decks are too few."""

    mean: float
    low: float
    high: float

    def as_text(self, digits: int) -> str:
        """The mean with its interval, as in `0.312 (0.301–0.324)`."""
        if self.high == inf:
            return f"{self.mean:.{digits}f} (too few deals)"
        return f"{self.mean:.{digits}f} ({self.low:.{digits}f}–{self.high:.{digits}f})"

    def above(self, value: float) -> bool:
        """Whether all of the interval is above the value."""
        return self.low > value + _ROUNDING

    def below(self, value: float) -> bool:
        """Whether all of the interval is below the value."""
        return self.high < value - _ROUNDING


def estimate(sums: Numbers, counts: Numbers) -> list[Estimate]:
    """For each column the mean: all sums over all counts, with a row for every deck."""
    decks = len(sums)
    means = _ratio(sums.sum(axis=0), counts.sum(axis=0))
    if decks < _FEWEST_DECKS:
        return [Estimate(float(mean), -inf, inf) for mean in means]
    chance = np.random.default_rng(_SEED)
    drawn = []
    for _ in range(RESAMPLES // _PER_BLOCK):
        often = chance.multinomial(decks, np.full(decks, 1 / decks), size=_PER_BLOCK)
        weights = often.astype(np.float64)
        drawn.append(_ratio(weights @ sums, weights @ counts))
    low, high = np.percentile(np.concatenate(drawn), [2.5, 97.5], axis=0)
    # A bot that plays so rarely that a resample may lack it has no interval either.
    bounds = zip(means, np.nan_to_num(low, nan=-inf), np.nan_to_num(high, nan=inf), strict=True)
    return [Estimate(*map(float, each)) for each in bounds]


def _ratio(sums: Numbers, counts: Numbers) -> Numbers:
    """Sums over counts; NaN where the count is 0."""
    result = np.full(np.shape(sums), np.nan)
    np.divide(sums, counts, out=result, where=counts > 0)
    return result


def as_numbers(rows: Sequence[Sequence[float]]) -> Numbers:
    """Rows of numbers as an array."""
    return np.array(rows, dtype=np.float64)
