"""Beliefs about hidden cards: worlds weighted by the bids that have been seen in the deal.

All cards that a seat has never shown are from its first hand, because everything it took later lay
open. So a guess at its hidden cards is a guess at its hand in every earlier round, and the model
says how likely its bids were with that hand.
"""

from typing import NamedTuple

import jax
import jax.numpy as jnp

from spielgeld_training.batch.deal import Deal
from spielgeld_training.batch.piles import BIT_OF, CARDS, KIND_OF, KINDS, SEATS, Array
from spielgeld_training.choices import League
from spielgeld_training.search import SEARCHER, redealt, resampled
from spielgeld_training.tables import Table
from spielgeld_training.thinker.model import BID, Models, Outlook, bid_outlook, nearest, odds_of

REMEMBERED = 12
"""Bids of later rounds are not used for beliefs."""
SLIPS = 0.02
"""The share of bids that are taken to be made at random: none is impossible."""
CHUNKS = 4
"""The bids of a round at all tables are judged in so many parts, to save memory."""
_CLASH = 1e6


class Past(NamedTuple):
    """The rounds of the deals at all tables; the first dimension is the round."""

    tables: Table
    """Before the bids."""
    piles: Array
    """By seat: its bid."""


def no_past(tables: Table) -> Past:
    """Return an empty past."""

    def empty(each: Array) -> Array:
        return jnp.zeros((REMEMBERED, *each.shape), each.dtype)

    games = tables.has_history.shape[0]
    return Past(
        jax.tree.map(empty, tables), jnp.zeros((REMEMBERED, games, SEATS, KINDS), jnp.int32)
    )


def remembered(past: Past, tables: Table, piles: Array) -> Past:
    """Return the past with the bids of this round."""
    at = tables.deal.round - 1, jnp.arange(piles.shape[0])

    def put(old: Array, new: Array) -> Array:
        return old.at[at].set(new, mode="drop")

    return Past(jax.tree.map(put, past.tables, tables), put(past.piles, piles))


def _supposing(then: Deal, hidden_now: Array, supposed: Array, seat: Array) -> Deal:
    """Return an earlier state of the deal in which the seat holds other hidden cards."""
    secret = then.secret[seat]
    new = (secret & ~hidden_now) | supposed
    hand = (then.hands[seat] & ~secret) | new
    return then._replace(secret=then.secret.at[seat].set(new), hands=then.hands.at[seat].set(hand))


def bid_likelihoods(
    league: League,
    models: Models,
    which_model: str,
    tables: Table,
    past: Past,
    supposed: Array,
    players: int,
) -> Array:
    """Return how likely each seat's bids in this deal were with these hidden cards.

    `supposed` is by table, supposition and seat; the result are logarithms in the same order.
    """
    games, guesses = supposed.shape[:2]
    seats = jnp.arange(1, players)
    done = jnp.minimum(jnp.where(tables.deal.over > 0, 0, tables.deal.round - 1), REMEMBERED)

    def one(
        then: Table, pile: Array, hidden: Array, guess: Array, seat: Array
    ) -> tuple[Outlook, Array]:
        deal = _supposing(then.deal, hidden[seat], guess[seat], seat)
        outlook = bid_outlook(league.potential, then._replace(deal=deal), seat)
        return outlook._replace(piles=None), nearest(outlook, pile[seat])

    by_seat = jax.vmap(one, (None, None, None, None, 0))
    by_guess = jax.vmap(by_seat, (None, None, None, 0, None))
    by_table = jax.vmap(by_guess, (0, 0, 0, 0, None))

    together = -(-games // CHUNKS)
    seen = (jnp.arange(REMEMBERED)[:, None] < done).ravel()
    first_seen = jnp.pad(jnp.argsort(~seen), (0, together), constant_values=-1)

    def some(at: Array, total: Array) -> Array:
        """Add the likelihood of the next bids, of any round and table."""
        which = jax.lax.dynamic_slice(first_seen, (at * together,), (together,))
        counts = (which >= 0) & seen[which]
        rounds, table = which // games, which % games
        then: Table = jax.tree.map(lambda each: each[rounds, table], past.tables)
        outlooks, options = by_table(
            then, past.piles[rounds, table], tables.deal.secret[table], supposed[table], seats
        )
        rows = jax.tree.map(lambda each: each.reshape(-1, *each.shape[3:]), outlooks)
        chances = jnp.exp(odds_of(league.params, models, which_model, rows, BID))
        chance = jnp.take_along_axis(chances, options.reshape(-1, 1), 1)[:, 0]
        anything = 1 / rows.legal.sum(-1)
        found = jnp.log((1 - SLIPS) * chance + SLIPS * anything).reshape(together, guesses, -1)
        return total.at[table].add(jnp.where(counts[:, None, None], found, 0.0))

    start = jnp.zeros((games, guesses, players - 1))
    return jax.lax.fori_loop(0, -(-seen.sum() // together), some, start)


def suppositions(deal: Deal, guesses: int, key: Array) -> Array:
    """Return guesses at everybody's hidden cards, all equally likely."""
    keys = jax.random.split(key, guesses)
    return jax.vmap(lambda each: resampled(deal, each).secret)(keys)


def weighted_deal(deal: Deal, supposed: Array, weights: Array, players: int, key: Array) -> Deal:
    """Draw a world: seat after seat takes one of the guesses at its cards, by their weights.

    A guess that has a card another seat has taken already is left out. If nothing is left for a
    seat, the world is drawn without weights.
    """
    keys = jax.random.split(key, players + 1)
    taken, fits = jnp.zeros((KINDS,), jnp.int32), jnp.array(True)
    hidden = jnp.zeros((SEATS, KINDS), jnp.int32).at[SEARCHER].set(deal.secret[SEARCHER])
    for seat in range(1, players):
        clash = ((supposed[:, seat] & taken) > 0).any(-1)
        odds = weights[:, seat - 1] - _CLASH * clash
        chosen = jnp.argmax(odds + jax.random.gumbel(keys[seat], odds.shape))
        fits &= ~clash[chosen]
        hidden = hidden.at[seat].set(supposed[chosen, seat])
        taken |= supposed[chosen, seat]
    hidden = jnp.where(fits, hidden, supposed[jax.random.randint(keys[0], (), 0, len(supposed))])
    return with_hidden(deal, hidden, keys[players])


def with_hidden(deal: Deal, hidden: Array, key: Array) -> Deal:
    """Return the deal with these hidden cards of all seats, and a deck in random order."""
    has = (hidden[:, jnp.asarray(KIND_OF)] & jnp.asarray(BIT_OF)) > 0
    owner = jnp.where(has.any(0), has.argmax(0), SEATS)
    return redealt(deal, owner + jax.random.uniform(key, (CARDS,)))
