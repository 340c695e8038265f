"""Rounds at all tables of a league at once: when a deal ends, a new one is dealt."""

from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from spielgeld_training import history as counts
from spielgeld_training.batch import deal as batch_deal
from spielgeld_training.batch.deal import Deal
from spielgeld_training.batch.piles import SEATS, Array
from spielgeld_training.choices import Choice, League, all_bids, all_turns, seats_of
from spielgeld_training.network import LEAD_UNIT, SCORE_UNIT
from spielgeld_training.tables import Group, Table, new_tables

USUAL = 5
"""Only tables with this many players count for the share among snapshots."""


class Round(NamedTuple):
    """A round of all learners."""

    bid: Choice
    turn: Choice
    over: Array
    outcome: Array
    """Win share, lead and score, if the deal is over."""


class Tally(NamedTuple):
    """Finished deals by opponent: sums of win shares, and numbers of deals."""

    alone: Array
    """By temper: one learner among such players."""
    alone_deals: Array
    among: Array
    """By temper: one such player among learners."""
    among_deals: Array
    snapshots: Array
    """One learner among snapshots."""
    snapshots_deals: Array
    deals: Array
    rounds: Array


def outcome_of(deal: Deal) -> Array:
    """Return by seat: win share, lead over the best rival, score."""
    sits = jnp.arange(SEATS) < deal.rules.players
    scores = jnp.where(sits, deal.scores, -1000)
    others = jnp.where(jnp.eye(SEATS, dtype=bool), -1000, scores)
    lead = (scores - others.max(-1)) / LEAD_UNIT
    return jnp.stack([batch_deal.win_shares(deal), lead, scores / SCORE_UNIT], -1)


class Ended(NamedTuple):
    """By table: whether a deal has just ended, and how."""

    over: Array
    shares: Array
    """By seat: the share of the win."""
    tempers: Array
    players: Array
    rounds: Array


def _ended(tables: Table) -> Ended:
    deal = tables.deal
    shares = jax.vmap(batch_deal.win_shares)(deal)
    return Ended(deal.over > 0, shares, tables.tempers, deal.rules.players, deal.round)


def count(groups: tuple[Group, ...], ended: Ended, tempers: int) -> Tally:
    """Return what the deals that have just ended add to a tally."""
    same = np.concatenate([np.full(group.games, group.others == "same") for group in groups])
    most = max([group.learners for group in groups if group.others == "each"], default=0)
    single = np.concatenate(
        [np.full(group.games, (group.learners, group.others) == (most, "each")) for group in groups]
    )
    snapshot = np.concatenate(
        [np.full(group.games, group.others == "snapshot") for group in groups]
    )
    alone = ended.over & same
    snapshots = ended.over & snapshot & (ended.players == USUAL)
    among = ended.over & single & (ended.players == most + 1)
    zeros = jnp.zeros(tempers)
    company, guest = ended.tempers[:, 1], ended.tempers[:, most]
    return Tally(
        zeros.at[company].add(jnp.where(alone, ended.shares[:, 0], 0)),
        zeros.at[company].add(alone.astype(jnp.float32)),
        zeros.at[guest].add(jnp.where(among, ended.shares[:, most], 0)),
        zeros.at[guest].add(among.astype(jnp.float32)),
        jnp.where(snapshots, ended.shares[:, 0], 0).sum(),
        snapshots.sum().astype(jnp.float32),
        ended.over.sum().astype(jnp.float32),
        jnp.where(ended.over, ended.rounds, 0).sum().astype(jnp.float32),
    )


def reveal_bids(tables: Table, piles: Array, alone: Array) -> Table:
    """Reveal these bids; `alone` is, by table and seat, whether the bluff card is bid alone."""
    rules = tables.deal.rules
    sits = jnp.arange(SEATS) < rules.players[:, None]
    piles = jnp.where(sits[..., None], piles, 0)
    bluffs = jnp.where(sits, (rules.breaks_ties[:, None] > 0) | alone, 0).astype(jnp.int32)
    deal = jax.vmap(batch_deal.reveal)(tables.deal, piles, bluffs)
    history = jax.vmap(counts.after_reveal)(tables.history, deal)
    return tables._replace(deal=deal, history=history)


