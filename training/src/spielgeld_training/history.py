"""Counts of each seat's public play in a deal, on arrays: how it bids, and what it takes.

`bots/champion/position.py` makes the same counts from a view's public history.
"""

import jax.numpy as jnp

from spielgeld.bots.champion.position import (
    ALL_PLACES,
    ALL_SIZES,
    ALL_WORTH,
    BIDS_TAKEN,
    COUNTS,
    FIRSTS,
    KEPT,
    LAST_PLACE,
    LAST_SIZE,
    LAST_WORTH,
    MOST_WORTH,
    ROUNDS,
    ROWS,
    SAT_OUT,
    TENS,
)
from spielgeld_training.batch.deal import KEEP, NOT_WAITING, TAKE_BID, Deal
from spielgeld_training.batch.piles import SEATS, Array, size, worth


def no_history() -> Array:
    """Return the counts at the beginning of a deal."""
    return jnp.zeros((SEATS, COUNTS), jnp.int32)


def after_reveal(history: Array, deal: Deal) -> Array:
    """Return the counts after the bids that have just been revealed."""
    bid = worth(deal.lying) // TENS
    cards = size(deal.lying)
    waits = deal.place != NOT_WAITING
    place = jnp.where(waits, deal.place, 0)
    one = jnp.ones_like(bid)
    nothing = jnp.zeros_like(bid)
    set_to = {LAST_WORTH: bid, LAST_SIZE: cards, LAST_PLACE: place}
    add = {
        ROUNDS: one,
        ALL_WORTH: bid,
        ALL_SIZES: cards,
        ALL_PLACES: place,
        FIRSTS: waits & (deal.place == 0),
        SAT_OUT: ~waits,
    }
    kept = jnp.array([each not in set_to for each in range(COUNTS)])
    added = jnp.stack([(set_to | add).get(each, nothing) for each in range(COUNTS)], -1)
    counts = jnp.where(kept, history, 0) + added
    return counts.at[:, MOST_WORTH].set(jnp.maximum(history[:, MOST_WORTH], bid)).astype(jnp.int32)


def after_turn(history: Array, before: Deal, turn: Array) -> Array:
    """Return the counts after the turn of the seat that was to act."""
    acts = (before.place == 0)[:, None]
    column = jnp.where(turn < KEEP, ROWS, jnp.where(turn < TAKE_BID, KEPT, BIDS_TAKEN))
    return history + (acts & (jnp.arange(COUNTS) == column))
