"""The process that works out one review: `python -m spielgeld.server.reviews.worker`.

It reads what to do from its input and writes lines of JSON: how far it is, and at last the review.
Whoever asked may end it at any time, and without a reader it ends by itself.
"""

import contextlib
import os
import signal
import sys
from typing import Any

import msgspec
from msgspec import Struct

from spielgeld.advice.told import Judged, Review

PATIENCE = 10
"""How much this process stands back: people who play must not feel it."""


class Work(Struct, frozen=True, kw_only=True):
    """What is to be reviewed."""

    record: dict[str, Any]
    seat: int


class Progress(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How far it is, of how much, and the worst so far; with the last line comes the review."""

    done: int = 0
    total: int = 0
    worst: list[Judged] = []
    review: Review | None = None


def main() -> None:
    """Work it out."""
    from spielgeld.advice.review import review  # noqa: PLC0415 - the server itself needs none of it

    # Ctrl-C in a terminal reaches this process too; the server it works for ends it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(AttributeError, OSError):  # not every system knows it
        os.nice(PATIENCE)
    work = msgspec.json.decode(sys.stdin.buffer.read(), type=Work)
    found = review(work.record, work.seat, _tell)  # type: ignore[arg-type]
    _say(Progress(review=found))


def _tell(done: int, total: int, worst: list[Judged]) -> None:
    _say(Progress(done=done, total=total, worst=worst))


def _say(line: Progress) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(line) + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
