"""Now and then: archive what is finished, forget what is too old; never on the clock's word alone.

A clock can be years ahead when a machine starts. So nothing is dropped at once: what is to go is
announced, with the moment before which it was last touched, and goes when servers have run for some
hours since. If the clock has gone back meanwhile, it was wrong, and the announced is called off.

This is about the store; tables leave memory in `tables/registry.py`.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import msgspec
from msgspec import Struct

from spielgeld.server.operations.logs import log, log_failure
from spielgeld.server.store.async_store import AsyncStore
from spielgeld.server.store.interface import StoreTrouble

HOUR = 3_600.0
DAY = 24 * HOUR
EVERY = HOUR
"""Seconds between two looks."""
ARCHIVE_AFTER = DAY
"""Seconds after which a finished table lives on as its record alone."""
ARCHIVE_PATIENCE = HOUR
PURGE_PATIENCE = 72 * HOUR
"""Seconds servers have to run between the announcement and the deed."""
SLACK = HOUR
"""Seconds a clock may go back and still count as right."""


class Announcement(Struct, frozen=True):
    """What was announced."""

    before: float
    """What was not touched since then is to go."""
    waited: float = 0.0
    """Seconds for which servers have run since."""


@dataclass(frozen=True)
class Chore:
    """One kind of dropping."""

    name: str
    age: float
    patience: float
    count: Callable[[float], Awaitable[int]]
    """How many would go."""
    drop: Callable[[float], Awaitable[int]]


async def drop_old_tables(store: AsyncStore, keep_days: int) -> None:
    """For as long as the server runs."""
    chores = [
        Chore("archive", ARCHIVE_AFTER, ARCHIVE_PATIENCE, store.count_finished, store.archive),
        Chore("purge", keep_days * DAY, PURGE_PATIENCE, store.count_untouched, store.purge),
    ]
    last = time.monotonic()
    while True:
        ran, last = time.monotonic() - last, time.monotonic()
        for chore in chores:
            try:
                await look_after(chore, store, time.time(), ran)
            except StoreTrouble:
                log("housekeeping_failed", "warning")
            except Exception as failure:  # tomorrow is another day
                log_failure("housekeeping_failed", failure)
        await asyncio.sleep(EVERY)


async def look_after(chore: Chore, store: AsyncStore, now: float, ran: float) -> None:
    """Announce, wait, or do it; we have run for so many seconds since the last look."""
    before = now - chore.age
    announced = _read(await store.note(chore.name))
    if announced is not None and announced.before > before + SLACK:
        log(f"{chore.name}_called_off", "warning")
        announced = None
    if announced is None:
        await _announce(chore, store, before)
        return
    waited = announced.waited + ran
    if waited < chore.patience:
        await store.keep_note(
            chore.name, msgspec.json.encode(Announcement(announced.before, waited))
        )
        return
    log(f"{chore.name}_done", tables=await chore.drop(announced.before))
    await _announce(chore, store, before)


async def _announce(chore: Chore, store: AsyncStore, before: float) -> None:
    count = await chore.count(before)
    if count:
        await store.keep_note(chore.name, msgspec.json.encode(Announcement(before)))
        log(f"{chore.name}_announced", tables=count, hours=round(chore.patience / HOUR))
    else:
        await store.keep_note(chore.name, b"")


def _read(note: bytes) -> Announcement | None:
    return msgspec.json.decode(note, type=Announcement) if note else None
