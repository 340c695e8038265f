"""A node without a web server: its store, its tables and, where wanted, its upkeep."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

from spielgeld.server.operations.meter import Meter
from spielgeld.server.store import Store
from spielgeld.server.store.async_store import AsyncStore
from spielgeld.server.tables.bus import NoBus
from spielgeld.server.tables.feed import TableFeed
from spielgeld.server.tables.registry import TableRegistry
from spielgeld.server.tables.worker import Worker
from spielgeld.server.upkeep.bots import Bots
from spielgeld.server.upkeep.clocks import Clocks
from spielgeld.server.upkeep.leases import Leases


class Node(NamedTuple):
    registry: TableRegistry
    worker: Worker


class _Parts(NamedTuple):
    node: Node
    store: AsyncStore
    feed: TableFeed


def _put_together(database: Store, name: str) -> _Parts:
    database.migrate()
    store, bus, feed = AsyncStore(database, name), NoBus(), TableFeed()
    registry = TableRegistry(store, bus, feed)
    return _Parts(Node(registry, Worker(registry, store, bus, feed, name)), store, feed)


@asynccontextmanager
async def a_node(database: Store, name: str = "here") -> AsyncIterator[Node]:
    """One where nothing happens by itself."""
    parts = _put_together(database, name)
    yield parts.node
    await parts.store.close()


@asynccontextmanager
async def a_running_node(database: Store, name: str = "here") -> AsyncIterator[Node]:
    """One that runs bots and clocks."""
    (registry, worker), store, feed = _put_together(database, name)
    leases = Leases(registry, worker, store, feed, alone=True)
    clocks, bots = Clocks(worker, leases, feed), Bots(worker, leases, feed, Meter())
    await leases.start()
    yield Node(registry, worker)
    clocks.close()
    await bots.close()
    await leases.close()
    await store.close()
