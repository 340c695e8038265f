"""Python's search for garbage, kept away from the tables.

Tables live long and are full of small objects. Looked through again and again they made everybody
wait, for up to tenths of a second (`bench/results.md`). So what is new is set aside ten times a
second, and all of it is looked through only now and then, best when nobody plays.

What is set aside goes as soon as nothing refers to it. Only what refers to itself in a circle would
stay; playing, asking, coming and leaving make no circles (a test sees to it), and should a library
make some while it answers a request, they are found before they are set aside.
"""

import asyncio
import gc
import time
from collections.abc import Callable

YOUNG = 20_000
"""So many new objects are looked through in any case."""
SET_ASIDE_EVERY = 0.1
"""Seconds in which even a busy server makes fewer."""
QUIET_SECONDS = 2.0
WHEN_QUIET = 600.0
AT_LATEST = 6 * 3600.0
"""Seconds between two searches through everything: when nobody plays, and in any case."""


async def keep_clean(moves: Callable[[], int], served: Callable[[], int]) -> None:
    """For as long as the server runs; they tell how many moves and connections there have been."""
    gc.set_threshold(YOUNG, 1000, 1000)
    last_all, last_served = time.monotonic(), -1
    while True:
        if served() != last_served:
            last_served = served()
            gc.collect(0)
        gc.freeze()
        await asyncio.sleep(SET_ASIDE_EVERY)
        waited, seen = time.monotonic() - last_all, moves()
        if waited > WHEN_QUIET:
            await asyncio.sleep(QUIET_SECONDS)
        is_quiet = waited > WHEN_QUIET and seen == moves()
        if is_quiet or waited > AT_LATEST:
            gc.unfreeze()
            gc.collect()
            last_all = time.monotonic()
