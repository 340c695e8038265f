"""The champion's network in JAX: two networks of one shape, for bids and for turns.

A shared encoder reads each rival together with the table; its outputs are pooled by sum and by
maximum, so the order of seats does not matter. Table and pooled rivals are encoded as one position.
Each option is added to that encoding and evaluated. There are three outputs: the win probability
(as a logit), the lead over the best rival, and the seat's own score.
"""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from spielgeld.bots.champion.features import RIVAL_SCALES, TABLE_SCALES
from spielgeld.bots.champion.options import BID_SCALES, TURN_SCALES
from spielgeld.bots.champion.scale import LEAD_POINTS, SCORE_POINTS
from spielgeld_training.batch.deal import TAKE_BID

Array = Any
Net = dict[str, Array]
Params = dict[str, Net]

RIVAL_WIDTH = 128
TABLE_WIDTH = 1024
WIDTH = 256
OUTPUTS = 3
CRITIC = "critic"
"""The name of the network that evaluates bids with all hands open; it is used in training only."""
LEAD_UNIT = float(LEAD_POINTS)
SCORE_UNIT = float(SCORE_POINTS)
_SHAPES = {
    "rival1": (len(RIVAL_SCALES), RIVAL_WIDTH),
    "context": (len(TABLE_SCALES), RIVAL_WIDTH),
    "rival2": (RIVAL_WIDTH, RIVAL_WIDTH),
    "table1": (len(TABLE_SCALES) + 2 * RIVAL_WIDTH, TABLE_WIDTH),
    "table2": (TABLE_WIDTH, WIDTH),
    "summary": (WIDTH, WIDTH),
    "deep": (WIDTH, WIDTH),
    "deeper": (WIDTH, WIDTH),
    "out": (2 * WIDTH, OUTPUTS),
}
_WITHOUT_BIAS = {"context", "option", "victim"}
"""Layers whose output is added to that of a layer with a bias."""


def init_params(key: Array) -> Params:
    """Return randomly initialised networks."""
    return {
        "bid": _init_net(jax.random.fold_in(key, 0), {"option": (len(BID_SCALES), WIDTH)}),
        "turn": _init_net(
            jax.random.fold_in(key, 1),
            {"option": (len(TURN_SCALES), WIDTH), "victim": (RIVAL_WIDTH, WIDTH)},
        ),
    }


def _init_net(key: Array, more: dict[str, tuple[int, int]]) -> Net:
    net = {}
    for at, (name, shape) in enumerate((_SHAPES | more).items()):
        size = (0.1 if name == "out" else 1.4) / np.sqrt(shape[0])
        net[name] = size * jax.random.normal(jax.random.fold_in(key, at), shape)
        if name not in _WITHOUT_BIAS:
            net[f"{name}_bias"] = jnp.zeros(shape[1])
    return net


def with_critic(params: Params, critic: Net | None = None) -> Params:
    """Return the networks and a critic; a new critic is initialised as the network for bids."""
    return params | {CRITIC: critic or params["bid"]}


def without_critic(params: Params) -> Params:
    """Return the networks that play."""
    return {name: net for name, net in params.items() if name != CRITIC}


def enlarge(small: Params, key: Array) -> Params:
    """Enlarge smaller networks to today's size with unchanged outputs: new weights are zero."""
    whole = init_params(key)
    return {name: _enlarge(net, whole[name]) for name, net in small.items()}


def _enlarge(small: Net, whole: Net) -> Net:
    net = {}
    for name, new in whole.items():
        if name in small:
            old = jnp.asarray(small[name])
            is_new = jnp.arange(len(new)) >= len(old)
            silent = jnp.where(is_new.reshape(-1, *(1,) * (new.ndim - 1)), 0, new)
            net[name] = silent.at[tuple(slice(0, size) for size in old.shape)].set(old)
        else:
            net[name] = jnp.zeros_like(new) if name == "context" else new
    return net


def _linear(net: Net, name: str, inputs: Array, dtype: Any) -> Array:
    return inputs @ net[name].astype(dtype) + net[f"{name}_bias"].astype(dtype)


def _dense(net: Net, name: str, inputs: Array, dtype: Any) -> Array:
    return jax.nn.relu(_linear(net, name, inputs, dtype))


