"""Random play on arrays, to measure the speed of the rules alone."""

from functools import partial

import jax
import jax.numpy as jnp

from spielgeld.batch import deal as steps
from spielgeld.batch.deal import Deal, Rules
from spielgeld.batch.piles import CURRENCIES, KINDS, SEATS, Array

_BITS = 12


def _random_bids(deal: Deal, bits: Array) -> Array:
    """Any set of each hand; the whole hand where that is empty."""
    halves = jnp.stack([bits, bits >> 16], -1).reshape(SEATS, KINDS)
    some = deal.hands & (halves & ((1 << _BITS) - 1)).astype(jnp.int32)
    return jnp.where((some > 0).any(-1, keepdims=True), some, deal.hands)


def _random_turn(deal: Deal, bits: Array) -> Array:
    """Any legal turn."""
    waiting = ((deal.place != steps.NOT_WAITING) & (deal.place > 0)).sum()
    pick = (bits % (steps.TAKE_BID + waiting).astype(jnp.uint32)).astype(jnp.int32)
    victim = jnp.argmax(deal.place == pick - steps.KEEP)
    return jnp.where(pick < steps.TAKE_BID, pick, steps.TAKE_BID + victim)


def random_round(deal: Deal, bits: Array) -> Deal:
    """One round; `bits` are as many random words as `WORDS`."""
    bids, turns = bits[: SEATS * KINDS // 2], bits[SEATS * KINDS // 2 :]
    deal = steps.reveal(
        deal, _random_bids(deal, bids.reshape(SEATS, KINDS // 2)), jnp.zeros(SEATS, jnp.int32)
    )
    for seat in range(SEATS):
        deal = steps.take_turn(deal, _random_turn(deal, turns[seat]))
    return steps.end_round(deal)


Counted = tuple[Deal, Array, Array]
WORDS = SEATS * KINDS // 2 + SEATS


def _fresh(rules: Rules, key: Array) -> Deal:
    in_game = jnp.ones(CURRENCIES, jnp.int32)
    return steps.deal_out(rules, in_game, steps.shuffled(rules, in_game, key))


@partial(jax.jit, static_argnames=("games",))
def first_deals(rules: Rules, key: Array, *, games: int) -> Deal:
    """That many deals, just dealt."""
    deals: Deal = jax.vmap(partial(_fresh, rules))(jax.random.split(key, games))
    return deals


@partial(jax.jit, static_argnames=("rounds", "renew"))
def play(rules: Rules, deals: Deal, key: Array, *, rounds: int, renew: int) -> Counted:
    """Random play for `renew` rounds, repeated; returns the rounds played and the scores."""
    games = deals.round.shape[0]

    def some_rounds(carry: Counted, key: Array) -> tuple[Counted, None]:
        deals, played, scored = carry
        words = jax.random.bits(key, (renew, games, WORDS), jnp.uint32)

        def one(each: tuple[Deal, Array], bits: Array) -> tuple[tuple[Deal, Array], None]:
            deals, played = each
            played = played + (deals.over == 0).sum()
            return (jax.vmap(random_round)(deals, bits), played), None

        (deals, played), _ = jax.lax.scan(one, (deals, played), words)
        over = deals.over > 0
        scored = scored + jnp.where(over[:, None], deals.scores, 0).sum()
        fresh = first_deals(rules, jax.random.fold_in(key, 1), games=games)

        def renewed(new: Array, old: Array) -> Array:
            return jnp.where(over.reshape(-1, *(1,) * (old.ndim - 1)), new, old)

        return (jax.tree.map(renewed, fresh, deals), played, scored), None

    start = deals, jnp.zeros((), jnp.int32), jnp.zeros((), jnp.int32)
    counted: Counted = jax.lax.scan(some_rounds, start, jax.random.split(key, rounds))[0]
    return counted
