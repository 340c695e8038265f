"""The files of a run: trees of arrays, each file under 16 MB."""

from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from spielgeld.bots.champion.network import POINT
from spielgeld.bots.champion.weights import champion_weights
from spielgeld_training.network import CRITIC, Params, enlarge, with_critic, without_critic

AVERAGE = "average"
"""The name of the moving average of the networks, which is what plays."""
PUBLISHED = "published"
"""Given instead of a run's folder, it means the champion that comes with the package."""
BIAS = "_bias"
"""The suffix of the name of a layer's biases."""


def save_tree(folder: Path, name: str, tree: Any, dtype: Any = np.float32) -> None:
    """Write the arrays of a tree of dictionaries, each named by its path."""
    leaves = jax.tree_util.tree_leaves_with_path(tree)
    named = {jax.tree_util.keystr(path): np.asarray(leaf, dtype) for path, leaf in leaves}
    np.savez(folder / f"{name}.npz", allow_pickle=False, **named)


def load_tree(folder: Path, name: str, like: Any) -> Any:
    """Read what `save_tree` wrote, in the shape of another tree."""
    with np.load(folder / f"{name}.npz") as stored:
        paths, shape = jax.tree_util.tree_flatten_with_path(like)
        found = [
            jnp.asarray(stored[jax.tree_util.keystr(path)], leaf.dtype) for path, leaf in paths
        ]
    return jax.tree_util.tree_unflatten(shape, found)


def load_average(folder: Path) -> Params:
    """Read the networks that play from a run's folder; smaller ones are enlarged."""
    if str(folder) == PUBLISHED:
        return published()
    return enlarge(without_critic(_stored(folder)), jax.random.key(0))


def load_with_critic(folder: Path) -> Params:
    """Read the networks and the critic; without one, it is initialised as the network for bids."""
    params = load_average(folder)
    stored = {} if str(folder) == PUBLISHED else _stored(folder)
    return with_critic(params, stored.get(CRITIC))


def _stored(folder: Path) -> Params:
    stored: Params = {}
    with np.load(folder / f"{AVERAGE}.npz") as arrays:
        for path in arrays.files:
            name, layer = path.strip("[']").split("']['")
            stored.setdefault(name, {})[layer] = jnp.asarray(arrays[path])
    return stored


def published() -> Params:
    """Return the networks of the champion that comes with the package, as floats."""
    arrays, shifts = champion_weights()
    params: Params = {}
    for path, whole in arrays.items():
        name, _, layer = path.partition(".")
        if layer:
            bits = np.array(shifts[path.removesuffix(BIAS)])
            bits = bits + POINT if layer.endswith(BIAS) else bits
            params.setdefault(name, {})[layer] = jnp.asarray(whole * 0.5**bits, jnp.float32)
    return params
