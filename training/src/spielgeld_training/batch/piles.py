"""Piles as eight small numbers: nine bits for each of seven currencies, twelve for the coins.

GPUs are fast with 32-bit numbers, so the 63 bits of all notes are not in one word as in `fast/`.
Bits are in the order of serials: three 20s, three 30s, 40, 50, 60; the coins six of value 10, then
six of 20.
A card has a number: nine for each currency, in the order of the edition, then the coins.
"""

from typing import Any

import jax.numpy as jnp
import numpy as np

from spielgeld.engine.cards import NOTE_COPIES, TRIO_VALUES
from spielgeld.engine.rules.scoring import TRIO_BONUS, sum_scores

CURRENCIES = 7
PER_CURRENCY = 9
SETS = 1 << PER_CURRENCY
KINDS = CURRENCIES + 1
"""The currencies, and the coins."""
COIN_KINDS = 2
PER_COIN = 6
COIN_VALUES = (10, 20)
NOTES = CURRENCIES * PER_CURRENCY
CARDS = NOTES + COIN_KINDS * PER_COIN
SEATS = 6

VALUES = tuple(value for value, copies in NOTE_COPIES.items() for _ in range(copies))
"""By bit: the value of each of the nine notes of a currency."""
HELD = np.arange(SETS)[:, None] >> np.arange(PER_CURRENCY) & 1
"""By set and bit: whether the set holds that note."""
SUMS = HELD @ np.array(VALUES)
"""The worth of each set of one currency's notes."""
_TRIOS = sum((HELD[:, np.array(VALUES) == value].sum(1) == 3).astype(int) for value in TRIO_VALUES)
POINTS = np.array([sum_scores(int(each)) for each in SUMS]) + TRIO_BONUS * _TRIOS
"""The points of each set of one currency's notes, trios included."""
COINS_HELD = (np.arange(1 << PER_COIN)[:, None] >> np.arange(PER_COIN) & 1).sum(1)
"""The number of coins in each set of coins of one kind."""

KIND_OF = np.append(np.repeat(np.arange(CURRENCIES), PER_CURRENCY), [CURRENCIES] * (CARDS - NOTES))
"""By card: its place among the eight numbers of a pile."""
BIT_OF = np.append(np.tile(1 << np.arange(PER_CURRENCY), CURRENCIES), 1 << np.arange(CARDS - NOTES))
"""By card: its bit there."""
SERIAL_OF = np.zeros(CARDS, int)
"""By card: its rank among all cards of a match by serial (R6)."""
_BY_VALUE = [
    kind * PER_CURRENCY + bit
    for value in NOTE_COPIES
    for kind in range(CURRENCIES)
    for bit in range(PER_CURRENCY)
    if VALUES[bit] == value
]
SERIAL_OF[_BY_VALUE + list(range(NOTES, CARDS))] = np.arange(CARDS)

_LOWEST = np.argmax(HELD, axis=1)
_NO_CARD = CARDS

Array = Any
"""A JAX array; its shape is described in words."""


def _lowest_serials() -> np.ndarray[Any, np.dtype[np.int64]]:
    """Return, by currency and set, the rank by serial of its lowest note; highest if empty."""
    lowest = SERIAL_OF[:NOTES].reshape(CURRENCIES, PER_CURRENCY)[:, _LOWEST]
    return np.where(np.arange(SETS) == 0, _NO_CARD, lowest)


_NOTE_SERIALS = _lowest_serials().ravel()
_COIN_SERIALS = np.array(
    [_NO_CARD]
    + [NOTES + (coins & -coins).bit_length() - 1 for coins in range(1, 1 << COIN_KINDS * PER_COIN)]
)
_FIRST_SET = np.arange(CURRENCIES) * SETS


def coin_counts(pile: Array) -> tuple[Array, Array]:
    """Return the number of coins of each kind."""
    held = jnp.asarray(COINS_HELD)
    coins = pile[..., CURRENCIES]
    return held[coins & 63], held[coins >> PER_COIN]


def worth(pile: Array) -> Array:
    """Return the sum of the values of the cards."""
    tens, twenties = coin_counts(pile)
    notes = jnp.asarray(SUMS)[pile[..., :CURRENCIES]].sum(-1)
    return notes + COIN_VALUES[0] * tens + COIN_VALUES[1] * twenties


def points(pile: Array, coin_trios: Array) -> Array:
    """Return the points of a hand."""
    tens, twenties = coin_counts(pile)
    notes = jnp.asarray(POINTS)[pile[..., :CURRENCIES]].sum(-1)
    face = COIN_VALUES[0] * tens + COIN_VALUES[1] * twenties
    return notes + face + coin_trios * TRIO_BONUS * (tens // 3 + twenties // 3)


def size(pile: Array) -> Array:
    """Return the number of cards."""
    return jnp.bitwise_count(pile).astype(jnp.int32).sum(-1)


def lowest_serial(pile: Array) -> Array:
    """Return the rank by serial of the lowest card; above all others for an empty pile."""
    notes = jnp.asarray(_NOTE_SERIALS)[pile[..., :CURRENCIES] + jnp.asarray(_FIRST_SET)].min(-1)
    return jnp.minimum(notes, jnp.asarray(_COIN_SERIALS)[pile[..., CURRENCIES]])
