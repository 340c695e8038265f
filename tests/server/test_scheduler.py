"""Which table is worked on when: in the order of coming, a crowd by groups, one pass at a time."""

import asyncio
from typing import Any

from spielgeld.server.tables.jobs import Job
from spielgeld.server.tables.scheduler import Scheduler


class Table:
    """As much of one as a scheduler sees."""

    def __init__(self, jobs: int) -> None:
        self.waiting = [Job(lambda _, __: [], lambda _: None)] * jobs
        self.is_queued = self.is_busy = self.is_dropped = False


def a_table(jobs: int = 1) -> Any:
    return Table(jobs)


def a_scheduler(*tables: Any) -> Scheduler:
    scheduler = Scheduler()
    for table in tables:
        scheduler.add(table)
    return scheduler


def test_a_crowd_is_taken_up_by_groups_in_its_order() -> None:
    tables = [a_table() for _ in range(150)]
    scheduler = a_scheduler(*tables)
    groups = [scheduler.take() for _ in range(4)]
    assert [len(group) for group in groups] == [64, 64, 22, 0]
    assert [table for group in groups for table in group] == tables


def test_a_group_is_full_with_so_many_jobs() -> None:
    scheduler = a_scheduler(a_table(jobs=60), a_table(jobs=60), a_table(jobs=1))
    assert [len(scheduler.take()) for _ in range(2)] == [2, 1]


def test_a_table_is_in_one_pass_at_a_time() -> None:
    table = a_table()
    scheduler = a_scheduler(table, table)
    assert scheduler.take() == [table]
    scheduler.add(table)
    assert scheduler.take() == []
    table.is_busy = False
    scheduler.add(table)
    assert scheduler.take() == [table]


def test_a_dropped_table_is_not_worked_on() -> None:
    dropped, other = a_table(), a_table()
    scheduler = a_scheduler(dropped, other)
    dropped.is_dropped = True
    assert scheduler.take() == [other]


def test_whoever_waits_for_work_gets_it() -> None:
    async def scene() -> None:
        scheduler, table, other = Scheduler(), a_table(), a_table()
        working = [asyncio.create_task(scheduler.next_group()) for _ in range(2)]
        await asyncio.sleep(0)
        scheduler.add(table)
        await asyncio.sleep(0.01)
        scheduler.add(other)
        async with asyncio.timeout(5):
            assert await asyncio.gather(*working) == [[table], [other]]

    asyncio.run(scene())
