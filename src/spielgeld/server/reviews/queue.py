"""Reviews of finished matches: a queue for matches of usual length and one for longer ones.

Each queue works out one review at a time, in a process. So a long review, which may take a minute,
keeps no short one waiting.
"""

import asyncio
import hashlib
import re
import time
from collections import deque
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from spielgeld.advice.types import Judged, Review
from spielgeld.engine import NotAllowed, Unreadable
from spielgeld.engine.records import Record
from spielgeld.server.access.address_limits import counted_as
from spielgeld.server.access.costs import LONG_REVIEW, REVIEWS
from spielgeld.server.operations.logs import log_failure
from spielgeld.server.reviews.cache import ReviewCache
from spielgeld.server.reviews.worker import Progress, Work

LONGEST = 600.0
"""Seconds after which a review is given up."""
FORGOTTEN_AFTER = 60.0
"""Seconds without a question after which one is not begun, or given up if others wait."""
TRY_AGAIN = 20
"""Seconds after which there may be room."""
FAILURES_TOLD = 16
"""Failures remembered, to be told to who asked."""
VERSION = 5
"""Of what a review says: those in the cache with another version are not found again."""

Reviewer = Callable[[bytes], AsyncGenerator[Progress, None]]
"""Works out what the JSON of a `Work` asks for, and tells how far it is; the review comes last."""


class ReviewFailed(Exception):
    """It could not be worked out; the log says why."""


class _Forgotten(Exception):
    """Nobody waits for it any more."""


class ReviewState(Struct, frozen=True, kw_only=True):
    """How far a review is, and, when it is there, what it says."""

    id: str
    done: int
    """Of `total`, which is 0 until the work has begun."""
    total: int
    worst: list[Judged]
    """The costliest decisions among those done, as long as the review is not there."""
    review: Review | None


class _PendingReview:
    """A review that waits or is worked out."""

    def __init__(self, name: str, work: bytes, client: str, *, is_long: bool) -> None:
        self.name = name
        self.is_long = is_long
        self.work = work
        self.client = client
        self.done = self.total = 0
        self.worst: list[Judged] = []
        self.asked = time.monotonic()

    @property
    def is_forgotten(self) -> bool:
        """Whether nobody waits for it any more."""
        return time.monotonic() - self.asked > FORGOTTEN_AFTER


class ReviewQueue:
    """The reviews of this process."""

    def __init__(self, folder: Path, reviewer: Reviewer) -> None:
        self._cache = ReviewCache(folder)
        self._reviewer = reviewer
        self._queue: dict[str, _PendingReview] = {}
        """Those that wait or are worked out, in the order of asking."""
        self._failed: deque[str] = deque(maxlen=FAILURES_TOLD)
        self._runners: dict[bool, asyncio.Task[None]] = {}
        """The one that works out long reviews, and the one for the others."""

    def ask(self, work: bytes, steps: int, client: str) -> ReviewState:
        """Begin a review unless it is there or under way; refused with `busy`.

        The work is the JSON of a `Work` whose record was checked and has so many steps.
        """
        name, client, is_long = name_of(work), counted_as(client), steps > LONG_REVIEW
        known = self._known(name)
        if known is not None:
            return known
        own = [pending for pending in self._queue.values() if pending.client == client]
        if len(self._waiting(is_long)) > REVIEWS.waiting or len(own) >= REVIEWS.waiting_of_one:
            raise NotAllowed("busy", "too many reviews wait", seconds=TRY_AGAIN)
        self._queue[name] = _PendingReview(name, work, client, is_long=is_long)
        runner = self._runners.get(is_long)
        if runner is None or runner.done():
            self._runners[is_long] = asyncio.create_task(self._run(is_long))
        return ReviewState(id=name, done=0, total=0, worst=[], review=None)

    def look(self, name: str) -> ReviewState:
        """How far it is; refused with `no_such_review` if nobody has asked for it of late."""
        known = self._known(name) if re.fullmatch("[0-9a-f]{64}", name) else None
        if known is None:
            raise Unreadable("no_such_review", "nobody asked for that review of late")
        return known

    async def close(self) -> None:
        """Stop at once: what is unfinished is forgotten."""
        for runner in self._runners.values():
            runner.cancel()
        await asyncio.gather(*self._runners.values(), return_exceptions=True)

    def _waiting(self, is_long: bool) -> list[_PendingReview]:
        """Return the reviews of that length which are not finished, in the order of asking."""
        return [pending for pending in self._queue.values() if pending.is_long == is_long]

    def _known(self, name: str) -> ReviewState | None:
        pending = self._queue.get(name)
        if pending is not None:
            pending.asked = time.monotonic()
            return ReviewState(
                id=name, done=pending.done, total=pending.total, worst=pending.worst, review=None
            )
        if name in self._failed:
            self._failed.remove(name)
            raise ReviewFailed
        found = self._cache.find(name)
        if found is None:
            return None
        # It is sent as the process has written it: to decode a long one takes 20 ms.
        review: Any = msgspec.Raw(found)
        return ReviewState(id=name, done=1, total=1, worst=[], review=review)

    async def _run(self, is_long: bool) -> None:
        last = ""
        while queued := self._waiting(is_long):
            # Each address in its turn: who asked for two waits for the others in between.
            pending = next((each for each in queued if each.client != last), queued[0])
            last = pending.client
            if not pending.is_forgotten:
                await self._finish(pending)
            del self._queue[pending.name]

    async def _finish(self, pending: _PendingReview) -> None:
        try:
            async with asyncio.timeout(LONGEST):
                self._cache.put(pending.name, await self._work_out(pending))
        except _Forgotten:  # others wait, and for this one nobody does
            return
        except Exception as failure:  # the others must not wait for ever
            log_failure("review_failed", failure)
            self._failed.append(pending.name)

    async def _work_out(self, pending: _PendingReview) -> bytes:
        async with aclosing(self._reviewer(pending.work)) as lines:
            async for line in lines:
                if line.review:
                    return bytes(line.review)
                pending.done, pending.total, pending.worst = line.done, line.total, line.worst
                if pending.is_forgotten and len(self._waiting(pending.is_long)) > 1:
                    raise _Forgotten
        raise RuntimeError("the reviewer ended without a review")


def work_of(record: Record, seat: int) -> bytes:
    """What the process is sent; the same bytes for the same match and seat."""
    return msgspec.json.encode(Work(VERSION, seat, dict(record)), order="sorted")


def name_of(work: bytes) -> str:
    """The id of the review."""
    return hashlib.sha256(work).hexdigest()
