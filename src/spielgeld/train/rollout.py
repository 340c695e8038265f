"""Rounds at all tables of a league at once: deals end, new ones begin."""

from functools import partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from spielgeld.batch import deal as steps
from spielgeld.batch.deal import Deal
from spielgeld.batch.piles import SEATS, Array
from spielgeld.train import history as seen
from spielgeld.train.choosing import Choice, League, all_bids, all_turns, seats_of
from spielgeld.train.network import LEAD_UNIT, SCORE_UNIT
from spielgeld.train.tables import Group, Table, new_tables

FOUR = 4
"""So many learners sit where one other player sits among them."""


class Round(NamedTuple):
    """A round of all learners."""

    bid: Choice
    turn: Choice
    over: Array
    outcome: Array
    """Where the deal is over: win share, lead, score."""


class Tally(NamedTuple):
    """Deals that ended, by who was there: summed win shares and how many."""

    alone: Array
    """By temper: one learner among that player."""
    alone_deals: Array
    among: Array
    """By temper: the one such player among four learners."""
    among_deals: Array
    deals: Array
    rounds: Array


def _outcome(deal: Deal) -> Array:
    """By seat: win share, lead over the best rival, score."""
    sits = jnp.arange(SEATS) < deal.rules.players
    scores = jnp.where(sits, deal.scores, -1000)
    others = jnp.where(jnp.eye(SEATS, dtype=bool), -1000, scores)
    lead = (scores - others.max(-1)) / LEAD_UNIT
    return jnp.stack([steps.win_shares(deal), lead, scores / SCORE_UNIT], -1)


class Ended(NamedTuple):
    """By table: whether a deal has just ended, and how."""

    over: Array
    shares: Array
    """By seat: of the win."""
    tempers: Array
    players: Array
    rounds: Array


def _ended(tables: Table) -> Ended:
    deal = tables.deal
    shares = jax.vmap(steps.win_shares)(deal)
    return Ended(deal.over > 0, shares, tables.tempers, deal.rules.players, deal.round)


def count(groups: tuple[Group, ...], ended: Ended, tempers: int) -> Tally:
    """What the deals that have just ended add to a tally."""
    same = np.concatenate([np.full(group.games, group.others == "same") for group in groups])
    four = np.concatenate([np.full(group.games, group.learners == FOUR) for group in groups])
    alone = ended.over & same
    among = ended.over & four & (ended.players == FOUR + 1)
    zeros = jnp.zeros(tempers)
    company, single = ended.tempers[:, 1], ended.tempers[:, FOUR]
    return Tally(
        zeros.at[company].add(jnp.where(alone, ended.shares[:, 0], 0)),
        zeros.at[company].add(alone.astype(jnp.float32)),
        zeros.at[single].add(jnp.where(among, ended.shares[:, FOUR], 0)),
        zeros.at[single].add(among.astype(jnp.float32)),
        ended.over.sum().astype(jnp.float32),
        jnp.where(ended.over, ended.rounds, 0).sum().astype(jnp.float32),
    )


def play_round(
    league: League, groups: tuple[Group, ...], tables: Table, key: Array
) -> tuple[Table, Round, Ended]:
    """One round at every table; where a deal ended there is a new one."""
    keys = jax.random.split(key, 3 + SEATS)
    seats = seats_of(groups)
    piles, alone, bids = all_bids(league, seats, tables, keys[0])
    rules = tables.deal.rules
    sits = jnp.arange(SEATS) < rules.players[:, None]
    piles = jnp.where(sits[..., None], piles, 0)
    bluffs = jnp.where(sits, (rules.breaks_ties[:, None] > 0) | alone, 0).astype(jnp.int32)
    deal = jax.vmap(steps.reveal)(tables.deal, piles, bluffs)
    tables = tables._replace(deal=deal, history=jax.vmap(seen.after_reveal)(tables.history, deal))
    game, seat = seats.learner_game, seats.learner_seat

    def one_turn(carry: tuple[Table, Choice], each: Array) -> tuple[tuple[Table, Choice], None]:
        tables, kept = carry
        acting = jax.vmap(steps.acting)(tables.deal)
        turns, choice = all_turns(league, seats, tables, each)
        history = jax.vmap(seen.after_turn)(tables.history, tables.deal, turns)
        deal = jax.vmap(steps.take_turn)(tables.deal, turns)
        mine = (acting[game] == seat) & choice.counts[game]

        def keep(old: Array, new: Array) -> Array:
            return jnp.where(mine.reshape(-1, *(1,) * (old.ndim - 1)), new[game], old)

        return (tables._replace(deal=deal, history=history), jax.tree.map(keep, kept, choice)), None

    shapes = jax.eval_shape(lambda: all_turns(league, seats, tables, keys[1])[1])
    nobody = jax.tree.map(lambda each: jnp.zeros((len(game), *each.shape[1:]), each.dtype), shapes)
    (tables, turns), _ = jax.lax.scan(one_turn, (tables, nobody), keys[3:])
    tables = tables._replace(deal=jax.vmap(steps.end_round)(tables.deal))
    over = tables.deal.over > 0
    ended = _ended(tables)
    outcome = jax.vmap(_outcome)(tables.deal)[game, seat]
    fresh = new_tables(league.menu, groups, keys[2])

    def renew(new: Array, old: Array) -> Array:
        return jnp.where(over.reshape(-1, *(1,) * (old.ndim - 1)), new, old)

    return jax.tree.map(renew, fresh, tables), Round(bids, turns, over[game], outcome), ended


def next_values(league: League, groups: tuple[Group, ...], tables: Table, key: Array) -> Array:
    """What the learners think of where they are now."""
    return all_bids(league, seats_of(groups), tables, key)[2].value


@partial(jax.jit, static_argnames=("groups", "rounds"))
def play_deals(
    league: League, key: Array, *, groups: tuple[Group, ...], rounds: int
) -> tuple[Tally, Array]:
    """One deal at every table, without learning; how it ended, and how many took longer."""
    tempers = league.tempers.mode.shape[0]

    def one(carry: tuple[Table, Array, Tally], each: Array) -> tuple[Any, None]:
        tables, under_way, so_far = carry
        tables, _, ended = play_round(league, groups, tables, each)
        first = ended._replace(over=ended.over & under_way)
        tally = jax.tree.map(jnp.add, so_far, count(groups, first, tempers))
        return (tables, under_way & ~ended.over, tally), None

    tables = new_tables(league.menu, groups, jax.random.fold_in(key, 1))
    start = tables, jnp.ones(tables.has_history.shape, bool), empty_tally(tempers)
    (_, under_way, tally), _ = jax.lax.scan(one, start, jax.random.split(key, rounds))
    return tally, under_way.sum()


def empty_tally(tempers: int) -> Tally:
    """Nothing counted yet."""
    zeros = jnp.zeros(tempers)
    return Tally(zeros, zeros, zeros, zeros, jnp.zeros(()), jnp.zeros(()))
