"""The embedded store: one file, one writer, readers who never wait for it."""

import os
import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from spielgeld.server.store.async_store import AsyncStore
from spielgeld.server.store.interface import (
    BARE,
    LISTED_FOR,
    Append,
    Log,
    StoreDown,
    StoreUnusable,
    TableInfo,
)
from spielgeld.server.store.schema import apply_missing
from spielgeld.server.store.write_probe import WriteProbe

APPLICATION = 0x4D6F6E79  # "Mony": what SQLite's header calls the program a file belongs to
SWEPT_AT_ONCE = 100  # tables dropped per transaction, so that play goes on in between
BUSY = 5.0  # seconds to wait for another program that holds the file
WRONG = {
    sqlite3.SQLITE_NOTADB: "is not a database",
    sqlite3.SQLITE_CORRUPT: "is damaged",
    sqlite3.SQLITE_FULL: "cannot grow: the disk is full",
    sqlite3.SQLITE_READONLY: "cannot be written: it or its folder is read-only",
    sqlite3.SQLITE_CANTOPEN: "cannot be opened",
    sqlite3.SQLITE_IOERR: "cannot be read or written: the disk failed or refused",
}

CREATE = """
INSERT INTO tables (code, status, listed, awake, summary, created, touched)
VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
"""
LAST = "SELECT max(number) FROM entries WHERE code = ?"
INSERT = "INSERT INTO entries VALUES (?, ?, ?)"
# Not with every entry, because that would write another page of the file.
TOUCH = "UPDATE tables SET touched = :at WHERE code = :code AND touched < :at - 60"
CHANGE = "UPDATE tables SET status = ?, listed = ?, awake = ?, summary = ? WHERE code = ?"
KEEP_RECORD = "INSERT OR REPLACE INTO records (code, record, touched) VALUES (?, ?, ?)"
LISTED = """
SELECT code, summary FROM tables WHERE listed AND status <> 'finished'
AND (awake OR touched > ?) ORDER BY created DESC, code LIMIT ?
"""
SLEEP = "UPDATE tables SET awake = 0 WHERE awake"
FINISHED = """
SELECT code FROM tables WHERE status = 'finished' AND touched < ?
AND EXISTS (SELECT 1 FROM records WHERE records.code = tables.code) LIMIT ?
"""
UNTOUCHED = "SELECT code FROM tables WHERE touched < ? LIMIT ?"
COUNT_FINISHED = """
SELECT count(*) FROM tables WHERE status = 'finished' AND touched < ?
AND EXISTS (SELECT 1 FROM records WHERE records.code = tables.code)
"""
COUNT_UNTOUCHED = """
SELECT (SELECT count(*) FROM tables WHERE touched < ?1) + (
    SELECT count(*) FROM records WHERE touched < ?1 AND code NOT IN (SELECT code FROM tables)
)
"""
LOG = "SELECT entry FROM entries WHERE code = ? ORDER BY number"
KEEP_NOTE = "INSERT OR REPLACE INTO notes (name, note) VALUES (?, ?)"
PURGE_RECORDS = "DELETE FROM records WHERE touched < ? AND code NOT IN (SELECT code FROM tables)"