def encode(net: Net, table: Array, rivals: Array, dtype: Any) -> tuple[Array, Array]:
    """Encode positions and their rivals; all inputs have one leading dimension."""
    scaled_rivals = rivals.astype(dtype) * jnp.asarray(RIVAL_SCALES, dtype)
    scaled = table.astype(dtype) * jnp.asarray(TABLE_SCALES, dtype)
    present = (rivals != 0).any(-1, keepdims=True)
    context = scaled @ net["context"].astype(dtype)
    each = jax.nn.relu(_linear(net, "rival1", scaled_rivals, dtype) + context[:, None])
    each = _dense(net, "rival2", each, dtype) * present
    pooled = jnp.concatenate([scaled, each.sum(1), each.max(1)], -1)
    hidden = _dense(net, "table2", _dense(net, "table1", pooled, dtype), dtype)
    return _linear(net, "summary", hidden, dtype), each


def describe(
    net: Net, position: Array, options: Array, scales: Any, extra: Array | None, dtype: Any
) -> Array:
    """Return the last hidden layers of every option; options have two leading dimensions."""
    hidden = (options.astype(dtype) * jnp.asarray(scales, dtype)) @ net["option"].astype(dtype)
    hidden = hidden + position[:, None]
    if extra is not None:
        hidden = hidden + extra
    deep = _dense(net, "deep", jax.nn.relu(hidden), dtype)
    return jnp.concatenate([deep, _dense(net, "deeper", deep, dtype)], -1)


def outputs_of(net: Net, described: Array, dtype: Any) -> Array:
    """Return the three outputs of options from their last hidden layers."""
    out = jnp.matmul(described, net["out"].astype(dtype), preferred_element_type=jnp.float32)
    return out + net["out_bias"]


def evaluate(
    net: Net, position: Array, options: Array, scales: Any, extra: Array | None, dtype: Any
) -> Array:
    """Return the three outputs of every option; options have two leading dimensions."""
    return outputs_of(net, describe(net, position, options, scales, extra, dtype), dtype)


def describe_bids(
    net: Net, table: Array, rivals: Array, bids: Array, dtype: Any
) -> tuple[Array, Array]:
    """Return the encoded position, and the last hidden layers of every bid."""
    position, _ = encode(net, table, rivals, dtype)
    return position, describe(net, position, bids, BID_SCALES, None, dtype)


def evaluate_bids(net: Net, table: Array, rivals: Array, bids: Array, dtype: Any) -> Array:
    """Return the three outputs of every bid."""
    return outputs_of(net, describe_bids(net, table, rivals, bids, dtype)[1], dtype)


def describe_turns(
    net: Net, table: Array, rivals: Array, turns: Array, dtype: Any
) -> tuple[Array, Array]:
    """Return the encoded position, and the last hidden layers of every turn.

    From `TAKE_BID` on, turns are the rivals' bids.
    """
    position, each = encode(net, table, rivals, dtype)
    victims = each @ net["victim"].astype(dtype)
    extra = jnp.pad(victims, ((0, 0), (TAKE_BID, 0), (0, 0)))
    return position, describe(net, position, turns, TURN_SCALES, extra, dtype)


def evaluate_turns(net: Net, table: Array, rivals: Array, turns: Array, dtype: Any) -> Array:
    """Return the three outputs of every turn."""
    return outputs_of(net, describe_turns(net, table, rivals, turns, dtype)[1], dtype)


def evaluate_chosen_turn(
    net: Net, table: Array, rivals: Array, turn: Array, option: Array, dtype: Any
) -> Array:
    """Return the three outputs of the one turn that was chosen."""
    position, each = encode(net, table, rivals, dtype)
    victim = jax.nn.one_hot(option - TAKE_BID, each.shape[1], dtype=dtype)
    extra = (victim[..., None] * each).sum(1) @ net["victim"].astype(dtype)
    return evaluate(net, position, turn[:, None], TURN_SCALES, extra[:, None], dtype)[:, 0]


def predictions(outputs: Array) -> Array:
    """Return the outputs with the logit turned into a win probability."""
    return jnp.concatenate([jax.nn.sigmoid(outputs[..., :1]), outputs[..., 1:]], -1)
