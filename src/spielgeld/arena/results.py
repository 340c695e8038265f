"""Results as JSON lines: the plan first, then a line for every deck, in the order of the plan.

Everything in a line is indexed by place in the line-up; the plan's `seats` tell on which seat each
place sat in each rotation. An interrupted run is resumed from its file; the finished file is
the same, byte for byte, as without an interruption.
"""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from spielgeld.arena.deals import TURN_KINDS, DeckResult
from spielgeld.arena.plan import Plan, Task
from spielgeld.engine import NotAllowed, Unreadable


def write_line(result: DeckResult) -> bytes:
    """The result as a line of the file."""
    return msgspec.json.encode(result) + b"\n"


class ResultFile:
    """A file of results: existing results are read, new ones appended."""

    def __init__(self, path: Path, plan: Plan) -> None:
        """Refused with code `other_plan` if the file is of another plan, or no such file."""
        self._path = path
        self._plan = plan
        self._check_header(plan.header())
        self._mend(plan.header())

    def read(self) -> Iterator[DeckResult]:
        """The results that are there, in the order of the plan."""
        with open(self._path, "rb") as lines:
            lines.readline()
            for number, line in enumerate(lines):
                yield self._read_line(line, number)

    def append(self, lines: bytes) -> None:
        """Append complete lines."""
        with open(self._path, "ab") as file:
            file.write(lines)

    def _check_header(self, header: bytes) -> None:
        if not self._path.exists():
            return
        with open(self._path, "rb") as file:
            found = file.readline(len(header) + 1)
        torn = not found.endswith(b"\n") and header.startswith(found)
        if found != header and not torn:
            raise NotAllowed(
                "other_plan",
                f"{self._path} holds something else than results of this plan; name another file,"
                " or ask for what it was begun with",
            )

    def _mend(self, header: bytes) -> None:
        """Write the header of a new file; remove an incomplete last line of an old one."""
        with open(self._path, "a+b") as file:
            file.seek(0)
            end = sum([len(line) for line in file if line.endswith(b"\n")])
            file.truncate(end)
            if not end:
                file.write(header)

    def _read_line(self, line: bytes, number: int) -> DeckResult:
        try:
            result = msgspec.json.decode(line, type=DeckResult)
        except msgspec.DecodeError as error:
            raise self._damaged(number, str(error)) from None
        task = next(self._plan.tasks(number), None)
        if task is None or (result.table, result.deck) != task:
            raise self._damaged(number, "not the deck that the plan has there")
        self._check_shape(result, task, number)
        return result

    def _check_shape(self, result: DeckResult, task: Task, number: int) -> None:
        players = self._plan.players
        sizes = {len(result.scores), len(result.rounds), len(result.turns)}
        if result.line_up != self._plan.line_up(task) or {*sizes, *map(len, result.scores)} != {
            players
        }:
            raise self._damaged(number, "not the line-up that the plan has there")
        if {*map(len, result.turns)} != {len(TURN_KINDS)}:
            raise self._damaged(number, "not the kinds of turns there are")

    def _damaged(self, number: int, why: str) -> Unreadable:
        return Unreadable("results", f"{self._path}:{number + 2}: {why}")
