"""A random number generator (xorshift64) for compiled code; the caller keeps its state."""

from collections.abc import Callable

from spielgeld.fast.jit import IS_COMPILED, compiled

_WORD = (1 << 64) - 1


def _next_word(word: int) -> int:
    """The next of a stream of 64-bit words (xorshift). The seed is any number but 0."""
    word ^= word << 13
    word ^= (word >> 7) & 0x01FFFFFFFFFFFFFF
    return word ^ (word << 17)


def next_word_plain(word: int) -> int:
    """The same for Python's unbounded integers: truncated to signed 64 bits."""
    word = _next_word(word) & _WORD
    return word - _WORD - 1 if word >> 63 else word


next_word: Callable[[int], int] = compiled(_next_word) if IS_COMPILED else next_word_plain


@compiled
def below(word: int, limit: int) -> int:
    """A number from 0 up to the limit, from the middle bits of a word."""
    return (((word >> 16) & 0xFFFFFFFF) * limit) >> 32
