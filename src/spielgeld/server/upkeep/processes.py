"""Which processes live: each counts on in the store once a second, and watches the others count.

With the same beat every table in memory is compared with its row, because news may be lost, and the
transactions that hold locks for too long are ended.
"""

import asyncio
import time
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from spielgeld.server.background import Tasks
from spielgeld.server.operations.logs import log, log_failure
from spielgeld.server.operations.meter import Meter
from spielgeld.server.store.async_store import AsyncStore
from spielgeld.server.store.interface import SILENT_AFTER, StoreDown, StoreTrouble
from spielgeld.server.tables.news import News
from spielgeld.server.tables.others import DatabaseClock, Others
from spielgeld.server.tables.registry import TableRegistry
from spielgeld.server.tables.worker import Worker

if TYPE_CHECKING:
    from spielgeld.server.store.postgres import Postgres

EVERY = 1.0
LOOK_EVERY = 0.25
"""Seconds between two looks at the tables if no notifications arrive."""
HEARD_WITHIN = 3.0
"""Seconds after which notifications count as not arriving: each beat sends one."""
LONGEST_GAP = 2.0
"""Seconds between two beats of this process beyond which it has not watched the others."""
OUTAGE_AFTER = 3.0
"""Seconds without the database after which time counts for nobody."""
FORGOTTEN_AFTER = 3600.0
"""Seconds of silence after which the row of a process is removed."""


class Processes(Others):
    """What this process knows of all processes that share the store."""

    def __init__(self, name: str, store: AsyncStore["Postgres"], news: News, meter: Meter) -> None:
        self._clock = DatabaseClock()
        super().__init__(name, self._clock)
        self._store = store
        self._news = news
        self._meter = meter
        self._seen: dict[str, tuple[int, float]] = {}
        """By process, its last count and when it counted, by the monotonic clock."""
        self._missing: dict[str, float] = {}
        """Processes that have no beat, and when somebody asked about them first."""
        self._looked = 0.0
        """When the last look at the beats began."""
        self._away_from: float | None = None
        """Since when the database has not answered."""
        self._reached = 0.0
        """When it answered last."""
        self._tasks = Tasks()

    def follow(self, now: float) -> None:
        """Set the clock: the database has just shown that time."""
        self._clock.follow(now)

    def tell(self, code: str, number: int) -> None:
        """Tell the others that a table's log has reached that number."""
        self._news.tell(code, number)

    def check_ready(self) -> None:
        """Raise `StoreDown` unless the database has taken a beat a moment ago."""
        if time.monotonic() - self._reached >= OUTAGE_AFTER:
            raise StoreDown("the database takes no beats")

    def is_silent(self, process: str) -> bool:
        """Return True if that process is dead, as far as is known."""
        if process == self.name:
            return False
        if process in self._seen:
            return self._reached - self._seen[process][1] > SILENT_AFTER
        # It may have started after the last look at the beats: then the next look shows it.
        asked = self._missing.setdefault(process, time.monotonic())
        return self._looked > asked

    async def start(self, registry: TableRegistry, worker: Worker) -> None:
        """Beat once, then go on beating, looking and listening."""
        self._registry, self._worker = registry, worker
        await self._beat()
        self._tasks.start(self._keep_beating())
        self._tasks.start(self._keep_looking())
        self._news.start(worker.hear)

    async def close(self) -> None:
        """Stop beating; the others take over at once."""
        await self._tasks.close()
        with suppress(StoreTrouble, TimeoutError):
            async with asyncio.timeout(2):
                await self._forget([self.name])
        await self._news.close()

    async def _keep_beating(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            try:
                self._meter.count("reaped", await self._store.ask(self._store.database.reap))
                await self._beat()
                await self._look()
            except StoreTrouble:
                if self._away_from is None:
                    self._away_from = time.monotonic()
                    log("database_away", "warning")
            except Exception as failure:  # the heart must not stop
                log_failure("beat_failed", failure)

    async def _keep_looking(self) -> None:
        """Look more often while notifications do not arrive."""
        was_heard = True
        while True:
            await asyncio.sleep(LOOK_EVERY)
            is_heard = time.monotonic() - self._news.heard_at < HEARD_WITHIN
            if was_heard != is_heard and self._away_from is None:
                log("notifications_back" if is_heard else "notifications_missing", "warning")
                was_heard = is_heard
            if not is_heard:
                with suppress(StoreTrouble):
                    await self._look()

    async def _beat(self) -> None:
        began = time.monotonic()
        beats = await self._store.ask(partial(self._store.database.beat, self.name))
        now, self._looked = time.monotonic(), began
        self._skip_unseen(now - self._reached)
        for name, count, age, today in beats:
            self.follow(today)
            if name not in self._seen:
                self._seen[name] = (count, now - max(0.0, age))
            elif self._seen[name][0] != count:
                self._seen[name] = (count, now)
        living = {beat.name for beat in beats}
        self._missing = {name: asked for name, asked in self._missing.items() if name not in living}
        for name in self._seen.keys() - living:  # it has ended
            del self._seen[name]
            self._missing[name] = 0.0
        if self._away_from is not None:
            if now - self._away_from > OUTAGE_AFTER:
                self.outage = self.clock.now()
            self._away_from = None
            log("database_back", "warning")
        self._reached = now
        self._news.ping()
        self._look_after_silent()
        counted = {name: at for name, (_, at) in self._seen.items()}
        await self._forget([name for name in counted if now - counted[name] > FORGOTTEN_AFTER])

    def _skip_unseen(self, gap: float) -> None:
        """Do not count as silence what nobody could see: the database was away, or this process."""
        if self._reached and gap > LONGEST_GAP:
            self._seen = {name: (beats, at + gap) for name, (beats, at) in self._seen.items()}

    def _look_after_silent(self) -> None:
        """Disconnect the people of silent processes at the tables in memory."""
        for table in list(self._registry.tables.values()):
            if not table.is_busy and any(map(self.is_silent, table.state.through)):
                self._worker.check_presence(table)

    async def _forget(self, dead: list[str]) -> None:
        if dead:
            await self._store.ask(partial(self._store.database.forget_processes, dead))

    async def _look(self) -> None:
        """Have the tables read that others have written to."""
        tables = self._registry.tables
        look = partial(self._store.database.positions, list(tables))
        for code, row in (await self._store.ask(look)).items():
            table = tables.get(code)
            if table is not None and not table.is_busy and row != (table.number, table.head):
                self._worker.read_on(table)
