"""Piles as three words, for element-wise arithmetic on whole arrays.

There are no lookups, sorts or gathers. The card whose rank by serial is s is bit s % 25 of word
s // 25. A deck has no order here: each draw picks a random card of those left.
"""

from functools import reduce

import jax
import jax.numpy as jnp
import numpy as np

from spielgeld.batch.chance import Chance, pick
from spielgeld.batch.deal import Rules
from spielgeld.batch.piles import (
    COIN_VALUES,
    NOTES,
    PER_COIN,
    PER_CURRENCY,
    SERIAL_OF,
    VALUES,
    Array,
)
from spielgeld.engine.cards import TRIO_VALUES
from spielgeld.engine.rules.scoring import FEE, FULL_FROM, TRIO_BONUS, TRIO_SIZE

WORDS = 3
WORD_BITS = 25
_TENS = 10

Pile = tuple[Array, ...]
Kind = tuple[int, ...]
"""Cards of one kind, as a pile of plain numbers."""


def _kind(cards: list[int]) -> Kind:
    serials = [int(SERIAL_OF[card]) for card in cards]
    return tuple(
        sum(1 << serial % WORD_BITS for serial in serials if serial // WORD_BITS == word)
        for word in range(WORDS)
    )


_FIRST_OF = [range(first, first + PER_CURRENCY) for first in range(0, NOTES, PER_CURRENCY)]
_NOTES_OF = [
    {value: _kind([card for card in cards if VALUES[card % PER_CURRENCY] == value])
     for value in dict.fromkeys(VALUES)}
    for cards in _FIRST_OF
]  # fmt: skip
"""By currency and value."""
_COINS_OF = {
    value: _kind(list(range(NOTES + at * PER_COIN, NOTES + (at + 1) * PER_COIN)))
    for at, value in enumerate(COIN_VALUES)
}


def _together(kinds: list[Kind]) -> Kind:
    return tuple(sum(words) for words in zip(*kinds, strict=True))


_OF_VALUE = [
    *((value, _together([notes[value] for notes in _NOTES_OF])) for value in dict.fromkeys(VALUES)),
    *_COINS_OF.items(),
]


def _in(pile: Pile, kind: Kind) -> Array:
    """How many cards of the kind."""
    some = [
        jax.lax.population_count(word & np.uint32(mask))
        for word, mask in zip(pile, kind, strict=True)
        if mask
    ]
    return reduce(jnp.add, some)


_ALL: Kind = ((1 << WORD_BITS) - 1,) * WORDS


def size(pile: Pile) -> Array:
    return _in(pile, _ALL)


def worth(pile: Pile) -> Array:
    """In tens."""
    return reduce(jnp.add, [value // _TENS * _in(pile, kind) for value, kind in _OF_VALUE])


def points(pile: Pile, coin_trios: Array) -> Array:
    """What a hand scores."""
    score = jnp.zeros_like(pile[0])
    for notes in _NOTES_OF:
        held = {value: _in(pile, kind) for value, kind in notes.items()}
        total = reduce(jnp.add, [value * many for value, many in held.items()])
        score += jnp.where(total >= FULL_FROM, total, jnp.maximum(total, FEE) - FEE)
        for value in TRIO_VALUES:
            score += jnp.where(held[value] == TRIO_SIZE, jnp.uint32(TRIO_BONUS), 0)
    for value, kind in _COINS_OF.items():
        many = _in(pile, kind)
        score += value * many + coin_trios * TRIO_BONUS * (many // TRIO_SIZE)
    return score


def _lowest_bit(word: Array) -> Array:
    return jax.lax.population_count((word & -word) - 1)


def lowest_serial(pile: Pile) -> Array:
    """The rank of the lowest card of a pile that is not empty."""
    lowest = 2 * WORD_BITS + _lowest_bit(pile[2])
    lowest = jnp.where(pile[1] > 0, WORD_BITS + _lowest_bit(pile[1]), lowest)
    return jnp.where(pile[0] > 0, _lowest_bit(pile[0]), lowest)


def where(which: Array, pile: Pile, other: Pile) -> Pile:
    return tuple(jnp.where(which, one, two) for one, two in zip(pile, other, strict=True))


def only(which: Array, pile: Pile) -> Pile:
    return tuple(jnp.where(which, word, 0) for word in pile)


def joined(pile: Pile, other: Pile) -> Pile:
    return tuple(one | two for one, two in zip(pile, other, strict=True))


def without(pile: Pile, other: Pile) -> Pile:
    return tuple(one & ~two for one, two in zip(pile, other, strict=True))


def any_of(piles: list[Pile]) -> Pile:
    return reduce(joined, piles)


def _nth_bit(word: Array, number: Array) -> Array:
    """The set bit of a word that has that many set bits below it."""
    at = jnp.zeros_like(word)
    for width in (16, 8, 4, 2, 1):
        below = jax.lax.population_count(word >> at & np.uint32((1 << width) - 1))
        higher = number >= below
        number = jnp.where(higher, number - below, number)
        at = jnp.where(higher, at + width, at)
    return jnp.uint32(1) << at


def draw(deck: Pile, chance: Chance) -> Pile:
    """A random card of the deck, as a pile; an empty pile from an empty deck."""
    first = jax.lax.population_count(deck[0])
    second = first + jax.lax.population_count(deck[1])
    many = size(deck)
    number = pick(chance.word(), many)
    word = jnp.where(number < first, 0, jnp.where(number < second, 1, 2))
    before = jnp.where(number < first, 0, jnp.where(number < second, first, second))
    among = jnp.where(number < first, deck[0], jnp.where(number < second, deck[1], deck[2]))
    bit = jnp.where(many > 0, _nth_bit(among, number - before), 0)
    return tuple(jnp.where(word == at, bit, 0) for at in range(WORDS))


def draw_some(
    deck: Pile, wanted: Array, most: int, chance: Chance
) -> tuple[tuple[Pile, ...], Pile]:
    """That many cards, and the deck without them."""
    cards = []
    for at in range(most):
        cards.append(only(at < wanted, draw(deck, chance)))
        deck = without(deck, cards[-1])
    return tuple(cards), deck


def whole_deck(rules: Rules, in_game: Array) -> Pile:
    """All cards of a game; the first dimension of `in_game` is the currency."""
    notes = [_together(list(each.values())) for each in _NOTES_OF]
    coins = [jnp.ones_like(rules.silver_gold), rules.silver_gold]
    kinds = [*zip(notes, in_game, strict=True), *zip(_COINS_OF.values(), coins, strict=True)]
    return any_of(
        [only(there > 0, tuple(jnp.uint32(word) for word in kind)) for kind, there in kinds]
    )
