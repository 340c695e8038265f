"""A table in memory: what waits at it, what is being written, and who listens."""

import time
from collections import deque
from collections.abc import Callable, Iterator
from typing import NamedTuple, Protocol

from spielgeld.engine import Refusal
from spielgeld.server.limits.rates import TokenBucket
from spielgeld.server.tables import clock
from spielgeld.table.entries import AnyEntry, Left
from spielgeld.table.outgoing.publisher import EncodedUpdate, Publisher
from spielgeld.table.state import TableState

Letter = tuple[AnyEntry, list[EncodedUpdate | None]]
"""An entry, and the update it brings each recipient."""
Decide = Callable[[TableState, float], list[AnyEntry]]
Then = Callable[[Refusal | None], None]


class Listener(Protocol):
    """A connection, as the hall sees it."""

    def post(self, message: bytes) -> None:
        """Send it soon; never waits."""
        ...

    def dismiss(self, code: str, /) -> None:
        """Say good-bye and close."""
        ...


class Order(NamedTuple):
    """Something to be done at a table, and who wants to hear how it went."""

    decide: Decide
    then: Then
    settled: bool = False
    """It looks at the table, so everything must be written before and nothing decided after."""
    again: bool = False
    """It was refused, but other nodes may have written what makes it right."""


class Batch:
    """Orders that are decided and written together."""

    __slots__ = ("after", "answers", "kept", "mail", "orders", "status")

    def __init__(self, after: int, status: str, orders: list[Order]) -> None:
        self.after = after
        """The number of the last entry before."""
        self.status = status
        """The table's status before."""
        self.orders = orders
        self.answers: list[Refusal | None] = []
        """What each order is answered."""
        self.kept: list[AnyEntry] = []
        self.mail: list[Letter] = []


class HotTable:
    """A table in memory, with everybody who listens to it here."""

    def __init__(self, state: TableState) -> None:
        self.state = state
        self.publisher = Publisher(state)
        self.listeners: list[set[Listener]] = [set() for _ in state.sent]
        self.orders: list[Order] = []
        """What waits to be decided."""
        self.writing: deque[Batch] = deque()
        """What is decided but not safe yet."""
        self.is_called = False
        """It stands in line for the hall to look at it."""
        self.active_in = 0
        """The last second of the loop's clock in which it had something to do."""
        self.is_reading = False
        """The store is being read: nothing is decided meanwhile."""
        self.news = 0
        """The number another node says the log has reached."""
        self.rates: dict[int, TokenBucket] = {}
        """By seat, how many messages it may send: all its connections together."""
        self.came_from = ""
        """The address of who came here first; empty if they are connected to another node."""
        self._ahead = 0.0
        """Seconds by which the table's time is ahead of the clock."""
        self.broken = False
        self.used = time.monotonic()

    def now(self) -> float:
        """The time of day by this table: never behind its log, whatever clock that was written by.

        Else what is due would be put off by as much.
        """
        now = clock.now() + self._ahead
        if now < self.state.now:
            self._ahead += self.state.now - now
            return self.state.now
        return now

    @property
    def code(self) -> str:
        return self.state.code

    @property
    def busy(self) -> bool:
        return self.is_called or self.is_reading or bool(self.writing)

    def take_orders(self) -> list[Order]:
        """The first that wait, up to where settled ones begin or end."""
        settled, orders = self.orders[0].settled, self.orders
        count = next(
            (at for at, order in enumerate(orders) if order.settled != settled), len(orders)
        )
        taken, self.orders = orders[:count], orders[count:]
        return taken

    def everybody(self) -> Iterator[Listener]:
        for group in self.listeners:
            yield from group


def deliver(hot: HotTable, mail: list[Letter]) -> list[Listener]:
    """Send everybody their updates. Who has left hears no more, but may yet be answered."""
    gone: list[Listener] = []
    for entry, updates in mail:
        for group, update in zip(hot.listeners, updates, strict=True):
            if update is not None and group:
                message = update.message
                for listener in group:
                    listener.post(message)
        if isinstance(entry, Left):
            # The seat is open to others now: whoever had it must not hear another word.
            gone += hot.listeners[entry.seat]
            hot.listeners[entry.seat] = set()
    return gone


def dismiss_all(gone: list[Listener]) -> None:
    """Send those away who have left."""
    for listener in gone:
        listener.dismiss("left")
