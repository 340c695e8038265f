"""A model of other players: the probability of each bid and turn of a seat, given its hand.

Both networks read what the champion reads from that seat (its hand included), what the champion's
network makes of it (its last hidden layers, and how much worse than the best it thinks an option
is), and the thirteen counts of the seat's own play in this deal, which the champion does not need.
They have one output for each option; a softmax over the legal options makes probabilities of them.
"""

from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from spielgeld.bots.champion.features import RIVAL_SCALES, TABLE_SCALES, see
from spielgeld.bots.champion.network import LEAD
from spielgeld.bots.champion.options import (
    BID_SCALES,
    TURN_SCALES,
    bid_options,
    turn_options,
)
from spielgeld.bots.champion.position import (
    ALL_PLACES,
    ALL_SIZES,
    ALL_WORTH,
    BIDS_TAKEN,
    COUNTS,
    FIRSTS,
    KEPT,
    LAST_PLACE,
    LAST_SIZE,
    LAST_WORTH,
    MOST_WORTH,
    ROUNDS,
    ROWS,
    SAT_OUT,
)
from spielgeld_training.batch.deal import TAKE_BID
from spielgeld_training.batch.piles import SEATS, Array, size, worth
from spielgeld_training.choices import ILLEGAL
from spielgeld_training.network import WIDTH as CHAMPION_WIDTH
from spielgeld_training.network import (
    Net,
    Params,
    describe_bids,
    describe_turns,
    outputs_of,
    predictions,
)
from spielgeld_training.positions import position_of
from spielgeld_training.tables import Table

DTYPE = jnp.bfloat16
RIVAL_WIDTH, TABLE_WIDTH, WIDTH, DEPTH = 64, 384, 192, 128
_REGRET_UNIT = 1 / 128
_MOST_REGRET = 16
_REGRETS = 3
_TINY = 1e-6
BID, TURN = "bid", "turn"
_SCALES = {BID: BID_SCALES, TURN: TURN_SCALES}
_SHAPES = {
    "rival1": (len(RIVAL_SCALES), RIVAL_WIDTH),
    "rival2": (RIVAL_WIDTH, RIVAL_WIDTH),
    "table1": (len(TABLE_SCALES) + COUNTS + 2 * RIVAL_WIDTH + CHAMPION_WIDTH, TABLE_WIDTH),
    "table2": (TABLE_WIDTH, WIDTH),
    "described": (2 * CHAMPION_WIDTH, WIDTH),
    "regret": (_REGRETS, WIDTH),
    "victim": (RIVAL_WIDTH, WIDTH),
    "deep": (WIDTH, DEPTH),
    "deeper": (DEPTH, DEPTH),
    "out": (2 * DEPTH, 1),
}
_OWN_UNITS = {
    LAST_WORTH: 16,
    MOST_WORTH: 16,
    ALL_WORTH: 16,
    LAST_SIZE: 4,
    ALL_SIZES: 4,
    LAST_PLACE: 4,
    ALL_PLACES: 4,
    ROUNDS: 8,
}
_AVERAGED = (ALL_WORTH, ALL_SIZES, ALL_PLACES, FIRSTS, ROWS, KEPT, BIDS_TAKEN, SAT_OUT)
_RIVALS_COUNTS = 13
"""The last features of a rival are its counts."""
_BID_COUNTS = slice(-4, -1)
"""Features of a bid that compare it with the rivals' counts."""
BID_WORTH = 37
"""The feature of a bid that is its worth, in tens."""
Model = dict[str, Net]
WITH, WITHOUT = "with", "without"
Models = dict[str, Model]
"""The model with the counts, and the one without them."""


class Outlook(NamedTuple):
    """The inputs of the model for one choice of one seat."""

    table: Array
    rivals: Array
    own: Array
    """The thirteen counts of the seat's own play."""
    acts: Array
    legal: Array
    piles: Array


def init_model(key: Array) -> Model:
    """Return a randomly initialised model."""
    return {
        name: _init_net(jax.random.fold_in(key, at), len(_SCALES[name]))
        for at, name in enumerate(_SCALES)
    }


def _init_net(key: Array, features: int) -> Net:
    net = {}
    shapes = _SHAPES | {"option": (features, WIDTH)}
    for at, (name, shape) in enumerate(shapes.items()):
        spread = (0.1 if name == "out" else 1.4) / np.sqrt(shape[0])
        net[name] = spread * jax.random.normal(jax.random.fold_in(key, at), shape)
        net[f"{name}_bias"] = jnp.zeros(shape[1])
    return net


def _own_features(history: Array) -> Array:
    rounds = jnp.maximum(history[ROUNDS], 1)
    units = jnp.array([_OWN_UNITS.get(each, 1) for each in range(COUNTS)])
    averaged = jnp.array([each in _AVERAGED for each in range(COUNTS)])
    return jnp.where(averaged, history / rounds, history) / units


def bid_outlook(potential: Array, table: Table, seat: Array) -> Outlook:
    """Return the inputs for the bid of a seat."""
    position = position_of(table.deal, table.history, table.has_history, seat)
    seen = see(jnp, position)
    options = bid_options(jnp, position, seen.order, potential)
    return Outlook(seen.table, seen.rivals, _own_features(table.history[seat]), *options)


