"""Distributes work over all cores and yields the results in order."""

import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from itertools import islice
from multiprocessing import Pipe, Process, parent_process
from multiprocessing.connection import Connection, wait
from threading import Thread, main_thread
from typing import Any, Generic, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

_AHEAD = 16
"""Tasks queued ahead per core. A limit, because results are kept until their turn comes."""
_END_SECONDS = 5.0
"""Seconds a process has to end in good order before it is killed."""
_SAFE_PATH = "PYTHONSAFEPATH"
_MOST_ON_WINDOWS = 61
"""Windows cannot wait for more processes at once."""


def _nothing() -> None:
    pass


def on_all_cores(
    work: Callable[[Item], Result],
    items: Iterable[Item],
    per_task: int,
    at_end: Callable[[], None] = _nothing,
) -> Iterator[Result]:
    """The result for every item, in order; `per_task` items go to a process at a time.

    What fits into one task is done in this process. A process that is killed raises
    `BrokenProcessPool`; what the work itself raises comes through. Each process calls `at_end`
    before it ends, whether there is no more work, something failed or this process was killed.
    """
    rest = iter(items)
    tasks = iter(lambda: tuple(islice(rest, per_task)), ())
    first = next(tasks, ())
    second = next(tasks, ())
    if not second:
        yield from map(work, first)
        return
    team = _Team(work, _chain(first, second, tasks), at_end)
    try:
        for results in team:
            yield from results
    finally:
        team.end()


def _chain(first: Item, second: Item, rest: Iterator[Item]) -> Iterator[Item]:
    yield first
    yield second
    yield from rest


class _Team(Generic[Item, Result]):
    """Processes, each with a pipe of its own.

    A pool of `concurrent.futures` shares one pipe: a process killed while it writes leaves half a
    message there, and all others wait for the other half for ever.
    """

    def __init__(
        self,
        work: Callable[[Item], Result],
        tasks: Iterator[tuple[Item, ...]],
        at_end: Callable[[], None],
    ) -> None:
        self._tasks = tasks
        self._handed = 0
        self._done: dict[int, list[Result]] = {}
        self._doing: dict[Connection, int] = {}
        self._processes: list[Process] = []
        self._idle: list[Connection] = []
        with _safe_path() as before:
            for _ in range(_process_count()):
                mine, theirs = Pipe()
                process = Process(target=_serve, args=(work, theirs, at_end, before), daemon=True)
                process.start()
                theirs.close()  # so that the other end sees EOF when the process dies
                self._processes.append(process)
                self._idle.append(mine)

    def __iter__(self) -> Iterator[list[Result]]:
        wanted = 0
        while True:
            self._hand_out(wanted + _AHEAD * len(self._processes))
            if wanted in self._done:
                self._collect(0)  # keeps the processes busy while the caller works
                yield self._done.pop(wanted)
                wanted += 1
            elif self._doing:
                self._collect(None)
            else:
                return

    def end(self) -> None:
        """End the processes, also those that still work."""
        for process in self._processes:
            process.terminate()
        for process in self._processes:
            process.join(_END_SECONDS)
            process.kill()  # does nothing to a process that has ended
            process.join()

    def _hand_out(self, before: int) -> None:
        while self._idle and self._handed < before:
            task = next(self._tasks, ())
            if not task:
                return
            pipe = self._idle.pop()
            try:
                pipe.send(task)
            except OSError:
                raise BrokenProcessPool("a process was killed") from None
            self._doing[pipe] = self._handed
            self._handed += 1

    def _collect(self, seconds: float | None) -> None:
        ready = wait(list(self._doing), seconds)
        for pipe in [each for each in self._doing if each in ready]:
            try:
                results, failure = pipe.recv()
            except (EOFError, OSError):
                raise BrokenProcessPool("a process was killed") from None
            if failure is not None:
                raise failure
            self._done[self._doing.pop(pipe)] = results
            self._idle.append(pipe)


@contextmanager
def _safe_path() -> Iterator[str | None]:
    """Start Python processes that do not import modules from the current folder.

    Unless they are forked, processes of `multiprocessing` import their first modules before they
    get our search path, and only the environment reaches them by then. Yields the value of the
    variable before, which a new process restores: programs that it starts may rely on it.
    """
    before = os.environ.get(_SAFE_PATH)
    os.environ[_SAFE_PATH] = "1"
    try:
        yield before
    finally:
        _restore_safe_path(before)


def _restore_safe_path(before: str | None) -> None:
    if before is None:
        os.environ.pop(_SAFE_PATH, None)
    else:
        os.environ[_SAFE_PATH] = before


def _serve(
    work: Callable[[Any], Any],
    pipe: Connection,
    at_end: Callable[[], None],
    safe_path: str | None,
) -> None:
    """Work until the pipe closes, or the parent process ends this one or is killed itself."""
    _restore_safe_path(safe_path)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent process decides what Ctrl-C means
    signal.signal(signal.SIGTERM, _exit_in_order)
    Thread(target=_end_with_parent, daemon=True).start()
    try:
        _answer(work, pipe)
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        at_end()


def _answer(work: Callable[[Any], Any], pipe: Connection) -> None:
    with suppress(EOFError, BrokenPipeError):  # the other end is gone
        while True:
            task = pipe.recv()
            try:
                pipe.send(([work(item) for item in task], None))
            except Exception as failure:
                pipe.send(([], failure))


def _exit_in_order(*_: object) -> None:
    sys.exit(1)


def core_count() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _process_count() -> int:
    return min(core_count(), _MOST_ON_WINDOWS) if sys.platform == "win32" else core_count()


def _end_with_parent() -> None:
    parent = parent_process()
    if not parent:
        return
    parent.join()
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(main_thread().ident or 0, signal.SIGTERM)
        time.sleep(_END_SECONDS)
    os._exit(1)
