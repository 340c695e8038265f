"""The store of a browser: logs in memory, made durable by the page in IndexedDB."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

import msgspec

from spielgeld.server.store.interface import Append, Log, StoreUnusable
from spielgeld.server.tables.summary import info_of
from spielgeld.table.entries import read_entry
from spielgeld.table.transitions import replay_table

WriteAppends = Callable[[str], Awaitable[object]]
"""Writes a JSON list of `StoredAppend` in one transaction; when it returns, they are durable."""


class StoredAppend(msgspec.Struct, frozen=True, kw_only=True):
    """One append, as the page writes it to IndexedDB."""

    table: str
    after: int
    """The number of the last entry before these."""
    entries: list[str]
    record: str | None
    summary: str | None


@dataclass
class _Table:
    log: list[bytes] = field(default_factory=list)
    record: bytes | None = None
    """The last record, if there is one."""


class LocalStore:
    """A `TableStore` and its only `Lane`: every stored entry is ours."""

    def __init__(self, write: WriteAppends) -> None:
        self._write = write
        self._tables: dict[str, _Table] = {}

    def restore(self, table: str, entries: list[str], record: str | None) -> None:
        """Take in one table as it was stored before."""
        log = [entry.encode() for entry in entries]
        self._tables[table] = _Table(log, record.encode() if record else None)

    async def create(self, append: Append) -> None:
        """Write a new table, durable on return."""
        await self.commit([append])

    async def commit(self, appends: Sequence[Append]) -> None:
        """Write in one transaction of the browser's database."""
        if not appends:
            return
        stored = msgspec.json.encode([_stored(append) for append in appends]).decode()
        try:
            await self._write(stored)
        except Exception as failure:  # full, denied or gone
            raise StoreUnusable(type(failure).__name__) from None
        for append in appends:
            table = self._tables.setdefault(append.table, _Table())
            table.log.extend(append.entries)
            table.record = append.record or table.record

    async def close(self) -> None:
        """Do nothing: the page closes the database."""

    async def load(self, table: str) -> Log:
        """Return the whole table."""
        found = self._tables.get(table)
        return Log(list(found.log) if found else [])

    async def summary(self, table: str) -> bytes | None:
        """Return the summary of a table; None for an unknown one."""
        found = self._tables.get(table)
        if found is None:
            return None
        log = [read_entry(entry) for entry in found.log]
        return info_of(replay_table(table, log)).summary

    async def record(self, table: str) -> bytes | None:
        """Return the record of the table's last finished match."""
        found = self._tables.get(table)
        return found.record if found else None

    async def listed(self, limit: int) -> list[tuple[str, bytes]]:  # noqa: ARG002
        """Return no tables: nobody else can sit down here."""
        return []


def _stored(append: Append) -> StoredAppend:
    return StoredAppend(
        table=append.table,
        after=append.after,
        entries=[entry.decode() for entry in append.entries],
        record=append.record.decode() if append.record else None,
        summary=append.info.summary.decode() if append.info else None,
    )
