"""Results as JSON lines: the plan first, then a line for every deck, in the order of the plan.

A file that was left half-way is gone on with; the end is the same byte for byte.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import msgspec

from spielgeld.engine import NotAllowed, Unreadable
from spielgeld.lab.plan import Plan, Task
from spielgeld.lab.playing import DeckResult


def write_line(result: DeckResult) -> bytes:
    """The result as a line of the file."""
    return msgspec.json.encode(result) + b"\n"


class ResultFile:
    """A file of results: read what there is, then append what is missing."""

    def __init__(self, path: Path, plan: Plan) -> None:
        """Refused with code `other_plan` if the file is of another plan, or no such file."""
        self._path = path
        self._plan = plan
        self._header = plan.header()
        self._check_header()

    def read(self) -> Iterator[DeckResult]:
        """The results that are there; a last line that was torn off is not."""
        with open(self._path, "rb") as lines:
            lines.readline()
            for line, task in zip(lines, self._plan.tasks(), strict=False):
                if line.endswith(b"\n"):
                    yield self._read_line(line, task)

    def append_to(self) -> BinaryIO:
        """The file, open behind its last whole line."""
        out = open(self._path, "a+b")  # noqa: SIM115
        out.seek(0)
        end = sum([len(line) for line in out if line.endswith(b"\n")])
        out.truncate(end)
        if not end:
            out.write(self._header)
        return out

    def _check_header(self) -> None:
        if not self._path.exists():
            return
        with open(self._path, "rb") as file:
            found = file.readline(len(self._header) + 1)
        torn = not found.endswith(b"\n") and self._header.startswith(found)
        if found != self._header and not torn:
            raise NotAllowed(
                "other_plan",
                f"{self._path} holds something else than results of this plan; name another file,"
                " or ask for what it was begun with",
            )

    def _read_line(self, line: bytes, task: Task) -> DeckResult:
        try:
            result = msgspec.json.decode(line, type=DeckResult)
        except msgspec.DecodeError as error:
            raise Unreadable("results", f"{self._path}: deck {task.deck}: {error}") from None
        if (result.table, result.deck, result.line_up) != (*task, self._plan.line_up(task)):
            raise Unreadable("results", f"{self._path}: the decks are not in the plan's order")
        return result
