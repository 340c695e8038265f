"""Calibrates the champion's forecasts, so that chances come true as often as they say.

The champion learnt among players of its own league. How often its forecasts come true among bots of
every level was counted by `bench/advice_calibration.py`, which writes the parameters read here.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import exp, log

FILE = "calibration.json"
KNEE = -1.0
"""Above this logit of the chance to win the deal, the correction has another slope."""
_SURE = 1e-4
"""Chances are clipped to at least this far from 0 and from 1."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """The fitted parameters."""

    players: dict[str, float]
    """By number of players: the constant of a chance to win the deal."""
    deal: list[float]
    """Of such a chance: weights of the logit, the lead, the deck, logit and deck together."""
    bend: list[float]
    """Of its logit: a constant, its weight, and that of what is above `KNEE`."""
    match: dict[str, list[float]]
    """By deals to come (at most 2): constant, weights of the model's logit and of the deal's."""
    spread: list[float]
    """Standard deviation of a seat's final points: with an empty deck, and per card in it."""
    deal_spread: dict[str, float]
    """Standard deviation of a seat's points in a whole deal, by number of players."""
    sharpness: float
    """The exponent applied to everybody's chances before they are normalised to 1."""
    deal_sharpness: float
    """The same for the deal."""
    loss_error: list[float]
    """The standard error of an estimated loss: a constant, and a fraction of the loss."""


@cache
def calibration() -> Calibration:
    """The parameters fitted to the champion in this package."""
    return Calibration(**json.loads((files(__package__) / FILE).read_text()))


def deal_chances(
    fitted: Calibration,
    players: int,
    deck: int,
    chances: Sequence[float],
    leads: Sequence[float],
) -> list[float]:
    """The chance to win the deal, by choice."""
    calibrated = []
    for chance, lead in zip(chances, leads, strict=True):
        inputs = deal_inputs(chance, lead, deck)
        weighed = [weight * each for weight, each in zip(fitted.deal, inputs, strict=True)]
        calibrated.append(sigmoid(bent(fitted.bend, fitted.players[str(players)] + sum(weighed))))
    return calibrated


def bent(bend: Sequence[float], odds: float) -> float:
    """The corrected logit of a chance to win the deal: high chances are overestimated."""
    constant, weight, above = bend
    return constant + weight * odds + above * max(odds - KNEE, 0.0)


def deal_inputs(chance: float, lead: float, deck: int) -> tuple[float, float, float, float]:
    """The inputs of the model of the chance to win the deal, besides the number of players."""
    odds, cards = logit(chance), deck / 50
    return odds, lead / 200, cards, odds * cards


def share_out(sharpness: float, chances: Sequence[float]) -> list[float]:
    """Everybody's chance, normalised to 1 where each seat was judged separately.

    All seats together know more than each alone, so a lead counts more: hence the exponent.
    """
    sharp = [chance**sharpness for chance in chances]
    together = sum(sharp)
    return [each / together for each in sharp]


def logit(chance: float) -> float:
    """The logarithm of the odds; chances near 0 and 1 are clipped."""
    safe = min(max(chance, _SURE), 1 - _SURE)
    return log(safe / (1 - safe))


def sigmoid(number: float) -> float:
    """The chance with that logit."""
    return 1 / (1 + exp(-number))
