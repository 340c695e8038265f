"""A copy of a table in memory: its state, its listeners, and the jobs that wait at it."""

import time
from collections.abc import Iterable
from typing import Protocol

from spielgeld.engine import Refusal
from spielgeld.server.access.address_limits import TokenBucket
from spielgeld.server.tables.jobs import Job, View, is_old
from spielgeld.table.entries import AnyEntry, Arrived, Left, Lost, Went
from spielgeld.table.outgoing.publisher import EncodedUpdate, Publisher
from spielgeld.table.state import TableState

Updates = tuple[AnyEntry, dict[int, EncodedUpdate]]
"""An entry, and the update it brings each recipient: a seat, or the watchers."""
Leaving = list[tuple["Listener", bool]]
"""Listeners to be dismissed, and whether their person has left the table."""


class Listener(Protocol):
    """A connection, as a table sees it."""

    name: str
    """As the log names it."""

    def post(self, message: bytes) -> None:
        """Send it soon; never waits."""
        ...

    def dismiss(self, code: str, /) -> None:
        """Say good-bye and close."""
        ...


class LiveTable:
    """A table in memory.

    The copy is the newest state if the table's row in the store has the same `number` and `head`.
    """

    def __init__(self, state: TableState, head: int = 0, author: str = "") -> None:
        self.code = state.code
        self.state = state
        self.publisher = Publisher(state)
        self.head = head
        """A hash over the whole log; unused if this process is the only one."""
        self.author = author
        """The process that has written last."""
        self.listeners: list[set[Listener]] = [set() for _ in state.sent]
        """By seat; the last set is the watchers'."""
        self.waiting: list[Job] = []
        self.views: list[View] = []
        """They wait for the end of the pass."""
        self.looks: list[View] = []
        """They also wait until the store has been read, because others may have written."""
        self.is_queued = self.is_busy = self.is_dropped = False
        """It waits for a pass; it is in one: nobody may read the state; it was dropped."""
        self.announced = 0
        """The number the log has reached, by what other processes say."""
        self.skips = 0
        """How often in succession another process held the lock."""
        self.is_checked = False
        """No connection in the log is one of a silent process, as far as is known."""
        self.rates: dict[int, TokenBucket] = {}
        """By seat, how many messages it may send: all its connections together."""
        self.came_from = ""
        """The address of the first person who came here."""
        self.used = time.monotonic()
        self._ahead = 0.0

    @property
    def number(self) -> int:
        """The number of the last entry known here."""
        return self.state.number

    @property
    def has_work(self) -> bool:
        return bool(self.waiting or self.looks) or self.announced > self.number

    @property
    def is_unused(self) -> bool:
        """Return True if nobody listens, and nothing is under way."""
        return not (any(self.listeners) or self.is_queued or self.is_busy or self.has_work)

    def at(self, now: float) -> float:
        """Return the table's time when the clock shows `now`: never before its last entry.

        Otherwise timers would fire late by as much as a clock was set back.
        """
        now += self._ahead
        if now < self.state.now:
            self._ahead += self.state.now - now
            return self.state.now
        return now

    # ---------------------------------------------------------------- listeners

    def post(self, updates: Iterable[Updates]) -> Leaving:
        """Send the updates. Return the listeners that must not hear more."""
        leaving: Leaving = []
        is_moved = False
        for entry, by_recipient in updates:
            for recipient, update in by_recipient.items():
                if group := self.listeners[recipient]:
                    message = update.message
                    for listener in group:
                        listener.post(message)
            if isinstance(entry, Left):
                # The seat is open to others now.
                leaving += [(each, True) for each in self.listeners[entry.seat]]
                self.listeners[entry.seat] = set()
            is_moved = is_moved or isinstance(entry, Arrived | Went | Lost)
        return leaving + self._unnamed() if is_moved else leaving

    def _unnamed(self) -> Leaving:
        """Remove the listeners that the log no longer names; their clients come back."""
        leaving: Leaving = []
        for seat, group in zip(self.state.seats, self.listeners, strict=False):
            unnamed = [each for each in group if each.name not in seat.pages.values()]
            group.difference_update(unnamed)
            leaving += [(each, False) for each in unnamed]
        return leaving

    def send_away(self) -> None:
        """Dismiss everybody; they come back, to this process or to another."""
        dismiss([(each, False) for group in self.listeners for each in group])

    # ---------------------------------------------------------------- what waits

    def take_views(self) -> None:
        """Let the views look at the state; the table must not be in a pass."""
        views, self.views = self.views, []
        for view in views:
            try:
                view.look(self.state)
            except Refusal as refusal:
                view.done(refusal)
            else:
                view.done(None)

    def refuse_all(self, refusal: Refusal) -> None:
        """Refuse everything that waits here."""
        waiting: list[Job | View] = [*self.waiting, *self.views, *self.looks]
        self.waiting, self.views, self.looks = [], [], []
        for each in waiting:
            each.done(refusal)

    def refuse_old(self, refusal: Refusal) -> None:
        """Refuse what has waited for too long for a pass."""
        waiting: list[Job | View] = [*self.waiting, *self.looks]
        old = [each for each in waiting if is_old(each)]
        self.waiting = [job for job in self.waiting if job not in old]
        self.looks = [view for view in self.looks if view not in old]
        for each in old:
            each.done(refusal)


def dismiss(leaving: Leaving) -> None:
    for listener, has_left in leaving:
        listener.dismiss("left" if has_left else "come_back")
