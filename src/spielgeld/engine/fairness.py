"""The verifiable shuffle: nobody alone can steer it, and everybody can check it afterwards.

The server publishes the commitment of a secret seed, then the players add their salts, then the
deck is drawn from both (`rules/dealing.py` shuffles, with `FairStream`). Once the seed is open,
`FairStream` repeats the draw. Who knows the seed and adds the last salt, a server in league with a
player, can steer it: `docs/record.md`.
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence

SEED_BYTES = 32
COMMITMENT_BYTES = 32
SALT_BYTES = 32
"""The largest size of a salt, in bytes."""

_NUMBERS = 1 << 32
"""The stream consists of 4-byte numbers."""


def commitment(seed: bytes) -> bytes:
    """What is published of the seed before the deal."""
    return hashlib.sha256(seed).digest()


class FairStream:
    """The numbers that follow from a seed and the salts, one salt per seat."""

    def __init__(self, seed: bytes, salts: Sequence[bytes]) -> None:
        self._numbers = _stream(seed, _joint_salt(salts))

    def below(self, limit: int) -> int:
        """The next number from 0 to limit-1, each equally likely."""
        return fair_number(self._numbers, limit)


def fair_number(numbers: Iterator[int], limit: int) -> int:
    """A number from 0 to limit-1; those of the stream that would favour some are passed over."""
    fair = _NUMBERS - _NUMBERS % limit
    number = next(numbers)
    while number >= fair:
        number = next(numbers)
    return number % limit


def _joint_salt(salts: Sequence[bytes]) -> bytes:
    """One value from the salts of all seats; their lengths keep them apart."""
    joint = hashlib.sha256()
    for salt in salts:
        joint.update(bytes([len(salt)]) + salt)
    return joint.digest()


def _stream(seed: bytes, salt: bytes) -> Iterator[int]:
    """HMAC-SHA-256 over salt and block number, read as big-endian 4-byte numbers."""
    block_number = 0
    while True:
        block = hmac.digest(seed, salt + block_number.to_bytes(8, "big"), "sha256")
        for start in range(0, len(block), 4):
            yield int.from_bytes(block[start : start + 4], "big")
        block_number += 1
