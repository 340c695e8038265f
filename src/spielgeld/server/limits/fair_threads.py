"""Fair scheduling of long work: waiting addresses are served round-robin.

An address with many requests delays only its own. Work whose client has gone is not started.
"""

import asyncio
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from spielgeld.engine import NotAllowed
from spielgeld.server.limits.address_limits import counted_as

MOST_QUEUED = 200
MOST_QUEUED_OF_ONE = 50
"""How many may wait, in all and of one address: a whole school behind one may come at once."""
TRY_AGAIN = 10
"""Seconds after which there may be room."""

T = TypeVar("T")


class NotWanted(Exception):
    """When its turn came, the client had gone."""


class FairTurns:
    """A limited number at once, in all and of one address; the others wait.

    There is always room left for another address, so `of_one` is less than `at_once`.
    """

    def __init__(self, at_once: int, of_one: int) -> None:
        self._at_once = at_once
        self._of_one = of_one
        self._running: Counter[str] = Counter()
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        """By address, who has waited longest for a turn first."""

    @property
    def queued(self) -> int:
        return sum(map(len, self._waiting.values()))

    def check_room(self, address: str) -> None:
        """Refuse who would wait behind too many, with `busy`."""
        own = len(self._waiting.get(counted_as(address), ()))
        if own >= MOST_QUEUED_OF_ONE or self.queued >= MOST_QUEUED:
            raise NotAllowed("busy", "too many others wait", seconds=TRY_AGAIN)

    async def take(self, address: str) -> None:
        """Wait for a turn; it has to be given back."""
        key = counted_as(address)
        if self._has_room_for(key):
            self._running[key] += 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(key, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            was_granted = turn.done() and not turn.cancelled()  # in the moment of cancelling
            if was_granted:
                self.give_back(address)
            else:
                self._forget(key, turn)
            raise

    def give_back(self, address: str) -> None:
        """The turn is over."""
        key = counted_as(address)
        self._running[key] -= 1
        if not self._running[key]:
            del self._running[key]
        self._call_next()

    def _has_room_for(self, key: str) -> bool:
        return self._running.total() < self._at_once and self._running[key] < self._of_one

    def _call_next(self) -> None:
        for key in list(self._waiting):
            if self._has_room_for(key):
                turn = self._waiting[key].popleft()
                own = self._waiting.pop(key)
                if own:
                    self._waiting[key] = own  # behind all others
                self._running[key] += 1
                turn.set_result(None)

    def _forget(self, key: str, turn: "asyncio.Future[None]") -> None:
        own = self._waiting.get(key)
        if own is not None and turn in own:
            own.remove(turn)
            if not own:
                del self._waiting[key]


class FairThreads:
    """A thread pool with fair turns."""

    def __init__(self, name: str, at_once: int, of_one: int) -> None:
        self.turns = FairTurns(at_once, of_one)
        self._threads = ThreadPoolExecutor(at_once, thread_name_prefix=name)

    async def run(
        self,
        address: str,
        work: Callable[..., T],
        *arguments: Any,
        wanted: Callable[[], bool] = lambda: True,
    ) -> T:
        """What the work returns. Cancelling does not stop the thread: the turn is given back when
        the work ends.

        Raises `NotWanted` if it is not `wanted` when its turn comes.
        """
        await self.turns.take(address)
        if not wanted():
            self.turns.give_back(address)
            raise NotWanted
        try:
            loop = asyncio.get_running_loop()
            begun = loop.run_in_executor(self._threads, work, *arguments)
        except BaseException:
            self.turns.give_back(address)
            raise

        def over(ended: "asyncio.Future[T]") -> None:
            self.turns.give_back(address)
            if not ended.cancelled():
                ended.exception()  # mark it as retrieved: whoever waits gets it from the shield

        begun.add_done_callback(over)
        try:
            return await asyncio.shield(begun)
        finally:
            del begun  # a traceback refers to this frame: no reference cycle

    def close(self) -> None:
        """Start no more work."""
        self._threads.shutdown(wait=False, cancel_futures=True)
