"""Work shared out to all cores, with the results in order."""

import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import islice
from multiprocessing import parent_process
from threading import Thread
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

_AHEAD = 16
"""So many tasks a core are handed out ahead, so that neither tasks nor results pile up."""
_MOST_ON_WINDOWS = 61
"""Windows cannot wait for more processes at once, and Python refuses to start them there."""


def on_all_cores(
    work: Callable[[Item], Result], items: Iterable[Item], per_task: int
) -> Iterator[Result]:
    """The result for every item, in order; `per_task` items go to a process at a time.

    What fits into one task is done in this process. A process that is killed raises
    `BrokenProcessPool`; what the work itself raises comes through.
    """
    rest = iter(items)
    first = tuple(islice(rest, per_task))
    second = tuple(islice(rest, per_task))
    if not second:
        yield from map(work, first)
        return
    with ProcessPoolExecutor(_process_count(), initializer=_serve_parent) as pool:
        waiting: deque[Future[list[Result]]] = deque()
        try:
            task = first
            while task:
                waiting.append(pool.submit(_do_task, work, task))
                if len(waiting) > _AHEAD * core_count():
                    yield from waiting.popleft().result()
                task, second = second, tuple(islice(rest, per_task))
            while waiting:
                yield from waiting.popleft().result()
        finally:
            pool.shutdown(cancel_futures=True)


def core_count() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _process_count() -> int:
    return min(core_count(), _MOST_ON_WINDOWS) if sys.platform == "win32" else core_count()


def _do_task(work: Callable[[Item], Result], items: tuple[Item, ...]) -> list[Result]:
    return [work(item) for item in items]


def _serve_parent() -> None:
    """Leave interrupts to the parent process, and end when it does, however it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent:
        parent.join()
        os._exit(1)
