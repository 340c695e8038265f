"""Chance for compiled code: a stream of words, handed on by whoever draws."""

from spielgeld.fast.compiling import compiled


@compiled
def next_word(word: int) -> int:
    """The next of a stream of 64-bit words (xorshift). It begins with any number but 0."""
    word ^= word << 13
    word ^= (word >> 7) & 0x01FFFFFFFFFFFFFF
    return word ^ (word << 17)


@compiled
def below(word: int, limit: int) -> int:
    """A number from 0 up to the limit, from the middle bits of a word."""
    return (((word >> 16) & 0xFFFFFFFF) * limit) >> 32
