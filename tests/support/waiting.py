"""Waiting until something is so; what does not come is named."""

import asyncio
import time
from collections.abc import Callable

PATIENCE = 60.0
PAUSE = 0.01


async def until(is_so: Callable[[], bool], what: str, seconds: float = PATIENCE) -> None:
    """Wait in the event loop until it is so, or fail with what did not come."""
    give_up = time.monotonic() + seconds
    while not is_so():
        _check(give_up, what, seconds)
        await asyncio.sleep(PAUSE)


def wait_until(is_so: Callable[[], bool], what: str, seconds: float = PATIENCE) -> None:
    """Wait in this thread until it is so, or fail with what did not come."""
    give_up = time.monotonic() + seconds
    while not is_so():
        _check(give_up, what, seconds)
        time.sleep(PAUSE)


def _check(give_up: float, what: str, seconds: float) -> None:
    assert time.monotonic() < give_up, f"not within {seconds:g} seconds: {what}"
