"""The time of day as a server can rely on it: it never goes back.

Somebody may set the machine's clock. Forward it is followed; when it goes back, ours runs on as if
nothing had happened, or timers would fire late by as much.
"""

import time


class SteadyClock:
    """Never earlier than it said before."""

    def __init__(self) -> None:
        self._ahead = time.time() - time.monotonic()

    def now(self) -> float:
        """Epoch seconds."""
        # In this order, so that a pause between the two does not look like a leap.
        day, steady = time.time(), time.monotonic()
        self._ahead = max(self._ahead, day - steady)
        return steady + self._ahead


_clock = SteadyClock()
now = _clock.now
