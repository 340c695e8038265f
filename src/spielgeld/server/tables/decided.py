"""What a pass decides at one table: entries, the updates they bring, and answers to jobs."""

from collections.abc import Sequence

from spielgeld.engine import Refusal
from spielgeld.server.store.interface import Append
from spielgeld.server.tables.jobs import Job
from spielgeld.server.tables.live_table import LiveTable, Updates
from spielgeld.server.tables.others import Others
from spielgeld.server.tables.registry import draw_seed
from spielgeld.server.tables.summary import INFO_ENTRIES, info_of
from spielgeld.table import decisions
from spielgeld.table.entries import AnyEntry, Outage, write_entry
from spielgeld.table.public_record import public_record_line
from spielgeld.table.transitions import carry_out


class Decided:
    """What was decided, and is not yet delivered. The table's copy is ahead of the log until then.

    If that raises an exception, the copy is wrong.
    """

    __slots__ = ("after", "answers", "append", "entries", "table", "updates")

    def __init__(self, table: LiveTable, now: float, others: Others) -> None:
        """Decide all that waits at the table."""
        self.table = table
        self.after = table.number
        """The number of the last entry before."""
        self.entries: list[AnyEntry] = []
        self.updates: list[Updates] = []
        self.answers: list[tuple[Job, Refusal | None]] = []
        status_before = table.state.status
        now = table.at(now)
        self._carry_out(_beforehand(table, now, others))
        for job in table.waiting:
            if job.is_wanted():
                self.answers.append((job, self._try(job, now)))
        table.waiting = []
        self.append = self._as_append(status_before) if self.entries else None
        """The entries as the store takes them, if there are any."""

    @property
    def jobs(self) -> list[Job]:
        return [job for job, _ in self.answers]

    def _try(self, job: Job, now: float) -> Refusal | None:
        try:
            self._carry_out(job.decide(self.table.state, now))
        except Refusal as refusal:
            return refusal
        return None

    def _carry_out(self, chosen: Sequence[AnyEntry]) -> None:
        for applied in carry_out(self.table.state, chosen, draw_seed):
            self.entries.append(applied.entry)
            updates = self.table.publisher.updates(applied.effect)
            self.updates.append((applied.entry, updates))

    def _as_append(self, status_before: str) -> Append:
        state, is_only_play = self.table.state, INFO_ENTRIES.isdisjoint(map(type, self.entries))
        ended = state.status == "finished" and status_before != "finished"
        return Append(
            table=self.table.code,
            after=self.after,
            entries=tuple([write_entry(entry) for entry in self.entries]),
            info=info_of(state) if ended or not is_only_play else None,
            record=public_record_line(state) if ended else None,
            at=state.now,
        )


def _beforehand(table: LiveTable, now: float, others: Others) -> list[AnyEntry]:
    """Return what has to be written before anything else counts."""
    if table.state.awake and table.state.now < others.outage:
        return [Outage(at=now)]
    if table.is_checked:
        return []
    table.is_checked = True
    return decisions.lose(table.state, filter(others.is_silent, table.state.through), now)
