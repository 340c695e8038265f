"""Tells other processes which logs have grown, and hears it from them.

News may be lost: `upkeep/processes.py` looks at every table in memory once a second.
"""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress

from spielgeld.server.background import Tasks
from spielgeld.server.store.interface import Notices, StoreTrouble

PAUSE = 0.01
"""Seconds in which news are collected: a notification costs both sides more than an entry in it."""
LONGEST_NOTE = 7500
"""Bytes; PostgreSQL takes fewer than 8000."""
AGAIN_AFTER = 0.2


class News:
    """The news of one process."""

    def __init__(self, notices: Notices, name: str) -> None:
        self._notices = notices
        self._name = name
        self._unsent: dict[str, int] = {}
        self._has_news = asyncio.Event()
        self._tasks = Tasks()
        self.heard_at = -1e9
        """When a notification came last, this process's own included, by the monotonic clock."""

    def start(self, hear: Callable[[str, int], None]) -> None:
        """Begin to tell and to listen."""
        self._hear = hear
        self.heard_at = time.monotonic()
        self._tasks.start(self._keep_telling())
        self._tasks.start(self._listen())

    async def close(self) -> None:
        """Tell what is untold, and stop."""
        with suppress(StoreTrouble, TimeoutError):
            async with asyncio.timeout(1):
                await self._tell()
        await self._tasks.close()
        await self._notices.close()

    def tell(self, code: str, number: int) -> None:
        """Tell the others soon that the table's log has reached that number."""
        self._unsent[code] = number
        self._has_news.set()

    def ping(self) -> None:
        """Send a notification even if there are no news, to hear whether they arrive."""
        self._has_news.set()

    async def _keep_telling(self) -> None:
        while True:
            await self._has_news.wait()
            self._has_news.clear()
            with suppress(StoreTrouble):
                await self._tell()
            await asyncio.sleep(PAUSE)

    async def _tell(self) -> None:
        unsent, self._unsent = self._unsent, {}
        note = self._name
        for code, number in unsent.items():
            if len(note) > LONGEST_NOTE:
                await self._notices.send(note)
                note = self._name
            note += f" {code} {number}"
        await self._notices.send(note)

    async def _listen(self) -> None:
        while True:
            with suppress(StoreTrouble):
                await self._notices.listen(self._heard)
            await asyncio.sleep(AGAIN_AFTER)

    def _heard(self, note: str) -> None:
        self.heard_at = time.monotonic()
        name, *words = note.split()
        if name != self._name:
            for code, number in zip(words[::2], words[1::2], strict=False):
                if number.isdecimal():
                    self._hear(code, int(number))
