"""Inference of the champion's network in integer arithmetic, so that every machine agrees.

The integers are stored in 64-bit floats (NumPy multiplies those fastest), which are exact up to
2⁵³; no sum here comes near that, so the order of additions does not matter. Activations between
layers are rounded half up to `POINT` fractional bits. The sigmoid that turns a logit into the
chance to win is a table with linear interpolation, in whole numbers too.
"""

from typing import Any

import numpy as np

from spielgeld.bots.champion.features import RIVAL_SCALES, TABLE_SCALES, Seen
from spielgeld.bots.champion.options import BID_SCALES, TURN_SCALES, Options
from spielgeld.bots.champion.scale import CHANCE_STEP, MOST_LOGIT, OUT_POINT, UNIT
from spielgeld.bots.champion.weights import Weights
from spielgeld.fast.steps import TAKE_BID

Array = Any
POINT = 10
"""Activations between layers are fixed-point numbers with this many fractional bits."""
LEAD = 51
"""The value of a lead of 200 points, in 512ths of a win."""

_FINE = OUT_POINT - CHANCE_STEP
_OUTPUTS = 3
_SCALES = {
    "table": TABLE_SCALES,
    "rival": RIVAL_SCALES,
    "bid": BID_SCALES,
    "turn": TURN_SCALES,
}
_INPUTS = {name: scales * (1 << POINT) for name, scales in _SCALES.items()}


class Network:
    """One of the two networks, for bids or for turns."""

    def __init__(self, weights: Weights, name: str) -> None:
        self._name = name
        self._arrays = {
            each.partition(".")[2]: array
            for each, array in weights.arrays.items()
            if each.startswith(f"{name}.")
        }
        shifts = {
            each.partition(".")[2]: np.array(shift)
            for each, shift in weights.shifts.items()
            if each.startswith(f"{name}.")
        }
        shifts["out"] = shifts["out"] + POINT - OUT_POINT
        self._steps = {each: 0.5**shift for each, shift in shifts.items()}

    def weigh(self, seen: Seen, options: Options) -> Array:
        """By option: the logit of winning, the lead, the score, with `OUT_POINT` fractional bits.

        Positions can be batched (`features.py`). Illegal options are not computed: zeros.
        """
        there = seen.rivals.any(-1, keepdims=True)
        scaled = seen.table * _INPUTS["table"]
        rivals = self._sums("rival1", seen.rivals * _INPUTS["rival"])
        rivals += self._plain("context", scaled)[..., None, :]
        rivals = self._layer("rival2", np.maximum(rivals, 0, out=rivals)) * there
        table = np.concatenate([scaled, rivals.sum(-2), rivals.max(-2, initial=0.0)], -1)
        summary = self._sums("summary", self._layer("table2", self._layer("table1", table)))
        weighed = self._plain("option", options.acts[options.legal] * _INPUTS[self._name])
        weighed += np.repeat(
            summary.reshape(-1, summary.shape[-1]), options.legal.sum(-1).ravel(), axis=0
        )
        if "victim" in self._arrays:
            victims = np.zeros((*options.legal.shape, weighed.shape[-1]))
            victims[..., TAKE_BID:, :] = self._plain("victim", rivals)
            weighed += victims[options.legal]
        deep = self._layer("deep", np.maximum(weighed, 0, out=weighed))
        both = np.concatenate([deep, self._layer("deeper", deep)], -1)
        numbers = np.zeros((*options.legal.shape, _OUTPUTS))
        numbers[options.legal] = self._sums("out", both)
        return numbers

    def _layer(self, name: str, inputs: Array) -> Array:
        sums = self._sums(name, inputs)
        return np.maximum(sums, 0, out=sums)

    def _sums(self, name: str, inputs: Array) -> Array:
        sums = inputs @ self._arrays[name]
        sums += self._arrays[f"{name}_bias"]
        return _rounded(sums, self._steps[name])

    def _plain(self, name: str, inputs: Array) -> Array:
        return _rounded(inputs @ self._arrays[name], self._steps[name])


def _rounded(numbers: Array, steps: Array) -> Array:
    """The numbers in steps of their column, rounded half up, in place.

    Allocating an array of this size for each operation would cost more than the operation.
    """
    numbers *= steps
    numbers += 0.5
    return np.floor(numbers, out=numbers)


def values_of(numbers: Array, chances: Array) -> Array:
    """By option: its value, the chance to win and a little for the lead; a win is `UNIT`."""
    most = (MOST_LOGIT << OUT_POINT) - 1
    logits = np.clip(numbers[..., 0], -most, most).astype(np.int64) + (MOST_LOGIT << OUT_POINT)
    at, past = logits >> _FINE, logits & ((1 << _FINE) - 1)
    chance = chances[at] * ((1 << _FINE) - past) + chances[at + 1] * past
    lead = numbers[..., 1].astype(np.int64)
    return chance + lead * (LEAD * UNIT >> OUT_POINT + 9)
