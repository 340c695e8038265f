"""The files of a run: trees of arrays, each under 16 MB."""

from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from spielgeld.bots.champion.network import POINT
from spielgeld.bots.champion.weights import champion_weights
from spielgeld_training.network import CRITIC, Params, grown, with_critic, without_critic

AVERAGE = "average"
"""The file of the averaged networks, which are the ones that play."""
PUBLISHED = "published"
"""Given instead of a run's folder, it means the champion that comes with the package."""
BIAS = "_bias"
"""The suffix of the name of a layer's biases."""


def save_tree(folder: Path, name: str, tree: Any, kind: Any = np.float32) -> None:
    """Arrays of a tree of dictionaries, by their path."""
    leaves = jax.tree_util.tree_leaves_with_path(tree)
    named = {jax.tree_util.keystr(way): np.asarray(leaf, kind) for way, leaf in leaves}
    np.savez(folder / f"{name}.npz", allow_pickle=False, **named)


def load_tree(folder: Path, name: str, like: Any) -> Any:
    """What `save_tree` wrote, in the shape of another tree."""
    with np.load(folder / f"{name}.npz") as stored:
        ways, shape = jax.tree_util.tree_flatten_with_path(like)
        found = [jnp.asarray(stored[jax.tree_util.keystr(way)], leaf.dtype) for way, leaf in ways]
    return jax.tree_util.tree_unflatten(shape, found)


def load_average(folder: Path) -> Params:
    """The networks that play, of the run in a folder; smaller ones are enlarged to today's size."""
    if str(folder) == PUBLISHED:
        return published()
    return grown(without_critic(_stored(folder)), jax.random.key(0))


def load_with_critic(folder: Path) -> Params:
    """The same, with the run's critic; it begins as the network for bids where there is none."""
    params = load_average(folder)
    stored = {} if str(folder) == PUBLISHED else _stored(folder)
    return with_critic(params, stored.get(CRITIC))


def _stored(folder: Path) -> Params:
    stored: Params = {}
    with np.load(folder / f"{AVERAGE}.npz") as arrays:
        for way in arrays.files:
            name, layer = way.strip("[']").split("']['")
            stored.setdefault(name, {})[layer] = jnp.asarray(arrays[way])
    return stored


def published() -> Params:
    """The networks of the champion that comes with the package, converted back to floats."""
    arrays, shifts = champion_weights()
    params: Params = {}
    for way, whole in arrays.items():
        name, _, layer = way.partition(".")
        if layer:
            bits = np.array(shifts[way.removesuffix(BIAS)])
            bits = bits + POINT if layer.endswith(BIAS) else bits
            params.setdefault(name, {})[layer] = jnp.asarray(whole * 0.5**bits, jnp.float32)
    return params
