"""Measures a network against heuristic players: one among many of them, and the reverse."""

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from spielgeld_training.choices import Habit, League
from spielgeld_training.network import Params
from spielgeld_training.rollout import Tally, play_deals
from spielgeld_training.tables import Group, plain_menu
from spielgeld_training.tempers import Tempers

LONGEST = 40
"""Deals with more rounds than this are left out; they are very rare."""


class Field(NamedTuple):
    """The tables of a measurement."""

    edition: str = "it"
    players: int = 5
    games: int = 4096
    """Number of tables in each direction."""
    alone: bool = True
    """Whether one network among others is measured too, not only one other among networks."""


class Shares(NamedTuple):
    """By player: the share of the wins and how many deals it is the mean of."""

    alone: Any
    """The share of one network among players of that kind."""
    alone_deals: Any
    among: Any
    """The share of one such player among networks."""
    among_deals: Any


def shares(
    params: Params, potential: Any, tempers: Tempers, habit: Habit, field: Field, key: Any
) -> Shares:
    """One deal at every table; who sits at which is random."""
    menu = plain_menu(field.edition, field.players, tempers.mode.shape[0])
    one = jax.tree.map(lambda each: each[None], params)
    league = League(params, one, tempers, jnp.asarray(potential), menu, habit, habit)
    kinds = [(field.players - 1, "each"), (1, "same")]
    groups = tuple(Group(field.games, *kind) for kind in kinds[: 1 + field.alone])
    tally: Tally = jax.tree.map(
        np.asarray, play_deals(league, key, groups=groups, rounds=LONGEST)[0]
    )
    return Shares(
        tally.alone / np.maximum(tally.alone_deals, 1),
        tally.alone_deals,
        tally.among / np.maximum(tally.among_deals, 1),
        tally.among_deals,
    )


def pooled(parts: list[Shares]) -> Shares:
    """Several measurements as one."""
    alone_deals = sum(each.alone_deals for each in parts)
    among_deals = sum(each.among_deals for each in parts)
    return Shares(
        sum(each.alone * each.alone_deals for each in parts) / np.maximum(alone_deals, 1),
        alone_deals,
        sum(each.among * each.among_deals for each in parts) / np.maximum(among_deals, 1),
        among_deals,
    )


def steady(mixing: float = 0.0, lead: float = 0.1) -> Habit:
    """The habit of a network that does not explore."""
    return Habit(jnp.float32(lead), jnp.float32(mixing), jnp.float32(0))
