"""Fair queues for long work: addresses take turns, so one with many requests delays only its own.

Work whose client has gone is not started.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from spielgeld.engine import NotAllowed
from spielgeld.server.access.address_limits import counted_as
from spielgeld.server.access.costs import Queue

TRY_AGAIN = 10
"""Seconds after which there may be room."""

T = TypeVar("T")


class NotWanted(Exception):
    """When its turn came, the client had gone."""


class FairTurns:
    """A limited number of turns at once, in all and of one address; the others wait.

    A request waits first for the turn of its address and then for one of all turns, so an address
    has at most `of_one` requests in the common queue, which is first come, first served. There is
    always room left for another address, because `of_one` is less than `at_once`.
    """

    def __init__(self, queue: Queue) -> None:
        self._limits = queue
        self._all = asyncio.Semaphore(queue.at_once)
        self._by_address: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()
        """The semaphores of the addresses that have or want a turn."""
        self._queued: Counter[str] = Counter()

    @property
    def queued(self) -> int:
        """How many wait."""
        return self._queued.total()

    def check_room(self, address: str) -> None:
        """Refuse a request that would wait behind too many others, with `busy`."""
        own = self._queued[counted_as(address)]
        if own >= self._limits.waiting_of_one or self.queued >= self._limits.waiting:
            raise NotAllowed("busy", "too many others wait", seconds=TRY_AGAIN)

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[None]:
        """Wait for a turn, and have it until the end of the block."""
        key = counted_as(address)
        own = self._by_address.setdefault(key, asyncio.Semaphore(self._limits.of_one))
        async with AsyncExitStack() as held:
            self._queued[key] += 1
            try:
                await held.enter_async_context(own)
                await held.enter_async_context(self._all)
            finally:
                self._queued[key] -= 1
                if not self._queued[key]:
                    del self._queued[key]  # otherwise every address ever seen stays in memory
            yield

    async def run(
        self,
        address: str,
        begin: Callable[[], Awaitable[T]],
        wanted: Callable[[], bool] = lambda: True,
    ) -> T:
        """Wait for a turn, and have it until what begins then is over, even if nobody waits for it.

        Raises `NotWanted` if it is not `wanted` when its turn comes.
        """
        async with AsyncExitStack() as held:
            await held.enter_async_context(self.turn(address))
            if not wanted():
                raise NotWanted
            turn = held.pop_all()
        return await asyncio.shield(asyncio.create_task(_to_its_end(turn, begin)))


async def _to_its_end(turn: AsyncExitStack, begin: Callable[[], Awaitable[T]]) -> T:
    async with turn:
        return await begin()


class FairThreads:
    """A thread pool with fair turns."""

    def __init__(self, name: str, queue: Queue) -> None:
        self.turns = FairTurns(queue)
        self._threads = ThreadPoolExecutor(queue.at_once, thread_name_prefix=name)

    async def run(
        self,
        address: str,
        work: Callable[..., T],
        *arguments: Any,
        wanted: Callable[[], bool] = lambda: True,
    ) -> T:
        """Return what the work returns; see `FairTurns.run`."""

        def begin() -> Awaitable[T]:
            loop = asyncio.get_running_loop()
            return loop.run_in_executor(self._threads, work, *arguments)

        return await self.turns.run(address, begin, wanted)

    def close(self) -> None:
        """Start no more work."""
        self._threads.shutdown(wait=False, cancel_futures=True)
