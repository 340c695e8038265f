"""From the champion's numbers to chances that come true as often as they say.

The champion learnt among players of its own league. How often its forecasts come true among people
and bots of every level was counted by `bench/advice_calibration.py`, which writes the file of
numbers that is read here.
"""

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import numpy as np
from numpy.typing import ArrayLike, NDArray

FILE = "calibration.json"
Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Calibration:
    """The numbers that were fitted."""

    players: dict[str, float]
    """By number of players: the constant of a chance to win the deal."""
    deal: list[float]
    """Of such a chance: weights of the logit, the lead, the deck, logit and deck together."""
    match: dict[str, list[float]]
    """By deals to come (at most 2): constant, weights of the model's logit and of the deal's."""
    spread: list[float]
    """Of a seat's points at the end of the deal: at the last card of the deck, and for each."""
    deal_spread: dict[str, float]
    """Of a seat's points in a whole deal."""
    sharpness: float
    """The power of everybody's chances to win the match, by which they are shared out."""
    deal_sharpness: float
    """The same for the deal."""
    loss_error: list[float]
    """The standard error of what a decision is told to give up: the least, and a share of it."""


@cache
def calibration() -> Calibration:
    """The one that was fitted to the champion in this package."""
    return Calibration(**json.loads((files(__package__) / FILE).read_text()))


def deal_chances(
    fitted: Calibration, players: int, deck: int, chance: ArrayLike, lead: ArrayLike
) -> Numbers:
    """The chance to win the deal."""
    weights = np.array(fitted.deal)
    return sigmoid(fitted.players[str(players)] + deal_inputs(chance, lead, deck) @ weights)


def deal_inputs(chance: ArrayLike, lead: ArrayLike, deck: ArrayLike) -> Numbers:
    """What a chance to win the deal is made of, besides the number of players."""
    odds, cards = logit(chance), np.asarray(deck, np.float64) / 50
    return np.stack(
        [odds, np.asarray(lead, np.float64) / 200, cards + 0 * odds, odds * cards], axis=-1
    )


def share_out(sharpness: float, chances: ArrayLike) -> Numbers:
    """Everybody's chance, where each was judged apart: together 1.

    What several seats know tells more than what one knows, so who is ahead is so more clearly.
    """
    sharp = np.asarray(chances, np.float64) ** sharpness
    shared: Numbers = sharp / sharp.sum(-1, keepdims=True)
    return shared


def logit(chance: ArrayLike) -> Numbers:
    """The logarithm of the odds; certainty is cut off."""
    safe: Numbers = np.clip(np.asarray(chance, np.float64), 1e-4, 1 - 1e-4)
    return np.log(safe / (1 - safe))


def sigmoid(number: ArrayLike) -> Numbers:
    """The chance with that logit."""
    odds: Numbers = 1 / (1 + np.exp(-np.asarray(number, np.float64)))
    return odds
