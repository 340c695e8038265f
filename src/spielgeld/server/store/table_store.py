"""What running tables needs of a store, as the event loop sees it."""

import asyncio
from collections.abc import Callable
from typing import Protocol

from spielgeld.server.store.interface import Append, Log

Then = Callable[[bool | Exception], None]
"""Called when it is known how an append ended."""


def settle(future: asyncio.Future[bool]) -> Then:
    """Return a callback that hands the future how an append ended, if anybody still waits."""

    def then(outcome: bool | Exception) -> None:
        if future.done():
            return
        if isinstance(outcome, Exception):
            future.set_exception(outcome)
        else:
            future.set_result(outcome)

    return then


class TableStore(Protocol):
    """What reads and creates tables: `AsyncStore`, or in a browser `spielgeld.local.store`."""

    async def create(self, append: Append) -> None:
        """Write a new table, durable on return."""
        ...

    async def load(self, table: str) -> Log:
        """Return the whole table."""
        ...

    async def summary(self, table: str) -> bytes | None:
        """Return the summary of a table; None for an unknown one."""
        ...

    async def listed(self, limit: int) -> list[tuple[str, bytes]]:
        """Return code and summary of the lobby's tables, newest first."""
        ...

    async def record(self, table: str) -> bytes | None:
        """Return the record of the table's last finished match."""
        ...


class SoleTableStore(TableStore, Protocol):
    """The store of the only process."""

    def write_soon(self, append: Append, then: Then) -> None:
        """Write; callbacks come in the order of the calls."""
        ...

    def write_now(self) -> None:
        """Do not wait for the rest of this turn of the event loop."""
        ...
