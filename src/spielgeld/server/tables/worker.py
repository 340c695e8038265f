"""What is done at the tables of this node, in one straight way: decide, append, deliver.

A job waits in its table's queue (`job_queue.py`) until it is the table's turn (`scheduler.py`).
All jobs of a group of tables are decided and applied, then written to the store in one go; only
when they are durable does anybody hear of them. Commands at a table that another node runs are
decided there (`forwarder.py`). Where another node wrote to the same table first all the same,
nothing of ours was written: the table is read again (`follower.py`), and its jobs are decided anew.
What happens when the store fails is in `store_failures.py`.
"""

import asyncio
from collections.abc import Callable, Collection, Coroutine
from functools import partial
from typing import Any, TypeVar

from spielgeld.engine import Refusal
from spielgeld.server.operations.logs import log_failure
from spielgeld.server.store import Append
from spielgeld.server.store.table_store import TableStore
from spielgeld.server.tables.bus import Bus
from spielgeld.server.tables.feed import TableFeed
from spielgeld.server.tables.follower import Follower
from spielgeld.server.tables.forwarder import Forwarder
from spielgeld.server.tables.job_queue import Batch, Decide, Done, Job, JobQueue
from spielgeld.server.tables.live_table import LiveTable, dismiss_left
from spielgeld.server.tables.node_messages import (
    NOT_DONE,
    CommandAnswer,
    EntryUpdates,
    ForwardedCommand,
    NewEntries,
    NodeMessage,
    refused_command,
    updates_for,
)
from spielgeld.server.tables.registry import TableRegistry, draw_seed
from spielgeld.server.tables.scheduler import Scheduler
from spielgeld.server.tables.seat_commands import AnySeatCommand
from spielgeld.server.tables.store_failures import (
    STORE_DOWN,
    StoreFailures,
    refuse_jobs,
    send_away_all,
)
from spielgeld.server.tables.summary import INFO_ENTRIES, info_of
from spielgeld.table.entries import AnyEntry, write_entry
from spielgeld.table.public_record import public_record_line
from spielgeld.table.state import TableState
from spielgeld.table.transitions import carry_out

MOST_WRITING = 8
"""Batches of one table that may be on their way to the store."""

T = TypeVar("T")


