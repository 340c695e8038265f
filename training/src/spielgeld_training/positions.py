"""The knowledge of one seat of a deal on arrays, as input of the champion's features."""

import jax.numpy as jnp

from spielgeld.bots.champion.position import RIVALS, Position
from spielgeld_training.batch.deal import NOT_WAITING, Deal
from spielgeld_training.batch.piles import CARDS, CURRENCIES, PER_COIN, SEATS, SETS, Array, size

_COIN_BITS = (1 << CARDS - CURRENCIES * 9) - 1


def rivals_of(seat: Array) -> Array:
    """Return the other seats, in the order in which a position lists them."""
    return (seat + 1 + jnp.arange(RIVALS)) % SEATS


def position_of(deal: Deal, history: Array, has_history: Array, seat: Array) -> Position:
    """Return the position of the seat."""
    rules = deal.rules
    rivals = rivals_of(seat)
    present = (rivals < rules.players).astype(jnp.int32)
    known = (deal.hands & ~deal.secret)[rivals]
    hand, laid, lying = deal.hands[seat], deal.lying[seat], deal.lying[rivals]
    everything = jnp.append(
        deal.in_game * (SETS - 1), jnp.where(rules.silver_gold, _COIN_BITS, (1 << PER_COIN) - 1)
    )
    seen = hand | laid | deal.right | deal.left
    for rival in range(RIVALS):
        seen = seen | known[rival] | lying[rival]
    flags = (
        rules.silver_gold,
        rules.coin_trios,
        rules.breaks_ties,
        rules.sits_out,
        rules.left_first,
        rules.shortfall,
    )
    return Position(
        players=rules.players,
        flags=jnp.stack(flags),
        in_game=deal.in_game,
        deck=deal.cards - deal.drawn,
        round=deal.round,
        idle_refills=deal.idle_refills,
        last_round=(deal.last_round > 0).astype(jnp.int32),
        hand=hand,
        laid=laid,
        right=deal.right,
        left=deal.left,
        unseen=everything & ~seen,
        present=present,
        known=known,
        lying=lying,
        sizes=size(deal.hands[rivals]),
        unknown=size(deal.secret[rivals]),
        place=jnp.where(present > 0, deal.place[rivals], NOT_WAITING),
        history=history[rivals] * present[:, None],
        has_history=has_history,
    )


def open_position_of(deal: Deal, history: Array, has_history: Array, seat: Array) -> Position:
    """Return the position of the seat with all hands open; only the deck stays unseen."""
    return position_of(
        deal._replace(secret=jnp.zeros_like(deal.secret)), history, has_history, seat
    )
