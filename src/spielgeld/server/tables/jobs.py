"""What waits at a table: jobs, which may change it, and views, which only look at it."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from spielgeld.engine import NotAllowed, Refusal
from spielgeld.table.entries import AnyEntry
from spielgeld.table.state import TableState

PATIENCE = 10.0
"""Seconds a job or a view waits at most."""
STORE_DOWN, COME_BACK = "store_down", "come_back"
NOT_KNOWN = frozenset({STORE_DOWN, COME_BACK})
"""After these refusals nobody knows whether a command was carried out: sockets are closed without
an answer, and their clients send it again."""

Decide = Callable[[TableState, float], list[AnyEntry]]
"""Given the state and the time: entries for the log, or a refusal raised."""
Done = Callable[[Refusal | None], None]
"""Called when a job is durable or a view has been taken (None), or when it is refused."""


def always() -> bool:
    """Return True: somebody waits for the job, or it does not matter."""
    return True


def ignore(_: Refusal | None = None) -> None:
    """Do nothing about the outcome of a job that nobody waits for."""


@dataclass(slots=True, frozen=True, eq=False)
class Job:
    """Something to be decided at a table."""

    decide: Decide
    done: Done
    is_wanted: Callable[[], bool] = always
    """Asked before it is decided: an HTTP client may have hung up."""
    born: float = field(default_factory=time.monotonic)


@dataclass(slots=True, frozen=True, eq=False)
class View:
    """Something that is read from a table between two passes."""

    look: Callable[[TableState], object]
    done: Done
    born: float = field(default_factory=time.monotonic)


def is_old(waiting: Job | View) -> bool:
    """Return True if it has waited for too long."""
    return time.monotonic() - waiting.born > PATIENCE


def store_down() -> NotAllowed:
    """Return the refusal of what could not be stored or read."""
    return NotAllowed(STORE_DOWN, "the database cannot be reached now")


def come_back() -> NotAllowed:
    """Return the refusal of what has to be sent again on another connection."""
    return NotAllowed(COME_BACK, "send that again on a new connection")
