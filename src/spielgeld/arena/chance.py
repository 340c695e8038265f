"""A counter-based random number generator that any program can reproduce.

Value number i (the first has i = 1) of the generator with a seed is

    splitmix64(seed + i * GOLDEN)        all of it modulo 2**64

and nothing else is remembered between two values. `random()` takes the upper 53 bits of a value.
`getrandbits(k)` takes the upper k bits of one; for more than 64 bits it takes whole values, the
lowest 64 bits first, and of the last value the upper bits that are still wanted. Everything else,
`randrange`, `choice`, `shuffle`, is Python's own and built on these two: a number below n is the
first of `getrandbits(n.bit_length())` that is below n.
"""

from random import Random
from typing import Any

GOLDEN = 0x9E3779B97F4A7C15
"""2**64 divided by the golden ratio, made odd."""

_WORD = (1 << 64) - 1


def splitmix64(number: int) -> int:
    """The mixing function of SplitMix64, a bijection on 64-bit integers."""
    number &= _WORD
    number = ((number ^ (number >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
    number = ((number ^ (number >> 27)) * 0x94D049BB133111EB) & _WORD
    return number ^ (number >> 31)


def mixed(seed: int, *numbers: int) -> int:
    """A seed for each combination of numbers: `mixed(s, a, b)` is `mixed(mixed(s, a), b)`."""
    for number in numbers:
        seed = splitmix64((seed + GOLDEN) ^ number)
    return seed


class CountedRandom(Random):
    """The generator described above. Without a seed its seed is 0, never the time of day."""

    _seed: int
    _count: int

    def seed(self, a: Any = None, version: int = 2) -> None:  # noqa: ARG002 - as Python has it
        """Restart with an integer as seed."""
        if not (a is None or isinstance(a, int)):
            raise TypeError(f"a seed is a whole number, not {a!r}")
        self._seed = (a or 0) & _WORD
        self._count = 0
        self.gauss_next = None

    def random(self) -> float:
        """A number from 0 up to but not including 1, in steps of 2**-53."""
        return (self._next() >> 11) * 2.0**-53

    def getrandbits(self, k: int, /) -> int:
        """A whole number of k random bits."""
        if k < 0:
            raise ValueError("number of bits must be non-negative")
        if k <= 64:
            return self._next() >> (64 - k) if k else 0
        return self._next() | self.getrandbits(k - 64) << 64

    def getstate(self) -> tuple[Any, ...]:
        """What `setstate` wants to go on from here."""
        return self._seed, self._count, self.gauss_next

    def setstate(self, state: tuple[Any, ...]) -> None:
        """Go on from where `getstate` was asked."""
        self._seed, self._count, self.gauss_next = state

    def _next(self) -> int:
        self._count += 1
        return splitmix64(self._seed + self._count * GOLDEN)
