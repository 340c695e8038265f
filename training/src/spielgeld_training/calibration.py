"""Compares the champion's predicted chances with what happened, against opponents of all kinds."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from spielgeld_training.batch.piles import Array
from spielgeld_training.choices import Habit, League, seats_of
from spielgeld_training.network import Params
from spielgeld_training.rollout import play_round
from spielgeld_training.tables import Group, new_tables, wide_menu
from spielgeld_training.tempers import Tempers

ROUNDS = 24
"""Longer deals are left out; among players who play to win they are rare."""
TENTHS = 10
_LINE_UPS = {"one": (1, "each"), "two": (2, "each"), "alike": (1, "same"), "selves": (6, "none")}
"""By line-up: the number of champions, and the kind of the other players."""


@partial(jax.jit, static_argnames="groups")
def _played(league: League, groups: tuple[Group, ...], key: Array) -> tuple[Array, ...]:
    """One deal at every table; by round and champion: prediction, whether it counts, outcome."""
    tables = new_tables(league.menu, groups, jax.random.fold_in(key, ROUNDS))

    def one(tables: Any, at: Array) -> tuple[Any, tuple[Array, ...]]:
        tables, played, _ = play_round(league, groups, tables, jax.random.fold_in(key, at))
        bid, turn = played.bid, played.turn
        seen = bid.value[:, 0], bid.counts, turn.value[:, 0], turn.counts
        return tables, (*seen, played.over, played.outcome[:, 0])

    found: tuple[Array, ...] = jax.lax.scan(one, tables, jnp.arange(ROUNDS))[1]
    return found


def foreseen(
    params: Params, potential: Any, tempers: Tempers, habit: Habit, games: int, key: Any
) -> dict[str, tuple[Any, Any]]:
    """By kind of decision and line-up: the predicted chance, and the share of the win."""
    one = jax.tree.map(lambda each: each[None], params)
    menu = wide_menu(tempers.mode.shape[0])
    league = League(params, one, tempers, jnp.asarray(potential), menu, habit, habit)
    groups = tuple(Group(games, *who) for who in _LINE_UPS.values())
    line_up = seats_of(groups).learner_game // games
    played = _played(league, groups, key)
    bids, bid_counts, turns, turn_counts, over, outcome = (np.asarray(each) for each in played)
    first = over & (np.cumsum(over, 0) == 1)
    share = np.broadcast_to((first * outcome).sum(0), over.shape)
    under_way = (np.cumsum(over, 0) - over == 0) & first.any(0)
    found = {}
    for at, name in enumerate(_LINE_UPS):
        for kind, seen, counts in (("bid", bids, bid_counts), ("turn", turns, turn_counts)):
            which = under_way & counts & (line_up == at)
            found[f"{kind}, {name}"] = seen[which], share[which]
    return found


def reliability(parts: list[tuple[Any, Any]]) -> Iterator[dict[str, Any]]:
    """By tenth of the predicted chance: how many, the mean prediction, and the mean outcome."""
    seen, came = (np.concatenate(each) for each in zip(*parts, strict=True))
    tenth = np.minimum((seen * TENTHS).astype(int), TENTHS - 1)
    for at in range(TENTHS):
        here = tenth == at
        if here.any():
            yield {
                "tenth": at,
                "decisions": int(here.sum()),
                "seen": round(float(seen[here].mean()), 4),
                "came": round(float(came[here].mean()), 4),
            }
