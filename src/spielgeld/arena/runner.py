"""Runs a plan on all cores, resuming where an earlier run stopped."""

import time
from collections.abc import Iterator
from functools import partial
from itertools import islice
from pathlib import Path

from spielgeld.arena.deals import play_decks
from spielgeld.arena.plan import Plan, Task
from spielgeld.arena.programs import end_programs
from spielgeld.arena.results import ResultFile, write_line
from spielgeld.arena.tally import Tally
from spielgeld.workers import core_count, on_all_cores

_BATCH_SECONDS = 0.5
"""Target duration of a batch: an interrupt waits at most about that long."""
_LARGEST_BATCH = 256


class Arena:
    """A plan being played.

    With `out`, results are appended to that file as they come. The same plan with the same file
    resumes where it was interrupted.
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
        """Run to the end, or until that many tasks are done; yields the count after each batch."""
        last = self.plan.task_count if until is None else until
        play = partial(play_decks, self.plan)
        for batch in on_all_cores(play, self._batches(last), per_task=1, at_end=end_programs):
            for result in batch:
                self.tally.add(result)
            if self._file:
                self._file.append(b"".join(map(write_line, batch)))
            self.done += len(batch)
            yield self.done

    def _batches(self, last: int) -> Iterator[tuple[Task, ...]]:
        """The tasks up to the last; batches of one until the duration of a task is known.

        How tasks are split into batches does not change the results.
        """
        first, begun = self.done, time.monotonic()
        handed, tasks = first, self.plan.tasks(first)
        while handed < last:
            seconds = (time.monotonic() - begun) * core_count()
            fitting = _BATCH_SECONDS * (self.done - first) / (seconds or 1)
            # Smaller batches towards the end, so that all cores finish at about the same time.
            share = (last - handed) // (4 * core_count())
            size = max(1, min(int(fitting), share, _LARGEST_BATCH))
            yield tuple(islice(tasks, size))
            handed += size
