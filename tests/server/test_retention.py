"""What is too old goes, but not at once, and not because the clock is wrong."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from server.store.appends import append, log_of
from spielgeld.server.store.async_store import AsyncStore
from spielgeld.server.store.sqlite import Sqlite
from spielgeld.server.upkeep import retention
from spielgeld.server.upkeep.retention import DAY, HOUR, PURGE_PATIENCE, Chore, look_after

NOW = 1_800_000_000.0
YEARS = 5 * 365 * DAY
KEPT = 365 * DAY


class Scene:
    """A store with an old table and one that was touched of late."""

    def __init__(self, ledger: AsyncStore[Sqlite], store: Sqlite) -> None:
        self.ledger = ledger
        self.store = store
        self.chore = Chore("purge", KEPT, PURGE_PATIENCE, store.count_untouched, store.purge)
        store.write([append("old", 0, b"1", at=NOW - KEPT - DAY)])
        store.write([append("new", 0, b"1", at=NOW - DAY)])

    @property
    def left(self) -> list[str]:
        return [code for code in ("old", "new") if log_of(self.store, code)]

    async def look(self, now: float, ran: float) -> None:
        await look_after(self.chore, self.ledger, now, ran)


def run(folder: Path, act: Callable[[Scene], Awaitable[None]]) -> None:
    async def scene() -> None:
        store = Sqlite(str(folder / "tables.sqlite3"))
        store.migrate()
        ledger = AsyncStore(store)
        await act(Scene(ledger, store))
        await ledger.close()

    asyncio.run(scene())


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, object]]:
    lines: list[tuple[str, object]] = []

    def log(code: str, _level: str = "info", /, **arguments: object) -> None:
        lines.append((code, arguments.get("tables")))

    monkeypatch.setattr(retention, "log", log)
    return lines


def test_a_purge_is_announced_waited_for_and_done(
    tmp_path: Path, said: list[tuple[str, object]]
) -> None:
    async def act(scene: Scene) -> None:
        await scene.look(NOW, 0)
        assert said == [("purge_announced", 1)]
        for hour in range(1, 72):
            await scene.look(NOW + hour * HOUR, HOUR)
        assert scene.left == ["old", "new"]
        await scene.look(NOW + 72 * HOUR, HOUR)
        assert scene.left == ["new"]
        assert said == [("purge_announced", 1), ("purge_done", 1)]

    run(tmp_path, act)


def test_a_clock_years_ahead_deletes_nothing(
    tmp_path: Path, said: list[tuple[str, object]]
) -> None:
    async def act(scene: Scene) -> None:
        for hour in range(24):
            await scene.look(NOW + YEARS + hour * HOUR, HOUR)
        assert said == [("purge_announced", 2)]
        assert scene.left == ["old", "new"]
        await scene.look(NOW, HOUR)  # somebody has set it right
        assert said[1:] == [("purge_called_off", None), ("purge_announced", 1)]
        for hour in range(100):
            await scene.look(NOW + hour * HOUR, HOUR)
        assert scene.left == ["new"]

    run(tmp_path, act)


def test_a_clock_that_leaps_while_the_server_runs_deletes_what_was_announced_and_no_more(
    tmp_path: Path, said: list[tuple[str, object]]
) -> None:
    async def act(scene: Scene) -> None:
        await scene.look(NOW, 0)
        for hour in range(72):
            await scene.look(NOW + YEARS + hour * HOUR, HOUR)
        assert scene.left == ["new"]
        assert said[1:] == [("purge_done", 1), ("purge_announced", 1)]

    run(tmp_path, act)


def test_time_counts_while_a_server_runs(tmp_path: Path, said: list[tuple[str, object]]) -> None:
    async def act(scene: Scene) -> None:
        for day in range(100):  # every day it was started for a moment
            await scene.look(NOW + day * DAY, 0)
        assert scene.left == ["old", "new"]

    run(tmp_path, act)
    assert [code for code, _ in said] == ["purge_announced"]


def test_who_is_touched_meanwhile_stays(tmp_path: Path, said: list[tuple[str, object]]) -> None:
    async def act(scene: Scene) -> None:
        await scene.look(NOW, 0)
        scene.store.write([append("old", 1, b"2", at=NOW)])
        await scene.look(NOW + 4 * DAY, 4 * DAY)
        assert scene.left == ["old", "new"]

    run(tmp_path, act)
    assert said == [("purge_announced", 1), ("purge_done", 0)]
