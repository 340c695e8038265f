"""Random words by counting: no state to keep, a few operations a word."""

import jax.numpy as jnp
import numpy as np

from spielgeld.batch.piles import Array


def keys_of(games: int, seed: int) -> Array:
    """A key of chance for every place."""
    return stirred(jnp.arange(games, dtype=jnp.uint32) ^ stirred(jnp.uint32(seed)))


class Chance:
    """Random words by counting: every place has its own key, every word its own number."""

    def __init__(self, keys: Array, number: Array) -> None:
        self._keys, self._number = keys, number

    def word(self) -> Array:
        """The next word for every deal."""
        return stirred(self._keys ^ stirred(self.spend(1)))

    def spend(self, words: int) -> Array:
        """Leave out so many words; the number of the first of them."""
        first = self._number
        self._number = first + np.uint32(words)
        return first

    def at(self, number: Array) -> "Chance":
        """The same from another number on."""
        return Chance(self._keys, number)


def stirred(words: Array) -> Array:
    """Other bits, each depending on all of the word's: two multiplications, three shifts."""
    words = (words ^ words >> 16) * np.uint32(0x7FEB352D)
    words = (words ^ words >> 15) * np.uint32(0x846CA68B)
    return words ^ words >> 16


def pick(word: Array, many: Array) -> Array:
    """Any number below `many`, which is small."""
    return (word >> 8) * many >> 24
