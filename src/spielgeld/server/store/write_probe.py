"""A test write to the disk of the embedded store, for `/readyz`."""

import os
import threading
import time
from pathlib import Path

from spielgeld.server.store.interface import StoreDown

NEEDED = 64 * 1024
"""Bytes that must fit beside the database; a move takes a few hundred."""
GOOD_FOR = 5.0
"""Seconds for which a result is cached: anybody may ask, and a synced write is expensive."""


class WriteProbe:
    """Tries it from time to time with a small file."""

    def __init__(self, database: Path) -> None:
        self._file = database.with_name(f"{database.name}.room")
        self._lock = threading.Lock()
        self._tried = -GOOD_FOR
        self._trouble: str | None = None

    def check(self) -> None:
        """Raise `StoreDown` where nothing more can be written."""
        with self._lock:
            if time.monotonic() - self._tried >= GOOD_FOR:
                self._trouble = self.try_to_write()
                self._tried = time.monotonic()
            trouble = self._trouble
        if trouble is not None:
            raise StoreDown(f"{self._file.parent} cannot be written to ({trouble}).")

    def try_to_write(self) -> str | None:
        """Why a file of that size cannot be written; None if it can."""
        try:
            handle = os.open(self._file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            try:
                if os.write(handle, bytes(NEEDED)) < NEEDED:
                    return "no space is left"
                os.fsync(handle)
            finally:
                os.close(handle)
                self._file.unlink()
        except OSError as error:
            return error.strerror or "it failed"
        return None
