"""From how a deal may end to the chance to win the match."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import numpy as np

from spielgeld.advice.trials import Numbers, whole_deals
from spielgeld.bots.heuristic.rollouts import Ends
from spielgeld.engine import Rules, Setup
from spielgeld.fast.jit import IS_COMPILED

_SAMPLE = 400 if IS_COMPILED else 12
"""Whole deals that are played to learn how deals end in general."""
_FUTURES = 4
"""Simulated remainders of the match for each way the current deal may end."""
_MORE_THAN_POINTS = 10**6


@dataclass(frozen=True, slots=True)
class Outcomes:
    """How the deals of a match end in general, where everybody plays by rule of thumb."""

    rules: Rules
    sample: Ends
    """Points by deal and seat, in every rotation of the seats."""

    def futures(self, to_come: int, worlds: int, rng: Random) -> Ends:
        """Points by world, future, deal to come and seat."""
        futures = _FUTURES if to_come else 1
        picks = [rng.randrange(len(self.sample)) for _ in range(worlds * futures * to_come)]
        players = self.sample.shape[1]
        return self.sample[picks].reshape(worlds, futures, to_come, players)


def learn_outcomes(setup: Setup, rng: Random) -> Outcomes:
    """Play deals to see how they end; a match of a single deal needs none."""
    deals = _SAMPLE if setup.rules.deals > 1 else 1
    return Outcomes(setup.rules, whole_deals(setup, deals, rng))


def match_shares(
    rules: Rules, over: Sequence[Sequence[int]], ends: Ends, futures: Ends, seat: int
) -> Numbers:
    """The seat's share of winning the match, by choice and world, over all futures.

    `over` holds the points of finished deals, `ends` how this one may end. It is the engine's
    `match_result` for many ends at once; a test holds that they agree.
    """
    done = np.array(over, np.int64).reshape(-1, ends.shape[2])
    key = done.sum(axis=0) + ends[:, :, None, :] + futures.sum(axis=2)
    if rules.match_winner != "total":
        won = _won(done).sum(axis=0) + _won(ends)[:, :, None, :] + _won(futures).sum(axis=2)
        key = key + _MORE_THAN_POINTS * won
    first = key == key.max(axis=3, keepdims=True)
    shares: Numbers = (first[..., seat] / first.sum(axis=3)).mean(axis=2)
    return shares


def _won(points: Ends) -> Ends:
    """1 for whoever won a deal, 0 for the others."""
    if not points.size:
        return points
    won: Ends = (points == points.max(axis=-1, keepdims=True)).astype(np.int64)
    return won


def mean_and_error(numbers: Numbers) -> tuple[float, float]:
    """The mean of a sample and its standard error.

    Trials that all end alike prove no certainty: the error is never below one world in all.
    """
    worlds = len(numbers)
    spread = float(numbers.std(ddof=1)) if worlds > 1 else 1.0
    return float(numbers.mean()), max(spread / worlds**0.5, 1 / worlds)
