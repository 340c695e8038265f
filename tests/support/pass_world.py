"""Processes that share a database in memory, where every step can be delayed, lost or failed.

The processes are the real code, from sessions to passes. Nothing happens at the database until it
is let go on, and no timer fires until time is moved on by hand.
"""

import asyncio
import json
from collections.abc import Callable
from itertools import count
from typing import Any

from spielgeld.engine import Refusal
from spielgeld.server.operations.meter import Meter
from spielgeld.server.running import Tables
from spielgeld.server.sockets.connection import Connection
from spielgeld.server.sockets.hints import Hints
from spielgeld.server.sockets.session import Services, Session
from spielgeld.server.tables.news import News
from spielgeld.server.tables.registry import TableRegistry
from spielgeld.server.tables.shared_passes import SharedPasses
from spielgeld.server.tables.tokens import token_hash
from spielgeld.table import commands, decisions, entries
from spielgeld.table.agreement import Agreement, SeatWish
from spielgeld.table.entries import AnyEntry
from spielgeld.table.transitions import replay_table
from support.fake_database import (
    Database,
    FakeLane,
    FakeNotices,
    FakeOthers,
    HandMovedLoop,
    Outcome,
    Step,
)

TURNS = 40
"""Turns of the event loop in which everything that can happen has happened."""
PEOPLE = ("Ann", "Bo")
LOOP_STEP = 0.05


class Process:
    """A process: its tables, and its connections."""

    def __init__(self, world: "World", name: str) -> None:
        self.name = name
        self.news = News(FakeNotices(world.notes, world.hearing), name)
        self.others = FakeOthers(name, self.news)
        self.lane = FakeLane(world.database, name)
        self.numbers = count(1)
        registry = TableRegistry(world.database)
        passes = SharedPasses(registry, self.others, [self.lane], Meter())
        self.tables = Tables(registry, passes, Meter())
        self.news.start(self.tables.worker.hear)
        self.services = Services(self.tables.registry, self.tables.worker)


class Person:
    """A client: it comes back by itself, and sends again what was not answered."""

    def __init__(self, world: "World", name: str) -> None:
        self._world = world
        self.name = name
        self.page = f"page of {name}"
        self.line: Line | None = None
        self.unanswered: dict[str, str] = {}
        self.accepted: set[str] = set()
        self.refused: dict[str, str] = {}
        self.seen: int | None = None

    def say(self, name: str, kind: str, **fields: Any) -> None:
        """Send a command on the line there is, and on every later one until it is answered."""
        self.unanswered[name] = json.dumps({"type": kind, "id": name, **fields})
        if self.line is not None and self.line.is_greeted:
            self.line.inbox.append(self.unanswered[name])

    def connect(self, process: Process) -> "Line":
        """Say hello there; an earlier line is left as it is, with what is unread on it."""

        def open_line() -> None:
            self.line = Line(self._world, self, process)

        self._world.run(open_line)
        assert self.line is not None
        return self.line

    def hear(self, line: "Line", message: dict[str, Any]) -> None:
        kind = message["type"]
        faults = self._world.database.faults
        if line is not self.line:
            return
        if kind in ("welcome", "resumed", "update"):
            self._see(kind, message["n"])
        if kind in ("welcome", "resumed"):
            line.is_greeted = True
            line.inbox += self.unanswered.values()
        elif kind == "accepted":
            self.unanswered.pop(message["id"], None)
            self.accepted.add(message["id"])
            if self._world.database.ids(self._world.code).count(message["id"]) != 1:
                faults.append(f"{message['id']} accepted, and not once in the log")
        elif kind == "refused":
            self.unanswered.pop(message["id"], None)
            self.refused[message["id"]] = message["code"]

    def _see(self, kind: str, number: int) -> None:
        faults, before = self._world.database.faults, self.seen
        if kind == "update" and number != (before or 0) + 1:
            faults.append(f"update {number} after {before}")
        if before is not None and number < before:
            faults.append(f"shown {number} after {before}")
        if number > self._world.durable(self):
            faults.append("shown what is not durable")
        if kind != "resumed":
            self.seen = number


