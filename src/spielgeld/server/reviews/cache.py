"""Reviews that were worked out once: the last ones, in memory and, where there is a disk, on it."""

import os
from collections import OrderedDict
from pathlib import Path

import msgspec

from spielgeld.server.operations.logs import log

IN_MEMORY = 32
ON_DISK = 500


class ReviewCache:
    """Texts by the names they were put under; the oldest go first."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._recent: OrderedDict[str, bytes] = OrderedDict()

    def find(self, name: str) -> bytes | None:
        """Return the JSON of that review, or None if there is none or it cannot be read."""
        if name in self._recent:
            return self._recent[name]
        try:
            text = self._file(name).read_bytes()
            msgspec.json.decode(text, type=msgspec.Raw)  # reads to the end, and makes no objects
        except (OSError, msgspec.DecodeError):  # not there, or damaged
            return None
        self._remember(name, text)
        return text

    def put(self, name: str, text: bytes) -> None:
        """Keep it."""
        self._remember(name, text)
        try:
            self._write(name, text)
        except OSError:  # it can be worked out again
            log("review_not_kept", "warning")

    def _remember(self, name: str, text: bytes) -> None:
        self._recent[name] = text
        if len(self._recent) > IN_MEMORY:
            self._recent.popitem(last=False)

    def _write(self, name: str, text: bytes) -> None:
        for folder in (self._folder.parent, self._folder):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        unfinished = self._folder / f"{name}.tmp"
        with open(unfinished, "wb", opener=_open_private) as file:
            file.write(text)
        unfinished.replace(self._file(name))
        kept = sorted(self._folder.glob("*.json"), key=lambda file: file.stat().st_mtime)
        for old in kept[:-ON_DISK]:
            old.unlink(missing_ok=True)

    def _file(self, name: str) -> Path:
        return self._folder / f"{name}.json"


def _open_private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
