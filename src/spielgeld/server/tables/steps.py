"""The steps of a pass at each of its tables: decide, deliver, release; after a failure, drop."""

import time
from collections.abc import Iterable, Sequence

from spielgeld.engine import Refusal
from spielgeld.server.operations.logs import log, log_failure
from spielgeld.server.store.interface import Append, StoreTrouble
from spielgeld.server.tables.jobs import Job, come_back, store_down
from spielgeld.server.tables.live_table import LiveTable, Updates, dismiss
from spielgeld.server.tables.others import Others
from spielgeld.server.tables.registry import TableRegistry, draw_seed
from spielgeld.server.tables.scheduler import Scheduler
from spielgeld.server.tables.summary import INFO_ENTRIES, info_of
from spielgeld.table import decisions
from spielgeld.table.effects import apply
from spielgeld.table.entries import AnyEntry, Outage, read_entry, write_entry
from spielgeld.table.public_record import public_record_line
from spielgeld.table.transitions import carry_out

STORE_DOWN_EVERY = 10.0
"""Seconds between two lines of the log about the same trouble."""


class Decided:
    """What a pass has decided at one table, and not yet delivered."""

    __slots__ = ("after", "answers", "entries", "status", "table", "updates")

    def __init__(self, table: LiveTable) -> None:
        self.table = table
        self.after = table.number
        """The number of the last entry before."""
        self.status = table.state.status
        """The table's status before."""
        self.entries: list[AnyEntry] = []
        self.updates: list[Updates] = []
        self.answers: list[tuple[Job, Refusal | None]] = []

    @property
    def jobs(self) -> list[Job]:
        return [job for job, _ in self.answers]

    def as_append(self) -> Append:
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
    """The steps of the passes of one process."""

    def __init__(self, registry: TableRegistry, others: Others) -> None:
        self.others = others
        self.scheduler = Scheduler()
        self.entries_written = 0
        self._registry = registry
        self._trouble_logged = -STORE_DOWN_EVERY

    def decide(self, table: LiveTable, now: float) -> tuple[Decided, Append | None] | None:
        """Decide all waiting jobs on the copy. Return None if that failed: the table is dropped."""
        decided, jobs = Decided(table), table.waiting
        table.waiting = []
        now = table.at(now)
        try:
            self._carry_out(decided, self._beforehand(table, now))
            for job in jobs:
                if job.is_wanted():
                    decided.answers.append((job, self._try(decided, job, now)))
            return decided, decided.as_append() if decided.entries else None
        except Exception as error:  # whatever it is, the people of this table must not wait
            table.waiting = jobs
            self.drop(table, error)
            return None

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
            # Its traceback refers to the batch: without it there is no reference cycle.
            return refusal.with_traceback(None)
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
            self._registry.changed(table)

    def follow(self, table: LiveTable, entries: Iterable[bytes], author: str) -> None:
        """Apply and send what other processes have written."""
        updates: list[Updates] = []
        for data in entries:
            entry = read_entry(data)
            updates.append((entry, table.publisher.updates(apply(table.state, entry))))
        table.author = author
        dismiss(table.post(updates))
        if updates:
            self._registry.changed(table)

    def release(self, table: LiveTable) -> None:
        """End the pass: views are taken, and a table with more work waits for the next pass."""
        table.is_busy = False
        if table.is_dropped:
            table.refuse_all(come_back())
            return
        table.take_views()
        if table.has_work:
            self.scheduler.add(table)

    def drop(
        self, table: LiveTable, error: BaseException | None = None, jobs: Iterable[Job] = ()
    ) -> None:
        """Forget the copy, because nobody knows what the store has. Its people come back."""
        self._registry.forget(table)
        is_trouble = isinstance(error, StoreTrouble)
        if is_trouble:
            self.log_trouble()
        elif error is not None:
            log_failure("table_broken", error)
        table.waiting[:0] = jobs
        table.refuse_all(store_down() if is_trouble else come_back())
        table.send_away()

    def log_trouble(self) -> None:
        """Log now and then that the store fails: it is the same for every table and every try."""
        now = time.monotonic()
        if now - self._trouble_logged > STORE_DOWN_EVERY:
            self._trouble_logged = now
            log("store_down", "warning")
