"""A node without a web server: its store, its tables and, where wanted, its upkeep."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

from spielgeld.server.operations.meter import Meter
from spielgeld.server.store import Store
from spielgeld.server.store.async_store import AsyncStore
from spielgeld.server.tables.bus import Bus, NoBus, OnGap, OnMessage, OnNews, OnUnheard
from spielgeld.server.tables.feed import TableFeed
from spielgeld.server.tables.node_messages import NodeMessage, decode_message, encode_message
from spielgeld.server.tables.registry import TableRegistry
from spielgeld.server.tables.worker import Worker
from spielgeld.server.upkeep.bots import Bots
from spielgeld.server.upkeep.clocks import Clocks
from spielgeld.server.upkeep.leases import Leases


class Node(NamedTuple):
    registry: TableRegistry
    worker: Worker
    store: AsyncStore
    feed: TableFeed


def _put_together(database: Store, name: str, bus: Bus | None = None) -> Node:
    database.migrate()
    store, bus, feed = AsyncStore(database, name), bus or NoBus(), TableFeed()
    registry = TableRegistry(store, bus, feed, name)
    return Node(registry, Worker(registry, store, bus, feed, name), store, feed)


class Wire:
    """Connects buses within one process; while it is cut, messages are lost."""

    def __init__(self) -> None:
        self.ends: dict[str, WiredBus] = {}
        self.is_cut = False
        self.carried: list[NodeMessage] = []


class WiredBus:
    """A bus without Redis, for two nodes in one process."""

    is_shared = True
    is_up = True

    def __init__(self, wire: Wire, name: str) -> None:
        self._wire = wire
        self._name = name
        wire.ends[name] = self

    async def start(
        self, on_news: OnNews, on_gap: OnGap, on_message: OnMessage, on_unheard: OnUnheard
    ) -> None:
        self.on_news, self.on_gap, self.on_message = on_news, on_gap, on_message
        self.on_unheard = on_unheard

    def publish(self, table: str, number: int) -> None:
        for name, end in self._wire.ends.items():
            if name != self._name and not self._wire.is_cut:
                asyncio.get_running_loop().call_soon(end.on_news, table, number)

    def message_to(self, node: str) -> NodeMessage:
        message = NodeMessage()
        asyncio.get_running_loop().call_soon(self._send, node, message)
        return message

    def _send(self, node: str, message: NodeMessage) -> None:
        if self._wire.is_cut:
            return
        sent = decode_message(encode_message(message))
        self._wire.carried.append(sent)
        if node in self._wire.ends:
            self._wire.ends[node].on_message(self._name, sent)
        else:
            self.on_unheard(node)

    async def close(self) -> None:
        """Nothing to do."""


@asynccontextmanager
async def wired_nodes(database: Store, wire: Wire, *names: str) -> AsyncIterator[list[Node]]:
    """Several nodes without bots and clocks, on one store."""
    together = []
    for name in names:
        bus = WiredBus(wire, name)
        node = _put_together(database, name, bus)
        worker = node.worker
        await bus.start(
            worker.hear, worker.hear_of_gap, worker.hear_message, worker.hear_of_deaf_node
        )
        together.append(node)
    yield together
    for node in together:
        await node.store.close()


@asynccontextmanager
async def a_node(database: Store, name: str = "here") -> AsyncIterator[Node]:
    """A node without bots and clocks."""
    node = _put_together(database, name)
    yield node
    await node.store.close()


@asynccontextmanager
async def a_running_node(database: Store, name: str = "here") -> AsyncIterator[Node]:
    """A node that runs bots and clocks."""
    node = _put_together(database, name)
    registry, worker, store, feed = node
    leases = Leases(registry, worker, store, feed, alone=True)
    clocks, bots = Clocks(worker, leases, feed), Bots(worker, leases, feed, Meter())
    await leases.start()
    yield node
    clocks.close()
    await bots.close()
    await leases.close()
    await store.close()
