"""The process that works out one review: `python -m spielgeld.server.reviews.worker`.

It reads what to do from its input and writes lines of JSON: how far it is, and at last the review.
Whoever asked may end it at any time, and without a reader it ends by itself.
"""

import sys
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct

from spielgeld.advice.types import Judged
from spielgeld.server.work.child import working_for_a_server


class Work(Struct, frozen=True, array_like=True):
    """What is to be reviewed. Its JSON, whose hash names the review, is a list."""

    version: int
    """Of the review: one worked out by other rules is another review."""
    seat: int
    record: dict[str, Any]


class Progress(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How far it is, of how much, and the worst so far; the last line has the `Review` instead."""

    done: int = 0
    total: int = 0
    worst: list[Judged] = []
    review: msgspec.Raw = msgspec.Raw()


def main() -> None:
    """Work it out for the server that started this process."""
    with working_for_a_server():
        work = sys.stdin.buffer.read()
        if work.endswith(b"]"):  # or the server was killed while it wrote
            work_out(work, _write)


def work_out(work: bytes, say: Callable[[bytes], object]) -> None:
    """Review what the JSON of a `Work` asks for, and say the JSON of each `Progress`."""
    from spielgeld.advice.review import review  # noqa: PLC0415 - the server itself needs none of it

    def tell(done: int, total: int, worst: list[Judged]) -> None:
        say(msgspec.json.encode(Progress(done=done, total=total, worst=worst)))

    asked = msgspec.json.decode(work, type=Work)
    found = review(asked.record, asked.seat, tell)  # type: ignore[arg-type]
    say(msgspec.json.encode(Progress(review=msgspec.Raw(msgspec.json.encode(found)))))


def _write(line: bytes) -> None:
    sys.stdout.buffer.write(line + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
