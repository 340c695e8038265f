"""The server's side of the processes that do long work."""

import asyncio
import contextlib
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from typing import Any, TypeVar

from spielgeld.engine import NotAllowed
from spielgeld.server.work.process import LENGTH_BYTES, Outcome, Task, packed

COMMAND = (sys.executable, "-P", "-m", "spielgeld.server.work.process")
"""`-P`: no code is imported from the folder in which the server was started."""
LONGEST = 60.0
"""Seconds after which a task is given up. The longest that are accepted take one or two."""
IDLE = 60.0
"""Seconds after which a process without a task ends, so that its memory is free again."""
TRY_AGAIN = 20

T = TypeVar("T")


class Processes:
    """A few processes that do tasks. Each is started when it is needed, and kept for the next."""

    def __init__(self, at_once: int) -> None:
        self._turns = asyncio.Semaphore(at_once)
        self._idle: dict[Process, asyncio.TimerHandle] = {}
        self._busy: set[Process] = set()
        self._is_closed = False

    async def run(self, work: Callable[..., T], *arguments: object) -> T:
        """Return what the work returns, or raise what it raises; `busy` if it takes too long."""
        async with self._turns:
            found: T = await self._run((work, arguments))
        return found

    async def _run(self, task: Task) -> Any:
        process = self._take_idle() or await _start()
        self._busy.add(process)
        if self._is_closed:  # while the process was starting
            _kill(process)
        try:
            async with asyncio.timeout(LONGEST):
                is_done, result = await outcome_of(process, task)
        except BaseException as error:
            await _end(process)
            if isinstance(error, TimeoutError):
                raise NotAllowed("busy", "it took too long", seconds=TRY_AGAIN) from None
            raise
        finally:
            self._busy.remove(process)
        self._keep(process)
        if not is_done:
            raise result
        return result

    async def close(self) -> None:
        """End all processes; what they work on fails."""
        self._is_closed = True
        while process := self._take_idle():
            await _end(process)
        for process in list(self._busy):
            await _end(process)

    def _take_idle(self) -> Process | None:
        while self._idle:
            process, timer = self._idle.popitem()
            timer.cancel()
            if process.returncode is None:  # it may have been killed meanwhile
                return process
        return None

    def _keep(self, process: Process) -> None:
        loop = asyncio.get_running_loop()
        self._idle[process] = loop.call_later(IDLE, self._end_idle, process)

    def _end_idle(self, process: Process) -> None:
        del self._idle[process]
        _kill(process)


async def _start() -> Process:
    return await asyncio.create_subprocess_exec(*COMMAND, stdin=PIPE, stdout=PIPE)


async def outcome_of(process: Process, task: Task) -> Outcome:
    """Let the process do the task."""
    if process.stdin is None or process.stdout is None:
        raise RuntimeError("a process without pipes")
    for part in packed(task):
        process.stdin.write(part)
    await process.stdin.drain()
    length = await process.stdout.readexactly(LENGTH_BYTES)
    data = await process.stdout.readexactly(int.from_bytes(length))
    outcome: Outcome = pickle.loads(data)  # noqa: S301 - from our own process
    return outcome


async def _end(process: Process) -> None:
    _kill(process)
    await process.wait()


def _kill(process: Process) -> None:
    with contextlib.suppress(ProcessLookupError):
        process.kill()
