"""From the chance to win a deal to the chance to win the match.

A deal is modelled by scores with normal errors: all rivals expect the same, the seat as much more
or less as makes its chance to win the deal. Deals to come are open: everybody expects the same. The
standing of the match and its rule for the winner are the true ones. The model leaves out who is
the stronger player; `calibration.py` mends what that costs.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import erf, sqrt

import numpy as np

from spielgeld.advice.calibration import Calibration, Numbers, logit, sigmoid
from spielgeld.engine import Rules

_DRAWS = 2_000
_GAPS = np.linspace(-8.0, 8.0, 641)
_MORE_THAN_POINTS = 1e6
_MOST_TO_COME = 2


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a match stands, in the middle of a deal."""

    rules: Rules
    before: Sequence[Sequence[int]]
    """The points of all seats in the deals that are over."""
    seat: int
    players: int
    deck: int

    @property
    def to_come(self) -> int:
        """How many deals come after this one."""
        return self.rules.deals - len(self.before) - 1


def match_chances(fitted: Calibration, standing: Standing, chances: Numbers) -> Numbers:
    """The chance to win the match for each chance to win this deal."""
    if standing.rules.deals == 1:
        return chances
    ours = modelled(fitted, standing, chances)
    constant, by_model, by_deal = fitted.match[str(min(standing.to_come, _MOST_TO_COME))]
    even = logit(1 / standing.players)
    return sigmoid(constant + by_model * logit(ours) + by_deal * (logit(chances) - even))


def modelled(fitted: Calibration, standing: Standing, chances: Numbers) -> Numbers:
    """The same, before it is calibrated."""
    seat, players = standing.seat, standing.players
    errors = _errors(players, standing.to_come + 1)
    spread = fitted.spread[0] + fitted.spread[1] * standing.deck
    done = np.array(standing.before, np.float64).reshape(-1, players)
    now = np.repeat(spread * errors[None, :, 0], len(chances), axis=0)
    now[:, :, seat] += (spread * gaps(players, chances))[:, None]
    later = fitted.deal_spread[str(players)] * errors[:, 1:]
    key = done.sum(0) + now + later.sum(1)
    if standing.rules.match_winner != "total":
        won = _won(done).sum(0) + _won(now) + _won(later).sum(1)
        key = key + _MORE_THAN_POINTS * won
    first: Numbers = (key.argmax(-1) == seat).mean(-1)
    return first


def _won(points: Numbers) -> Numbers:
    """1 for whoever won a deal, 0 for the others."""
    if not points.size:
        return points
    won: Numbers = (points == points.max(-1, keepdims=True)).astype(np.float64)
    return won


def gaps(players: int, chances: Numbers) -> Numbers:
    """By how many standard errors a seat is ahead of each rival that wins with these chances."""
    return np.interp(chances, _chances_by_gap(players), _GAPS)


@cache
def _chances_by_gap(players: int) -> Numbers:
    """The chance to have the highest of some normal numbers, where one is ahead by each gap."""
    steps = np.linspace(-7.0, 7.0, 561)
    weights = np.exp(-(steps**2) / 2)
    weights /= weights.sum()
    below = np.array([(1 + erf(x / sqrt(2))) / 2 for x in np.linspace(-15.0, 15.0, 1201)])
    at = np.interp(_GAPS[:, None] + steps, np.linspace(-15.0, 15.0, 1201), below)
    chances: Numbers = (at ** (players - 1)) @ weights
    return chances


@cache
def _errors(players: int, deals: int) -> Numbers:
    """Normal numbers by draw, deal and seat; always the same, so that answers are."""
    rng = np.random.default_rng(players * 100 + deals)
    half = rng.standard_normal((_DRAWS // 2, deals, players))
    return np.concatenate([half, -half])
