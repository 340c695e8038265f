"""Python's search for garbage, kept away from the tables.

Tables live long and are full of small objects. Looked through again and again they made everybody
wait for tenths of a second (`bench/results.md`). So what has lived for a while is left alone, and
all of it is looked through only now and then, best when nobody plays.
"""

import asyncio
import gc
import time
from collections.abc import Callable

YOUNG = 20_000
"""So many new objects are looked through at once."""
SET_ASIDE_EVERY = 0.1
"""Seconds in which even a busy server makes too few new objects for a search."""
QUIET_SECONDS = 2.0
WHEN_QUIET = 600.0
AT_LATEST = 6 * 3600.0
"""Seconds between two searches through everything: when nobody plays, and in any case."""
MOST_CLOSED = 5_000
"""A closed connection leaves a few kilobytes behind that only such a search finds."""


async def keep_clean(moves: Callable[[], int], closed: Callable[[], int]) -> None:
    """For as long as the server runs; both tell how many there have been so far."""
    gc.set_threshold(YOUNG, 1000, 1000)
    last_all, last_closed = time.monotonic(), closed()
    while True:
        gc.freeze()
        await asyncio.sleep(SET_ASIDE_EVERY)
        waited, seen = time.monotonic() - last_all, moves()
        if waited > WHEN_QUIET:
            await asyncio.sleep(QUIET_SECONDS)
        is_quiet = waited > WHEN_QUIET and seen == moves()
        if is_quiet or waited > AT_LATEST or closed() - last_closed > MOST_CLOSED:
            gc.unfreeze()
            gc.collect()
            last_all, last_closed = time.monotonic(), closed()
