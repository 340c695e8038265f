"""The connections of passes and of news, from the event loop.

Every statement has a time limit of its own: a database, or a network, that does not answer must not
keep anybody waiting.
"""

import asyncio
import os
import socket
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any

import msgspec
import psycopg

from spielgeld.server.store import postgres_sql as sql
from spielgeld.server.store.interface import Append, Locked, Newer, StoreDown
from spielgeld.server.store.postgres import CONNECTING, PASSES, sentence

ANSWERED_WITHIN = 5.0
"""Seconds for one statement."""
SIGN_OF_LIFE = 10.0
"""Seconds after which the connection for notifications is tested."""
CHANNEL = "spielgeld"

Connection = psycopg.AsyncConnection[tuple[Any, ...]]

_encode = msgspec.json.Encoder().encode


class _Link:
    """A connection that is opened when it is needed, and closed after any failure."""

    def __init__(self, url: str, application: str) -> None:
        self._url = url
        # Prepared statements would not survive a pooler in transaction mode.
        self._options = {
            **CONNECTING,
            "application_name": application,
            "prepare_threshold": None,
            "connect_timeout": 2,
        }
        self._connection: Connection | None = None

    async def close(self) -> None:
        """Close it; the next statement opens it again."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(psycopg.Error, OSError):
                await connection.close()

    @asynccontextmanager
    async def _limited(self) -> AsyncIterator[Connection]:
        """Give the connection for one statement."""
        loop, timer = asyncio.get_running_loop(), None
        try:
            if self._connection is None:
                self._connection = await Connection.connect(self._url, **self._options)
            timer = loop.call_later(ANSWERED_WITHIN, cut, self._connection)
            yield self._connection
        except (psycopg.Error, OSError) as error:
            await self.close()
            reason = sentence(error) if isinstance(error, psycopg.Error) else str(error)
            raise StoreDown(reason) from error
        except BaseException:
            await self.close()
            raise
        finally:
            if timer is not None:
                timer.cancel()


class PostgresLane(_Link):
    """A connection on which one pass after the other is run."""

    def __init__(self, url: str, process: str) -> None:
        super().__init__(url, PASSES)
        self._process = process

    async def lock(self, tables: Sequence[str]) -> dict[str, Locked]:
        """Begin a transaction and lock the rows that nobody else has locked."""
        statement = sql.LOCK.format(codes=_array(tables))
        async with self._limited() as connection:
            cursor = await connection.execute(statement)
            cursor.nextset()
            cursor.nextset()
            return {code: Locked(*row) for code, *row in await cursor.fetchall()}

    async def newer(self, known: Mapping[str, int]) -> dict[str, Newer]:
        """Return rows and newer entries of tables, each with the last number known."""
        numbers = _array(map(str, known.values()))
        statement = sql.NEWER.format(codes=_array(known), numbers=numbers)
        found: dict[str, Newer] = {}
        async with self._limited() as connection:
            cursor = await connection.execute(statement)
            for code, last, head, author, entry in await cursor.fetchall():
                newer = found.setdefault(code, Newer(last, head, author, []))
                if entry is not None:
                    newer.entries.append(entry)
        return found

    async def commit(self, appends: Sequence[Append]) -> None:
        """Write, if there is anything to write, and end the transaction."""
        statement = _writing(appends, self._process) if appends else "ROLLBACK"
        async with self._limited() as connection:
            await connection.execute(statement)


class PostgresNotices:
    """Notifications; a pooler in transaction mode has to be bypassed to hear them."""

    def __init__(self, url: str, direct_url: str) -> None:
        self._sender = _Link(url, "spielgeld")
        self._hearing = _Link(direct_url, "spielgeld")

    async def send(self, text: str) -> None:
        """Notify all processes."""
        async with self._sender._limited() as connection:
            await connection.execute(f"SELECT pg_notify({_quoted(CHANNEL)}, {_quoted(text)})")

    async def listen(self, heard: Callable[[str], None]) -> None:
        """Call back for every notification until the connection is lost."""
        async with self._hearing._limited() as connection:
            await connection.execute(f"LISTEN {CHANNEL}")
        while True:
            async with self._hearing._limited() as connection:
                async for note in connection.notifies(timeout=ANSWERED_WITHIN / 2):
                    heard(note.payload)
                await connection.execute("SELECT 1")  # it may have been lost without a word

    async def close(self) -> None:
        """Close both connections."""
        await self._sender.close()
        await self._hearing.close()


def cut(connection: Connection) -> None:
    """End the connection without waiting for anything; whatever waits for it fails."""
    with suppress(psycopg.Error, OSError), socket.socket(fileno=os.dup(connection.fileno())) as end:
        end.shutdown(socket.SHUT_RDWR)


def _writing(appends: Sequence[Append], process: str) -> str:
    entries = [
        {"code": append.table, "number": number, "entry": entry}
        for append in appends
        for number, entry in enumerate(append.entries, append.after + 1)
    ]
    tables = [
        {
            "code": append.table,
            "last": append.after + len(append.entries),
            "head": append.head,
            "at": append.at,
            **(append.info._asdict() if append.info else {}),
        }
        for append in appends
    ]
    values = {"entries": _json(entries), "tables": _json(tables), "author": _quoted(process)}
    statement = sql.APPEND.format(**values)
    if records := [
        {"code": append.table, "record": append.record, "at": append.at}
        for append in appends
        if append.record
    ]:
        statement += sql.KEEP_RECORDS.format(records=_json(records))
    return statement + "COMMIT"


def _json(rows: list[dict[str, object]]) -> str:
    return _quoted(_encode(rows).decode())


def _array(texts: Iterable[str]) -> str:
    """Quote an array; table codes, names and numbers need no quotes of their own in it."""
    return _quoted("{" + ",".join(texts) + "}")


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
