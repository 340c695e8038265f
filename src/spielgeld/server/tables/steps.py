"""The steps that every pass has: decide, deliver, release; and drop, if something fails."""

import time
from collections.abc import Iterable, Sequence
from typing import Protocol

from spielgeld.engine import Refusal
from spielgeld.server.operations.logs import log, log_failure
from spielgeld.server.store.interface import Append, StoreTrouble
from spielgeld.server.tables.feed import TableFeed
from spielgeld.server.tables.jobs import Job, View, come_back, is_old, store_down
from spielgeld.server.tables.live_table import LiveTable, Updates, dismiss
from spielgeld.server.tables.registry import TableRegistry, draw_seed
from spielgeld.server.tables.scheduler import Scheduler
from spielgeld.server.tables.summary import INFO_ENTRIES, info_of
from spielgeld.server.tables.time_of_day import Clock, SteadyClock
from spielgeld.table import decisions
from spielgeld.table.effects import apply
from spielgeld.table.entries import AnyEntry, Outage, read_entry, write_entry
from spielgeld.table.public_record import public_record_line
from spielgeld.table.transitions import carry_out

STORE_DOWN_EVERY = 10.0
"""Seconds between two lines of the log about the same trouble."""


class Others(Protocol):
    """What a process knows about the processes, itself included."""

    name: str
    """This process."""
    clock: Clock
    """What they agree upon."""
    outage: float
    """When the database was back after it had been away; 0 if it never was."""

    def is_silent(self, process: str) -> bool:
        """Return True if that process is dead, as far as is known."""
        ...


class NoOthers:
    """The only process: all that the log names besides it are earlier ones."""

    outage = 0.0

    def __init__(self, name: str) -> None:
        self.name = name
        self.clock: Clock = SteadyClock()

    def is_silent(self, process: str) -> bool:
        return process != self.name


class Decided:
    """What a pass has decided at one table, and not yet delivered."""

    __slots__ = ("after", "answers", "append", "entries", "status", "table", "updates")

    def __init__(self, table: LiveTable) -> None:
        self.table = table
        self.after = table.number
        """The number of the last entry before."""
        self.status = table.state.status
        """The table's status before."""
        self.entries: list[AnyEntry] = []
        self.updates: list[Updates] = []
        self.answers: list[tuple[Job, Refusal | None]] = []
        self.append: Append | None = None
        """The entries as the store takes them; None if there are none."""

    @property
    def jobs(self) -> list[Job]:
        return [job for job, _ in self.answers]

    def make_append(self) -> Append:
        """Return the entries as the store takes them."""
        state, is_only_play = self.table.state, INFO_ENTRIES.isdisjoint(map(type, self.entries))
        ended = state.status == "finished" and self.status != "finished"
        return Append(
            table=self.table.code,
            after=self.after,
            entries=tuple([write_entry(entry) for entry in self.entries]),
            info=info_of(state) if ended or not is_only_play else None,
            record=public_record_line(state) if ended else None,
            at=state.now,
        )