class Line:
    """A connection of a person, with what was sent on it and not yet read."""

    def __init__(self, world: "World", person: Person, process: Process) -> None:
        self._world = world
        self.inbox: list[str] = []
        self.is_greeted = self.is_closed = False
        self.process = process
        self._person = person
        self.connection = Connection(self._send, f"{process.name}.{next(process.numbers)}")
        worker = process.tables.worker
        self.session = Session(
            process.services, Hints(worker), self.connection, asyncio.Event().wait, Meter()
        )
        hello = commands.Hello(token=person.name, page=person.page, seen=person.seen)
        world.loop.create_task(self._sit_down(world.code, hello))

    async def _sit_down(self, code: str, hello: commands.Hello) -> None:
        try:
            await self.session.sit_down(code, hello)
        except Refusal as refusal:
            self.connection.dismiss(refusal.code)

    def _write(self, frame: bytes) -> bool:
        for line in frame.splitlines():
            self._person.hear(self, json.loads(line))
        return True

    async def _send(self, message: Any) -> None:
        if message["type"] == "websocket.send":
            self._write(message["text"].encode())
        elif not self.is_closed:
            self.close()

    def read(self) -> None:
        """Let the process read what was sent first."""
        text = self.inbox.pop(0)
        if not self.is_closed:
            self._world.run(lambda: self.session._hear(text))

    def hang_up(self) -> None:
        """Close the socket as the client does."""
        if not self.is_closed:
            self._world.run(self.close)

    def close(self) -> None:
        """The socket is closed, by whichever side."""
        self.is_closed = True
        self.session._get_up()
        if self._person.line is self:
            self._person.line = None


class World:
    """Two processes and two people at one table, whose match is being played."""

    def __init__(self, processes: int = 2) -> None:
        self.loop = HandMovedLoop()
        asyncio.set_event_loop(self.loop)
        self.database = Database(self.loop)
        self.notes: list[str] = []
        self.hearing: list[Callable[[str], None]] = []
        self.code = ""
        self.run(self._begin(processes))
        self.people = [Person(self, name) for name in PEOPLE]

    async def _begin(self, processes: int) -> None:
        self.processes = [Process(self, f"p{number}") for number in range(processes)]
        seats = [SeatWish() for _ in PEOPLE] + [SeatWish(bot="random")]
        opened = entries.Opened(
            at=self.database.now, agreement=Agreement(edition="nl", seats=seats)
        )
        joins = [
            lambda state, now, name=name: decisions.join(state, name, token_hash(name), None, now)
            for name in PEOPLE
        ]

        def start(_: Any, now: float) -> list[AnyEntry]:
            return [entries.Started(at=now)]

        registry = self.processes[0].tables.registry
        table = await registry.open(opened, [*joins, start])
        self.code = table.code
        registry.forget(table)

    def run(self, work: Any = None) -> None:
        """Let everything happen that can happen now, after that work if there is any."""

        async def settle() -> None:
            if callable(work):
                work()
            elif work is not None:
                await work
            for _ in range(TURNS):
                await asyncio.sleep(0)

        self.loop.run_until_complete(settle())

    def wait(self, seconds: float) -> None:
        """Move time on."""
        self.loop.moved += seconds
        self.run()

    def go_on(self, step: Step, outcome: Outcome = "done") -> None:
        """Let a step of a lane happen."""
        if not step.may_go.done():
            step.may_go.set_result(outcome)
        self.run()

    def settle(self) -> None:
        """Let everything come to its end without trouble."""
        for _ in range(400):
            self.run()
            lines = [person.line for person in self.people if person.line is not None]
            if self.database.steps:
                self.go_on(self.database.steps[0])
            elif unread := [line for line in lines if line.inbox]:
                unread[0].read()
            else:
                self.wait(LOOP_STEP)
                if not self.database.steps and not any(line.inbox for line in lines):
                    return
        raise AssertionError("it does not come to rest")

    def step(self, process: Process, what: str) -> Step:
        """The step that the process's lane waits for."""
        (found,) = [each for each in self.database.steps if each.lane is process.lane]
        assert found.what == what
        return found

    def waits(self, process: Process) -> bool:
        """Return True if the process's lane waits for the database."""
        return any(step.lane is process.lane for step in self.database.steps)

    def tell(self, note: str) -> None:
        """Deliver a notification to all."""
        for hear in self.hearing:
            hear(note)
        self.run()

    def durable(self, person: Person) -> int:
        """The number of the last update of that person that the log has."""
        state = replay_table(self.code, self.database.log(self.code))
        return state.sent[PEOPLE.index(person.name)]

    def check(self) -> None:
        """Whatever has happened, this must hold."""
        assert self.database.faults == [], self.database.faults
        ids = self.database.ids(self.code)
        for person in self.people:
            wrong = [name for name in person.refused if name in ids]
            assert wrong == [], "refused, but in the log"
            missing = [name for name in person.accepted if ids.count(name) != 1]
            assert missing == [], "accepted, but not once in the log"

    def close(self) -> None:
        for task in asyncio.all_tasks(self.loop):
            task.cancel()
        self.run()
        self.loop.close()
        asyncio.set_event_loop(None)
