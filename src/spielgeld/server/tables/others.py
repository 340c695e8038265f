"""What a process knows about time, and about the other processes."""

import time
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from spielgeld.server.tables.registry import TableRegistry
    from spielgeld.server.tables.worker import Worker


class Clock(Protocol):
    """Something that shows the time."""

    def now(self) -> float:
        """Return epoch seconds."""
        ...


class SteadyClock:
    """This machine's clock, which never goes back.

    If somebody sets it forward, it is followed; if it is set back, this clock runs on.
    """

    def __init__(self) -> None:
        self._ahead = time.time() - time.monotonic()

    def now(self) -> float:
        """Return epoch seconds."""
        # In this order, so that a pause between the two does not look like a leap.
        day, steady = time.time(), time.monotonic()
        self._ahead = max(self._ahead, day - steady)
        return steady + self._ahead


class DatabaseClock:
    """The database's clock as it was last seen, carried on by the monotonic clock."""

    def __init__(self) -> None:
        self._ahead = time.time() - time.monotonic()

    def follow(self, now: float) -> None:
        """Set the clock: the database has just shown that time."""
        self._ahead = now - time.monotonic()

    def now(self) -> float:
        """Return epoch seconds."""
        return time.monotonic() + self._ahead


class Others(Protocol):
    """What a process knows about all processes, itself included."""

    name: str
    """This process."""
    clock: Clock
    """What they agree upon."""
    outage: float
    """When the database was back after it had been away; 0 if it never was."""

    def is_silent(self, process: str) -> bool:
        """Return True if that process is dead, as far as is known."""
        ...

    def check_ready(self) -> None:
        """Raise `StoreDown` if this process cannot serve tables now."""
        ...

    async def start(self, registry: "TableRegistry", worker: "Worker") -> None:
        """Begin to watch them."""
        ...

    async def close(self) -> None:
        """Stop, so that others take over at once."""
        ...


class NoOthers:
    """The only process: all that the log names besides it are earlier ones."""

    outage = 0.0

    def __init__(self, name: str) -> None:
        self.name = name
        self.clock: Clock = SteadyClock()

    def is_silent(self, process: str) -> bool:
        """Return True: no other process lives."""
        return process != self.name

    def check_ready(self) -> None:
        """Do nothing: there is nobody to lose."""

    async def start(self, registry: "TableRegistry", worker: "Worker") -> None:
        """Do nothing, as below."""

    async def close(self) -> None:
        """Do nothing."""
