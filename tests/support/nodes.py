"""The tables of one process without a web server, and what happens at them."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, NamedTuple

from spielgeld.server.operations.meter import Meter
from spielgeld.server.running import Tables, shared_tables, sole_tables
from spielgeld.server.store.async_store import AsyncStore
from spielgeld.server.store.lane import PostgresLane, PostgresNotices
from spielgeld.server.store.postgres import Postgres
from spielgeld.server.store.sqlite import Sqlite, SqliteLane
from spielgeld.server.tables.registry import TableRegistry
from spielgeld.server.tables.worker import Worker


class Node(NamedTuple):
    registry: TableRegistry
    worker: Worker
    store: AsyncStore[Any]
    tables: Tables


@asynccontextmanager
async def _running(tables: Tables, store: AsyncStore[Any]) -> AsyncIterator[Node]:
    async with AsyncExitStack() as stack:
        stack.push_async_callback(store.close)
        stack.push_async_callback(tables.close)
        await tables.start()
        yield Node(tables.registry, tables.worker, store, tables)


@asynccontextmanager
async def a_node(database: Sqlite) -> AsyncIterator[Node]:
    """The only process."""
    database.migrate()
    store = AsyncStore(database)
    tables = sole_tables(store, SqliteLane(store), Meter())
    async with _running(tables, store) as node:
        yield node


@asynccontextmanager
async def a_shared_node(
    url: str, meter: Meter | None = None, notices: str | None = None
) -> AsyncIterator[Node]:
    """One process of several."""
    database = Postgres(url)
    database.migrate()
    store = AsyncStore(database)
    tables = shared_tables(
        store,
        lambda name: PostgresLane(url, name),
        PostgresNotices(url, notices or url),
        meter or Meter(),
    )
    async with _running(tables, store) as node:
        yield node
