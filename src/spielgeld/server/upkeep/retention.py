"""Now and then: archive what is finished, forget what is too old; never on the clock's word alone.

A clock can be years ahead when a machine starts. So nothing is dropped at once: what is to go is
announced, with the moment before which it was last touched, and goes when servers have run for some
hours since. If the clock has gone back meanwhile, it was wrong, and the announced is called off.

This is about the store; tables leave memory in `tables/registry.py`.
"""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import msgspec
from msgspec import Struct

from spielgeld.server.operations.logs import log, log_failure
from spielgeld.server.store.async_store import AsyncStore
from spielgeld.server.store.interface import Store, StoreTrouble

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
    count: Callable[[float], int]
    """How many would go."""
    drop: Callable[[float], int]


async def drop_old_tables(store: AsyncStore[Store], keep_days: int) -> None:
    """Archive and purge for as long as the server runs."""
    data = store.database
    chores = [
        Chore("archive", ARCHIVE_AFTER, ARCHIVE_PATIENCE, data.count_finished, data.archive),
        Chore("purge", keep_days * DAY, PURGE_PATIENCE, data.count_untouched, data.purge),
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


async def look_after(chore: Chore, store: AsyncStore[Store], now: float, ran: float) -> None:
    """Announce, wait, or do it; servers have run for so many seconds since the last look."""
    before = now - chore.age
    announced = _read(await store.ask(partial(store.database.note, chore.name)))
    if announced is not None and announced.before > before + SLACK:
        log(f"{chore.name}_called_off", "warning")
        announced = None
    if announced is not None:
        waited = announced.waited + ran
        if waited < chore.patience:
            await _note(chore, store, Announcement(announced.before, waited))
            return
        dropped = await store.ask(partial(chore.drop, announced.before))
        log(f"{chore.name}_done", tables=dropped)
    await _announce(chore, store, before)


async def _announce(chore: Chore, store: AsyncStore[Store], before: float) -> None:
    count = await store.ask(partial(chore.count, before))
    await _note(chore, store, Announcement(before) if count else None)
    if count:
        log(f"{chore.name}_announced", tables=count, hours=round(chore.patience / HOUR))


async def _note(chore: Chore, store: AsyncStore[Store], what: Announcement | None) -> None:
    note = b"" if what is None else msgspec.json.encode(what)
    await store.ask(partial(store.database.keep_note, chore.name, note))


def _read(note: bytes) -> Announcement | None:
    return msgspec.json.decode(note, type=Announcement) if note else None
