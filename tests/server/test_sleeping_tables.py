"""Logs that are read from the store: other work has its turn while a long one is replayed."""

import asyncio
from typing import Any

import pytest

from spielgeld.server.store.interface import Log
from spielgeld.server.tables import sleeping_tables
from spielgeld.server.tables.live_table import LiveTable
from spielgeld.server.tables.sleeping_tables import SleepingTables
from spielgeld.table import entries
from spielgeld.table.agreement import Agreement, SeatWish

AGREED = Agreement(edition="nl", seats=[SeatWish()] * 3)


def log_of(outages: int) -> Log:
    opened = entries.write_entry(entries.Opened(at=0.0, agreement=AGREED))
    return Log([opened, *[entries.write_entry(entries.Outage(at=at)) for at in range(outages)]])


class Logs:
    """A store that has nothing but logs."""

    def __init__(self, **logs: Log) -> None:
        self._logs = logs

    async def load(self, table: str) -> Log:
        return self._logs[table]


def test_a_log_is_replayed_in_slices_and_logs_take_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sleeping_tables, "SLICE", 0.0)  # each entry is a slice of its own
    read: list[LiveTable] = []
    turns = 0

    async def other_work() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    async def scene() -> None:
        store: Any = Logs(long=log_of(500), short=log_of(20))
        sleeping = SleepingTables(store, read.append)
        working = asyncio.create_task(other_work())
        await asyncio.gather(sleeping.read("long"), sleeping.read("short"))
        working.cancel()

    asyncio.run(scene())
    assert [(table.code, table.number) for table in read] == [("short", 21), ("long", 501)]
    assert turns >= 500
