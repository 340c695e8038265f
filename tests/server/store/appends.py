"""Short ways to write appends, and a writer to be killed."""

import asyncio
import sys
import time
from collections.abc import Sequence

from spielgeld.server.store import Append, Store, TableInfo
from spielgeld.server.store.async_store import AsyncStore
from spielgeld.server.store.lane import PostgresLane
from spielgeld.server.store.postgres import Postgres
from spielgeld.server.store.sqlite import Sqlite, SqliteLane

ROW = TableInfo("playing", listed=True, through=("n",), summary=b'{"seats":4}')


def append(
    table: str,
    after: int,
    *entries: bytes,
    info: TableInfo | None = None,
    record: bytes | None = None,
    at: float | None = None,
) -> Append:
    return Append(table, after, entries, info, record, time.time() if at is None else at)


def log_of(store: Store, table: str) -> list[bytes]:
    return store.load(table).entries


def put(store: Store, *appends: Append) -> list[bool]:
    """Write in one transaction; False where the writer did not know the last entry."""
    if isinstance(store, Sqlite):
        return store.write(appends)
    assert isinstance(store, Postgres)
    return asyncio.run(_put(store, appends))


async def _put(store: Postgres, appends: Sequence[Append]) -> list[bool]:
    """Create tables, and write to the others as a pass does."""
    store.beat("n")  # the process of `ROW` lives
    lane = PostgresLane(store.url, "n")
    rows = await lane.lock([each.table for each in appends])
    fits = [each.after == (rows[each.table].last if each.table in rows else 0) for each in appends]
    later = [each for each, fit in zip(appends, fits, strict=True) if fit and each.after]
    await lane.commit(later)
    await lane.close()
    for each, fit in zip(appends, fits, strict=True):
        if fit and not each.after:
            store.create(each)
            with store.connection() as connection:  # a new table never brings a record by itself
                if each.record:
                    values = (each.table, each.record, each.at)
                    connection.execute("INSERT INTO records VALUES (%s, %s, %s)", values)
    return fits


async def write_until_killed(address: str) -> None:
    """Append to eight tables at once; say on standard output what was accepted."""
    store = Sqlite(address)
    store.migrate()
    lane = SqliteLane(AsyncStore(store))
    await asyncio.gather(*(_fill(lane, f"table{number}") for number in range(8)))


async def _fill(lane: SqliteLane, table: str) -> None:
    number = 0
    while True:
        await lane.commit([append(table, number, b"%d" % (number + 1), info=ROW)])
        number += 1
        sys.stdout.write(f"{table} {number}\n")
        sys.stdout.flush()
