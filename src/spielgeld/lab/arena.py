"""Playing a plan on all cores, from wherever it was left."""

from collections.abc import Iterator
from functools import partial
from itertools import islice
from pathlib import Path

from spielgeld.lab.plan import Plan, Task
from spielgeld.lab.playing import play_decks
from spielgeld.lab.results import ResultFile, write_line
from spielgeld.lab.tally import Tally
from spielgeld.workers import core_count, on_all_cores

_LARGEST_BATCH = 16
"""At most so many decks go to a process at a time."""


class Arena:
    """A plan under way.

    With `out`, results are kept there as they come. The same plan with the same file goes on
    where it was interrupted.
    """

    def __init__(self, plan: Plan, out: Path | None = None) -> None:
        self.plan = plan
        self.tally = Tally(plan)
        """What has been played so far."""
        self.done = 0
        """How many tasks of the plan have been played."""
        self._file = ResultFile(out, plan) if out else None
        for result in self._file.read() if self._file else ():
            self.tally.add(result)
            self.done += 1

    def play(self, until: int | None = None) -> Iterator[int]:
        """Go on to the end, or until so many tasks are done; tells again and again how many are."""
        last = self.plan.task_count if until is None else until
        tasks = islice(self.plan.tasks(self.done), max(0, last - self.done))
        size = (last - self.done) // (8 * core_count())
        batches = _batches(tasks, min(max(1, size), _LARGEST_BATCH))
        for batch in on_all_cores(partial(play_decks, self.plan), batches, per_task=1):
            for result in batch:
                self.tally.add(result)
            if self._file:
                self._file.append(b"".join(map(write_line, batch)))
            self.done += len(batch)
            yield self.done


def _batches(tasks: Iterator[Task], size: int) -> Iterator[tuple[Task, ...]]:
    while batch := tuple(islice(tasks, size)):
        yield batch
