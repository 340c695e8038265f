"""One step of training: rounds of the league are played, and the networks learn from them.

What a choice was worth is a mix of what came out and what the network thought on the way (TD(λ)).
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
    summary,
    weigh,
    weigh_chosen_turn,
)
from spielgeld_training.rollout import (
    Round,
    Tally,
    count,
    empty_tally,
    next_values,
    play_round,
)
from spielgeld_training.tables import Group, Table

Array = Any
_BETA1, _BETA2, _TINY = 0.9, 0.999, 1e-8
_WEIGHTS = (1.0, 0.5, 0.25)
"""The weights of the three outputs in the loss."""


class Learner(NamedTuple):
    """The networks and the state of the optimiser (Adam)."""

    params: Params
    average: Params
    """A running mean of the networks; it is what plays in the end."""
    first: Params
    second: Params
    steps: Array


class Pace(NamedTuple):
    """The learning rate and what else is scheduled."""

    rate: Array
    trust: Array
    """λ of TD(λ): at 1 only final outcomes count, at 0 only the network's next estimate."""
    averaging: Array


def new_learner(params: Params) -> Learner:
    """The initial state of training, starting from these networks."""
    zeros = jax.tree.map(jnp.zeros_like, params)
    return Learner(params, params, zeros, zeros, jnp.zeros((), jnp.int32))


def targets(played: Round, after: Array, trust: Array) -> tuple[Array, Array]:
    """The targets (TD(λ)) for bids and turns; the first dimension is the round."""

    def back(later: tuple[Array, Array, Array], now: Round) -> tuple[Any, tuple[Array, Array]]:
        value, gained, tried = later
        went_on = jnp.where(tried[:, None], value, (1 - trust) * value + trust * gained)
        turn = jnp.where(now.over[:, None], now.outcome, went_on)
        critic = now.bid.open is not None  # knows more of what follows than a turn's own estimate
        mixed = turn if critic else (1 - trust) * now.turn.value + trust * turn
        by_turn = jnp.where(now.turn.tried[:, None], now.turn.value, mixed)
        bid = jnp.where(now.turn.counts[:, None], by_turn, turn)
        return (now.bid.value, bid, now.bid.tried), (bid, turn)

    start = after, after, jnp.zeros(after.shape[:1], bool)
    worth: tuple[Array, Array] = jax.lax.scan(back, start, played, reverse=True)[1]
    return worth


def _loss(numbers: Array, wanted: Array, counts: Array) -> Array:
    logit, share = numbers[:, 0], wanted[:, 0]
    win = jnp.maximum(logit, 0) - logit * share + jnp.log1p(jnp.exp(-jnp.abs(logit)))
    off = numbers[:, 1:] - wanted[:, 1:]
    squares = jnp.where(jnp.abs(off) < 1, 0.5 * off**2, jnp.abs(off) - 0.5)
    each = _WEIGHTS[0] * win + squares @ jnp.array(_WEIGHTS[1:])
    return (each * counts).sum() / jnp.maximum(counts.sum(), 1)


class Samples(NamedTuple):
    """What is learnt from at once."""

    bids: tuple[Choice, Array]
    """With their targets; turns likewise."""
    turns: tuple[Choice, Array]


def _bid_loss(net: Net, table: Array, rivals: Array, bid: Choice, wanted: Array) -> Array:
    base, _ = summary(net, table, rivals, jnp.float32)
    numbers = weigh(net, base, bid.act[:, None], BID_SCALES, None, jnp.float32)[:, 0]
    return _loss(numbers, wanted, bid.counts)


def _losses(params: Params, samples: Samples) -> Array:
    bid, wanted = samples.bids
    loss = _bid_loss(params["bid"], bid.table, bid.rivals, bid, wanted)
    if bid.open is not None:
        loss += _bid_loss(params[CRITIC], bid.open.table, bid.open.rivals, bid, wanted)
    turn, wanted = samples.turns
    numbers = weigh_chosen_turn(
        params["turn"], turn.table, turn.rivals, turn.act, turn.option, jnp.float32
    )
    return loss + _loss(numbers, wanted, turn.counts)


def _step(learner: Learner, pace: Pace, samples: Samples) -> tuple[Learner, Array]:
    loss, slopes = jax.value_and_grad(_losses)(learner.params, samples)
    norm = jnp.sqrt(sum(jnp.vdot(each, each) for each in jax.tree.leaves(slopes)))
    slopes = jax.tree.map(lambda each: each * jnp.minimum(1.0, 1.0 / (norm + 1e-6)), slopes)
    steps = learner.steps + 1
    first = jax.tree.map(lambda m, g: _BETA1 * m + (1 - _BETA1) * g, learner.first, slopes)
    second = jax.tree.map(lambda v, g: _BETA2 * v + (1 - _BETA2) * g * g, learner.second, slopes)
    mend1, mend2 = 1 - _BETA1**steps, 1 - _BETA2**steps

    def moved(weights: Array, m: Array, v: Array) -> Array:
        return weights - pace.rate * (m / mend1) / (jnp.sqrt(v / mend2) + _TINY)

    params = jax.tree.map(moved, learner.params, first, second)
    keep = jnp.minimum(pace.averaging, 1 - 1 / (1.0 + steps))
    average = jax.tree.map(lambda a, w: keep * a + (1 - keep) * w, learner.average, params)
    return Learner(params, average, first, second, steps), loss


@partial(jax.jit, static_argnames=("groups", "rounds", "batch"))
def train_once(
    learner: Learner,
    league: League,
    tables: Table,
    pace: Pace,
    key: Array,
    *,
    groups: tuple[Group, ...],
    rounds: int,
    batch: int,
) -> tuple[Learner, Table, Tally, Array]:
    """Play some rounds with the networks as they are, then learn from each choice once."""
    league = league._replace(params=learner.params)
    keys = jax.random.split(key, 3)

    def one(carry: tuple[Table, Tally], each: Array) -> tuple[tuple[Table, Tally], Round]:
        tables, so_far = carry
        tables, played, ended = play_round(league, groups, tables, each)
        tally = count(groups, ended, league.tempers.mode.shape[0])
        return (tables, jax.tree.map(jnp.add, so_far, tally)), played

    start = tables, empty_tally(league.tempers.mode.shape[0])
    (tables, tally), played = jax.lax.scan(one, start, jax.random.split(keys[0], rounds))
    after = next_values(league, groups, tables, keys[1])
    bid_targets, turn_targets = targets(played, after, pace.trust)
    flat = partial(jax.tree.map, lambda each: each.reshape(-1, *each.shape[2:]))
    samples = flat(Samples((played.bid, bid_targets), (played.turn, turn_targets)))
    number = bid_targets.shape[0] * bid_targets.shape[1]
    order = jax.random.permutation(keys[2], number)[: number // batch * batch]

    def learn(learner: Learner, which: Array) -> tuple[Learner, Array]:
        return _step(learner, pace, jax.tree.map(lambda each: each[which], samples))

    learner, losses = jax.lax.scan(learn, learner, order.reshape(-1, batch))
    return learner, tables, tally, losses.mean()
