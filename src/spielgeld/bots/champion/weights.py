"""The champion's weights: a file of integers with a checksum.

The first line is JSON: the name, type and shape of every array, the number of fractional bits of
each column of a layer, and the SHA-256 of everything after the line. Then the
arrays follow, little-endian.
"""

import json
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from importlib.resources import files
from math import prod
from typing import Any, NamedTuple

import numpy as np

FILE = "champion.weights"
FORMAT = "spielgeld-champion/2"
_KINDS = {"int8": "<i1", "int16": "<i2", "int32": "<i4"}


class Damaged(ValueError):
    """The file of weights is damaged: its checksum does not match."""


class Weights(NamedTuple):
    """The arrays of the network: integers, stored as floats where they are multiplied."""

    arrays: Mapping[str, Any]
    shifts: Mapping[str, list[int]]
    """By layer and column: how many fractional bits its weights have."""


def pack(arrays: Mapping[str, Any], shifts: Mapping[str, list[int]]) -> bytes:
    """The contents of the file for these arrays of 8, 16 or 32 bits."""
    body = b"".join(each.astype(_KINDS[each.dtype.name]).tobytes() for each in arrays.values())
    shapes = [[name, each.dtype.name, list(each.shape)] for name, each in arrays.items()]
    head = {"format": FORMAT, "arrays": shapes, "shifts": dict(shifts)}
    line = json.dumps(head | {"sha256": sha256(body).hexdigest()})
    return line.encode() + b"\n" + body


def unpack(packed: bytes) -> Weights:
    """The weights in a file that `pack` made; raises `Damaged` if the checksum differs."""
    line, _, body = packed.partition(b"\n")
    try:
        head = json.loads(line)
    except ValueError:
        raise Damaged("the weights have no heading") from None
    if head.get("format") != FORMAT or head.get("sha256") != sha256(body).hexdigest():
        raise Damaged("the weights do not have the checksum they were made with")
    arrays, at = {}, 0
    for name, kind, shape in head["arrays"]:
        found = np.frombuffer(body, _KINDS[kind], prod(shape), at).reshape(shape)
        at += found.nbytes
        multiplied = name.startswith(("bid.", "turn."))
        arrays[name] = found.astype(np.float64 if multiplied else np.int64)
    return Weights(arrays, head["shifts"])


@cache
def champion_weights() -> Weights:
    """The weights that come with the package."""
    return unpack((files(__package__) / FILE).read_bytes())
