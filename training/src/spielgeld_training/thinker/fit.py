"""Fits the model: the league plays, and the model learns everybody's bids and turns from it.

Two models learn from the same samples, one with the counts of play in this deal and one without
them, so that their difference shows what the counts are worth.
"""

import json
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import optax

from spielgeld_training.batch.piles import Array
from spielgeld_training.checkpoints import load_tree, save_tree
from spielgeld_training.choices import League
from spielgeld_training.network import Params
from spielgeld_training.tables import Group, Table, new_tables
from spielgeld_training.thinker.model import (
    BID,
    TURN,
    WITH,
    WITHOUT,
    Models,
    init_model,
    odds_of,
)
from spielgeld_training.thinker.players import groups_of, many_processes, to_learn_from
from spielgeld_training.thinker.samples import Sample, recorded_round

_ADAM = optax.scale_by_adam()
_CLIP = optax.clip_by_global_norm(1.0)
_STATE = "state.json"
_AVERAGE_DECAY = 0.998
_WARM_UP = 300
"""The updates over which the learning rate rises."""


class Options(NamedTuple):
    """The settings of a fit."""

    folder: Path
    seconds: float
    players: int = 768
    processes: int = 1
    games: int = 16000
    rounds: int = 8
    batch: int = 4096
    rate: tuple[float, float] = (8e-4, 2e-5)


class Learner(NamedTuple):
    """The models, their average, and the state of the optimiser."""

    models: Models
    average: Models
    adam: Any


def sample_loss(params: Params, models: Models, bids: Sample, turns: Sample) -> dict[str, Array]:
    """Return by model and network the mean cross-entropy of what was chosen."""
    return {
        f"{which} {name}": _cross_entropy(
            odds_of(params, models, which, sample.outlook, name), sample
        )
        for which in models
        for name, sample in ((BID, bids), (TURN, turns))
    }


def _cross_entropy(odds: Array, sample: Sample) -> Array:
    chosen = jnp.take_along_axis(odds, sample.option[:, None], 1)[:, 0]
    return -(chosen * sample.valid).sum() / jnp.maximum(sample.valid.sum(), 1)


def by_row(bids: Sample) -> Sample:
    """Return the bids of all seats of all tables as rows."""
    rows: Sample = jax.tree.map(lambda each: each.reshape(-1, *each.shape[2:]), bids)
    return rows


def init_learner(key: Array) -> Learner:
    """Return new models."""
    models = {WITH: init_model(key), WITHOUT: init_model(key)}
    return Learner(models, models, _ADAM.init(models))


def update(
    learner: Learner, params: Params, rate: Array, bids: Sample, turns: Sample
) -> tuple[Learner, dict[str, Array]]:
    """Take a step of Adam; return the losses before it."""

    def total(models: Models) -> tuple[Array, dict[str, Array]]:
        losses = sample_loss(params, models, bids, turns)
        return sum(losses.values()), losses

    gradient, losses = jax.grad(total, has_aux=True)(learner.models)
    clipped = {which: _CLIP.update(each, optax.EmptyState())[0] for which, each in gradient.items()}
    direction, adam = _ADAM.update(clipped, learner.adam)
    rate = rate * jnp.minimum(1.0, adam.count / _WARM_UP)
    models = jax.tree.map(lambda old, step: old - rate * step, learner.models, direction)
    decay = jnp.minimum(_AVERAGE_DECAY, 1 - 1 / (1.0 + adam.count))
    average = optax.incremental_update(models, learner.average, 1 - decay)
    return Learner(models, average, adam), losses


@partial(jax.jit, static_argnames=("groups", "rounds", "batch"))
def fit_step(
    learner: Learner,
    league: League,
    tables: Table,
    rate: Array,
    key: Array,
    *,
    groups: tuple[Group, ...],
    rounds: int,
    batch: int,
) -> tuple[Learner, Table, dict[str, Array]]:
    """Play some rounds, then learn from each sample once."""
    keys = jax.random.split(key, 2)

    def one(tables: Table, each: Array) -> tuple[Table, tuple[Sample, Sample]]:
        tables, bids, turns = recorded_round(league, groups, tables, each)
        return tables, (bids, turns)

    tables, samples = jax.lax.scan(one, tables, jax.random.split(keys[0], rounds))
    samples = jax.tree.map(lambda each: each.reshape(-1, *each.shape[2:]), samples)
    number = samples[1].option.shape[0]
    order = jax.random.permutation(keys[1], number)[: number // batch * batch]

    def learn(learner: Learner, which: Array) -> tuple[Learner, dict[str, Array]]:
        bids, turns = jax.tree.map(lambda each: each[which], samples)
        return update(learner, league.params, rate, by_row(bids), turns)

    learner, losses = jax.lax.scan(learn, learner, order.reshape(-1, batch))
    return learner, tables, jax.tree.map(jnp.mean, losses)


def _trees(learner: Learner) -> dict[str, Any]:
    """Return what is saved, by name of the file; each file stays under 16 MB."""
    adam = learner.adam._asdict()
    return {"model": learner.average, "learner": learner.models} | {
        name: {name: tree} for name, tree in adam.items()
    }


def _resumed(folder: Path, learner: Learner) -> Learner:
    found = {name: load_tree(folder, name, tree) for name, tree in _trees(learner).items()}
    adam = {name: found[name][name] for name in learner.adam._fields}
    return Learner(found["learner"], found["model"], learner.adam._replace(**adam))


def load_average(folder: Path) -> Models:
    """Return the fitted models of a folder."""
    models: Models = load_tree(folder, "model", init_learner(jax.random.key(0)).average)
    return models


def fit(options: Options, write: Callable[[dict[str, Any]], object]) -> None:
    """Fit the models, or go on with it; report and save."""
    with many_processes(options.processes) as mapping:
        league = to_learn_from(options.players, mapping)
    learner, folder, begun, steps = init_learner(jax.random.key(1)), options.folder, 0.0, 0
    if (folder / _STATE).exists():
        state = json.loads((folder / _STATE).read_text(encoding="utf-8"))
        begun, steps = state["seconds"], state["steps"]
        learner = _resumed(folder, learner)
    groups = groups_of(options.games)
    key = jax.random.fold_in(jax.random.key(2), steps)
    tables = new_tables(league.menu, groups, key)
    began = reported = time.monotonic()
    seconds = begun
    while seconds < options.seconds:
        progress = min(1.0, seconds / options.seconds)
        rate = options.rate[0] * (options.rate[1] / options.rate[0]) ** progress
        learner, tables, losses = fit_step(
            learner,
            league,
            tables,
            jnp.float32(rate),
            jax.random.fold_in(key, steps),
            groups=groups,
            rounds=options.rounds,
            batch=options.batch,
        )
        told = {name: round(float(loss), 4) for name, loss in losses.items()}
        if not steps or seconds == begun:  # compilation does not count
            began = time.monotonic()
        steps += 1
        seconds = begun + max(time.monotonic() - began, 1e-3)
        if time.monotonic() - reported > 15 or seconds >= options.seconds:
            reported = time.monotonic()
            write({"seconds": round(seconds, 1), "steps": steps, **told})
    folder.mkdir(parents=True, exist_ok=True)
    for name, tree in _trees(learner).items():
        save_tree(folder, name, tree)
    state = {"seconds": seconds, "steps": steps}
    (folder / _STATE).write_text(json.dumps(state), encoding="utf-8")
