"""One step of training: the league plays some rounds, and the networks learn from them.

The target of a choice mixes the final outcome with the network's later predictions (TD(λ)).
"""

from functools import partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import optax

from spielgeld.bots.champion.options import BID_SCALES
from spielgeld_training.choices import Choice, League
from spielgeld_training.network import (
    CRITIC,
    Net,
    Params,
    encode,
    evaluate,
    evaluate_chosen_turn,
)
from spielgeld_training.rollout import (
    Round,
    Tally,
    bootstrap_values,
    count,
    empty_tally,
    play_round,
)
from spielgeld_training.tables import Group, Table

Array = Any
_CLIP, _ADAM = optax.clip_by_global_norm(1.0), optax.scale_by_adam()
_LOSS_WEIGHTS = (1.0, 0.5, 0.25)
"""The weights of the three outputs in the loss."""


class Learner(NamedTuple):
    """The networks and the state of the optimiser."""

    params: Params
    average: Params
    """An exponential moving average of the networks; it is what plays in the end."""
    adam: optax.ScaleByAdamState
    """The momentum (first moment), the second moment, and the number of updates."""


class Schedule(NamedTuple):
    """The scheduled hyperparameters at one moment of a run."""

    learning_rate: Array
    td_lambda: Array
    """λ of TD(λ): at 1 only final outcomes count, at 0 only the network's next prediction."""
    average_decay: Array


def init_learner(params: Params) -> Learner:
    """Return the initial state of training for these networks."""
    return Learner(params, params, _ADAM.init(params))


def td_targets(rounds: Round, bootstrap: Array, td_lambda: Array) -> tuple[Array, Array]:
    """Return the TD(λ) targets for bids and turns; the first dimension is the round."""

    def back(later: tuple[Array, Array, Array], now: Round) -> tuple[Any, tuple[Array, Array]]:
        value, target, explored = later
        mixed = (1 - td_lambda) * value + td_lambda * target
        turn = jnp.where(explored[:, None], value, mixed)
        turn = jnp.where(now.over[:, None], now.outcome, turn)
        critic = now.bid.open is not None  # it predicts better than the turn's own network
        mixed = turn if critic else (1 - td_lambda) * now.turn.value + td_lambda * turn
        by_turn = jnp.where(now.turn.explored[:, None], now.turn.value, mixed)
        bid = jnp.where(now.turn.valid[:, None], by_turn, turn)
        return (now.bid.value, bid, now.bid.explored), (bid, turn)

    start = bootstrap, bootstrap, jnp.zeros(bootstrap.shape[:1], bool)
    targets: tuple[Array, Array] = jax.lax.scan(back, start, rounds, reverse=True)[1]
    return targets


def output_loss(outputs: Array, targets: Array, valid: Array) -> Array:
    """Return cross-entropy for the win share, and Huber losses for lead and score."""
    cross_entropy = optax.sigmoid_binary_cross_entropy(outputs[:, 0], targets[:, 0])
    huber = optax.huber_loss(outputs[:, 1:], targets[:, 1:])
    each = _LOSS_WEIGHTS[0] * cross_entropy + huber @ jnp.array(_LOSS_WEIGHTS[1:])
    return (each * valid).sum() / jnp.maximum(valid.sum(), 1)


class Samples(NamedTuple):
    """A batch of bids and of turns, each with its targets."""

    bids: tuple[Choice, Array]
    turns: tuple[Choice, Array]


def _bid_loss(net: Net, table: Array, rivals: Array, bid: Choice, targets: Array) -> Array:
    position, _ = encode(net, table, rivals, jnp.float32)
    outputs = evaluate(net, position, bid.act[:, None], BID_SCALES, None, jnp.float32)[:, 0]
    return output_loss(outputs, targets, bid.valid)


def loss_of(params: Params, samples: Samples) -> Array:
    """Return the loss of the networks on a batch."""
    bid, targets = samples.bids
    loss = _bid_loss(params["bid"], bid.table, bid.rivals, bid, targets)
    if bid.open is not None:
        loss += _bid_loss(params[CRITIC], bid.open.table, bid.open.rivals, bid, targets)
    turn, targets = samples.turns
    outputs = evaluate_chosen_turn(
        params["turn"], turn.table, turn.rivals, turn.act, turn.option, jnp.float32
    )
    return loss + output_loss(outputs, targets, turn.valid)


def update(learner: Learner, schedule: Schedule, samples: Samples) -> tuple[Learner, Array]:
    """Take one step of Adam with clipped gradients; return the learner and the loss before."""
    loss, gradient = jax.value_and_grad(loss_of)(learner.params, samples)
    clipped, _ = _CLIP.update(gradient, optax.EmptyState())
    direction, adam = _ADAM.update(clipped, learner.adam)
    step = jax.tree.map(lambda each: -schedule.learning_rate * each, direction)
    params = optax.apply_updates(learner.params, step)
    decay = jnp.minimum(schedule.average_decay, 1 - 1 / (1.0 + adam.count))
    average = optax.incremental_update(params, learner.average, 1 - decay)
    return Learner(params, average, adam), loss


@partial(jax.jit, static_argnames=("groups", "rounds", "batch_size"))
def train_step(
    learner: Learner,
    league: League,
    tables: Table,
    schedule: Schedule,
    key: Array,
    *,
    groups: tuple[Group, ...],
    rounds: int,
    batch_size: int,
) -> tuple[Learner, Table, Tally, Array]:
    """Play some rounds with the current networks, then learn from each choice once."""
    league = league._replace(params=learner.params)
    keys = jax.random.split(key, 3)

    def one(carry: tuple[Table, Tally], each: Array) -> tuple[tuple[Table, Tally], Round]:
        tables, so_far = carry
        tables, played, ended = play_round(league, groups, tables, each)
        tally = count(groups, ended, league.tempers.mode.shape[0])
        return (tables, jax.tree.map(jnp.add, so_far, tally)), played

    start = tables, empty_tally(league.tempers.mode.shape[0])
    (tables, tally), played = jax.lax.scan(one, start, jax.random.split(keys[0], rounds))
    bootstrap = bootstrap_values(league, groups, tables, keys[1])
    bid_targets, turn_targets = td_targets(played, bootstrap, schedule.td_lambda)
    flat = partial(jax.tree.map, lambda each: each.reshape(-1, *each.shape[2:]))
    samples = flat(Samples((played.bid, bid_targets), (played.turn, turn_targets)))
    number = bid_targets.shape[0] * bid_targets.shape[1]
    order = jax.random.permutation(keys[2], number)[: number // batch_size * batch_size]

    def learn(learner: Learner, which: Array) -> tuple[Learner, Array]:
        return update(learner, schedule, jax.tree.map(lambda each: each[which], samples))

    learner, losses = jax.lax.scan(learn, learner, order.reshape(-1, batch_size))
    return learner, tables, tally, losses.mean()
