"""A hash over a whole log: two logs with the same hash have the same entries."""

import hashlib
from collections.abc import Iterable


def chain(head: int, entries: Iterable[bytes]) -> int:
    """Return the hash of a log after these entries; `head` is the one before, 0 for no entries."""
    for entry in entries:
        data = head.to_bytes(8, "big", signed=True) + entry
        head = int.from_bytes(hashlib.blake2b(data, digest_size=8).digest(), "big", signed=True)
    return head
