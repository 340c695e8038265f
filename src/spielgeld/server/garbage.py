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
SET_ASIDE_EVERY = 5.0
QUIET_SECONDS = 2.0
WHEN_QUIET = 600.0
AT_LATEST = 6 * 3600.0
"""Seconds between two searches through everything: when nobody plays, and in any case."""


async def keep_clean(moves: Callable[[], int]) -> None:
    """For as long as the server runs; `moves` tells how many have been made so far."""
    gc.set_threshold(YOUNG, 10, 10)
    last_all = time.monotonic()
    while True:
        gc.freeze()
        await asyncio.sleep(SET_ASIDE_EVERY)
        waited, seen = time.monotonic() - last_all, moves()
        if waited > WHEN_QUIET:
            await asyncio.sleep(QUIET_SECONDS)
        if waited > AT_LATEST or (waited > WHEN_QUIET and seen == moves()):
            gc.unfreeze()
            gc.collect()
            last_all = time.monotonic()
