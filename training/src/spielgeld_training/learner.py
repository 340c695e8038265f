"""One step of training: the league plays some rounds, and the networks learn from them.

The target of a choice mixes the final outcome with the network's later predictions (TD(λ)).
"""

from functools import partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp

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
_BETA1, _BETA2, _EPSILON = 0.9, 0.999, 1e-8
_LOSS_WEIGHTS = (1.0, 0.5, 0.25)
"""The weights of the three outputs in the loss."""


class Learner(NamedTuple):
    """The networks and the state of the optimiser (Adam)."""

    params: Params
    average: Params
    """An exponential moving average of the networks; it is what plays in the end."""
    first: Params
    second: Params
    steps: Array


class Schedule(NamedTuple):
    """The scheduled hyperparameters at one moment of a run."""

    learning_rate: Array
    td_lambda: Array
    """λ of TD(λ): at 1 only final outcomes count, at 0 only the network's next prediction."""
    average_decay: Array


def init_learner(params: Params) -> Learner:
    """Return the initial state of training for these networks."""
    zeros = jax.tree.map(jnp.zeros_like, params)
    return Learner(params, params, zeros, zeros, jnp.zeros((), jnp.int32))


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


def _loss_of(outputs: Array, targets: Array, valid: Array) -> Array:
    """Return cross-entropy for the win share, and Huber losses for lead and score."""
    logit, share = outputs[:, 0], targets[:, 0]
    cross_entropy = jnp.maximum(logit, 0) - logit * share + jnp.log1p(jnp.exp(-jnp.abs(logit)))
    error = outputs[:, 1:] - targets[:, 1:]
    huber = jnp.where(jnp.abs(error) < 1, 0.5 * error**2, jnp.abs(error) - 0.5)
    each = _LOSS_WEIGHTS[0] * cross_entropy + huber @ jnp.array(_LOSS_WEIGHTS[1:])
    return (each * valid).sum() / jnp.maximum(valid.sum(), 1)


class Samples(NamedTuple):
    """A batch of bids and of turns, each with its targets."""

    bids: tuple[Choice, Array]
    turns: tuple[Choice, Array]


def _bid_loss(net: Net, table: Array, rivals: Array, bid: Choice, targets: Array) -> Array:
    position, _ = encode(net, table, rivals, jnp.float32)
    outputs = evaluate(net, position, bid.act[:, None], BID_SCALES, None, jnp.float32)[:, 0]
    return _loss_of(outputs, targets, bid.valid)


def _loss(params: Params, samples: Samples) -> Array:
    bid, targets = samples.bids
    loss = _bid_loss(params["bid"], bid.table, bid.rivals, bid, targets)
    if bid.open is not None:
        loss += _bid_loss(params[CRITIC], bid.open.table, bid.open.rivals, bid, targets)
    turn, targets = samples.turns
    outputs = evaluate_chosen_turn(
        params["turn"], turn.table, turn.rivals, turn.act, turn.option, jnp.float32
    )
    return loss + _loss_of(outputs, targets, turn.valid)


def update(learner: Learner, schedule: Schedule, samples: Samples) -> tuple[Learner, Array]:
    """Take one step of Adam with clipped gradients; return the learner and the loss before."""
    loss, gradient = jax.value_and_grad(_loss)(learner.params, samples)
    norm = jnp.sqrt(sum(jnp.vdot(each, each) for each in jax.tree.leaves(gradient)))
    gradient = jax.tree.map(lambda each: each * jnp.minimum(1.0, 1.0 / (norm + 1e-6)), gradient)
    steps = learner.steps + 1
    first = jax.tree.map(lambda m, g: _BETA1 * m + (1 - _BETA1) * g, learner.first, gradient)
    second = jax.tree.map(lambda v, g: _BETA2 * v + (1 - _BETA2) * g * g, learner.second, gradient)
    correction1, correction2 = 1 - _BETA1**steps, 1 - _BETA2**steps

    def descend(weights: Array, m: Array, v: Array) -> Array:
        return weights - schedule.learning_rate * (m / correction1) / (
            jnp.sqrt(v / correction2) + _EPSILON
        )

    params = jax.tree.map(descend, learner.params, first, second)
    decay = jnp.minimum(schedule.average_decay, 1 - 1 / (1.0 + steps))
    average = jax.tree.map(lambda a, w: decay * a + (1 - decay) * w, learner.average, params)
    return Learner(params, average, first, second, steps), loss


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
