"""Playing a plan on all cores, from wherever it was left."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from spielgeld.lab.plan import Plan, Task
from spielgeld.lab.playing import play_decks
from spielgeld.lab.results import ResultFile, write_line
from spielgeld.lab.tally import Tally
from spielgeld.workers import on_all_cores

_BATCH = 8
"""So many decks go to a process at a time."""


def run_arena(
    plan: Plan, out: Path | None = None, on_done: Callable[[int], None] = lambda _: None
) -> Tally:
    """Play what is not played yet, and add everything up; `on_done` is told how many decks are.

    With `out`, results are kept there as they come. The same plan with the same file goes on
    where it was interrupted.
    """
    tally, done = Tally(plan), 0
    with ExitStack() as stack:
        file: BinaryIO | None = None
        if out is not None:
            kept = ResultFile(out, plan)
            file = stack.enter_context(kept.append_to())
            for done, result in enumerate(kept.read(), start=1):
                tally.add(result)
        on_done(done)
        for batch in on_all_cores(partial(play_decks, plan), _batches(plan, done), per_task=1):
            for result in batch:
                tally.add(result)
                if file:
                    file.write(write_line(result))
            if file:
                file.flush()
            done += len(batch)
            on_done(done)
    return tally


def _batches(plan: Plan, done: int) -> Iterator[tuple[Task, ...]]:
    tasks = plan.tasks(done)
    while batch := tuple(islice(tasks, _BATCH)):
        yield batch
