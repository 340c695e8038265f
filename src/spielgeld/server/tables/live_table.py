"""A table in memory: the jobs that wait at it, what is being written, and who listens."""

import time
from collections import deque
from collections.abc import Callable, Iterator
from typing import NamedTuple, Protocol

from spielgeld.engine import Refusal
from spielgeld.server.limits.rates import TokenBucket
from spielgeld.server.tables import clock
from spielgeld.table.entries import AnyEntry, Left
from spielgeld.table.outgoing.publisher import EncodedUpdate, Publisher
from spielgeld.table.state import TableState

Decide = Callable[[TableState, float], list[AnyEntry]]
"""Given the state and the time: entries for the log, or a refusal raised."""
Done = Callable[[Refusal | None], None]
"""Called when a job is durable (None) or refused."""
Updates = tuple[AnyEntry, dict[int, EncodedUpdate]]
"""An entry, and the update it brings each recipient: a seat, or the watchers."""


class Listener(Protocol):
    """A connection, as a table sees it."""

    def post(self, message: bytes) -> None:
        """Send it soon; never waits."""
        ...

    def dismiss(self, code: str, /) -> None:
        """Say good-bye and close."""
        ...


class Job(NamedTuple):
    """Something to be decided at a table, and who is to hear how it went."""

    decide: Decide
    done: Done
    exclusive: bool = False
    """A read barrier: all before it is durable when it is decided, and nothing is decided after it
    until it is done."""
    is_retry: bool = False
    """It was refused before, and decided again after reading what other nodes had written."""


class Batch:
    """Jobs that are decided and written together."""

    __slots__ = ("after", "before", "entries", "jobs", "refusals", "status", "updates")

    def __init__(self, after: int, status: str, jobs: list[Job]) -> None:
        self.after = after
        """The number of the last entry before."""
        self.status = status
        """The table's status before."""
        self.before: TableState | None = None
        """The table before, where another node might write first."""
        self.jobs = jobs
        self.refusals: list[Refusal | None] = []
        """By job."""
        self.entries: list[AnyEntry] = []
        self.updates: list[Updates] = []


class LiveTable:
    """A table in memory, with everybody who listens to it on this node."""

    def __init__(self, state: TableState) -> None:
        self.state = state
        self.publisher = Publisher(state)
        self.listeners: list[set[Listener]] = [set() for _ in state.sent]
        """By seat; the last set is the watchers'."""
        self.jobs: list[Job] = []
        """What waits to be decided: the only place where a command waits."""
        self.writing: deque[Batch] = deque()
        """What is decided but not durable yet."""
        self.is_scheduled = False
        self.is_reading = False
        """The log is being read from the store: nothing is decided meanwhile."""
        self.announced = 0
        """The number the log has reached by what other nodes say; higher than ours: read first."""
        self.rates: dict[int, TokenBucket] = {}
        """By seat, how many messages it may send: all its connections together."""
        self.came_from = ""
        """The address of who came here first; empty if they are connected to another node."""
        self._ahead = 0.0
        """Seconds by which the table's time is ahead of the clock."""
        self.broken = False
        """Dropped from memory: nothing more is done at it."""
        self.used = time.monotonic()

    def now(self) -> float:
        """The time of day by this table: never behind its log, whatever clock that was written by.

        Else what is due would be put off by as much.
        """
        now = clock.now() + self._ahead
        if now < self.state.now:
            self._ahead += self.state.now - now
            return self.state.now
        return now

    @property
    def code(self) -> str:
        return self.state.code

    @property
    def is_idle(self) -> bool:
        """Whether nobody listens, nothing is under way, and no clock or bot runs."""
        under_way = self.is_scheduled or self.is_reading or bool(self.writing)
        return not any(self.listeners) and not under_way and not self.state.awake

    def take_jobs(self) -> list[Job]:
        """The first that wait, up to where exclusive ones begin or end."""
        jobs, exclusive = self.jobs, self.jobs[0].exclusive
        count = next((at for at, job in enumerate(jobs) if job.exclusive != exclusive), len(jobs))
        taken, self.jobs = jobs[:count], jobs[count:]
        return taken

    def everybody(self) -> Iterator[Listener]:
        for group in self.listeners:
            yield from group

    def deliver(self, updates: list[Updates]) -> list[Listener]:
        """Send everybody their updates; who has left is returned, to be answered and dismissed."""
        left: list[Listener] = []
        for entry, by_recipient in updates:
            for recipient, update in by_recipient.items():
                if group := self.listeners[recipient]:
                    message = update.message
                    for listener in group:
                        listener.post(message)
            if isinstance(entry, Left):
                # The seat is open to others now: whoever had it must not hear another word.
                left += self.listeners[entry.seat]
                self.listeners[entry.seat] = set()
        return left
