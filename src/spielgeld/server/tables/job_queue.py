"""Where a command waits: to be decided, to be written, or for what another node decides.

Each table has one queue. When it is the table's turn is up to `scheduler.py`.
"""

from collections import deque
from collections.abc import Callable, Iterable
from typing import NamedTuple

from spielgeld.engine import Refusal
from spielgeld.server.tables.seat_commands import AnySeatCommand
from spielgeld.table.entries import AnyEntry
from spielgeld.table.outgoing.publisher import EncodedUpdate
from spielgeld.table.state import TableState

Decide = Callable[[TableState, float], list[AnyEntry]]
"""Given the state and the time: entries for the log, or a refusal raised."""
Done = Callable[[Refusal | None], None]
"""Called when a job is durable (None) or refused."""
Updates = tuple[AnyEntry, dict[int, EncodedUpdate]]
"""An entry, and the update it brings each recipient: a seat, or the watchers."""


class Job(NamedTuple):
    """Something to be decided at a table, and who is to hear how it went."""

    decide: Decide
    done: Done
    command: AnySeatCommand | None = None
    """What is decided, if it can be forwarded to another node."""
    exclusive: bool = False
    """A read barrier: decided only when all earlier batches are durable. Exclusive jobs that wait
    together share one batch; all others wait for it."""
    asked_by: tuple[str, int] | None = None
    """The node that forwarded it, and its number there."""
    is_retry: bool = False
    """It was refused before, and decided again after reading what other nodes had written."""


class Batch:
    """Jobs that are decided and written together."""

    __slots__ = (
        "accepted",
        "after",
        "before",
        "entries",
        "is_only_play",
        "jobs",
        "refusals",
        "status",
        "updates",
        "written",
    )

    def __init__(self, after: int, status: str, jobs: list[Job]) -> None:
        self.after = after
        """The number of the last entry before."""
        self.status = status
        """The table's status before."""
        self.before: TableState | None = None
        """A copy of the table from before, to go back to if another node has written first."""
        self.jobs = jobs
        self.refusals: list[Refusal | None] = []
        """By job."""
        self.accepted: dict[str, list[int]] = {}
        """By node that forwarded commands: its numbers of those that were not refused."""
        self.entries: list[AnyEntry] = []
        self.written: tuple[bytes, ...] = ()
        """The entries as the store keeps them."""
        self.updates: list[Updates] = []
        self.is_only_play = False
        """No entry changes what the lobby shows, or who sits or is connected here."""

    def accept(self, job: Job) -> None:
        """It was not refused."""
        self.refusals.append(None)
        if job.asked_by is not None:
            node, number = job.asked_by
            self.accepted.setdefault(node, []).append(number)


class JobQueue:
    """All that waits at one table."""

    __slots__ = ("answers", "forwarded", "waiting", "writing")

    def __init__(self) -> None:
        self.waiting: list[Job] = []
        """What this node has still to decide."""
        self.writing: deque[Batch] = deque()
        """What is decided but not durable yet."""
        self.forwarded: dict[int, Job] = {}
        """What the table's runner has been asked to decide, in order, by our numbers."""
        self.answers: deque[tuple[int, Done, Refusal | None]] = deque()
        """The runner's answers; each is passed on when the log has reached its number here."""

    @property
    def is_empty(self) -> bool:
        return not (self.waiting or self.writing or self.is_asking)

    @property
    def is_asking(self) -> bool:
        """Whether another node decides for this one, and not all of its answers are passed on."""
        return bool(self.forwarded or self.answers)

    def take(self, kind: Callable[[Job], bool]) -> list[Job]:
        """The first that wait, as long as they are of one kind."""
        jobs, wanted, count = self.waiting, kind(self.waiting[0]), 1
        while count < len(jobs) and kind(jobs[count]) == wanted:
            count += 1
        taken, self.waiting = jobs[:count], jobs[count:]
        return taken

    def put_back(self, jobs: Iterable[Job]) -> None:
        """Let them wait again, before all others."""
        self.waiting[:0] = jobs

    def empty(self) -> list[Done]:
        """Take everything out, whatever became of it; who is to hear of that."""
        jobs = [job for batch in self.writing for job in batch.jobs]
        jobs += [*self.forwarded.values(), *self.waiting]
        waiting_for = [*[done for _, done, _ in self.answers], *[job.done for job in jobs]]
        for each in (self.waiting, self.writing, self.forwarded, self.answers):
            each.clear()
        return waiting_for
