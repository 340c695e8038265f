"""Long work on records: checked, walked through, practised, reviewed, their chances worked out.

Each kind has its own queue. A large body is read only when its turn comes, so that waiting requests
take little memory. When the client disconnects, work that has not begun is not begun.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, TypeVar, get_args

from spielgeld.server.access.costs import (
    BODY_RATE,
    BODY_SECONDS,
    LARGE_BODIES,
    LONG_WORK,
    SMALL,
    Kind,
)
from spielgeld.server.api.refusals import HttpRefusal
from spielgeld.server.work.fair_threads import FairTurns

Run = Callable[..., Awaitable[Any]]
"""Calls a function of a module with arguments that can be pickled, and returns what it returns."""
T = TypeVar("T")


class LongWork:
    """One kind of work."""

    def __init__(self, run: Run) -> None:
        self._bodies = FairTurns(LARGE_BODIES)
        self._turns = FairTurns(LONG_WORK)
        self._run = run

    @asynccontextmanager
    async def body(self, address: str, size: int) -> AsyncIterator[None]:
        """Hold a body of at most that size, which is read within; refused with `busy`."""
        if size <= SMALL:  # the socket buffer may hold that anyway
            yield
            return
        self._bodies.check_room(address)
        async with self._bodies.turn(address):
            yield

    async def work(self, address: str, work: Callable[..., T], *arguments: object) -> T:
        """Do it when it is this address's turn; refused with `busy`."""
        self._turns.check_room(address)
        found: T = await self._turns.run(address, partial(self._run, work, *arguments))
        return found


async def in_time(reading: Awaitable[T], size: int) -> T:
    """Await a body of at most that size; refused with `too_slow` if that takes too long."""
    try:
        async with asyncio.timeout(BODY_SECONDS + size / BODY_RATE):
            return await reading
    except TimeoutError:
        raise HttpRefusal(408, "too_slow") from None


async def run_here(work: Callable[..., T], *arguments: object) -> T:
    """Do it at once; in a browser nobody else is there to wait."""
    return work(*arguments)


def all_long_work(run: Run) -> dict[Kind, LongWork]:
    """Return one of each kind."""
    return {kind: LongWork(run) for kind in get_args(Kind)}
