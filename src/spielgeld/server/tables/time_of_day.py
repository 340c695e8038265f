"""The time of day as a server can rely on it."""

import time
from typing import Protocol


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