def play_round(
    league: League, groups: tuple[Group, ...], tables: Table, key: Array
) -> tuple[Table, Round, Ended]:
    """Play one round at every table; a deal that has ended is replaced by a new one."""
    keys = jax.random.split(key, 3 + SEATS)
    seats = seats_of(groups)
    piles, alone, bids = all_bids(league, seats, tables, keys[0])
    tables = reveal_bids(tables, piles, alone)
    game, seat = seats.learner_game, seats.learner_seat

    def one_turn(carry: tuple[Table, Choice], each: Array) -> tuple[tuple[Table, Choice], None]:
        tables, kept = carry
        acting = jax.vmap(batch_deal.acting)(tables.deal)
        turns, choice = all_turns(league, seats, tables, each)
        history = jax.vmap(counts.after_turn)(tables.history, tables.deal, turns)
        deal = jax.vmap(batch_deal.take_turn)(tables.deal, turns)
        mine = (acting[game] == seat) & choice.valid[game]

        def keep(old: Array, new: Array) -> Array:
            return jnp.where(mine.reshape(-1, *(1,) * (old.ndim - 1)), new[game], old)

        return (tables._replace(deal=deal, history=history), jax.tree.map(keep, kept, choice)), None

    shapes = jax.eval_shape(lambda: all_turns(league, seats, tables, keys[1])[1])
    nobody = jax.tree.map(lambda each: jnp.zeros((len(game), *each.shape[1:]), each.dtype), shapes)
    (tables, turns), _ = jax.lax.scan(one_turn, (tables, nobody), keys[3:])
    tables = tables._replace(deal=jax.vmap(batch_deal.end_round)(tables.deal))
    over = tables.deal.over > 0
    ended = _ended(tables)
    outcome = jax.vmap(outcome_of)(tables.deal)[game, seat]
    fresh = new_tables(league.menu, groups, keys[2])

    def renew(new: Array, old: Array) -> Array:
        return jnp.where(over.reshape(-1, *(1,) * (old.ndim - 1)), new, old)

    return jax.tree.map(renew, fresh, tables), Round(bids, turns, over[game], outcome), ended


def bootstrap_values(league: League, groups: tuple[Group, ...], tables: Table, key: Array) -> Array:
    """Return the networks' predictions for the positions the learners are in."""
    return all_bids(league, seats_of(groups), tables, key)[2].value


@partial(jax.jit, static_argnames=("groups", "rounds"))
def play_deals(
    league: League, key: Array, *, groups: tuple[Group, ...], rounds: int
) -> tuple[Tally, Array]:
    """Play one deal at every table without learning; return the tally, and how many took longer."""
    tempers = league.tempers.mode.shape[0]

    def one(carry: tuple[Array, Table, Array, Tally]) -> tuple[Array, Table, Array, Tally]:
        done, tables, under_way, so_far = carry
        tables, _, ended = play_round(league, groups, tables, jax.random.fold_in(key, 2 + done))
        first = ended._replace(over=ended.over & under_way)
        tally = jax.tree.map(jnp.add, so_far, count(groups, first, tempers))
        return done + 1, tables, under_way & ~ended.over, tally

    def goes_on(carry: tuple[Array, Table, Array, Tally]) -> Array:
        return (carry[0] < rounds) & carry[2].any()

    tables = new_tables(league.menu, groups, jax.random.fold_in(key, 1))
    under_way = jnp.ones(tables.has_history.shape, bool)
    start = jnp.zeros((), jnp.int32), tables, under_way, empty_tally(tempers)
    _, _, under_way, tally = jax.lax.while_loop(goes_on, one, start)
    return tally, under_way.sum()


def empty_tally(tempers: int) -> Tally:
    """Return a tally of no deals."""
    zeros = jnp.zeros(tempers)
    return Tally(*(zeros,) * 4, *(jnp.zeros(()),) * 4)
