"""What the server needs of a database: a numbered log for each table, and records."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, Protocol


class StoreTrouble(Exception):
    """What was asked of the database was not done, or is not known to be."""


class StoreDown(StoreTrouble):
    """The database cannot be reached now; try again."""


class StoreUnusable(StoreTrouble):
    """The database cannot be used until somebody mends it; the sentence says what is wrong."""


class TableInfo(NamedTuple):
    """What the lobby and retention need of a table without replaying it."""

    status: str
    """`waiting`, `playing` or `finished`."""
    listed: bool
    through: tuple[str, ...]
    """The processes through which people are connected."""
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
    head: int = 0
    """The hash of the whole log with these entries, if processes share tables."""


class Log(NamedTuple):
    """A table as the store has it."""

    entries: list[bytes]
    """All of them; none for an unknown table."""
    head: int = 0
    author: str = ""
    """The process that has written last."""


class Locked(NamedTuple):
    """The row of a table that was locked."""

    last: int
    """The number of the last entry."""
    head: int
    now: float
    """The database's clock, in epoch seconds."""


class Newer(NamedTuple):
    """A table's row, and the entries after those that somebody knew."""

    last: int
    head: int
    author: str
    entries: list[bytes]


class Beat(NamedTuple):
    """The sign of life of a process."""

    name: str
    beats: int
    age: float
    """Seconds, by the database's clock."""
    now: float
    """The database's clock, in epoch seconds."""


BARE = TableInfo("waiting", listed=False, through=(), summary=b"{}")
"""The row of a table that was created without one."""
LISTED_FOR = 3600.0
"""Seconds a listed table nobody is connected to stays in the lobby."""
SILENT_AFTER = 5.0
"""Seconds without a beat after which a process counts as dead."""


class Store(Protocol):
    """Synchronous and safe to call from several threads; every method may raise `StoreDown`."""

    def migrate(self) -> None:
        """Bring the schema up to date; first of all, and harmless when others do it too."""
        ...

    def create(self, append: Append) -> None:
        """Write a new table, durable on return; harmless if it is done twice."""
        ...

    def load(self, table: str) -> Log:
        """Return the whole log of a table."""
        ...

    def summary(self, table: str) -> bytes | None:
        """Return the summary of a table; None for an unknown one."""
        ...

    def listed(self, limit: int) -> list[tuple[str, bytes]]:
        """Return code and summary of the lobby's tables, newest first."""
        ...

    def record(self, table: str) -> bytes | None:
        """Return the record of the table's last finished match."""
        ...

    def archive(self, finished_before: float) -> int:
        """Drop the logs of tables finished and left since before then; their records stay."""
        ...

    def purge(self, untouched_before: float) -> int:
        """Forget tables and records not touched since then."""
        ...

    def count_finished(self, finished_before: float) -> int:
        """Return how many tables `archive` would drop."""
        ...

    def count_untouched(self, untouched_before: float) -> int:
        """Return how many tables and records `purge` would forget."""
        ...

    def note(self, name: str) -> bytes:
        """Return what was noted under that name last; empty if nothing was."""
        ...

    def keep_note(self, name: str, note: bytes) -> None:
        """Note it, in place of what was there."""
        ...

    def ping(self) -> None:
        """Raise unless the database answers and can be written to."""
        ...

    def close(self) -> None: ...


class TableStore(Protocol):
    """What running tables needs of a store, as the event loop sees it."""

    async def create(self, append: Append) -> None:
        """Write a new table, durable on return."""
        ...

    async def load(self, table: str) -> Log:
        """Return the whole table."""
        ...

    async def summary(self, table: str) -> bytes | None:
        """Return the summary of a table; None for an unknown one."""
        ...

    async def listed(self, limit: int) -> list[tuple[str, bytes]]:
        """Return code and summary of the lobby's tables, newest first."""
        ...

    async def record(self, table: str) -> bytes | None:
        """Return the record of the table's last finished match."""
        ...


class Lane(Protocol):
    """The way on which one transaction after the other is run."""

    async def commit(self, appends: Sequence[Append]) -> None:
        """Write, if there is anything to write, and end the transaction.

        After `StoreTrouble` the appends may be durable or not.
        """
        ...

    async def close(self) -> None: ...


class SharedLane(Lane, Protocol):
    """A connection of a shared store; the next `lock` or `newer` after trouble connects again."""

    async def lock(self, tables: Sequence[str]) -> dict[str, Locked]:
        """Begin a transaction and lock the rows that nobody else has locked."""
        ...

    async def newer(self, known: Mapping[str, int]) -> dict[str, Newer]:
        """Return rows and newer entries of tables, each with the last number known."""
        ...


class Notices(Protocol):
    """Short texts that a shared store passes on to all processes; any may be lost."""

    async def send(self, text: str) -> None: ...

    async def listen(self, heard: Callable[[str], None]) -> None:
        """Call back for every text, this process's own included, until the connection is lost."""
        ...

    async def close(self) -> None: ...