class Steps:
    """Decides, delivers and drops for `alone.py` and `passes.py`."""

    def __init__(
        self, registry: TableRegistry, feed: TableFeed, scheduler: Scheduler, others: Others
    ) -> None:
        self.others = others
        self.scheduler = scheduler
        self.entries_written = 0
        self._registry = registry
        self._feed = feed
        self._trouble_logged = -STORE_DOWN_EVERY

    def decide(self, table: LiveTable, now: float) -> Decided | None:
        """Decide all waiting jobs on the copy. Return None if that failed: the table is dropped."""
        decided, jobs = Decided(table), table.waiting
        table.waiting = []
        now = table.at(now)
        try:
            self._carry_out(decided, self._beforehand(table, now))
            for job in jobs:
                if job.is_wanted():
                    decided.answers.append((job, self._try(decided, job, now)))
            if decided.entries:
                decided.append = decided.make_append()
        except Exception as error:  # whatever it is, the people of this table must not wait
            table.waiting = jobs
            self.drop(table, error)
            return None
        return decided

    def _beforehand(self, table: LiveTable, now: float) -> list[AnyEntry]:
        """Return what has to be written before anything else counts."""
        if table.state.awake and table.state.now < self.others.outage:
            return [Outage(at=now)]
        if table.is_checked:
            return []
        table.is_checked = True
        return decisions.lose(table.state, filter(self.others.is_silent, table.state.through), now)

    def _try(self, decided: Decided, job: Job, now: float) -> Refusal | None:
        try:
            self._carry_out(decided, job.decide(decided.table.state, now))
        except Refusal as refusal:
            return refusal
        return None

    def _carry_out(self, decided: Decided, chosen: Sequence[AnyEntry]) -> None:
        table = decided.table
        for applied in carry_out(table.state, chosen, draw_seed):
            decided.entries.append(applied.entry)
            decided.updates.append((applied.entry, table.publisher.updates(applied.effect)))

    def deliver(self, decided: Decided) -> None:
        """Send updates, then answers: everything is durable now."""
        try:
            self._deliver(decided)
        except Exception as error:  # one table's trouble is not the others'
            self.drop(decided.table, error, decided.jobs)

    def _deliver(self, decided: Decided) -> None:
        table = decided.table
        if decided.entries:
            self.entries_written += len(decided.entries)
            table.author = self.others.name
        leaving = table.post(decided.updates)
        for job, refusal in decided.answers:
            job.done(refusal)
        dismiss(leaving)
        if decided.entries:
            self._feed.changed(table)

    def follow(self, table: LiveTable, entries: Iterable[bytes], author: str) -> None:
        """Apply and send what other processes have written."""
        updates: list[Updates] = []
        for data in entries:
            entry = read_entry(data)
            updates.append((entry, table.publisher.updates(apply(table.state, entry))))
        table.author = author
        dismiss(table.post(updates))
        if updates:
            self._feed.changed(table)

    def release(self, table: LiveTable) -> None:
        """End the pass: views are served, and a table with more work waits for the next pass."""
        table.is_busy = False
        if table.is_dropped:
            refuse(table, come_back())
            return
        views, table.views = table.views, []
        for view in views:
            serve(view, table)
        if table.has_work:
            self.scheduler.add(table)

    def drop(
        self, table: LiveTable, error: BaseException | None = None, jobs: Iterable[Job] = ()
    ) -> None:
        """Forget the copy, because nobody knows what the store has. Its people come back."""
        self._registry.forget(table)
        if isinstance(error, StoreTrouble):
            self.log_trouble()
        elif error is not None:
            log_failure("table_broken", error)
        table.waiting[:0] = jobs
        refuse(table, store_down() if isinstance(error, StoreTrouble) else come_back())
        send_away(table)

    def expire(self, table: LiveTable, refusal: Refusal) -> None:
        """Refuse what has waited for too long."""
        waiting, table.waiting = table.waiting, []
        looks, table.looks = table.looks, []
        for job in waiting:
            if is_old(job):
                job.done(refusal)
            else:
                table.waiting.append(job)
        for view in looks:
            if is_old(view):
                view.done(None, refusal)
            else:
                table.looks.append(view)

    def log_trouble(self) -> None:
        """Log now and then that the store fails: it is the same for every table and every try."""
        now = time.monotonic()
        if now - self._trouble_logged > STORE_DOWN_EVERY:
            self._trouble_logged = now
            log("store_down", "warning")


def serve(view: View, table: LiveTable) -> None:
    """Let a view look at the state; the table must not be in a pass."""
    try:
        seen = view.look(table.state)
    except Refusal as refusal:
        view.done(None, refusal)
    else:
        view.done(seen, None)


def refuse(table: LiveTable, refusal: Refusal) -> None:
    """Refuse everything that waits at the table."""
    jobs, views = table.waiting, [*table.views, *table.looks]
    table.waiting, table.views, table.looks = [], [], []
    for job in jobs:
        job.done(refusal)
    for view in views:
        view.done(None, refusal)


def send_away(table: LiveTable) -> None:
    """Dismiss everybody; they come back, to this process or to another."""
    for listener in list(table.everybody()):
        listener.dismiss("come_back")
