"""What running tables needs of a store, as the event loop sees it."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Protocol

from spielgeld.server.store.interface import Append, Cluster, Log

Then = Callable[[bool | Exception], None]
"""Called when it is known how an append ended."""


def settle(future: asyncio.Future[bool]) -> Then:
    """A callback that hands the future how an append ended, if anybody still waits for it."""

    def then(outcome: bool | Exception) -> None:
        if future.done():
            return
        if isinstance(outcome, Exception):
            future.set_exception(outcome)
        else:
            future.set_result(outcome)

    return then


class TableStore(Protocol):
    """`AsyncStore` for a server; a browser has its own (`spielgeld.local.store`)."""

    def append(self, append: Append) -> Awaitable[bool]:
        """Durable (True), or another writer was first (False): then read the log again."""
        ...

    def write_soon(self, append: Append, then: Then) -> None:
        """The same with a callback; callbacks come in the order of the calls."""
        ...

    def write_now(self) -> None:
        """Do not wait for the rest of this turn of the event loop."""
        ...

    async def read(self, table: str, after: int = 0) -> list[bytes]:
        """The entries numbered after + 1 onwards; none for an unknown table."""
        ...

    async def load(self, table: str) -> Log:
        """The whole table, with who runs it."""
        ...

    async def listed(self, limit: int) -> list[tuple[str, bytes]]:
        """Code and summary of the lobby's tables, newest first."""
        ...

    async def record(self, table: str) -> bytes | None:
        """The record of the table's last finished match."""
        ...

    async def claim(self, table: str, dead_after: float) -> str | None:
        """Run the table unless a living node does; who does now, None for an unknown table."""
        ...

    async def beat(self, dead_after: float) -> list[str]:
        """Say that this node lives; the tables it takes over from dead ones."""
        ...

    async def cluster(self, dead_after: float) -> Cluster:
        """Which tables this node runs, and which nodes live."""
        ...

    async def hand_over(self, heirs: Mapping[str, str]) -> list[str]:
        """Let the nodes named run these tables of this one; which were handed over."""
        ...

    async def retire(self) -> None:
        """End gracefully: this node's tables may be taken over at once."""
        ...
