"""Which table is worked on when: at once, in the order of coming, a crowd by groups."""

from collections.abc import Callable
from typing import Any

import pytest

from spielgeld.server.tables.job_queue import Job, JobQueue
from spielgeld.server.tables.scheduler import Scheduler


class Loop:
    """An event loop by hand: it notes what is to be called."""

    def __init__(self) -> None:
        self.calls: list[Callable[[], None]] = []

    def call_soon(self, call: Callable[[], None]) -> None:
        self.calls.append(call)

    def run(self) -> None:
        while self.calls:
            self.calls.pop(0)()


class Table:
    """As much of one as a scheduler sees."""

    def __init__(self, jobs: int) -> None:
        self.jobs = JobQueue()
        self.jobs.waiting = [Job(lambda _, __: [], lambda _: None)] * jobs


def a_table(jobs: int = 1) -> Any:
    return Table(jobs)


class Scene:
    """A scheduler, and the groups it handed on."""

    def __init__(self, act: Callable[[list[Any]], None] = lambda _: None) -> None:
        self.loop = Loop()
        self.groups: list[list[Any]] = []
        self._act = act
        self.scheduler = Scheduler(self.loop, self._run)  # type: ignore[arg-type]

    def _run(self, tables: list[Any]) -> None:
        self.groups.append(tables)
        self._act(tables)

    def add(self, *tables: Any) -> None:
        for table in tables:
            self.scheduler.add(table)

    @property
    def order(self) -> list[Any]:
        return [table for group in self.groups for table in group]


def test_nobody_waits_longer_than_for_the_next_turn_of_the_loop() -> None:
    scene, one = Scene(), a_table()
    for _ in range(500):
        scene.add(one)
        assert len(scene.loop.calls) == 1
        scene.loop.run()
    assert scene.groups == [[one]] * 500


def test_what_comes_in_one_moment_is_one_group() -> None:
    scene, tables = Scene(), [a_table() for _ in range(10)]
    scene.add(*tables)
    scene.loop.run()
    assert scene.groups == [tables]


def test_a_crowd_is_taken_up_by_groups_in_its_order() -> None:
    scene, tables = Scene(), [a_table() for _ in range(150)]
    scene.add(*tables)
    scene.loop.run()
    assert [len(group) for group in scene.groups] == [64, 64, 22]
    assert scene.order == tables


def test_a_group_is_full_with_so_many_jobs() -> None:
    scene = Scene()
    scene.add(a_table(jobs=60), a_table(jobs=60), a_table(jobs=1))
    scene.loop.run()
    assert [len(group) for group in scene.groups] == [2, 1]


def test_what_comes_while_a_group_is_worked_on_is_not_forgotten() -> None:
    late = a_table()
    scene = Scene(lambda tables: None if late in tables else scene.add(late))
    scene.add(a_table())
    scene.loop.run()
    assert late in scene.order


def test_it_goes_on_although_something_failed() -> None:
    bad, late = a_table(), a_table()

    def act(tables: list[Any]) -> None:
        assert bad not in tables

    scene = Scene(act)
    scene.add(bad)
    with pytest.raises(AssertionError):
        scene.loop.run()
    scene.add(late)
    scene.loop.run()
    assert scene.order == [bad, late]
