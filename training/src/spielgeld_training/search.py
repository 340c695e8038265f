"""One round of search with the champion's exact policy: a lower bound of its exploitability.

The searching seat takes the bids its network values most. It plays each of them in many worlds that
agree with what it has seen; all other seats choose as the champion does. The network then evaluates
the position after the round. Turns are the network's. No player at a table knows the others' policy
so well.
"""

from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp

from spielgeld.bots.champion.candidates import SIT_OUT
from spielgeld.bots.champion.features import see
from spielgeld.bots.champion.options import bid_options
from spielgeld_training import history as counts
from spielgeld_training.batch import deal as batch_deal
from spielgeld_training.batch.deal import Deal
from spielgeld_training.batch.piles import BIT_OF, CARDS, KIND_OF, KINDS, SEATS, Array, size
from spielgeld_training.choices import (
    DTYPE,
    ILLEGAL,
    League,
    Seats,
    all_bids,
    all_turns,
    objective,
    seats_of,
)
from spielgeld_training.network import evaluate_bids, predictions
from spielgeld_training.positions import position_of
from spielgeld_training.rollout import outcome_of, reveal_bids
from spielgeld_training.tables import Group, Table, new_tables

SEARCHER = 0
"""The seat that searches."""


class Effort(NamedTuple):
    """The size of a search."""

    bids: int = 8
    worlds: int = 32


def resampled(deal: Deal, key: Array) -> Deal:
    """Return the deal with all cards the searcher has never seen dealt again at random."""
    return redealt(deal, jax.random.uniform(key, (CARDS,)))


def redealt(deal: Deal, ranks: Array) -> Deal:
    """Return the deal with all cards the searcher has never seen dealt again by their ranks.

    The lowest ranks go to the first other seat; the highest ones are the last cards of the deck.
    """
    others = jnp.arange(SEATS) != SEARCHER
    hidden = jnp.where(others[:, None], deal.secret, 0)
    kinds, bits = jnp.asarray(KIND_OF), jnp.asarray(BIT_OF)
    in_hand = (hidden.sum(0)[kinds] & bits) > 0
    at = jnp.arange(CARDS)
    place_in_deck = jnp.argsort(deal.order)
    in_deck = (place_in_deck >= deal.drawn) & (place_in_deck < deal.cards)
    unseen = in_hand | in_deck
    mixed = jnp.argsort(jnp.where(unseen, ranks, jnp.inf))
    sizes = size(hidden)
    ends = jnp.cumsum(sizes)
    owner = jnp.searchsorted(ends, at, side="right")
    card_kinds = (kinds[mixed][:, None] == jnp.arange(KINDS)) * bits[mixed][:, None]
    mine = (owner[None, :] == jnp.arange(SEATS)[:, None]) & (at < ends[-1])[None, :]
    dealt = (mine[..., None] * card_kinds[None]).sum(1).astype(jnp.int32)
    secret = jnp.where(others[:, None], dealt, deal.secret)
    hands = jnp.where(others[:, None], (deal.hands & ~deal.secret) | dealt, deal.hands)
    later = mixed[jnp.clip(ends[-1] + at - deal.drawn, 0, CARDS - 1)]
    order = jnp.where((at >= deal.drawn) & (at < deal.cards), later, deal.order)
    return deal._replace(secret=secret, hands=hands, order=order)


def _finish(
    league: League, seats: Seats, tables: Table, bids: tuple[Array, Array], key: Array
) -> Table:
    """Reveal these bids and play the round to its end."""
    tables = reveal_bids(tables, *bids)

    def one_turn(tables: Table, each: Array) -> tuple[Table, None]:
        turns, _ = all_turns(league, seats, tables, each)
        history = jax.vmap(counts.after_turn)(tables.history, tables.deal, turns)
        deal = jax.vmap(batch_deal.take_turn)(tables.deal, turns)
        return tables._replace(deal=deal, history=history), None

    tables, _ = jax.lax.scan(one_turn, tables, jax.random.split(key, SEATS))
    return tables._replace(deal=jax.vmap(batch_deal.end_round)(tables.deal))


