"""Stands in for the process that works out a review.

It is quick, slow or broken, as the first player of the record is called. A slow one goes on when
the file is there that the second player is called after.
"""

import sys
import time
from pathlib import Path

import msgspec

from spielgeld.advice.types import Review
from spielgeld.server.reviews.worker import Progress, Work


def main() -> None:
    """Say how far it is, then the review."""
    work = msgspec.json.decode(sys.stdin.buffer.read(), type=Work)
    how, gate, *_ = work.record["players"]
    say(Progress(done=1, total=2))
    if how == "broken":
        sys.exit(1)
    while how == "slow" and not Path(gate).exists():
        time.sleep(0.01)
        say(Progress(done=1, total=2))
    review = Review(
        seat=work.seat, decisions=[], curve=[], worst=[], skill=0.0, luck=0.07, habits=[]
    )
    say(Progress(review=msgspec.Raw(msgspec.json.encode(review))))


def say(line: Progress) -> None:
    """As the real one does."""
    sys.stdout.buffer.write(msgspec.json.encode(line) + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
