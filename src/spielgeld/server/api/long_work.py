"""Long work on records: checked, walked through, practised, reviewed, their chances worked out.

Each kind has its own queue. A large body is read only when its turn comes, so that waiting requests
take little memory; when the client disconnects, work that has not begun is not begun.
"""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Literal, TypeVar, get_args

from spielgeld.server.limits.fair_threads import FairThreads, FairTurns

SMALL = 64 * 1024
"""A body of at most this many bytes is read at once: the socket buffer may hold that anyway."""
BODIES, BODIES_OF_ONE = 4, 2
"""Larger bodies of a kind held at once, in all and of one address."""
AT_ONCE, OF_ONE = 2, 1
"""Worked on at once, in all and of one address: one alone would make others wait for seconds."""

Kind = Literal["check", "views", "practice", "review", "curve"]
IsAbandoned = Callable[[], bool]
T = TypeVar("T")


class LongWork:
    """One kind of work."""

    def __init__(self, kind: Kind) -> None:
        self._bodies = FairTurns(BODIES, BODIES_OF_ONE)
        self._threads = FairThreads(kind, AT_ONCE, OF_ONE)

    @asynccontextmanager
    async def body(self, address: str, size: int | None) -> AsyncIterator[None]:
        """Hold a body of that size, if it is known: it is read within; refused with `busy`."""
        if size is not None and size <= SMALL:
            yield
            return
        self._bodies.check_room(address)
        await self._bodies.take(address)
        try:
            yield
        finally:
            self._bodies.give_back(address)

    async def work(self, address: str, work: Callable[[IsAbandoned], T]) -> T:
        """Do it in a thread; it can ask whether anybody still waits. Refused with `busy`."""
        self._threads.turns.check_room(address)
        abandoned = threading.Event()
        try:
            return await self._threads.run(address, work, abandoned.is_set)
        except asyncio.CancelledError:
            abandoned.set()
            raise

    def close(self) -> None:
        """Begin nothing more."""
        self._threads.close()


def all_long_work() -> dict[Kind, LongWork]:
    """One of each kind."""
    return {kind: LongWork(kind) for kind in get_args(Kind)}
