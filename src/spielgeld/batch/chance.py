"""A counter-based random number generator for arrays: stateless, a few operations per word."""

import jax.numpy as jnp
import numpy as np

from spielgeld.batch.piles import Array


def keys_of(games: int, seed: int) -> Array:
    """A random key for every deal of the array."""
    return stirred(jnp.arange(games, dtype=jnp.uint32) ^ stirred(jnp.uint32(seed)))


class Chance:
    """A stream of random words for every deal, from its key and a counter."""

    def __init__(self, keys: Array, number: Array) -> None:
        self._keys, self._number = keys, number

    def word(self) -> Array:
        """The next word for every deal."""
        return stirred(self._keys ^ stirred(self.spend(1)))

    def spend(self, words: int) -> Array:
        """Skip that many words; returns the number of the first of them."""
        first = self._number
        self._number = first + np.uint32(words)
        return first

    def at(self, number: Array) -> "Chance":
        """The same streams from another number on."""
        return Chance(self._keys, number)


def stirred(words: Array) -> Array:
    """A hash of each word: every bit depends on all bits of the word."""
    words = (words ^ words >> 16) * np.uint32(0x7FEB352D)
    words = (words ^ words >> 15) * np.uint32(0x846CA68B)
    return words ^ words >> 16


def pick(word: Array, many: Array) -> Array:
    """A random number below `many`, which is small."""
    return (word >> 8) * many >> 24
