"""Applies what other nodes write: from their messages, or from the store if these do not suffice.

`read_again` is what happens when another node wrote first.
"""

from spielgeld.server.tables.bus import Bus
from spielgeld.server.tables.feed import TableFeed
from spielgeld.server.tables.forwarder import Forwarder
from spielgeld.server.tables.job_queue import Batch
from spielgeld.server.tables.live_table import LiveTable, dismiss_left
from spielgeld.server.tables.node_messages import NewEntries
from spielgeld.server.tables.registry import TableRegistry
from spielgeld.table.effects import apply
from spielgeld.table.entries import AnyEntry, read_entry
from spielgeld.table.transitions import replay_table


class Follower:
    """Applies and delivers entries that this node did not write."""

    def __init__(
        self, registry: TableRegistry, bus: Bus, feed: TableFeed, forwarder: Forwarder
    ) -> None:
        self._registry = registry
        self._bus = bus
        self._feed = feed
        self._forwarder = forwarder

    def hear(self, table: LiveTable, new: NewEntries, *, is_runner: bool) -> bool:
        """Another node has written to the log; returns whether the store has to be read for it."""
        end, known = new.after + len(new.entries), table.number
        if new.accepted:
            self._forwarder.accept(table, new.accepted, end)
        if end <= known:
            self._forwarder.pass_on(table)
            return False
        if new.after > known or table.jobs.writing or table.is_reading:
            # It cannot be applied now: it is read from the store, in order.
            table.announced = max(table.announced, end)
            return True
        if not is_runner and new.after == known and table.is_served_by(new):
            table.put_off(new)
            self._forwarder.pass_on(table)
        else:
            self._follow(table, [read_entry(data) for data in new.entries[known - new.after :]])
            self._feed.changed(table)
        return False

    async def catch_up(self, table: LiveTable) -> None:
        """Read what other nodes say they have written."""
        table.announced = 0  # first: what is heard while we read may be newer than what we read
        missing = await self._registry.read_log(table.code, table.number)
        self._follow(table, missing)
        if missing:
            self._feed.changed(table)

    async def read_again(self, table: LiveTable, batch: Batch) -> None:
        """Drop what was decided too late, and take up the table as the store has it."""
        if batch.before is not None:
            table.start_from(batch.before)
            missing = await self._registry.read_log(table.code, batch.after)
        else:
            log = await self._registry.read_log(table.code)
            table.start_from(replay_table(table.code, log[: batch.after]))
            missing = log[batch.after :]
        self._follow(table, missing)
        # What is new may be our own: written, but not confirmed.
        self._bus.publish(table.code, table.number)
        self._feed.changed(table)

    def _follow(self, table: LiveTable, entries: list[AnyEntry]) -> None:
        """Apply and deliver what is in the store already."""
        table.look_who_is_there()
        state, publisher = table.state, table.publisher
        updates = [(entry, publisher.updates(apply(state, entry))) for entry in entries]
        dismiss_left(table.deliver(updates))
        self._forwarder.pass_on(table)
