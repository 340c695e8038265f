"""The store for several processes: PostgreSQL. What they decide is written in `lane.py`."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg_pool import ConnectionPool

from spielgeld.server.store import postgres_sql as sql
from spielgeld.server.store.interface import (
    BARE,
    LISTED_FOR,
    SILENT_AFTER,
    Append,
    Beat,
    Log,
    StoreDown,
    StoreUnusable,
)
from spielgeld.server.store.schema import apply_missing

MIGRATING = 0x4D6F6E79  # the advisory lock under which one process at a time migrates
Connection = psycopg.Connection[tuple[Any, ...]]
# A vanished server is noticed after seconds, not after the system's quarter of an hour.
CONNECTING: dict[str, Any] = {
    "autocommit": True,
    "application_name": "spielgeld",
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
PASSES = "spielgeld-pass"
"""The application name of the connections that hold locks."""


class Postgres:
    """A store that processes share."""

    def __init__(self, url: str) -> None:
        try:
            conninfo_to_dict(url)
        except psycopg.ProgrammingError:
            # Not quoted, nor chained: it may hold a password.
            raise StoreUnusable("The database's address cannot be read.") from None
        self.url = url
        # Short patience here: whoever waits tries again, and each try connects anew.
        self._pool: ConnectionPool[Connection] = ConnectionPool(
            url,
            kwargs=CONNECTING,
            min_size=1,
            max_size=8,
            timeout=2,
            reconnect_timeout=1,
            open=False,
        )

    def migrate(self) -> None:
        try:
            with psycopg.connect(self.url, **CONNECTING) as connection, connection.transaction():
                connection.execute("SELECT pg_advisory_xact_lock(%s)", (MIGRATING,))
                apply_missing("postgresql", lambda sql: connection.execute(sql.encode()))
        except psycopg.OperationalError as error:
            raise StoreDown(sentence(error)) from error
        except psycopg.Error as error:
            raise StoreUnusable(f"The database cannot be prepared: {sentence(error)}") from error
        self._pool.open()

    def create(self, append: Append) -> None:
        row = append.info or BARE
        values = {
            "code": append.table,
            "last": len(append.entries),
            "head": append.head,
            "status": row.status,
            "listed": row.listed,
            "through": list(row.through),
            "summary": row.summary,
            "at": append.at,
            "entries": list(append.entries),
        }
        self._run(sql.CREATE, values)

    def load(self, table: str) -> Log:
        rows = self._all(sql.LOAD, (table,))
        head, author, _ = rows[0] if rows else (0, "", b"")
        return Log([entry for *_, entry in rows], head, author)

    def summary(self, table: str) -> bytes | None:
        summary: bytes | None = self._one("SELECT summary FROM tables WHERE code = %s", table)
        return summary

    def listed(self, limit: int) -> list[tuple[str, bytes]]:
        found = self._all(sql.LISTED, (LISTED_FOR, SILENT_AFTER, limit))
        return [(code, summary) for code, summary in found]

    def record(self, table: str) -> bytes | None:
        record: bytes | None = self._one("SELECT record FROM records WHERE code = %s", table)
        return record

    def archive(self, finished_before: float) -> int:
        return len(self._all(sql.ARCHIVE, (finished_before,)))

    def purge(self, untouched_before: float) -> int:
        purged = self._all(sql.PURGE, (untouched_before,))
        return len(purged) + self._run(sql.PURGE_RECORDS, (untouched_before,))

    def count_finished(self, finished_before: float) -> int:
        return int(self._one(sql.COUNT_FINISHED, finished_before))

    def count_untouched(self, untouched_before: float) -> int:
        return int(self._one(sql.COUNT_UNTOUCHED, untouched_before, untouched_before))

    def beat(self, process: str) -> list[Beat]:
        """Say that the process lives; return the beats of all."""
        self._run(sql.BEAT, (process,))
        return [Beat(*row) for row in self._all(sql.BEATS, ())]

    def forget_processes(self, names: Sequence[str]) -> None:
        """Remove the beats of processes that are dead, or end now."""
        self._run(sql.FORGET_PROCESSES, (list(names),))

    def positions(self, tables: Sequence[str]) -> dict[str, tuple[int, int]]:
        """Return `last` and `head` of these tables."""
        found = self._all(sql.POSITIONS, (list(tables),))
        return {code: (last, head) for code, last, head in found}

    def reap(self) -> int:
        """End the transactions that hold locks for too long; return how many there were."""
        return int(self._one(sql.REAP, PASSES))

    def note(self, name: str) -> bytes:
        return self._one("SELECT note FROM notes WHERE name = %s", name) or b""

    def keep_note(self, name: str, note: bytes) -> None:
        self._run(sql.KEEP_NOTE, (name, note))

    def ping(self) -> None:
        self._run("SELECT 1 FROM tables LIMIT 1", ())

    def close(self) -> None:
        self._pool.close()

    def _one(self, query: sql.Query, *values: object) -> Any:
        rows = self._all(query, values)
        return rows[0][0] if rows else None

    def _all(self, query: sql.Query, values: tuple[object, ...]) -> list[tuple[Any, ...]]:
        with self.connection() as connection:
            return connection.execute(query, values, binary=True).fetchall()

    def _run(self, query: sql.Query, values: Sequence[object] | Mapping[str, object]) -> int:
        with self.connection() as connection:
            return connection.execute(query, values).rowcount

    @contextmanager
    def connection(self) -> Iterator[Connection]:
        """A connection of the pool; raises `StoreDown` where the database is not there."""
        connection: Connection | None = None
        try:
            with self._pool.connection() as connection:
                yield connection
        except (psycopg.OperationalError, psycopg.InterfaceError, psycopg.InternalError) as error:
            if connection is not None and connection.broken:
                self._pool.check()  # the idle ones are likely broken too
            raise StoreDown(sentence(error)) from error


def sentence(error: psycopg.Error) -> str:
    return str(error).partition("\n")[0] or type(error).__name__
