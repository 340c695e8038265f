"""Long work in processes: results, refusals, and what happens when one is killed or left alone."""

import asyncio
import os
import subprocess
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from random import Random
from subprocess import PIPE

import psutil  # type: ignore[import-untyped]
import pytest

from spielgeld.engine.editions import EDITIONS, find_edition
from spielgeld.engine.records import make_record
from spielgeld.server.access.costs import MOST_RECORDS
from spielgeld.server.api.record_endpoints import split_file
from spielgeld.server.api.refusals import HttpRefusal
from spielgeld.server.reviews.process import WORKER
from spielgeld.server.reviews.queue import work_of
from spielgeld.server.work import processes
from spielgeld.server.work.process import packed
from spielgeld.server.work.processes import Processes
from support.play import random_setup, random_steps
from support.tables import refused
from support.waiting import until

pytestmark = pytest.mark.process


def run(act: Callable[[Processes], Awaitable[None]]) -> None:
    async def scene() -> None:
        pool = Processes(2)
        try:
            async with asyncio.timeout(60):
                await act(pool)
        finally:
            await pool.close()
        await until(lambda: not workers(), "the end of all processes")

    asyncio.run(scene())


def workers() -> list[psutil.Process]:
    """The processes that are not just ending."""
    children = psutil.Process().children()
    return [
        each
        for each in children
        if each.status() != psutil.STATUS_ZOMBIE and processes.COMMAND[-1] in each.cmdline()
    ]


def test_a_process_is_kept_for_the_next_task() -> None:
    async def act(pool: Processes) -> None:
        first = await pool.run(os.getpid)
        assert first != os.getpid()
        assert await pool.run(os.getpid) == first
        assert await pool.run(sum, [1, 2, 3]) == 6

    run(act)


def test_there_are_only_so_many() -> None:
    async def act(pool: Processes) -> None:
        found = await asyncio.gather(*[pool.run(os.getpid) for _ in range(20)])
        assert len(set(found)) <= 2

    run(act)


def test_it_gives_way_to_people_who_play() -> None:
    async def act(pool: Processes) -> None:
        assert await pool.run(os.nice, 0) >= 10

    run(act)


def test_refusals_and_failures_come_back() -> None:
    async def act(pool: Processes) -> None:
        with refused("edition", names=list(EDITIONS)):
            await pool.run(find_edition, "xx")
        with pytest.raises(HttpRefusal) as refusal:
            await pool.run(split_file, b"\n".join([b"{}"] * (MOST_RECORDS + 1)))
        assert (refusal.value.status, refusal.value.code) == (400, "too_many_records")
        assert refusal.value.arguments == {"limit": MOST_RECORDS}
        with pytest.raises(ValueError, match="invalid literal") as failure:
            await pool.run(int, "x")
        assert "Traceback" in failure.value.__notes__[0]

    run(act)


def test_what_a_task_prints_does_not_come_between() -> None:
    async def act(pool: Processes) -> None:
        await pool.run(print, "something")
        assert await pool.run(sum, [1]) == 1

    run(act)


def test_a_killed_process_fails_one_task_and_no_other() -> None:
    async def act(pool: Processes) -> None:
        slow = asyncio.create_task(pool.run(time.sleep, 60))
        await until(lambda: bool(workers()), "a process")
        workers()[0].kill()
        with pytest.raises((asyncio.IncompleteReadError, ConnectionError)):
            await slow
        assert await pool.run(sum, [1]) == 1
        idle = workers()[0]
        idle.kill()
        await until(lambda: not psutil.pid_exists(idle.pid), "the end of the killed process")
        await asyncio.sleep(0.1)  # until the event loop knows
        assert await pool.run(sum, [2]) == 2

    run(act)


def test_closing_ends_what_is_under_way() -> None:
    async def act(pool: Processes) -> None:
        slow = asyncio.create_task(pool.run(time.sleep, 60))
        await until(lambda: bool(workers()), "a process")
        await pool.close()
        with pytest.raises((asyncio.IncompleteReadError, ConnectionError)):
            await slow
        assert not workers()

    run(act)


def test_a_task_that_takes_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "LONGEST", 0.3)

    async def act(pool: Processes) -> None:
        with refused("busy", seconds=processes.TRY_AGAIN):
            await pool.run(time.sleep, 60)

    run(act)


def test_an_idle_process_ends_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "IDLE", 0.1)

    async def act(pool: Processes) -> None:
        await pool.run(sum, [1])
        await until(lambda: not workers(), "the end of all processes")
        assert await pool.run(sum, [2]) == 2

    run(act)


def test_it_runs_no_code_of_the_folder_it_is_started_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("msgspec", "random", "pickle", "spielgeld"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('code of a stranger')")
    monkeypatch.chdir(tmp_path)

    async def act(pool: Processes) -> None:
        assert await pool.run(sum, [1]) == 1

    run(act)


def a_review() -> bytes:
    """Return the work of a short review."""
    setup = random_setup("it", 3, Random(1), {"deals": 1})
    events = [event for step in random_steps(setup, Random(1)) for event in step.events]
    return work_of(make_record(setup, ["Ann", "Bo", "Cy"], events), 0)


@pytest.mark.parametrize(
    ("command", "work"),
    [
        (processes.COMMAND, b"".join(packed((bytes, (1_000_000,))))),
        (processes.COMMAND, b"".join(packed((bytes, (1_000_000,))))[:-5]),
        (WORKER, a_review()),
        (WORKER, a_review()[:-5]),
    ],
    ids=["work", "half a task", "review", "half a review"],
)
def test_it_ends_quietly_when_its_server_was_killed(command: Sequence[str], work: bytes) -> None:
    with subprocess.Popen(command, stdin=PIPE, stdout=PIPE, stderr=PIPE) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        process.stdin.write(work)
        process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 0
