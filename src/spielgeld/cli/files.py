"""Reading files of records piece by piece, and telling what is wrong with them."""

import errno
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import nullcontext

from spielgeld.cli.output import harmless
from spielgeld.engine import Refusal
from spielgeld.engine.records import Fault
from spielgeld.texts import tell_refusal

STANDARD_STREAM = "-"
_CHUNK = 1 << 16


def file_size(name: str) -> int:
    """How many bytes the file has; 0 where that cannot be told beforehand."""
    return 0 if name == STANDARD_STREAM else os.stat(name).st_size


def read_chunks(name: str, on_read: Callable[[int], None] = lambda _: None) -> Iterator[bytes]:
    """The bytes of a file, or of standard input; `on_read` is told how many there have been."""
    done = 0
    if name == STANDARD_STREAM and sys.stdin is None:
        raise OSError(errno.EBADF, "standard input is closed", name)
    with nullcontext(sys.stdin.buffer) if name == STANDARD_STREAM else open(name, "rb") as stream:
        while chunk := stream.read(_CHUNK):
            done += len(chunk)
            on_read(done)
            yield chunk


def fault_line(name: str, fault: Fault, language: str = "en") -> str:
    """What is wrong with a record, for people: `file:line: code: sentence`."""
    return f"{harmless(name)}:{fault.line}: {refusal_line(fault, language)}"


def refusal_line(refusal: Refusal, language: str) -> str:
    """Why something was refused: its code, and a sentence; English has one that quotes more."""
    told = str(refusal)
    if language != "en":
        told = harmless(tell_refusal(language, refusal.code, refusal.arguments))
    return f"{refusal.code}: {told}"
