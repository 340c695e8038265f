"""Reading files piece by piece."""

import os
import sys
from collections.abc import Callable, Iterator

STANDARD_INPUT = "-"
_CHUNK = 1 << 16


def file_size(name: str) -> int:
    """How many bytes the file has; 0 where that cannot be told beforehand."""
    return 0 if name == STANDARD_INPUT else os.stat(name).st_size


def read_chunks(name: str, on_read: Callable[[int], None] = lambda _: None) -> Iterator[bytes]:
    """The bytes of a file, or of standard input; `on_read` is told how many there have been."""
    done = 0
    with sys.stdin.buffer if name == STANDARD_INPUT else open(name, "rb") as stream:
        while chunk := stream.read(_CHUNK):
            done += len(chunk)
            on_read(done)
            yield chunk
