"""The champion's network in JAX: two of one shape, for bids and for turns.

Each rival goes through one shared encoder, which is told of the table too, pooled by sum and by
maximum, so that seats have no order. The table and what was pooled become a summary of the
position; each option is added to it and weighed. Three numbers come out: the chance to win (as a
logit), the lead over the best rival, the own score.
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
"""The name of the network that judges bids with all hands open; it is used in training only."""
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
"""Added to what has one."""


def new_params(key: Array) -> Params:
    """Networks that know nothing yet."""
    return {
        "bid": _new_net(jax.random.fold_in(key, 0), {"option": (len(BID_SCALES), WIDTH)}),
        "turn": _new_net(
            jax.random.fold_in(key, 1),
            {"option": (len(TURN_SCALES), WIDTH), "victim": (RIVAL_WIDTH, WIDTH)},
        ),
    }


def _new_net(key: Array, more: dict[str, tuple[int, int]]) -> Net:
    net = {}
    for at, (name, shape) in enumerate((_SHAPES | more).items()):
        size = (0.1 if name == "out" else 1.4) / np.sqrt(shape[0])
        net[name] = size * jax.random.normal(jax.random.fold_in(key, at), shape)
        if name not in _WITHOUT_BIAS:
            net[f"{name}_bias"] = jnp.zeros(shape[1])
    return net


def with_critic(params: Params, critic: Net | None = None) -> Params:
    """The same networks and a critic; a new one begins as the network for bids."""
    return params | {CRITIC: critic or params["bid"]}


def without_critic(params: Params) -> Params:
    """The networks that play."""
    return {name: net for name, net in params.items() if name != CRITIC}


def grown(small: Params, key: Array) -> Params:
    """Smaller networks enlarged to today's size with the same outputs: new weights are zero."""
    whole = new_params(key)
    return {name: _grown(net, whole[name]) for name, net in small.items()}


def _grown(small: Net, whole: Net) -> Net:
    net = {}
    for name, new in whole.items():
        if name in small:
            old = jnp.asarray(small[name])
            from_new = jnp.arange(len(new)) >= len(old)
            silent = jnp.where(from_new.reshape(-1, *(1,) * (new.ndim - 1)), 0, new)
            net[name] = silent.at[tuple(slice(0, size) for size in old.shape)].set(old)
        else:
            net[name] = jnp.zeros_like(new) if name == "context" else new
    return net


def _sums(net: Net, name: str, inputs: Array, kind: Any) -> Array:
    return inputs @ net[name].astype(kind) + net[f"{name}_bias"].astype(kind)


def _layer(net: Net, name: str, inputs: Array, kind: Any) -> Array:
    return jax.nn.relu(_sums(net, name, inputs, kind))


def summary(net: Net, table: Array, rivals: Array, kind: Any) -> tuple[Array, Array]:
    """A summary vector of the position and one of each rival; inputs have one leading dimension."""
    seen = rivals.astype(kind) * jnp.asarray(RIVAL_SCALES, kind)
    scaled = table.astype(kind) * jnp.asarray(TABLE_SCALES, kind)
    present = (rivals != 0).any(-1, keepdims=True)
    context = scaled @ net["context"].astype(kind)
    each = jax.nn.relu(_sums(net, "rival1", seen, kind) + context[:, None])
    each = _layer(net, "rival2", each, kind) * present
    pooled = jnp.concatenate([scaled, each.sum(1), each.max(1)], -1)
    inner = _layer(net, "table2", _layer(net, "table1", pooled, kind), kind)
    return _sums(net, "summary", inner, kind), each


def weigh(
    net: Net, base: Array, options: Array, scales: Any, extra: Array | None, kind: Any
) -> Array:
    """The three numbers of every option; options have two leading dimensions."""
    inner = (options.astype(kind) * jnp.asarray(scales, kind)) @ net["option"].astype(kind)
    inner = inner + base[:, None]
    if extra is not None:
        inner = inner + extra
    deep = _layer(net, "deep", jax.nn.relu(inner), kind)
    both = jnp.concatenate([deep, _layer(net, "deeper", deep, kind)], -1)
    out = jnp.matmul(both, net["out"].astype(kind), preferred_element_type=jnp.float32)
    return out + net["out_bias"]


def weigh_bids(net: Net, table: Array, rivals: Array, bids: Array, kind: Any) -> Array:
    """The three numbers of every bid."""
    base, _ = summary(net, table, rivals, kind)
    return weigh(net, base, bids, BID_SCALES, None, kind)


def weigh_turns(net: Net, table: Array, rivals: Array, turns: Array, kind: Any) -> Array:
    """The three numbers of every turn; from `TAKE_BID` on they are the rivals' bids."""
    base, each = summary(net, table, rivals, kind)
    victims = each @ net["victim"].astype(kind)
    extra = jnp.pad(victims, ((0, 0), (TAKE_BID, 0), (0, 0)))
    return weigh(net, base, turns, TURN_SCALES, extra, kind)


def weigh_chosen_turn(
    net: Net, table: Array, rivals: Array, turn: Array, option: Array, kind: Any
) -> Array:
    """The three numbers of the one turn that was chosen."""
    base, each = summary(net, table, rivals, kind)
    victim = jax.nn.one_hot(option - TAKE_BID, each.shape[1], dtype=kind)
    taken_from = (victim[..., None] * each).sum(1) @ net["victim"].astype(kind)
    return weigh(net, base, turn[:, None], TURN_SCALES, taken_from[:, None], kind)[:, 0]


def judged(numbers: Array) -> Array:
    """The same outputs with the logit turned into a probability."""
    return jnp.concatenate([jax.nn.sigmoid(numbers[..., :1]), numbers[..., 1:]], -1)
