"""From the chance to win a deal to the chance to win the match.

The model: scores of a deal are normally distributed. All rivals have the same mean; the mean of the
seat is chosen so that its chance to win this deal is the given one. In later deals all have the
same mean. The scores so far and the rule for the winner of the match are exact. The model ignores
that players differ in strength; `calibration.py` corrects for that.

Monte Carlo: in each of many sampled ends of the match there is a smallest lead in this deal with
which the seat wins. The chance with a given lead is the share of samples whose lead is smaller.
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from math import erf, exp, sqrt
from operator import mul
from random import Random

from spielgeld.advice.calibration import Calibration, logit, sigmoid
from spielgeld.engine import Rules

_DRAWS = 2_000
_FAR = 8.0
"""The largest lead in the table of chances, in standard errors."""
_FINE = 40
"""Leads in that table for each standard error."""
_EVERY = 4
"""For the errors of other deals only every fourth of these is used."""
_MORE_THAN_POINTS = 1e6
_MOST_TO_COME = 2

Drawn = list[float]
"""A number for each sample."""


@dataclass(frozen=True, slots=True)
class MatchSituation:
    """The state of a match in the middle of a deal."""

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


def match_chances(
    fitted: Calibration, situation: MatchSituation, chances: Sequence[float]
) -> list[float]:
    """The chance to win the match for each chance to win this deal."""
    if situation.rules.deals == 1:
        return [*chances]
    ours = modelled(fitted, situation, chances)
    constant, by_model, by_deal = fitted.match[str(min(situation.to_come, _MOST_TO_COME))]
    even = logit(1 / situation.players)
    return [
        sigmoid(constant + by_model * logit(model) + by_deal * (logit(chance) - even))
        for model, chance in zip(ours, chances, strict=True)
    ]


def modelled(
    fitted: Calibration, situation: MatchSituation, chances: Sequence[float]
) -> list[float]:
    """The same, before it is calibrated."""
    enough = sorted(_enough(fitted, situation))
    return [bisect_left(enough, gap(situation.players, each)) / _DRAWS for each in chances]


def _enough(fitted: Calibration, situation: MatchSituation) -> Drawn:
    """By sample: the lead in this deal that wins the match, in standard errors."""
    players, seat = situation.players, situation.seat
    spread = fitted.spread[0] + fitted.spread[1] * situation.deck
    by_wins = situation.rules.match_winner != "total"
    before = tuple([tuple(points) for points in situation.before])
    later = fitted.deal_spread[str(players)]
    keys = _without_this_deal(players, before, situation.to_come, by_wins, later)
    errors = _errors(players, situation.to_come + 1)[0]
    rivals = [each for each in range(players) if each != seat]
    ends = [
        [key + spread * error for key, error in zip(keys[each], errors[each], strict=True)]
        for each in rivals
    ]
    best = [*map(max, *ends)]
    if not by_wins:
        own = zip(best, keys[seat], errors[seat], strict=True)
        return [(end - key) / spread - error for end, key, error in own]
    return [
        _enough_by_wins(*each, spread)
        for each in zip(
            best,
            keys[seat],
            errors[seat],
            zip(*ends, strict=True),
            zip(*[errors[each] for each in rivals], strict=True),
            strict=True,
        )
    ]


def _enough_by_wins(  # noqa: PLR0913, PLR0917 - the numbers of one sample
    best: float,
    key: float,
    error: float,
    ends: tuple[float, ...],
    errors: tuple[float, ...],
    spread: float,
) -> float:
    """The lead that wins the match where deals won count first, with this deal or without."""
    wins_deal = max(errors)
    beaten = max(best, ends[errors.index(wins_deal)] + _MORE_THAN_POINTS)
    without = (beaten - key) / spread
    if without <= wins_deal:
        return without - error
    return max(wins_deal, (best - key - _MORE_THAN_POINTS) / spread) - error


@lru_cache(maxsize=8)
def _without_this_deal(
    players: int, before: tuple[tuple[int, ...], ...], to_come: int, by_wins: bool, spread: float
) -> list[Drawn]:
    """By seat and sample: the points of all other deals, and deals won where they count first."""
    later = _errors(players, to_come + 1)[1:]
    won = _MORE_THAN_POINTS if by_wins else 0.0
    keys = []
    for seat in range(players):
        done = sum([points[seat] + won * (points[seat] == max(points)) for points in before])
        key = [float(done)] * _DRAWS
        for deal in later:
            best = map(max, *deal)
            numbers = zip(key, deal[seat], best, strict=True)
            key = [sum_ + spread * own + won * (own == most) for sum_, own, most in numbers]
        keys.append(key)
    return keys


def gap(players: int, chance: float) -> float:
    """By how many standard errors the mean of a seat is ahead, given its chance to win."""
    chances = _chances_by_gap(players)
    at = min(max(bisect_left(chances, chance), 1), len(chances) - 1)
    low, high = chances[at - 1], chances[at]
    past = min(max((chance - low) / (high - low), 0.0), 1.0)
    return (at - 1 + past) / _FINE - _FAR


@cache
def _chances_by_gap(players: int) -> list[float]:
    """By gap: the chance that the one normal variable whose mean is ahead is the largest."""
    middle = round(2 * _FAR * _FINE)
    below = [
        ((1 + erf(at / _FINE / sqrt(2))) / 2) ** (players - 1) for at in range(-middle, middle + 1)
    ]
    own = range(-round(_FAR * _FINE), round(_FAR * _FINE) + 1)
    weights = [exp(-((at / _FINE) ** 2) / 2) for at in own[::_EVERY]]
    whole = sum(weights)
    return [
        sum(map(mul, weights, below[at : at + len(own) : _EVERY])) / whole
        for at in range(len(below) - len(own) + 1)
    ]


@cache
def _errors(players: int, deals: int) -> list[list[Drawn]]:
    """Normal errors by deal, seat and sample, from a fixed seed: results are repeatable."""
    chance = Random(players * 100 + deals)
    halves = [
        [[chance.gauss() for _ in range(_DRAWS // 2)] for _ in range(players)] for _ in range(deals)
    ]
    return [[[*half, *(-each for each in half)] for half in deal] for deal in halves]
