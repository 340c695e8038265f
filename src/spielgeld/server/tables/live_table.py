"""A table in memory: its state, who listens, and what waits to be done (`job_queue.py`)."""

import time
from collections.abc import Iterator
from typing import NamedTuple, Protocol

from spielgeld.server.limits.address_limits import TokenBucket
from spielgeld.server.tables import time_of_day
from spielgeld.server.tables.job_queue import JobQueue, Updates
from spielgeld.server.tables.node_messages import NewEntries
from spielgeld.table.effects import apply
from spielgeld.table.entries import Left, read_entry
from spielgeld.table.outgoing.publisher import EncodedUpdate, Publisher
from spielgeld.table.state import Seat, TableState


class Listener(Protocol):
    """A connection, as a table sees it."""

    def post(self, message: bytes) -> None:
        """Send it soon; never waits."""
        ...

    def dismiss(self, code: str, /) -> None:
        """Say good-bye and close."""
        ...


class Audience(NamedTuple):
    """The seats whose owners are connected. A node works out itself what its watchers are told."""

    everybody: list[int]
    by_node: dict[str, list[int]]


class LiveTable:
    """A table in memory, with everybody who listens to it on this node."""

    def __init__(self, state: TableState) -> None:
        self.code = state.code
        self._state = state
        self._publisher = Publisher(state)
        self._put_off: list[bytes] = []
        """Entries that are not applied yet, because nobody here has had to know the state since."""
        self.listeners: list[set[Listener]] = [set() for _ in state.sent]
        """By seat; the last set is the watchers'."""
        self.jobs = JobQueue()
        self.is_scheduled = False
        self.is_reading = False
        """The log is being read from the store: nothing is decided meanwhile."""
        self.announced = 0
        """The number the log has reached by what other nodes say; higher than ours: read first."""
        self._audience: Audience | None = None
        """None: somebody may have come or gone."""
        self._greeted: Audience | None = None
        """The audience for which the publisher makes updates."""
        self.runner = ""
        """The node that runs the table, as far as this one knows; empty: nobody knows."""
        self.followers: set[str] = set()
        """Nodes that have forwarded something although nobody was connected through them: they are
        told what comes of it and, until the match begins, all that happens."""
        self.rates: dict[int, TokenBucket] = {}
        """By seat, how many messages it may send: all its connections together."""
        self.came_from = ""
        """The address of who came here first; empty if they are connected to another node."""
        self._ahead = 0.0
        """Seconds by which the table's time is ahead of the clock."""
        self.is_dropped = False
        """Dropped from memory: nothing more is done at it."""
        self.used = time.monotonic()

    @property
    def state(self) -> TableState:
        """The table as the log says, as far as it is known here."""
        if self._put_off:
            self._catch_up()
        return self._state

    @property
    def publisher(self) -> Publisher:
        if self._put_off:
            self._catch_up()
        return self._publisher

    @property
    def number(self) -> int:
        """Of the last entry known here."""
        return self._state.number + len(self._put_off)

    @property
    def seats(self) -> list[Seat]:
        """Who sits here, and through which nodes: exact wherever somebody listens."""
        return self._state.seats

    @property
    def audience(self) -> Audience:
        """Whose owners are connected, through whatever node."""
        if self._audience is None:
            self._audience = _audience_of(self.state)
        return self._audience

    def greet_everybody(self) -> None:
        """Make updates for all who are connected, on whatever node they are."""
        if self._greeted is not self.audience:
            self._greeted = self.audience
            self.publisher.greet(self._greeted.everybody)

    def look_who_is_there(self) -> None:
        """After entries that may have changed it."""
        self._audience = None

    @property
    def awake(self) -> bool:
        """Whether any person is there."""
        return self._state.awake

    def start_from(self, state: TableState) -> None:
        """Take the table up as it is in the store."""
        self._state, self._put_off, self._audience = state, [], None
        self._publisher = self._publisher.anew(state)

    def is_served_by(self, new: NewEntries) -> bool:
        """Whether these entries come with the updates of all who listen here."""
        for recipient, group in enumerate(self.listeners):  # the watchers' number is in no message
            if group and recipient not in new.recipients:
                return False
        return True

    def put_off(self, new: NewEntries) -> None:
        """Deliver what another node has worked out, and apply its entries only when it matters."""
        self._put_off += new.entries
        for update in new.updates:
            self._post(self._publisher.keep(update.shared, update.own_parts))

    def _catch_up(self) -> None:
        put_off, self._put_off, self._audience = self._put_off, [], None
        for data in put_off:
            apply(self._state, read_entry(data))
        self._publisher.look_again()

    def now(self) -> float:
        """The time of day by this table: never before its last entry, whoever's clock that has.

        Otherwise timers would fire late by as much as a clock was set back.
        """
        now = time_of_day.now() + self._ahead
        if now < self.state.now:
            self._ahead += self.state.now - now
            return self.state.now
        return now

    @property
    def is_unused(self) -> bool:
        """Whether nobody listens, and nothing is under way."""
        under_way = self.is_scheduled or self.is_reading or not self.jobs.is_empty
        return not any(self.listeners) and not under_way

    @property
    def is_behind(self) -> bool:
        """Whether the store has, or may have, more than is known here."""
        return self.is_reading or self.announced > self.number

    def everybody(self) -> Iterator[Listener]:
        for group in self.listeners:
            yield from group

    def deliver(self, updates: list[Updates]) -> list[Listener]:
        """Send everybody their updates; who has left is returned, to be answered and dismissed."""
        left: list[Listener] = []
        for entry, by_recipient in updates:
            self._post(by_recipient)
            if isinstance(entry, Left):
                # The seat is open to others now: whoever had it must not hear another word.
                left += self.listeners[entry.seat]
                self.listeners[entry.seat] = set()
        return left

    def _post(self, updates: dict[int, EncodedUpdate]) -> None:
        for recipient, update in updates.items():
            if group := self.listeners[recipient]:
                message = update.message
                for listener in group:
                    listener.post(message)


def _audience_of(state: TableState) -> Audience:
    there = [(number, node) for number, seat in enumerate(state.seats) for node in seat.nodes]
    by_node: dict[str, list[int]] = {}
    for number, node in there:
        by_node.setdefault(node, []).append(number)
    return Audience(everybody=list(dict(there)), by_node=by_node)


def dismiss_left(listeners: list[Listener]) -> None:
    for listener in listeners:
        listener.dismiss("left")