def turn_outlook(table: Table, seat: Array) -> Outlook:
    """Return the inputs for the turn of a seat."""
    position = position_of(table.deal, table.history, table.has_history, seat)
    seen = see(jnp, position)
    options = turn_options(jnp, position, seen.order)
    return Outlook(seen.table, seen.rivals, _own_features(table.history[seat]), *options)


def odds_of(params: Params, models: Models, which: str, outlook: Outlook, name: str) -> Array:
    """Return by row and option the logarithm of its probability by one of the models."""
    inputs = outlook if which == WITH else without_counts(outlook, name)
    return log_odds(params, models[which][name], inputs, name)


def without_counts(outlook: Outlook, name: str) -> Outlook:
    """Return the inputs without anybody's counts."""
    acts = outlook.acts
    return outlook._replace(
        rivals=outlook.rivals.at[..., -_RIVALS_COUNTS:].set(0),
        own=jnp.zeros_like(outlook.own),
        acts=acts.at[..., _BID_COUNTS].set(0) if name == BID else acts,
    )


def _champions_opinion(params: Params, outlook: Outlook, name: str) -> tuple[Array, Array, Array]:
    """Return the champion's encoded position, and by option its last hidden layers and regret."""
    describe = describe_bids if name == BID else describe_turns
    position, described = describe(params[name], outlook.table, outlook.rivals, outlook.acts, DTYPE)
    values = predictions(outputs_of(params[name], described, DTYPE))
    liked = jnp.where(outlook.legal, values[..., 0] + LEAD / 512 * values[..., 1], ILLEGAL)
    regret = (liked.max(-1, keepdims=True) - liked) / _REGRET_UNIT
    regret = jnp.minimum(regret, _MOST_REGRET)
    near = jnp.log(jnp.maximum(1 - regret, _TINY)) / 4
    return position, described, jnp.stack([regret / 4, jnp.exp(-regret), near], -1)


def _normalised(hidden: Array) -> Array:
    wide = hidden.astype(jnp.float32)
    wide = wide - wide.mean(-1, keepdims=True)
    scale = jax.lax.rsqrt((wide**2).mean(-1, keepdims=True) + 1e-5)
    return (wide * scale).astype(hidden.dtype)


def log_odds(params: Params, net: Net, outlook: Outlook, name: str) -> Array:
    """Return by row and option the logarithm of its probability.

    `params` are the champion's networks, `net` is the network of the model.
    """

    def linear(layer: str, inputs: Array) -> Array:
        return inputs.astype(DTYPE) @ net[layer].astype(DTYPE) + net[f"{layer}_bias"].astype(DTYPE)

    def dense(layer: str, inputs: Array) -> Array:
        return jax.nn.relu(linear(layer, inputs))

    opinion, described, regret = jax.lax.stop_gradient(_champions_opinion(params, outlook, name))
    present = (outlook.rivals != 0).any(-1, keepdims=True)
    rivals = outlook.rivals.astype(DTYPE) * jnp.asarray(RIVAL_SCALES, DTYPE)
    rivals = dense("rival2", dense("rival1", rivals)) * present
    table = outlook.table.astype(DTYPE) * jnp.asarray(TABLE_SCALES, DTYPE)
    parts = [table, outlook.own.astype(DTYPE), rivals.sum(1), rivals.max(1), _normalised(opinion)]
    hidden = jax.nn.relu(_normalised(linear("table1", jnp.concatenate(parts, -1))))
    position = _normalised(linear("table2", hidden))
    option = linear("option", outlook.acts.astype(DTYPE) * jnp.asarray(_SCALES[name], DTYPE))
    option = option + _normalised(linear("described", described)) + linear("regret", regret)
    if name == TURN:
        option = option + jnp.pad(linear("victim", rivals), ((0, 0), (TAKE_BID, 0), (0, 0)))
    deep = dense("deep", jax.nn.relu(_normalised(option + position[:, None])))
    both = jnp.concatenate([deep, dense("deeper", deep)], -1)
    out = jnp.matmul(both, net["out"].astype(DTYPE), preferred_element_type=jnp.float32)[..., 0]
    return jax.nn.log_softmax(jnp.where(outlook.legal, out + net["out_bias"], ILLEGAL))


def nearest(outlook: Outlook, pile: Array) -> Array:
    """Return the candidate that is most like a bid: in worth first, then in its cards."""
    apart = jnp.abs(worth(outlook.piles) - worth(pile)) * 10 + size(outlook.piles ^ pile)
    return jnp.argmin(jnp.where(outlook.legal, apart, 1 << 20), -1)


def option_of_turn(turn: Array, seat: Array) -> Array:
    """Return the option of the champion's turns that a turn on arrays is."""
    rival = (turn - TAKE_BID - seat - 1) % SEATS
    return jnp.where(turn < TAKE_BID, turn, TAKE_BID + rival)


def turn_of_option(option: Array, seat: Array) -> Array:
    """Return the turn on arrays; the reverse of `option_of_turn`."""
    victim = (seat + 1 + option - TAKE_BID) % SEATS
    return jnp.where(option < TAKE_BID, option, TAKE_BID + victim)
