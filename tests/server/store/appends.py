"""Short ways to write appends, and a writer to be killed."""

import asyncio
import sys
import time

from spielgeld.server.store import Append, TableInfo, open_store
from spielgeld.server.store.async_store import AsyncStore

ROW = TableInfo("playing", listed=True, awake=True, summary=b'{"seats":4}')


def append(
    table: str,
    after: int,
    *entries: bytes,
    info: TableInfo | None = None,
    record: bytes | None = None,
    at: float | None = None,
) -> Append:
    return Append(table, after, entries, info, record, time.time() if at is None else at)


async def write_until_killed(address: str) -> None:
    """Append to eight tables at once; say on standard output what was accepted."""
    store = open_store(address)
    store.migrate()
    ledger = AsyncStore(store, "writer")
    await asyncio.gather(*(_fill(ledger, f"table{number}") for number in range(8)))


async def _fill(ledger: AsyncStore, table: str) -> None:
    number = 0
    while True:
        assert await ledger.append(append(table, number, b"%d" % (number + 1), info=ROW))
        number += 1
        sys.stdout.write(f"{table} {number}\n")
        sys.stdout.flush()
