"""Converts trained networks to the file of weights that the champion plays with."""

from pathlib import Path
from typing import Any

import numpy as np

from spielgeld.bots.champion.network import POINT
from spielgeld.bots.champion.scale import CHANCE_BITS, CHANCE_STEP, MOST_LOGIT
from spielgeld.bots.champion.weights import pack
from spielgeld_training.checkpoints import BIAS, load_average
from spielgeld_training.network import Params
from spielgeld_training.run import potential_table

_SHORT = ("table1", "table2")
"""Layers with so many weights that they are stored in eight bits each."""
_MOST_SHIFT = 14


def packed(params: Params, potential: Any) -> bytes:
    """Return the networks in fixed point, with as many fractional bits in each column as fit."""
    arrays: dict[str, Any] = {}
    shifts = {}
    for name, net in params.items():
        for layer, weights in net.items():
            if layer.endswith(BIAS):
                continue
            dtype = np.int8 if layer in _SHORT else np.int16
            shift = _shifts_for(np.asarray(weights), np.iinfo(dtype).max)
            arrays[f"{name}.{layer}"] = _whole(weights, shift).astype(dtype)
            shifts[f"{name}.{layer}"] = shift.tolist()
            if f"{layer}{BIAS}" in net:
                bias = _whole(net[f"{layer}{BIAS}"], shift + POINT)
                arrays[f"{name}.{layer}{BIAS}"] = bias.astype(np.int32)
    arrays["potential"] = np.asarray(potential).astype(np.int16)
    arrays["chances"] = _chances()
    return pack(arrays, shifts)


def _shifts_for(weights: Any, most: int) -> Any:
    """Return, by column, how many fractional bits its largest weight leaves room for."""
    largest = np.maximum(np.abs(weights).max(0), 2.0**-_MOST_SHIFT)
    return np.minimum(_MOST_SHIFT, np.floor(np.log2(most / largest))).astype(int)


def _whole(numbers: Any, shift: Any) -> Any:
    return np.floor(np.asarray(numbers, np.float64) * 2.0**shift + 0.5)


def _chances() -> Any:
    """Return a table of the win probability by logit, one step longer to interpolate the last."""
    steps = MOST_LOGIT << CHANCE_STEP
    logits = np.arange(-steps, steps + 1) / (1 << CHANCE_STEP)
    return np.round((1 << CHANCE_BITS) / (1 + np.exp(-logits))).astype(np.int32)


def export(folder: Path, target: Path) -> int:
    """Write the averaged networks of a run; return the number of bytes."""
    return target.write_bytes(packed(load_average(folder), potential_table()))
