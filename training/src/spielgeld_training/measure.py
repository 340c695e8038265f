"""Measures a network against heuristic players: one among several of them, and the reverse."""

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from spielgeld_training.choices import League, Selection
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
    """The number of tables in each direction."""


class Shares(NamedTuple):
    """By player: the share of the wins, and the number of deals it is the mean of."""

    alone: Any
    """The share of one network among players of that kind."""
    alone_deals: Any
    among: Any
    """The share of one such player among networks."""
    among_deals: Any


def measure_shares(
    params: Params, potential: Any, tempers: Tempers, selection: Selection, field: Field, key: Any
) -> Shares:
    """Play one deal at every table; the players at each table are drawn at random."""
    menu = plain_menu(field.edition, field.players, tempers.mode.shape[0])
    one = jax.tree.map(lambda each: each[None], params)
    league = League(params, one, tempers, jnp.asarray(potential), menu, selection, selection)
    groups = Group(field.games, field.players - 1, "each"), Group(field.games, 1, "same")
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
    """Return several measurements as one."""
    alone_deals = sum(each.alone_deals for each in parts)
    among_deals = sum(each.among_deals for each in parts)
    return Shares(
        sum(each.alone * each.alone_deals for each in parts) / np.maximum(alone_deals, 1),
        alone_deals,
        sum(each.among * each.among_deals for each in parts) / np.maximum(among_deals, 1),
        among_deals,
    )


def without_exploration(mixing: float = 0.0, lead_weight: float = 0.1) -> Selection:
    """Return the selection of a network that does not explore."""
    return Selection(jnp.float32(lead_weight), jnp.float32(mixing), jnp.float32(0))