class Sqlite:
    """A store in one file for one process. Accepted means synced to the disk."""

    def __init__(self, path: str) -> None:
        self._path = Path(path)
        self._writer_lock = threading.RLock()
        self._readers_lock = threading.Lock()
        self._idle_readers: list[sqlite3.Connection] = []
        self._probe = WriteProbe(self._path)
        with self._translated_errors():
            self._create_private()
            self.writer = self._connect()
            """The only connection that writes; one thread at a time uses it."""
            try:
                self._refuse_foreign()
                self._use_log()
                self.writer.execute("PRAGMA synchronous = FULL")
            except BaseException:
                self.writer.close()
                raise

    def migrate(self) -> None:
        with self._writing() as database:
            apply_missing("sqlite", lambda sql: database.execute(_understood(sql)))
            database.execute(f"PRAGMA application_id = {APPLICATION}")
            database.execute(SLEEP)  # nobody is connected yet

    def create(self, append: Append) -> None:
        self.write([append])

    def write(self, appends: Sequence[Append]) -> list[bool]:
        """Write in one transaction, durable on return; each table is named once.

        True per append, or False where another writer was first: nothing of that append is
        written then.
        """
        with self._writing() as database:
            return [_write(database, append) for append in appends]

    def load(self, table: str) -> Log:
        with self._reading() as database:
            return Log([entry for (entry,) in database.execute(LOG, (table,))])

    def summary(self, table: str) -> bytes | None:
        summary: bytes | None = self._one("SELECT summary FROM tables WHERE code = ?", table)
        return summary

    def listed(self, limit: int) -> list[tuple[str, bytes]]:
        with self._reading() as database:
            return database.execute(LISTED, (time.time() - LISTED_FOR, limit)).fetchall()

    def record(self, table: str) -> bytes | None:
        record: bytes | None = self._one("SELECT record FROM records WHERE code = ?", table)
        return record

    def archive(self, finished_before: float) -> int:
        return self._sweep(FINISHED, finished_before, ("entries", "tables"))

    def purge(self, untouched_before: float) -> int:
        swept = self._sweep(UNTOUCHED, untouched_before, ("entries", "records", "tables"))
        with self._writing() as database:
            return swept + database.execute(PURGE_RECORDS, (untouched_before,)).rowcount

    def count_finished(self, finished_before: float) -> int:
        return int(self._one(COUNT_FINISHED, finished_before))

    def count_untouched(self, untouched_before: float) -> int:
        return int(self._one(COUNT_UNTOUCHED, untouched_before))

    def note(self, name: str) -> bytes:
        return self._one("SELECT note FROM notes WHERE name = ?", name) or b""

    def keep_note(self, name: str, note: bytes) -> None:
        with self._writing() as database:
            database.execute(KEEP_NOTE, (name, note))

    def ping(self) -> None:
        with self._reading() as database:
            database.execute("SELECT 1 FROM tables LIMIT 1").fetchone()
        self._probe.check()

    def close(self) -> None:
        with self._writer_lock, self._readers_lock:
            for connection in [*self._idle_readers, self.writer]:
                connection.close()
            self._idle_readers.clear()

    def _create_private(self) -> None:
        self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600))

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(
            self._path, timeout=BUSY, isolation_level=None, check_same_thread=False
        )
        connection.execute("PRAGMA cache_size = -16000")
        return connection

    def _use_log(self) -> None:
        """Switch to write-ahead logging; while others open the file too, SQLite does not wait."""
        give_up = time.monotonic() + BUSY
        while True:
            try:
                self.writer.execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError as error:
                is_busy = error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY
                if not is_busy or time.monotonic() > give_up:
                    raise
            time.sleep(0.01)

    def _refuse_foreign(self) -> None:
        # In this order: another of our processes may be making the schema right now.
        (schema,) = self.writer.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        (owner,) = self.writer.execute("PRAGMA application_id").fetchone()
        if schema and owner != APPLICATION:
            raise StoreUnusable(f"{self._path} is another program's database.")

    def _one(self, sql: str, value: object) -> Any:
        with self._reading() as database:
            row = database.execute(sql, (value,)).fetchone()
        return row[0] if row else None

    def _sweep(self, which: str, before: float, kinds: tuple[str, ...]) -> int:
        swept = 0
        while True:
            with self._writing() as database:
                codes = database.execute(which, (before, SWEPT_AT_ONCE)).fetchall()
                for kind in kinds:
                    database.executemany(f"DELETE FROM {kind} WHERE code = ?", codes)  # noqa: S608
            swept += len(codes)
            if len(codes) < SWEPT_AT_ONCE:
                return swept

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """The writer inside a transaction."""
        with self._writer_lock, self._translated_errors():
            self.writer.execute("BEGIN IMMEDIATE")
            try:
                yield self.writer
                self.writer.execute("COMMIT")
            except BaseException:
                if self.writer.in_transaction:
                    self.writer.execute("ROLLBACK")
                raise

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        with self._translated_errors():
            with self._readers_lock:
                reader = self._idle_readers.pop() if self._idle_readers else None
            reader = reader or self._connect()
            try:
                yield reader
            finally:
                with self._readers_lock:
                    self._idle_readers.append(reader)

    @contextmanager
    def _translated_errors(self) -> Iterator[None]:
        """Say in a sentence what is wrong with the file."""
        try:
            yield
        except OSError as error:
            reason = f"{error.filename}: {error.strerror}"
            raise StoreUnusable(f"{self._path} cannot be opened ({reason}).") from error
        except sqlite3.Error as error:
            code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # without its finer details
            if code in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
                raise StoreDown(f"{self._path} is held by another program.") from error
            if code not in WRONG:
                raise
            raise StoreUnusable(f"{self._path} {WRONG[code]}.") from error


class SqliteLane:
    """The lane of the only process that writes: nothing is locked."""

    def __init__(self, store: AsyncStore[Sqlite]) -> None:
        self._store = store

    async def commit(self, appends: Sequence[Append]) -> None:
        """Write in one transaction."""
        if not appends:
            return
        write = partial(self._store.database.write, appends)
        if not all(await self._store.ask_patiently(write, "write")):
            raise StoreUnusable("Another program writes to the tables.")

    async def close(self) -> None:
        """Do nothing: the store closes the database."""


def _understood(sql: str) -> str:
    """The statement without what this SQLite is too old for."""
    return sql if sqlite3.sqlite_version_info >= (3, 37) else sql.replace(") STRICT", ")")


def _write(database: sqlite3.Connection, append: Append) -> bool:
    """Write an append, unless the table's log does not end where its writer believes."""
    if append.after == 0:
        values = (append.table, *_row(append.info or BARE), append.at, append.at)
        if not database.execute(CREATE, values).rowcount:
            return False
    else:
        if database.execute(LAST, (append.table,)).fetchone() != (append.after,):
            return False
        database.execute(TOUCH, {"code": append.table, "at": append.at})
        if append.info:
            database.execute(CHANGE, (*_row(append.info), append.table))
    numbered = enumerate(append.entries, append.after + 1)
    database.executemany(INSERT, [(append.table, number, entry) for number, entry in numbered])
    if append.record:
        database.execute(KEEP_RECORD, (append.table, append.record, append.at))
    return True


def _row(info: TableInfo) -> tuple[object, ...]:
    return info.status, info.listed, bool(info.through), info.summary