class Worker:
    """Works on the tables that have something to do."""

    def __init__(
        self, registry: TableRegistry, store: TableStore, bus: Bus, feed: TableFeed, node: str
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._registry = registry
        self._store = store
        self._bus = bus
        self._feed = feed
        self.node = node
        self.closing = False
        self.entries_written = 0
        self._scheduler = Scheduler(self._loop, self._work_on_group)
        self._forwarder = Forwarder(bus, node, self._schedule)
        self._failures = StoreFailures(registry)
        self._follower = Follower(registry, bus, feed, self._forwarder)
        self._reading: set[asyncio.Task[None]] = set()

    # ---------------------------------------------------------------- what others ask for

    def submit(
        self,
        table: LiveTable,
        decide: Decide,
        done: Done,
        *,
        exclusive: bool = False,
        command: AnySeatCommand | None = None,
    ) -> None:
        """Do something at the table when its turn comes; `done` is called in the event loop.

        What has a `command` may be decided by the table's runner instead.
        """
        table.jobs.waiting.append(Job(decide, done, command, exclusive))
        if command is None or not self._forward(table):
            self._schedule(table)

    def submit_command(self, table: LiveTable, command: AnySeatCommand, done: Done) -> None:
        """The same for what is decided alike on every node."""
        self.submit(table, command.decide, done, command=command)

    async def do(
        self,
        table: LiveTable,
        decide: Decide,
        *,
        exclusive: bool = False,
        command: AnySeatCommand | None = None,
        then: Callable[[], None] = lambda: None,
    ) -> None:
        """Do something at the table, and wait until it is durable.

        `then` is called at that very moment; with `exclusive`, before anything else is decided.
        A refusal of `decide` or of `then` is raised. With `command` the table's runner may decide
        it: then the moment is when what was written is here.
        """
        durable: asyncio.Future[None] = self._loop.create_future()

        def done(refusal: Refusal | None, durable: "asyncio.Future[None]" = durable) -> None:
            if durable.done():  # nobody waits any more
                return
            try:
                if refusal is None:
                    then()
            except Refusal as refused:
                refusal = refused
            if refusal is None:
                durable.set_result(None)
            else:
                durable.set_exception(refusal)

        self.submit(table, decide, done, exclusive=exclusive, command=command)
        try:
            await durable
        finally:
            del durable, done  # a refusal's traceback refers to this frame: no reference cycle

    async def ask(self, table: LiveTable, look: Callable[[TableState], T]) -> T:
        """What `look` sees of the table when everything decided there is durable."""
        seen: T

        def decide(state: TableState, _: float) -> list[AnyEntry]:
            nonlocal seen
            seen = look(state)
            return []

        await self.do(table, decide, exclusive=True)
        return seen

    def read_first(self, table: LiveTable) -> None:
        """Before the next job, read what other nodes may have written."""
        if self._bus.is_shared:
            # As if there were one more entry than is known here.
            table.announced = max(table.announced, table.number + 1)
            self._schedule(table)

    def hear(self, code: str, number: int) -> None:
        """Another node says the table's log has reached that number."""
        table = self._registry.tables.get(code)
        if table is None:
            self._registry.sleeping.hear(code, number)
        elif number > table.announced and number > table.number:
            table.announced = number
            if table.runner == self.node or not table.is_unused:  # else its next user reads first
                self._schedule(table)

    def lose_runner(self, table: LiveTable) -> None:
        """The node that ran the table is dead: what it was asked is decided here."""
        self._forwarder.lose_runner(table)

    def take_back(self, table: LiveTable) -> None:
        """This node runs the table now: what another was asked is decided here."""
        self._forwarder.take_back(table)

    def hear_of_deaf_node(self, node: str) -> None:
        """A node does not listen, so it will not answer what it was asked either."""
        self._forwarder.lose_node(node)

    def hear_of_gap(self) -> None:
        """What other nodes said may have been lost: every table here is read on."""
        self._registry.sleeping.hear_of_gap()
        for table in self._registry.tables.values():
            table.announced = table.number + 1
            self._forwarder.take_back(table)

    def hear_message(self, sender: str, message: NodeMessage) -> None:
        """Another node says something to this one alone."""
        tables = self._registry.tables
        for new in message.entries:
            table = tables.get(new.table)
            if table is not None:
                is_runner = table.runner == self.node
                if self._follower.hear(table, new, is_runner=is_runner):
                    self._schedule(table)
        for answer in message.answers:
            if answer.table in tables:
                self._forwarder.hear(tables[answer.table], answer)
        for forwarded in message.commands:
            self._hear_command(sender, forwarded)

    def _hear_command(self, sender: str, forwarded: ForwardedCommand) -> None:
        """Somebody does something through another node, at a table that this one runs."""
        code, number = forwarded.table, forwarded.number
        table = self._registry.tables.get(code)
        if table is None or table.runner != self.node or self.closing:
            self._bus.message_to(sender).answers.append(CommandAnswer(code, number, NOT_DONE))
            return

        def done(refusal: Refusal | None, table: LiveTable = table) -> None:
            is_unknown = refusal is not None and refusal.code == STORE_DOWN
            reached = NOT_DONE if is_unknown else table.number
            answer = CommandAnswer(code, number, reached, refused_command(refusal))
            self._bus.message_to(sender).answers.append(answer)

        command = forwarded.command
        if sender not in table.audience.by_node:
            table.followers.add(sender)
        table.jobs.waiting.append(Job(command.decide, done, command, asked_by=(sender, number)))
        self._schedule(table)

    async def close(self) -> None:
        """Let everything that was begun come to its end, then dismiss everybody."""
        self.closing = True
        tables = self._registry.tables
        while self._reading or any(_is_under_way(table.jobs) for table in tables.values()):
            await asyncio.sleep(0.01)
        for table in list(tables.values()):
            send_away_all(table)

    # ---------------------------------------------------------------- the way of a job

    def _schedule(self, table: LiveTable) -> None:
        if not table.is_scheduled and not table.is_reading:
            table.is_scheduled = True
            self._scheduler.add(table)

    def _work_on_group(self, tables: list[LiveTable]) -> None:
        for table in tables:
            try:
                self._work_on(table)
            except Exception as error:  # one table's trouble is not the others'
                log_failure("loop_failed", error)
        self._store.write_now()

    def _work_on(self, table: LiveTable) -> None:
        table.is_scheduled = False
        if table.is_dropped:
            refuse_jobs(table)
        elif table.is_reading:
            return
        elif table.announced > table.number:
            if not table.jobs.writing:
                self._read(table, self._follower.catch_up(table))
        elif table.jobs.waiting and not self._forward(table) and self._may_decide(table):
            self._decide_and_append(table)

    def _forward(self, table: LiveTable) -> bool:
        """Send what waits first to the node that runs the table; False if it is decided here."""
        if table.is_dropped or table.jobs.writing or table.is_behind:
            return False
        if not self._forwarder.can_forward(table):
            return False
        self._forwarder.forward(table)
        return True

    def _may_decide(self, table: LiveTable) -> bool:
        """Whether the next jobs can be decided although others are still being written.

        Not where other nodes write too: one of theirs could come between two of ours.
        """
        if table.jobs.is_asking:
            return False
        if not table.jobs.writing:
            return True
        if self._bus.is_shared or len(table.jobs.writing) >= MOST_WRITING:
            return False
        return not table.jobs.waiting[0].exclusive and not table.jobs.writing[-1].jobs[0].exclusive

    def _decide_and_append(self, table: LiveTable) -> None:
        jobs = table.jobs.take(_is_exclusive)
        batch = Batch(table.number, table.state.status, jobs)
        if self._bus.is_up and table.runner == self.node:
            table.greet_everybody()
        elif self._bus.is_shared and batch.status != "waiting":
            # The runner may well write first: then the table goes back to this. Before the match
            # the log is short, and quickly replayed instead.
            batch.before = table.state.copy()
        table.jobs.writing.append(batch)
        try:
            self._decide(table, batch)
            if batch.entries:
                append = _append_of(table, batch)
                batch.written = append.entries
                if not batch.is_only_play:
                    table.look_who_is_there()
                self._store.write_soon(append, partial(self._written, table))
            elif len(table.jobs.writing) == 1:
                self._written(table, True)
        except Exception as error:  # whatever it is, this table's people must not wait for ever
            self._failures.drop(table, error)
            return
        if table.jobs.waiting:
            self._schedule(table)

    def _decide(self, table: LiveTable, batch: Batch) -> None:
        state, publisher, now = table.state, table.publisher, table.now()
        for job in batch.jobs:
            try:
                for applied in carry_out(state, job.decide(state, now), draw_seed):
                    batch.entries.append(applied.entry)
                    batch.updates.append((applied.entry, publisher.updates(applied.effect)))
                batch.accept(job)
            except Refusal as refusal:
                # Its traceback refers to the batch: without it there is no reference cycle.
                batch.refusals.append(refusal.with_traceback(None))

    def _written(self, table: LiveTable, outcome: bool | Exception) -> None:
        """The table's first batch is durable (True), too late (False), or could not be written."""
        if table.is_dropped:
            return
        if isinstance(outcome, Exception):
            self._failures.drop(table, outcome)
            return
        batch = table.jobs.writing.popleft()
        if outcome:
            self._deliver(table, batch)
        elif table.jobs.writing:  # so it is SQLite, whose file belongs to this node
            table.jobs.writing.appendleft(batch)
            self._failures.drop(table, RuntimeError("the log was written by another program"))
            return
        else:  # another node was first
            table.jobs.put_back(batch.jobs)
            self._read(table, self._follower.read_again(table, batch))
        # Batches without entries only waited for the ones before.
        while table.jobs.writing and not table.jobs.writing[0].entries:
            self._deliver(table, table.jobs.writing.popleft())
        if table.jobs.waiting or table.announced > table.number:
            self._schedule(table)

    def _read(self, table: LiveTable, reading: Coroutine[Any, Any, None]) -> None:
        """Read the store while nothing is decided at the table."""
        table.is_reading = True

        async def read() -> None:
            try:
                await reading
            except Exception as error:
                self._failures.drop(table, error)
            finally:
                table.is_reading = False
            self._schedule(table)

        task = self._loop.create_task(read())
        self._reading.add(task)
        task.add_done_callback(self._reading.discard)

    def _deliver(self, table: LiveTable, batch: Batch) -> None:
        """Everybody hears of what is durable now: listeners, other nodes, who asked."""
        told: Collection[str] = ()
        if batch.entries:
            self.entries_written += len(batch.entries)
            told = self._tell_nodes(table, batch)
        left = table.deliver(batch.updates)
        doubtful: list[Job] = []
        for job, refusal in zip(batch.jobs, batch.refusals, strict=True):
            if refusal is not None and self._bus.is_shared and not job.is_retry:
                # It may have been refused on stale state: read the log and decide once more.
                doubtful.append(job._replace(is_retry=True))
            elif refusal is not None or job.asked_by is None or job.asked_by[0] not in told:
                job.done(refusal)
        dismiss_left(left)
        if doubtful:
            table.jobs.put_back(doubtful)
            self.read_first(table)
        if batch.entries:
            self._feed.changed(table)

    def _tell_nodes(self, table: LiveTable, batch: Batch) -> Collection[str]:
        """Every node gets the number; the runner, followers and nodes with players the entries.

        Returns these nodes: they know now which of their commands were accepted.
        """
        told: set[str] = set()
        if self._bus.is_up:
            told = {*table.audience.by_node, *table.followers, table.runner}
            told.difference_update(("", self.node))
            for node in told:
                new = self._new_entries(table, batch, node)
                self._bus.message_to(node).entries.append(new)
            if table.followers and table.state.status != "waiting":
                table.followers.clear()
        self._bus.publish(table.code, batch.after + len(batch.entries))
        return told

    def _new_entries(self, table: LiveTable, batch: Batch, node: str) -> NewEntries:
        """What a node is told; without updates if it has to apply the entries at once."""
        recipients = table.audience.by_node.get(node, [])
        updates: list[EntryUpdates] = []
        if table.runner == self.node and batch.is_only_play:
            updates = [updates_for(recipients, each) for _, each in batch.updates]
        served = recipients if updates else []
        accepted = batch.accepted.get(node, [])
        return NewEntries(table.code, batch.after, batch.written, served, updates, accepted)


def _append_of(table: LiveTable, batch: Batch) -> Append:
    state, entries = table.state, batch.entries
    ended = state.status == "finished" and batch.status != "finished"
    batch.is_only_play = INFO_ENTRIES.isdisjoint(map(type, entries))
    return Append(
        table=table.code,
        after=batch.after,
        entries=tuple([write_entry(entry) for entry in entries]),
        info=info_of(state) if ended or not batch.is_only_play else None,
        record=public_record_line(state) if ended else None,
        at=state.now,
    )


def _is_under_way(jobs: JobQueue) -> bool:
    return bool(jobs.writing) or jobs.is_asking


def _is_exclusive(job: Job) -> bool:
    return job.exclusive
