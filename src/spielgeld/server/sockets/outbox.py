"""Things that are looked at in the next turn of the event loop, all in one go."""

import asyncio
from collections.abc import Callable
from typing import Generic, TypeVar

from spielgeld.server.operations.logs import log_failure

T = TypeVar("T")


class Soon(Generic[T]):
    """Collects things for `look`. Whoever has just caused many of them may call `now`."""

    def __init__(self, loop: asyncio.AbstractEventLoop, look: Callable[[T], None]) -> None:
        self._loop = loop
        self._look = look
        self._waiting: list[T] = []

    def add(self, thing: T) -> None:
        if not self._waiting:
            self._loop.call_soon(self.now)
        self._waiting.append(thing)

    def now(self) -> None:
        waiting, self._waiting = self._waiting, []
        for thing in waiting:
            try:
                self._look(thing)
            except Exception as error:  # one's trouble is not the others'
                log_failure("loop_failed", error)
