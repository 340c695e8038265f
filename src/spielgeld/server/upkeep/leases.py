"""Leases: of all nodes, one runs a table's bots and clocks.

Where there are several, each says once a second, in the store, that it lives. A table whose node
has been silent for a while is claimed by another. A table whose people are all connected through
another node is handed over to it, so that nothing they do has to be forwarded. Should two nodes
ever run one table, nothing comes of it: the log takes only one entry per number, and a bot's answer
counts only while its question stands.
"""

import asyncio
import time
from collections.abc import Coroutine
from typing import Any

from spielgeld.engine import Refusal
from spielgeld.server.operations.logs import log, log_failure
from spielgeld.server.store.interface import TAKEN_OVER_AT_ONCE, StoreTrouble
from spielgeld.server.store.table_store import TableStore
from spielgeld.server.tables.feed import TableFeed
from spielgeld.server.tables.live_table import LiveTable
from spielgeld.server.tables.registry import TableRegistry
from spielgeld.server.tables.worker import Worker
from spielgeld.server.upkeep import presence

HEARTBEAT_SECONDS = 1.0
DEAD_AFTER = 3.0
"""Seconds without a heartbeat after which a node counts as dead."""
BACK_WITHIN = 5.0
"""Seconds in which people come back to a table that had to be read again."""


class Leases:
    """Which tables this node runs, and which nodes live."""

    def __init__(
        self,
        registry: TableRegistry,
        worker: Worker,
        store: TableStore,
        feed: TableFeed,
        *,
        alone: bool,
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._registry = registry
        self._worker = worker
        self._store = store
        self._feed = feed
        self._alone = alone
        """No other node uses the store: all its tables are ours."""
        self._mine: set[str] = set()
        self._alive: set[str] | None = {worker.node} if alone else None
        """The nodes that live, ours among them; None while that is not known."""
        self._last_beat = 0.0
        self._tasks: set[asyncio.Task[None]] = set()
        feed.subscribe(self)

    async def start(self) -> None:
        """Begin to run; what an earlier process left behind is put to sleep, or goes on."""
        if self._alone:
            self._spawn(self._take_over_left())
        await self._beat()
        self._spawn(self._keep_beating())

    async def _take_over_left(self) -> None:
        """Take over what an earlier process left awake, while people play already."""
        try:
            while left := await self._store.beat(DEAD_AFTER):
                for code in left:
                    await self._take_over(code)
        except StoreTrouble:  # then a table goes on when the first of its people is back
            log("beat_failed", "warning")

    async def close(self) -> None:
        """Stop at once; another node may go on."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if not self._alone:
            try:
                await self._store.retire()
            except StoreTrouble:
                log("retire_failed", "warning")

    def holds(self, table: LiveTable) -> bool:
        """Whether this node runs the table now."""
        if self._alone:
            return True
        if self._alive is None:  # some of those who seem connected may be gone with their node
            return False
        return table.code in self._mine and time.monotonic() - self._last_beat < DEAD_AFTER

    def table_loaded(self, table: LiveTable) -> None:
        """Find out who runs it."""
        if any(self._worker.node in seat.nodes for seat in table.state.seats):
            self._loop.call_later(BACK_WITHIN, presence.drop_absent, self._worker, table)
        if self._alone:
            self._begin(table)
        elif table.runner == self._worker.node:
            self._mine.add(table.code)
            self._begin(table)
        elif not self._is_run_elsewhere(table):
            table.runner = ""
            self._spawn(self._claim(table))

    def table_changed(self, table: LiveTable) -> None:
        """A lease does not depend on the table's state."""

    def _is_run_elsewhere(self, table: LiveTable) -> bool:
        """Whether the store would refuse a claim, as far as is known here."""
        is_alive = self._alive is not None and table.runner in self._alive
        return is_alive and (table.awake or table.state.status == "waiting")

    async def _claim(self, table: LiveTable) -> None:
        try:
            holder = await self._store.claim(table.code, DEAD_AFTER)
        except StoreTrouble:
            return
        table.runner = holder or ""
        if holder == self._worker.node:
            self._mine.add(table.code)
            self._begin(table)

    def _begin(self, table: LiveTable) -> None:
        """This node runs the table from now on."""
        table.runner = self._worker.node
        self._worker.take_back(table)
        self._drop_dead_nodes(table)
        self._feed.changed(table)

    async def _keep_beating(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT_SECONDS)
            try:
                await self._beat()
                self._registry.forget_unused(self.holds)
            except StoreTrouble:
                log("beat_failed", "warning")
            except Exception as failure:  # the heart must not stop
                log_failure("beat_failed", failure)

    async def _beat(self) -> None:
        """Say that we live, and learn which tables are ours and who else lives."""
        if self._alone:
            return
        began = time.monotonic()
        while len(await self._store.beat(DEAD_AFTER)) == TAKEN_OVER_AT_ONCE:
            pass  # there are more, and nobody waits longer than need be
        cluster = await self._store.cluster(DEAD_AFTER)
        # After a gap this long all bots and clocks are looked at again. Other nodes are not called
        # dead yet: the store may have been down for them, too.
        was_silent = time.monotonic() - self._last_beat >= DEAD_AFTER
        self._last_beat = began
        was_unsure = was_silent or self._alive is None
        tables = self._registry.tables
        known = set() if was_unsure else self._mine & tables.keys()
        self._mine = set(cluster.mine)
        self._alive = None if was_silent else {*cluster.alive, self._worker.node}
        for code in self._mine - known:
            self._spawn(self._take_over(code))
        for code in self._mine & known:
            self._drop_dead_nodes(tables[code])
        for table in tables.values():
            presence.keep_present(self._worker, table)
            if self._knows_runner(table):
                continue
            if table.awake:
                self._worker.lose_runner(table)
                self._spawn(self._claim(table))
            elif table.runner not in ("", self._worker.node):  # ours may well sleep
                self._worker.lose_runner(table)
        await self._hand_over()

    async def _hand_over(self) -> None:
        """Let tables be run where their people are; the heirs hear of it at their next beat."""
        tables = self._registry.tables
        heirs = {code: self._heir(tables[code]) for code in self._mine & tables.keys()}
        heirs = {code: heir for code, heir in heirs.items() if heir}
        for code in await self._store.hand_over(heirs) if heirs else ():
            self._mine.discard(code)
            if code in tables:
                tables[code].runner = heirs[code]

    def _heir(self, table: LiveTable) -> str:
        """The node through which everybody sits at the table; empty if that is this one or none."""
        nodes = list(table.audience.by_node)
        if any(table.listeners[:-1]) or len(nodes) != 1 or nodes == [self._worker.node]:
            return ""
        return nodes[0] if self._alive is not None and nodes[0] in self._alive else ""

    def _knows_runner(self, table: LiveTable) -> bool:
        """Whether `table.runner` is to be trusted: this node by the store, or one that lives."""
        if table.runner == self._worker.node:
            return table.code in self._mine
        return self._alive is None or table.runner in self._alive

    async def _take_over(self, code: str) -> None:
        try:
            table = await self._registry.find(code)
        except Refusal:
            return
        except Exception as failure:  # one table that cannot be read must not stop the others
            log_failure("table_unreadable", failure)
            return
        self._worker.read_first(table)  # the node before us may not have told us all it wrote
        self._begin(table)

    def _drop_dead_nodes(self, table: LiveTable) -> None:
        if self._alive is not None:
            presence.drop_dead_nodes(self._worker, table, self._alive)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
