"""How well the model foresees players it has never seen, beside simpler models of them.

Each line is for one kind of player: the mean of the logarithm of the probability that a model gave
to the bid that was made (its nearest candidate), to its worth, and to the turn.
"""

from collections import defaultdict
from collections.abc import Iterator
from functools import partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from spielgeld_training.batch.piles import Array
from spielgeld_training.choices import DTYPE, ILLEGAL, League, objective
from spielgeld_training.network import Params, evaluate_bids, evaluate_turns, predictions
from spielgeld_training.tables import Group, Table, new_tables
from spielgeld_training.thinker.fit import by_row
from spielgeld_training.thinker.model import (
    BID,
    BID_WORTH,
    TURN,
    WITH,
    WITHOUT,
    Models,
    Outlook,
    odds_of,
)
from spielgeld_training.thinker.samples import Sample, recorded_round

TEMPERATURES = (1 / 128, 1 / 64, 1 / 32, 1 / 16, 1 / 8)
"""The champion's values become odds by a softmax; the best of these temperatures counts."""
SLIPS = 0.02
"""In all models, the share of choices that are made at random: no choice is impossible."""
_BY_ROUND = ((1, 1), (2, 2), (3, 4), (5, 99))


class Scores(NamedTuple):
    """By row: the logarithm of the probability of what was chosen."""

    bid: dict[str, Array]
    worth: dict[str, Array]
    turn: dict[str, Array]


def champion_log_odds(params: Params, outlook: Outlook, name: str, league: League) -> Array:
    """Return by temperature, row and option the odds by the champion's own values."""
    evaluate = evaluate_bids if name == BID else evaluate_turns
    outputs = evaluate(params[name], outlook.table, outlook.rivals, outlook.acts, DTYPE)
    values = objective(predictions(outputs), league.selection)
    values = jnp.where(outlook.legal, values, ILLEGAL)
    return jnp.stack([jax.nn.log_softmax(values / each) for each in TEMPERATURES])


def _odds(models: Models, league: League, outlook: Outlook, name: str) -> dict[str, Array]:
    """Return the probability of every option by every model."""
    uniform = outlook.legal / outlook.legal.sum(-1, keepdims=True)
    logs = {
        f"{which} counts": odds_of(league.params, models, which, outlook, name)
        for which in (WITH, WITHOUT)
    }
    champion = champion_log_odds(league.params, outlook, name, league)
    logs |= {
        f"champion {temperature:.4f}": each
        for temperature, each in zip(TEMPERATURES, champion, strict=True)
    }
    found = {which: (1 - SLIPS) * jnp.exp(each) + SLIPS * uniform for which, each in logs.items()}
    return found | {"anything": uniform}


def score(models: Models, league: League, bids: Sample, turns: Sample) -> Scores:
    """Return how probable each choice was by every model."""
    odds = _odds(models, league, bids.outlook, BID)
    money = bids.outlook.acts[..., BID_WORTH]
    alike = money == jnp.take_along_axis(money, bids.option[:, None], 1)

    def chosen(each: Array, sample: Sample) -> Array:
        return jnp.log(jnp.take_along_axis(each, sample.option[:, None], 1)[:, 0])

    theirs = _odds(models, league, turns.outlook, TURN)
    return Scores(
        {which: chosen(each, bids) for which, each in odds.items()},
        {which: jnp.log((each * alike).sum(-1)) for which, each in odds.items()},
        {which: chosen(each, turns) for which, each in theirs.items()},
    )


@partial(jax.jit, static_argnames=("groups", "rounds"))
def scored_rounds(
    models: Models,
    league: League,
    tables: Table,
    key: Array,
    *,
    groups: tuple[Group, ...],
    rounds: int,
) -> tuple[Table, Any]:
    """Play some rounds; return the scores of what was chosen, and whose choices they were."""

    def one(tables: Table, each: Array) -> tuple[Table, Any]:
        tables, bids, turns = recorded_round(league, groups, tables, each)
        bids = by_row(bids)
        scores = score(models, league, bids, turns)
        bidders, actors = [
            {"seat": each.seat, "temper": each.temper, "round": each.round, "valid": each.valid}
            for each in (bids, turns)
        ]
        return tables, (scores, bidders, actors, bids.exact)

    return jax.lax.scan(one, tables, jax.random.split(key, rounds))


def judged(
    models: Models,
    league: League,
    names: list[str],
    *,
    games: int,
    rounds: int,
    times: int,
    seed: int,
) -> Iterator[dict[str, Any]]:
    """Yield lines: by kind of player and number of rounds seen, the mean score of each model.

    One champion sits at every table, among four of one kind.
    """
    groups = (Group(games, 1, "same"),)
    key = jax.random.key(seed)
    tables = new_tables(league.menu, groups, jax.random.fold_in(key, 0))
    sums: dict[tuple[str, str, str], list[float]] = defaultdict(lambda: [0.0, 0.0])
    exact = np.zeros(3)
    for at in range(times):
        tables, found = scored_rounds(
            models, league, tables, jax.random.fold_in(key, 1 + at), groups=groups, rounds=rounds
        )
        scores, bidders, actors, near = jax.tree.map(np.asarray, found)
        exact += np.bincount(near[bidders["valid"]].ravel(), minlength=3)
        for what, by_model in scores._asdict().items():
            who = actors if what == "turn" else bidders
            for which, each in by_model.items():
                for kind, rows in _rows(who, names):
                    total = sums[what, kind, which]
                    total[0] += float(each[rows].sum())
                    total[1] += float(rows.sum())
    yield {
        "bids that are candidates, of the same worth, of neither": (exact / exact.sum()).tolist()[
            ::-1
        ]
    }
    lines: dict[tuple[str, str], dict[str, Any]] = {}
    for (what, kind, which), (score_sum, number) in sums.items():
        line = lines.setdefault((what, kind), {"what": what, "of": kind, "choices": int(number)})
        line[which] = round(score_sum / max(number, 1), 4)
    yield from lines.values()


def _rows(who: dict[str, Any], names: list[str]) -> Iterator[tuple[str, Any]]:
    """Yield kinds of players and the rows with their choices."""
    stranger = who["valid"] & (who["seat"] > 0)
    yield "champion", who["valid"] & (who["seat"] == 0)
    yield "all strangers", stranger
    for first, last in _BY_ROUND:
        within = (who["round"] >= first) & (who["round"] <= last)
        yield f"all strangers, rounds {first} to {last}", stranger & within
    for at, name in enumerate(names):
        yield name, stranger & (who["temper"] == at)
