"""The store for several nodes: PostgreSQL, one statement per batch."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec
import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg_pool import ConnectionPool

from spielgeld.server.store import postgres_sql as sql
from spielgeld.server.store.append_chains import Chain, passes_of
from spielgeld.server.store.interface import (
    BARE,
    LISTED_FOR,
    TAKEN_OVER_AT_ONCE,
    Append,
    Cluster,
    StoreDown,
    StoreUnusable,
)
from spielgeld.server.store.schema import apply_missing

MIGRATING = 0x4D6F6E79  # the advisory lock under which one node at a time migrates
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


_encode = msgspec.json.Encoder().encode


class Postgres:
    """A store that nodes share; the database's clock tells who lives."""

    def __init__(self, url: str) -> None:
        try:
            conninfo_to_dict(url)
        except psycopg.ProgrammingError:
            # Not quoted, nor chained: it may hold a password.
            raise StoreUnusable("The database's address cannot be read.") from None
        self._url = url
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
            with psycopg.connect(self._url, **CONNECTING) as connection, connection.transaction():
                connection.execute("SELECT pg_advisory_xact_lock(%s)", (MIGRATING,))
                apply_missing("postgresql", lambda sql: connection.execute(sql.encode()))
        except psycopg.OperationalError as error:
            raise StoreDown(_sentence(error)) from error
        except psycopg.Error as error:
            raise StoreUnusable(f"The database cannot be prepared: {_sentence(error)}") from error
        self._pool.open()

    def write(self, appends: Sequence[Append], node: str) -> list[bool]:
        won = [False] * len(appends)
        passes = passes_of(appends)
        with self.connection() as connection:
            if len(passes) == 1:  # a statement alone is its own transaction: one round trip
                _write_pass(connection, passes[0], node, won)
            else:
                with connection.transaction():
                    for chains in passes:
                        _write_pass(connection, chains, node, won)
        return won

    def write_at_once(self, appends: Sequence[Append], node: str) -> list[bool] | None:  # noqa: ARG002
        """The event loop must not wait for another machine."""
        return None

    def read(self, table: str, after: int = 0) -> list[bytes]:
        return self.read_several([(table, after)])[0]

    def read_several(self, wanted: Sequence[tuple[str, int]]) -> list[list[bytes]]:
        logs: list[list[bytes]] = [[] for _ in wanted]
        codes, afters = [code for code, _ in wanted], [after for _, after in wanted]
        for place, entry in self._all(sql.READ, (codes, afters)):
            logs[place - 1].append(entry)
        return logs

    def runners(self, tables: Sequence[str]) -> list[str]:
        found = dict(self._all(sql.RUNNERS, (list(tables),)))
        return [found.get(code, "") for code in tables]

    def listed(self, limit: int) -> list[tuple[str, bytes]]:
        return [(code, summary) for code, summary in self._all(sql.LISTED, (LISTED_FOR, limit))]

    def record(self, table: str) -> bytes | None:
        rows = self._all("SELECT record FROM records WHERE code = %s", (table,))
        return rows[0][0] if rows else None

    def archive(self, finished_before: float) -> int:
        return len(self._all(sql.ARCHIVE, (finished_before,)))

    def purge(self, untouched_before: float) -> int:
        self._run(sql.FORGET_NODES, ())
        purged = self._all(sql.PURGE, (untouched_before,))
        return len(purged) + self._run(sql.PURGE_RECORDS, (untouched_before,))

    def beat(self, node: str, dead_after: float) -> list[str]:
        self._run(sql.BEAT, (node,))
        taken = self._all(sql.TAKE_OVER, (dead_after, TAKEN_OVER_AT_ONCE, node))
        return [code for (code,) in taken]

    def cluster(self, node: str, dead_after: float) -> Cluster:
        mine = self._all(sql.MINE, (node,))
        alive = self._all(sql.ALIVE, (dead_after,))
        return Cluster([code for (code,) in mine], [each for (each,) in alive])

    def claim(self, table: str, node: str, dead_after: float) -> str | None:
        self._run(sql.CLAIM, (node, table, node, dead_after))
        # Asked separately, to see what another node did while we waited for the row.
        rows = self._all("SELECT runner FROM tables WHERE code = %s", (table,))
        return rows[0][0] if rows else None

    def hand_over(self, heirs: Mapping[str, str], node: str) -> list[str]:
        asked = list(heirs), list(heirs.values()), node
        return [code for (code,) in self._all(sql.HAND_OVER, asked)]

    def retire(self, node: str) -> None:
        """One row only: to touch the tables' rows here could deadlock with a batch."""
        self._run("DELETE FROM nodes WHERE node = %s", (node,))

    def count_finished(self, finished_before: float) -> int:
        return int(self._all(sql.COUNT_FINISHED, (finished_before,))[0][0])

    def count_untouched(self, untouched_before: float) -> int:
        return int(self._all(sql.COUNT_UNTOUCHED, (untouched_before, untouched_before))[0][0])

    def note(self, name: str) -> bytes:
        rows = self._all("SELECT note FROM notes WHERE name = %s", (name,))
        return rows[0][0] if rows else b""

    def keep_note(self, name: str, note: bytes) -> None:
        self._run(sql.KEEP_NOTE, (name, note))

    def ping(self) -> None:
        self._run("SELECT 1 FROM tables LIMIT 1", ())

    def close(self) -> None:
        self._pool.close()

    def _all(self, query: sql.Query, values: tuple[object, ...]) -> list[tuple[Any, ...]]:
        with self.connection() as connection:
            return connection.execute(query, values, binary=True).fetchall()

    def _run(self, query: sql.Query, values: tuple[object, ...]) -> int:
        with self.connection() as connection:
            return connection.execute(query, values).rowcount

    @contextmanager
    def connection(self) -> Iterator[Connection]:
        """A connection of the pool; raises `StoreDown` where the database is not there."""
        connection: Connection | None = None
        try:
            with self._pool.connection() as connection:
                yield connection
        except (psycopg.OperationalError, psycopg.InterfaceError) as error:
            if connection is not None and connection.broken:
                self._pool.check()  # the idle ones are likely broken too
            raise StoreDown(_sentence(error)) from error


def _sentence(error: psycopg.Error) -> str:
    return str(error).partition("\n")[0] or type(error).__name__


def _write_pass(connection: Connection, chains: list[Chain], node: str, won: list[bool]) -> None:
    codes = connection.execute(sql.WRITE, _asked(chains, node)).fetchall()
    places = {chain.append.table: chain.places for chain in chains}
    for (code,) in codes:
        for place in places[code]:
            won[place] = True


def _asked(chains: list[Chain], node: str) -> dict[str, str]:
    """The chains as the JSON that the statement takes apart again."""
    appends: list[dict[str, object]] = []
    entries: list[dict[str, object]] = []
    for chain in chains:
        append, row = chain.append, chain.append.info or BARE
        appends.append(
            {
                "code": append.table,
                "after": append.after,
                "last": chain.end,
                "at": append.at,
                "changed": append.info is not None,
                "status": row.status,
                "listed": row.listed,
                "awake": row.awake,
                "summary": row.summary,
                "record": append.record,
            }
        )
        entries += [
            {"code": append.table, "number": number, "entry": entry}
            for number, entry in enumerate(append.entries, append.after + 1)
        ]
    return {"appends": _json(appends), "entries": _json(entries), "node": node}


def _json(rows: list[dict[str, object]]) -> str:
    return _encode(rows).decode()
