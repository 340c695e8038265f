"""The players whose bids are modelled: those to learn from, to choose by, and to be tested on."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from random import Random
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from spielgeld.bots.champion.choice import MIXING
from spielgeld.bots.champion.network import LEAD
from spielgeld.bots.champion.scale import UNIT
from spielgeld.bots.heuristic.temper import Temper
from spielgeld_training.batch.piles import SEATS, Array
from spielgeld_training.checkpoints import published
from spielgeld_training.choices import League
from spielgeld_training.measure import without_exploration
from spielgeld_training.network import Params
from spielgeld_training.run import potential_table
from spielgeld_training.tables import Group, plain_menu
from spielgeld_training.tempers import DUMPS, FIRST_CARD, Tempers, draw_wide, tables_for

EDITION, SEATED = "it", 5
OTHER_NETWORKS = 4
NOISE_SEED = 5
_NOISE = 0.08
"""By how much the weights of the other networks differ from the champion's, relatively."""


class Pool(NamedTuple):
    """A league of players, and the names of the heuristic ones."""

    league: League
    names: list[str]


@contextmanager
def many_processes(processes: int) -> Iterator[Callable[..., Any]]:
    """Provide a `map` over processes; the tables of a player take a tenth of a second each."""
    if processes == 1:
        yield map
        return
    with get_context("spawn").Pool(processes) as workers:
        yield workers.map


def league_of(
    tempers: dict[str, Temper], *, odd: bool, distortion: Random | None, mapping: Any = map
) -> League:
    """Return a league of the champion, other networks like it, and these players."""
    tables = tables_for(list(tempers.values()), odd=odd, distortion=distortion, mapping=mapping)
    params = published()
    selection = without_exploration(MIXING / UNIT, LEAD / 512)
    menu = plain_menu(EDITION, SEATED, tables.mode.shape[0])
    snapshots = _other_networks(params, NOISE_SEED)
    wider = selection._replace(mixing=jnp.float32(2 * MIXING / UNIT))
    potential = jnp.asarray(potential_table())
    return League(params, snapshots, tables, potential, menu, selection, wider)


def _other_networks(params: Params, seed: int) -> Params:
    """Return copies of the champion's networks with noisy weights, stacked."""
    rng = np.random.default_rng(seed)

    def noisy(weights: Array) -> Array:
        noise = rng.normal(1, _NOISE, (OTHER_NETWORKS, *weights.shape))
        return jnp.asarray(np.asarray(weights) * noise, jnp.float32)

    others: Params = jax.tree.map(noisy, params)
    return others


def drawn(seed: str, number: int) -> dict[str, Temper]:
    """Draw players from the wide range."""
    rng = Random(seed)
    return {f"{seed}-{at}": draw_wide(rng) for at in range(number)}


def to_learn_from(number: int, mapping: Any) -> League:
    """Return the league whose bids the model learns."""
    rng = Random("thinker distortion")
    tempers = drawn("thinker learns", number)
    league = league_of(tempers, odd=False, distortion=rng, mapping=mapping)
    return league._replace(tempers=widened(league.tempers, rng))


def widened(tempers: Tempers, rng: Random) -> Tempers:
    """Return players of which some bid by another rule than a temper.

    One of eight thinks that its chance rises slowly with its bid; one of sixteen bids its cheapest
    card; one of thirty-two bids all cards it can do without.
    """
    first, second, mode = (np.array(each) for each in (tempers.first, tempers.second, tempers.mode))
    worth = 10.0 * np.arange(first.shape[-1])
    for player in range(len(mode)):
        if rng.random() < 1 / 8:
            first[player] = worth / (worth + rng.uniform(20, 150))
            second[player] = rng.uniform(0.5, 1.0)
        if rng.random() < 1 / 16:
            mode[player] = FIRST_CARD
        elif rng.random() < 1 / 32:
            mode[player] = DUMPS
    return tempers._replace(
        first=jnp.asarray(first), second=jnp.asarray(second), mode=jnp.asarray(mode)
    )


def groups_of(tables: int) -> tuple[Group, ...]:
    """Divide tables among the kinds of company in which bids are recorded."""
    tenth = tables // 10 // OTHER_NETWORKS * OTHER_NETWORKS
    return (
        Group(4 * tenth, 1, "same"),
        Group(2 * tenth, 1, "each"),
        Group(tenth, 4, "each"),
        Group(tenth, SEATS, "none"),
        Group(2 * tenth, 1, "snapshot"),
    )