def candidates(league: League, tables: Table) -> tuple[Array, Array]:
    """Return the searcher's candidate bids at every table, and the network's value of each."""

    def one(table: Table) -> tuple[Array, Array, Array, Array, Array]:
        position = position_of(table.deal, table.history, table.has_history, jnp.int32(SEARCHER))
        seen = see(jnp, position)
        options = bid_options(jnp, position, seen.order, league.potential)
        return seen.table, seen.rivals, options.acts, options.legal, options.piles

    table, rivals, acts, legal, piles = jax.vmap(one)(tables)
    outputs = evaluate_bids(league.params["bid"], table, rivals, acts, DTYPE)
    values = objective(predictions(outputs), league.selection)
    return piles, jnp.where(legal, values, ILLEGAL)


def value_after(league: League, tables: Table) -> Array:
    """Return the searcher's value of the position after a round."""
    best = candidates(league, tables)[1].max(-1)
    ended = jax.vmap(outcome_of)(tables.deal)[:, SEARCHER]
    return jnp.where(tables.deal.over > 0, objective(ended, league.selection), best)


def searched_bids(league: League, tables: Table, effort: Effort, key: Array) -> tuple[Array, Array]:
    """Return the searcher's bid at every table: the pile, and whether it sits out."""
    games = tables.has_history.shape[0]
    piles, values = candidates(league, tables)
    first = jax.lax.top_k(values, effort.bids)[1]
    keys = jax.random.split(key, 4)
    worlds = effort.worlds
    many: Table = jax.tree.map(lambda each: jnp.repeat(each, worlds, 0), tables)
    many = many._replace(
        deal=jax.vmap(resampled)(many.deal, jax.random.split(keys[0], games * worlds))
    )
    seats = seats_of((Group(games * worlds, SEATS, "none"),))
    theirs, outs, _ = all_bids(league, seats, many, keys[1])

    def one(which: Array) -> Array:
        pile = jnp.take_along_axis(piles, which[:, None, None], 1)[:, 0]
        bids = theirs.at[:, SEARCHER].set(jnp.repeat(pile, worlds, 0))
        out = outs.at[:, SEARCHER].set(jnp.repeat(which == SIT_OUT, worlds, 0))
        ended = _finish(league, seats, many, (bids, out), keys[2])
        return value_after(league, ended).reshape(games, worlds).mean(1)

    searched = jax.lax.map(one, first.T)
    legal = jnp.take_along_axis(values, first, 1).T > ILLEGAL / 2
    chosen = jnp.argmax(jnp.where(legal, searched, ILLEGAL), 0)
    option = jnp.take_along_axis(first, chosen[:, None], 1)[:, 0]
    pile = jnp.take_along_axis(piles, option[:, None, None], 1)[:, 0]
    return pile, option == SIT_OUT


@partial(jax.jit, static_argnames=("games", "effort", "rounds"))
def search_shares(
    league: League, key: Array, *, games: int, effort: Effort, rounds: int
) -> tuple[Array, Array]:
    """Return the searcher's win share of each deal, and whether the deal ended in time."""
    groups = (Group(games, SEATS, "none"),)
    seats = seats_of(groups)

    def one(carry: tuple[Array, Table, Array]) -> tuple[Array, Table, Array]:
        done, tables, shares = carry
        keys = jax.random.split(jax.random.fold_in(key, done), 3)
        piles, outs, _ = all_bids(league, seats, tables, keys[0])
        pile, out = searched_bids(league, tables, effort, keys[1])
        bids = piles.at[:, SEARCHER].set(pile), outs.at[:, SEARCHER].set(out)
        after = _finish(league, seats, tables, bids, keys[2])
        won = jax.vmap(batch_deal.win_shares)(after.deal)[:, SEARCHER]
        first = (tables.deal.over == 0) & (after.deal.over > 0)
        return done + 1, after, jnp.where(first, won, shares)

    def goes_on(carry: tuple[Array, Table, Array]) -> Array:
        return (carry[0] < rounds) & (carry[1].deal.over == 0).any()

    tables = new_tables(league.menu, groups, jax.random.fold_in(key, 1 << 20))
    start = jnp.zeros((), jnp.int32), tables, jnp.zeros(games)
    _, tables, shares = jax.lax.while_loop(goes_on, one, start)
    return shares, tables.deal.over > 0
