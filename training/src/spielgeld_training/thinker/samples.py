"""Bids and turns of everybody in a league, as samples for the model."""

from typing import NamedTuple

import jax
import jax.numpy as jnp

from spielgeld_training import history as counts
from spielgeld_training.batch import deal as batch_deal
from spielgeld_training.batch.piles import SEATS, Array, size, worth
from spielgeld_training.choices import League, all_bids, all_turns, seats_of
from spielgeld_training.rollout import reveal_bids
from spielgeld_training.tables import Group, Table, new_tables
from spielgeld_training.thinker.model import (
    Outlook,
    bid_outlook,
    nearest,
    option_of_turn,
    turn_outlook,
)

RECORDED = 3
"""The number of bids recorded at a table in a round."""


class Sample(NamedTuple):
    """A choice of one seat at every table."""

    outlook: Outlook
    option: Array
    """What it chose; for bids the nearest candidate."""
    exact: Array
    """How near: 2 the same cards, 1 the same worth, 0 neither."""
    seat: Array
    temper: Array
    """The number of the heuristic player that sits there, if one does."""
    round: Array
    valid: Array


def _lean(outlook: Outlook) -> Outlook:
    """Leave out what only the search needs."""
    return outlook._replace(piles=None)


def observed_bids(league: League, tables: Table, piles: Array, seats: Array) -> Sample:
    """Return the bid of one seat of every table as a sample."""

    def one(table: Table, pile: Array, seat: Array) -> tuple[Outlook, Array, Array]:
        outlook = bid_outlook(league.potential, table, seat)
        option = nearest(outlook, pile)
        found = outlook.piles[option]
        alike = (worth(found) == worth(pile)).astype(jnp.int32)
        return _lean(outlook), option, alike + (size(found ^ pile) == 0)

    theirs = jnp.take_along_axis(piles, seats[:, None, None], 1)[:, 0]
    outlook, option, exact = jax.vmap(one)(tables, theirs, seats)
    valid = (tables.deal.over == 0) & (size(theirs) > 0)
    return _sample(tables, seats, (outlook, option, exact), valid)


def observed_turns(tables: Table, turns: Array) -> Sample:
    """Return the turn of the seat to act at every table as a sample."""
    seats = jax.vmap(batch_deal.acting)(tables.deal)
    outlook = jax.vmap(lambda table, seat: _lean(turn_outlook(table, seat)))(tables, seats)
    option = option_of_turn(turns, seats)
    valid = (tables.deal.place == 0).any(-1) & (tables.deal.over == 0)
    return _sample(tables, seats, (outlook, option, 0 * option + 2), valid)


def _sample(
    tables: Table, seats: Array, found: tuple[Outlook, Array, Array], valid: Array
) -> Sample:
    tempers = jnp.take_along_axis(tables.tempers, seats[:, None], 1)[:, 0]
    return Sample(*found, seats, tempers, tables.deal.round, valid)


def recorded_round(
    league: League, groups: tuple[Group, ...], tables: Table, key: Array
) -> tuple[Table, Sample, Sample]:
    """Play a round at every table; return some bids and a random turn of each.

    A deal that has ended is replaced by a new one. The second dimension of the bids is the seat.
    """
    keys = jax.random.split(key, 5)
    games = tables.has_history.shape[0]
    seats = seats_of(groups)
    piles, alone, _ = all_bids(league, seats, tables, keys[0])
    players = tables.deal.rules.players
    first = jax.random.randint(keys[1], (games,), 0, players)
    some = [observed_bids(league, tables, piles, (first + at) % players) for at in range(RECORDED)]
    bids = jax.tree.map(lambda *each: jnp.stack(each, 1), *some)
    recorded = jax.random.randint(keys[2], (games,), 0, players)
    tables = reveal_bids(tables, piles, alone)
    tables, turns = _recorded_turns(league, groups, tables, recorded, keys[3])
    tables = tables._replace(deal=jax.vmap(batch_deal.end_round)(tables.deal))
    fresh = new_tables(league.menu, groups, keys[4])
    over = tables.deal.over > 0

    def renew(new: Array, old: Array) -> Array:
        return jnp.where(over.reshape(-1, *(1,) * (old.ndim - 1)), new, old)

    return jax.tree.map(renew, fresh, tables), bids, turns


def _recorded_turns(
    league: League, groups: tuple[Group, ...], tables: Table, recorded: Array, key: Array
) -> tuple[Table, Sample]:
    """Play all turns of a round; return that of the wanted number at every table."""
    seats = seats_of(groups)

    def one_turn(
        carry: tuple[Table, Sample], each: tuple[Array, Array]
    ) -> tuple[tuple[Table, Sample], None]:
        tables, kept = carry
        number, key = each
        turns, _ = all_turns(league, seats, tables, key)
        now = observed_turns(tables, turns)

        def keep(old: Array, new: Array) -> Array:
            wanted = (recorded == number).reshape(-1, *(1,) * (old.ndim - 1))
            return jnp.where(wanted, new, old)

        history = jax.vmap(counts.after_turn)(tables.history, tables.deal, turns)
        deal = jax.vmap(batch_deal.take_turn)(tables.deal, turns)
        return (
            tables._replace(deal=deal, history=history),
            jax.tree.map(keep, kept, now),
        ), None

    nothing = jnp.zeros(recorded.shape, jnp.int32)
    shapes = jax.eval_shape(observed_turns, tables, nothing)
    empty = jax.tree.map(lambda each: jnp.zeros(each.shape, each.dtype), shapes)
    steps = jnp.arange(SEATS), jax.random.split(key, SEATS)
    (tables, sample), _ = jax.lax.scan(one_turn, (tables, empty), steps)
    return tables, sample
