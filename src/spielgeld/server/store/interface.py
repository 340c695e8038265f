"""What the server needs of a database: a numbered log per table, records, and leases."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol


class StoreTrouble(Exception):
    """What was asked of the database was not done, or is not known to be."""


class StoreDown(StoreTrouble):
    """The database cannot be reached now; try again."""


class StoreUnusable(StoreTrouble):
    """The database cannot be used until somebody mends it; the sentence says what is wrong."""


class TableInfo(NamedTuple):
    """What the lobby, leases and retention need of a table without replaying it."""

    status: str
    """`waiting`, `playing` or `finished`."""
    listed: bool
    awake: bool
    """A person is connected, so bots and clocks run."""
    summary: bytes
    """JSON for the lobby."""


class Append(NamedTuple):
    """Entries for one table's log, decided by a writer who knew it up to `after`."""

    table: str
    after: int
    """Number of the last entry the writer knows; 0 creates the table."""
    entries: tuple[bytes, ...]
    """They get the numbers after + 1, after + 2 and so on."""
    info: TableInfo | None
    """None: unchanged."""
    record: bytes | None
    """The finished match's record, kept when the log is gone."""
    at: float
    """Epoch seconds."""


class Log(NamedTuple):
    """A table as the store has it."""

    entries: list[bytes]
    """All of them; none for an unknown table."""
    runner: str
    """The node that runs it, alive or not."""


class Cluster(NamedTuple):
    """What a node has to know about itself and the others."""

    mine: list[str]
    """The awake tables it runs."""
    alive: list[str]
    """All nodes that live."""


BARE = TableInfo("waiting", listed=False, awake=False, summary=b"{}")
"""The row of a table that was created without one."""
LISTED_FOR = 3600.0
"""Seconds a listed table nobody is connected to stays in the lobby."""
TAKEN_OVER_AT_ONCE = 200
"""Most tables one beat takes over, so that the living nodes share a dead one's."""


class Store(Protocol):
    """Synchronous and safe to call from several threads; every method may raise `StoreDown`."""

    def migrate(self) -> None:
        """Bring the schema up to date; first of all, and harmless when others do it too."""
        ...

    def write(self, appends: Sequence[Append], node: str) -> list[bool]:
        """Write in one transaction, durable on return.

        True per append, or False where another writer was first: nothing of that append is
        written then. Several appends may name the same table, in order; those that build upon
        each other stand or fall together.
        """
        ...

    def write_at_once(self, appends: Sequence[Append], node: str) -> list[bool] | None:
        """The same, from the event loop; None, with nothing written, if that is not the place."""
        ...

    def read(self, table: str, after: int = 0) -> list[bytes]:
        """The entries numbered after + 1 onwards; none for an unknown table."""
        ...

    def read_several(self, wanted: Sequence[tuple[str, int]]) -> list[list[bytes]]:
        """The same for several tables, each named with its `after`."""
        ...

    def runners(self, tables: Sequence[str]) -> list[str]:
        """Who runs each of them, alive or not; empty for an unknown table."""
        ...

    def listed(self, limit: int) -> list[tuple[str, bytes]]:
        """Code and summary of the lobby's tables, newest first."""
        ...

    def record(self, table: str) -> bytes | None:
        """The record of the table's last finished match."""
        ...

    def archive(self, finished_before: float) -> int:
        """Drop the logs of tables finished and left since before then; their records stay."""
        ...

    def purge(self, untouched_before: float) -> int:
        """Forget tables and records not touched since then."""
        ...

    def beat(self, node: str, dead_after: float) -> list[str]:
        """Say that the node lives; take over awake tables of dead nodes and return their codes."""
        ...

    def cluster(self, node: str, dead_after: float) -> Cluster:
        """Which awake tables the node runs now, and which nodes live."""
        ...

    def claim(self, table: str, node: str, dead_after: float) -> str | None:
        """Make the node the table's runner, unless a living node is, and the table awake or new.

        New is a table whose match has not begun. Returns who runs it now, None for an unknown
        table. A node that has not beaten counts as dead.
        """
        ...

    def hand_over(self, heirs: Mapping[str, str], node: str) -> list[str]:
        """Let other nodes run these tables of this one, each the node that is named for it.

        Returns which were handed over; one that is being written to may be left out this time.
        """
        ...

    def retire(self, node: str) -> None:
        """End gracefully: the node's tables may be taken over at once."""
        ...

    def count_finished(self, finished_before: float) -> int:
        """How many tables `archive` would drop."""
        ...

    def count_untouched(self, untouched_before: float) -> int:
        """How many tables and records `purge` would forget."""
        ...

    def note(self, name: str) -> bytes:
        """What was noted under that name last; empty if nothing was."""
        ...

    def keep_note(self, name: str, note: bytes) -> None:
        """Note it, in place of what was there."""
        ...

    def ping(self) -> None:
        """Raise unless the database answers and, if it is a file, there is room to write."""
        ...

    def close(self) -> None: ...
