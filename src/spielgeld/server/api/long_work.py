"""Long work on records: checked, walked through, practised, reviewed, their chances worked out.

Each kind has its own queue. A large body is read only when its turn comes, so that waiting requests
take little memory. When the client disconnects, work that has not begun is not begun.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, Literal, TypeVar, get_args

from spielgeld.server.api.refusals import HttpRefusal
from spielgeld.server.limits.fair_threads import FairTurns

SMALL = 64 * 1024
"""A body of at most this many bytes is read at once: the socket buffer may hold that anyway."""
BODIES, BODIES_OF_ONE = 4, 2
"""Larger bodies of a kind held at once, in all and of one address."""
BODY_SECONDS = 10.0
BODY_RATE = 256 * 1024
"""The time in which a larger body must be there: so many seconds, and one for so many bytes."""
AT_ONCE, OF_ONE = 2, 1
"""Worked on at once, in all and of one address."""

Kind = Literal["check", "views", "practice", "review", "curve"]
Run = Callable[..., Awaitable[Any]]
"""Calls a function of a module with arguments that can be pickled, and returns what it returns."""
T = TypeVar("T")


class LongWork:
    """One kind of work."""

    def __init__(self, run: Run) -> None:
        self._bodies = FairTurns(BODIES, BODIES_OF_ONE)
        self._turns = FairTurns(AT_ONCE, OF_ONE)
        self._run = run

    @asynccontextmanager
    async def body(self, address: str, size: int) -> AsyncIterator[None]:
        """Hold a body of at most that size, which is read within; refused with `busy`."""
        if size <= SMALL:
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
