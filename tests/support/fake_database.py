"""A database in memory whose every step can be delayed, lost or failed, and time moved by hand."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from spielgeld.server.store.interface import Append, Locked, Log, Newer, StoreDown
from spielgeld.server.store.log_hash import chain
from spielgeld.server.tables.news import News
from spielgeld.server.tables.others import DatabaseClock, Others
from spielgeld.table.entries import AnyEntry, read_entry

Outcome = Literal["done", "failed", "lost"]
"""A step is done; or it fails; or it is done, and the answer is lost."""
START = 1_000_000.0


class HandMovedLoop(asyncio.SelectorEventLoop):
    """An event loop whose time is moved by hand, and that has no threads."""

    moved = 0.0

    def time(self) -> float:
        return self.moved

    def run_in_executor(  # type: ignore[override]
        self, _: Any, work: Callable[..., Any], *arguments: Any
    ) -> Any:
        future = self.create_future()
        try:
            future.set_result(work(*arguments))
        except Exception as error:
            future.set_exception(error)
        return future


@dataclass
class Step:
    """Something that a lane has asked of the database, and waits for."""

    lane: "FakeLane"
    what: str
    may_go: asyncio.Future[Outcome]


@dataclass
class Row:
    entries: list[bytes]
    head: int
    author: str = ""
    holder: "FakeLane | None" = None


@dataclass
class Database:
    """One database, with the promises that `test_locks.py` checks on PostgreSQL."""

    loop: HandMovedLoop
    rows: dict[str, Row] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    undone: dict[str, list[bytes]] = field(default_factory=dict)

    @property
    def now(self) -> float:
        return START + self.loop.moved

    def log(self, code: str) -> list[AnyEntry]:
        return [read_entry(data) for data in self.rows[code].entries]

    def ids(self, code: str) -> list[str]:
        return [entry.id for entry in self.log(code) if entry.id]

    # What `TableStore` asks, which no test delays.

    async def create(self, append: Append) -> None:
        self.rows[append.table] = Row(list(append.entries), append.head)

    async def load(self, table: str) -> Log:
        row = self.rows.get(table)
        return Log(list(row.entries), row.head, row.author) if row else Log([])

    async def summary(self, _: str) -> bytes | None:
        return None

    async def listed(self, _: int) -> list[tuple[str, bytes]]:
        return []

    async def record(self, _: str) -> bytes | None:
        return None

    def end_transaction(self, lane: "FakeLane") -> None:
        """As PostgreSQL does with an idle one: the locks are free, and the session is over."""
        for row in self.rows.values():
            if row.holder is lane:
                row.holder = None
        lane.is_ended = True


class FakeLane:
    """A connection to the database, each of whose steps waits to be let go on."""

    def __init__(self, database: Database, process: str) -> None:
        self._database = database
        self.process = process
        self.is_ended = False
        self.is_open = False
        """A transaction is."""

    async def _step(self, what: str) -> Outcome:
        may_go: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        step = Step(self, what, may_go)
        self._database.steps.append(step)
        try:
            outcome = await may_go
        finally:
            self._database.steps.remove(step)
        if outcome == "failed" or (self.is_ended and self.is_open):
            await self.close()
            raise StoreDown(what)
        return outcome

    async def lock(self, tables: Sequence[str]) -> dict[str, Locked]:
        self.is_ended, self.is_open = False, False
        await self._step("lock")
        self.is_open = True
        found = {}
        for code in tables:
            row = self._database.rows.get(code)
            if row is not None and row.holder is None:
                row.holder = self
                found[code] = Locked(len(row.entries), row.head, self._database.now)
        return found

    async def newer(self, known: Mapping[str, int]) -> dict[str, Newer]:
        await self._step("newer")
        rows = self._database.rows
        return {
            code: Newer(
                len(rows[code].entries),
                rows[code].head,
                rows[code].author,
                rows[code].entries[number:],
            )
            for code, number in known.items()
            if code in rows
        }

    async def commit(self, appends: Sequence[Append]) -> None:
        outcome = await self._step("commit" if appends else "end")
        for append in appends:
            row = self._database.rows[append.table]
            if row.holder is not self:
                self._database.faults.append("written without the lock")
            if append.after != len(row.entries) or chain(row.head, append.entries) != append.head:
                self._database.faults.append("decided on another state")
            row.entries += append.entries
            row.head, row.author = append.head, self.process
        self._free()
        if outcome == "lost":
            await self.close()
            raise StoreDown("the answer is lost")

    def _free(self) -> None:
        self.is_open = False
        for row in self._database.rows.values():
            if row.holder is self:
                row.holder = None

    async def close(self) -> None:
        self._free()


class FakeNotices:
    """Notifications that arrive when they are let go on, or never."""

    def __init__(self, notes: list[str], hearing: list[Callable[[str], None]]) -> None:
        self._notes = notes
        self._hearing = hearing

    async def send(self, text: str) -> None:
        self._notes.append(text)

    async def listen(self, heard: Callable[[str], None]) -> None:
        self._hearing.append(heard)
        await asyncio.Event().wait()

    async def close(self) -> None:
        """Nothing is open."""


class FakeOthers(Others):
    """What a process believes about the others."""

    def __init__(self, name: str, news: News) -> None:
        self._clock = DatabaseClock()
        super().__init__(name, self._clock)
        self.follow = self._clock.follow  # type: ignore[method-assign]
        self.tell = news.tell  # type: ignore[method-assign]
        self.silent: set[str] = set()

    def is_silent(self, process: str) -> bool:
        return process in self.silent
