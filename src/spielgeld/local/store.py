"""The store of a browser: logs in memory, made durable by the page in IndexedDB."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import NamedTuple

import msgspec

from spielgeld.server.store.interface import Append, Log, StoreUnusable
from spielgeld.server.store.table_store import Then, settle
from spielgeld.server.tables.summary import info_of
from spielgeld.table.entries import read_entry
from spielgeld.table.transitions import replay_table

WriteAppends = Callable[[str], Awaitable[object]]
"""Writes a JSON list of `StoredAppend` in one transaction; when it returns, they are durable."""

_encode = msgspec.json.Encoder().encode


class StoredAppend(msgspec.Struct, frozen=True, kw_only=True):
    """One append, as the page writes it to IndexedDB."""

    table: str
    after: int
    """The number of the last entry before these."""
    entries: list[str]
    record: str | None
    summary: str | None


class _Table(NamedTuple):
    log: list[bytes]
    record: list[bytes]
    """The last record; empty before there is one."""


class LocalStore:
    """A `SoleTableStore` with one writer: every stored entry is ours."""

    def __init__(self, write: WriteAppends) -> None:
        self._write = write
        self._loop = asyncio.get_running_loop()
        self._collected: list[tuple[Append, Then]] = []
        self._writing: asyncio.Task[None] | None = None
        self._tables: dict[str, _Table] = {}

    def restore(self, table: str, entries: list[str], record: str | None) -> None:
        """Take in one table as it was stored before."""
        found = [record.encode()] if record else []
        self._tables[table] = _Table([entry.encode() for entry in entries], found)

    async def create(self, append: Append) -> None:
        """Write a new table, durable on return."""
        written: asyncio.Future[bool] = self._loop.create_future()
        self.write_soon(append, settle(written))
        await written

    def write_soon(self, append: Append, then: Then) -> None:
        """All of one turn of the event loop goes into one transaction."""
        if not self._collected:
            self._loop.call_soon(self.write_now)
        self._collected.append((append, then))

    def write_now(self) -> None:
        """Start a transaction, unless one is being written: then the next one collects."""
        if self._collected and (self._writing is None or self._writing.done()):
            self._writing = self._loop.create_task(self._write_all())

    async def _write_all(self) -> None:
        while self._collected:
            batch, self._collected = self._collected, []
            appends = [_stored(append) for append, _ in batch]
            outcome: bool | Exception = True
            try:
                await self._write(_encode(appends).decode())
            except Exception as failure:  # full, denied or gone: those who wait must hear it
                outcome = StoreUnusable(type(failure).__name__)
            for append, then in batch:
                if outcome is True:
                    self._remember(append)
                then(outcome)

    def _remember(self, append: Append) -> None:
        table = self._tables.setdefault(append.table, _Table([], []))
        table.log.extend(append.entries)
        if append.record:
            table.record[:] = [append.record]

    async def load(self, table: str) -> Log:
        """Return the whole table."""
        found = self._tables.get(table)
        return Log(found.log if found else [])

    async def summary(self, table: str) -> bytes | None:
        """Return the summary of a table; None for an unknown one."""
        found = self._tables.get(table)
        if found is None:
            return None
        log = [read_entry(entry) for entry in found.log]
        return info_of(replay_table(table, log)).summary

    async def record(self, table: str) -> bytes | None:
        """The record of the table's last finished match."""
        found = self._tables.get(table)
        return found.record[0] if found and found.record else None

    async def listed(self, limit: int) -> list[tuple[str, bytes]]:  # noqa: ARG002
        """No lobby: nobody else can sit down here."""
        return []


def _stored(append: Append) -> StoredAppend:
    return StoredAppend(
        table=append.table,
        after=append.after,
        entries=[entry.decode() for entry in append.entries],
        record=append.record.decode() if append.record else None,
        summary=append.info.summary.decode() if append.info else None,
    )
