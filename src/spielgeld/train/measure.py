"""How strong a network is against players by rule of thumb, in both directions, on arrays."""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from spielgeld.bots.heuristic.temper import Temper
from spielgeld.train.choosing import Habit, League
from spielgeld.train.network import Params
from spielgeld.train.rollout import play_deals
from spielgeld.train.tables import Group, plain_menu
from spielgeld.train.tempers import tables_for

LONGEST = 40
"""Deals that take more rounds than this are left out; there are next to none."""


def shares(
    params: Params,
    potential: Any,
    tempers: list[Temper],
    *,
    games: int,
    habit: Habit,
    seed: int = 0,
    edition: str = "it",
    players: int = 5,
) -> tuple[Any, Any, float]:
    """By temper (the odd players last): one network among it, it among four networks.

    The third number is the part of the deals that was left out.
    """
    tables = tables_for(tempers)
    menu = plain_menu(edition, players, tables.mode.shape[0])
    one = jax.tree.map(lambda each: each[None], params)
    league = League(params, one, tables, jnp.asarray(potential), menu, habit)
    groups = Group(games, 1, "same"), Group(games, 4, "each")
    tally, left = play_deals(league, jax.random.key(seed), groups=groups, rounds=LONGEST)
    alone = np.asarray(tally.alone / jnp.maximum(tally.alone_deals, 1))
    among = np.asarray(tally.among / jnp.maximum(tally.among_deals, 1))
    return alone, among, float(left) / (2 * games)


def steady(mixing: float = 0.0, lead: float = 0.1) -> Habit:
    """A network that tries nothing for its own sake."""
    return Habit(jnp.float32(lead), jnp.float32(mixing), jnp.float32(0))
