"""What a process knows about time, and about the other processes."""

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spielgeld.server.tables.registry import TableRegistry
    from spielgeld.server.tables.worker import Worker


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


class DatabaseClock(SteadyClock):
    """The database's clock as it was last seen, carried on by the monotonic clock."""

    def follow(self, now: float) -> None:
        """Set the clock: the database has just shown that time."""
        self._ahead = now - time.monotonic()

    def now(self) -> float:
        """Return epoch seconds."""
        return time.monotonic() + self._ahead


class Others:
    """What a process knows about all processes, itself included; here it is the only one.

    `upkeep/processes.py` has what one among several knows and tells.
    """

    outage = 0.0
    """When the database was back after it had been away; 0 if it never was."""

    def __init__(self, name: str, clock: SteadyClock | None = None) -> None:
        self.name = name
        """This process."""
        self.clock = clock or SteadyClock()
        """What they agree upon."""

    def is_silent(self, process: str) -> bool:
        """Return True if that process is dead, as far as is known."""
        return process != self.name

    def follow(self, now: float) -> None:
        """Set the clock: the database has just shown that time."""

    def tell(self, code: str, number: int) -> None:
        """Tell the others that a table's log has reached that number."""

    def check_ready(self) -> None:
        """Raise `StoreDown` if this process cannot serve tables now."""

    async def start(self, registry: "TableRegistry", worker: "Worker") -> None:
        """Begin to watch the others."""

    async def close(self) -> None:
        """Stop, so that others take over at once."""
