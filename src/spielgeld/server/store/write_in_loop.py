"""Writes to a quick disk in the event loop itself, without the thread.

Everybody concerned waits for that write anyway, and to wake a thread and acquire the GIL again
costs more than the write. To switch it off, let `AsyncStore.write_now` always use the thread.
"""

import time
from collections.abc import Sequence

from spielgeld.server.store.interface import Append, SoleStore

SLOW = 0.02
"""Seconds a write may take for which the event loop waits."""
SLOW_FOR = 1.0
"""Seconds for which a disk that was slower is left to the thread."""


class WriteInLoop:
    """The writes of a process."""

    def __init__(self, store: SoleStore) -> None:
        self._store = store
        self._quick_from = 0.0
        """Until then the disk counts as slow."""

    def write(self, appends: Sequence[Append]) -> list[bool] | None:
        """As `SoleStore.write`; None, with nothing written, if that is left to the thread."""
        started = time.monotonic()
        if started <= self._quick_from:
            return None
        try:
            return self._store.write_at_once(appends)
        except Exception:  # the thread will meet it again, and tell those who wait
            return None
        finally:
            ended = time.monotonic()
            if ended - started > SLOW:
                self._quick_from = ended + SLOW_FOR
