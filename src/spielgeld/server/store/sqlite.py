"""The embedded store: one file, one writer, readers who never wait for it."""

import os
import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from spielgeld.server.store.interface import (
    BARE,
    LISTED_FOR,
    Append,
    Log,
    StoreDown,
    StoreUnusable,
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
LAST = """
WITH wanted (code) AS (VALUES {rows})
SELECT code, (SELECT max(number) FROM entries WHERE entries.code = wanted.code) FROM wanted
"""
TOUCH = """
WITH wanted (code, at) AS (VALUES {rows})
UPDATE tables SET touched = max(touched, wanted.at) FROM wanted WHERE tables.code = wanted.code
"""
INSERT = "INSERT INTO entries VALUES {rows}"
AT_ONCE = 128
"""Rows a statement takes at most; SQLite caches one statement for each number up to it."""
TOUCHED_EVERY = 60.0
"""Seconds for which `touched` may lag behind the entries."""
REMEMBERED = 50_000
"""Capacity of the cache of how far tables' logs go."""
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
SELECT (SELECT count(*) FROM tables WHERE touched < :before) + (
    SELECT count(*) FROM records WHERE touched < :before AND code NOT IN (SELECT code FROM tables)
)
"""
KEEP_NOTE = "INSERT OR REPLACE INTO notes (name, note) VALUES (?, ?)"
PURGE_RECORDS = "DELETE FROM records WHERE touched < ? AND code NOT IN (SELECT code FROM tables)"


class _Known(NamedTuple):
    """What is cached of a table that was written to."""

    last: int
    """The number of its last entry."""
    touched: float
    """When its row was last touched."""


class Sqlite:
    """A store in one file for one process. Accepted means synced to the disk."""

    def __init__(self, path: str) -> None:
        self._path = Path(path)
        self._writer_lock = threading.RLock()
        self._readers_lock = threading.Lock()
        self._idle_readers: list[sqlite3.Connection] = []
        self._known: dict[str, _Known] = {}
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

    def write(self, appends: Sequence[Append]) -> list[bool]:
        with self._writer_lock:
            plain, special = self._sorted(appends)
            rows = [row for place in plain for row in _rows(appends[place])]
            won = [False] * len(appends)
            try:
                if special:
                    self._write_carefully(appends, special, rows, won)
                elif rows:
                    self._insert(rows)
            except sqlite3.IntegrityError:  # nothing is in: another program may have been first
                if not plain:
                    raise
                self._known.clear()
                return self.write(appends)
            for place in plain:
                won[place] = True
                append = appends[place]
                touched = self._known[append.table].touched
                self._known[append.table] = _Known(append.after + len(append.entries), touched)
            return won

    def write_at_once(self, appends: Sequence[Append]) -> list[bool] | None:
        """Unless the file is in use: then somebody has to wait."""
        if not self._writer_lock.acquire(blocking=False):
            return None
        try:
            self.writer.execute("PRAGMA busy_timeout = 0")
            return self.write(appends)
        except StoreDown:
            return None
        finally:
            self.writer.execute(f"PRAGMA busy_timeout = {round(1000 * BUSY)}")
            self._writer_lock.release()

    def _sorted(self, appends: Sequence[Append]) -> tuple[list[int], list[int]]:
        """Return the places of appends that are entries alone, with a cached end; the others."""
        plain: list[int] = []
        special: list[int] = []
        for place, append in enumerate(appends):
            known = self._known.get(append.table)
            is_next = known is not None and append.after == known.last
            is_plain = is_next and not append.info and not append.record
            if is_plain and known and append.at - known.touched <= TOUCHED_EVERY:
                plain.append(place)
            else:
                special.append(place)
        return plain, special

    def _insert(self, rows: list[tuple[object, ...]]) -> None:
        if len(rows) > AT_ONCE:
            with self._writing() as database:
                _all_at_once(database, INSERT, rows)
            return
        with self._translated_errors():  # a statement is a transaction by itself
            self.writer.execute(INSERT.format(rows=_places(rows)), _flat(rows))

    def _write_carefully(
        self,
        appends: Sequence[Append],
        special: list[int],
        rows: list[tuple[object, ...]],
        won: list[bool],
    ) -> None:
        """Write appends that may lose or change the table's row, together with the simple ones."""
        with self._writing() as database:
            for place in _moved(database, appends, special):
                rows += _rows(appends[place])
                won[place] = True
            _all_at_once(database, INSERT, rows)
        if len(self._known) > REMEMBERED:
            named = [append.table for append in appends if append.table in self._known]
            self._known = {table: self._known[table] for table in named}
        for place in special:
            append = appends[place]
            self._known.pop(append.table, None)
            if won[place]:
                end = append.after + len(append.entries)
                self._known[append.table] = _Known(end, append.at)

    def read(self, table: str, after: int = 0) -> list[bytes]:
        sql = "SELECT entry FROM entries WHERE code = ? AND number > ? ORDER BY number"
        with self._reading() as database:
            return [entry for (entry,) in database.execute(sql, (table, after))]

    def create(self, append: Append) -> None:
        self.write([append])

    def load(self, tables: Sequence[str]) -> list[Log]:
        return [Log(self.read(table)) for table in tables]

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
        with self._reading() as database:
            (count,) = database.execute(COUNT_FINISHED, (finished_before,)).fetchone()
        return int(count)

    def count_untouched(self, untouched_before: float) -> int:
        with self._reading() as database:
            found = database.execute(COUNT_UNTOUCHED, {"before": untouched_before}).fetchone()
        return int(found[0])

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
            self._path,
            timeout=BUSY,
            isolation_level=None,
            check_same_thread=False,
            cached_statements=4 * AT_ONCE,
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

    def _one(self, sql: str, table: str) -> Any:
        with self._reading() as database:
            row = database.execute(sql, (table,)).fetchone()
        return row[0] if row else None

    def _sweep(self, which: str, before: float, kinds: tuple[str, ...]) -> int:
        swept = 0
        while True:
            with self._writing() as database:
                codes = database.execute(which, (before, SWEPT_AT_ONCE)).fetchall()
                for (code,) in codes:
                    self._known.pop(code, None)
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


def _understood(sql: str) -> str:
    """The statement without what this SQLite is too old for."""
    return sql if sqlite3.sqlite_version_info >= (3, 37) else sql.replace(") STRICT", ")")


def _moved(database: sqlite3.Connection, appends: Sequence[Append], places: list[int]) -> list[int]:
    """Return the places of the appends that came first; their tables' rows are up to date."""
    created = [place for place in places if appends[place].after == 0]
    created = [place for place in created if _created(database, appends[place])]
    later = [place for place in places if appends[place].after > 0]
    ends = dict(_all_at_once(database, LAST, [(appends[place].table,) for place in later]))
    moved = [place for place in later if ends[appends[place].table] == appends[place].after]
    touched = [(appends[place].table, appends[place].at) for place in moved]
    _all_at_once(database, TOUCH, touched)
    for append in [appends[place] for place in moved]:
        if append.info:
            database.execute(CHANGE, (*_row(append), append.table))
    for append in [appends[place] for place in (*created, *moved)]:
        if append.record:
            database.execute(KEEP_RECORD, (append.table, append.record, append.at))
    return created + moved


def _created(database: sqlite3.Connection, append: Append) -> bool:
    values = (append.table, *_row(append), append.at, append.at)
    return database.execute(CREATE, values).rowcount == 1


def _row(append: Append) -> tuple[object, ...]:
    status, listed, through, summary = append.info or BARE
    return status, listed, bool(through), summary


def _all_at_once(
    database: sqlite3.Connection, sql: str, rows: Sequence[tuple[object, ...]]
) -> list[tuple[Any, ...]]:
    """Run the statement over many rows at a time; what it returns.

    Each statement releases the GIL and has to acquire it again from a busy event loop, so there
    should be few.
    """
    returned: list[tuple[Any, ...]] = []
    for first in range(0, len(rows), AT_ONCE):
        some = rows[first : first + AT_ONCE]
        returned += database.execute(sql.format(rows=_places(some)), _flat(some)).fetchall()
    return returned


def _rows(append: Append) -> list[tuple[object, ...]]:
    numbered = enumerate(append.entries, append.after + 1)
    return [(append.table, number, entry) for number, entry in numbered]


def _places(rows: Sequence[tuple[object, ...]]) -> str:
    """`(?, ?), (?, ?)`"""
    return ", ".join(["(" + ", ".join("?" * len(rows[0])) + ")"] * len(rows))


def _flat(rows: Sequence[tuple[object, ...]]) -> list[object]:
    return [value for row in rows for value in row]
