"""Races at one table, brought about by hand: what is decided while something else is written."""

import asyncio
import json
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

from spielgeld.engine import Refusal
from spielgeld.server.operations.meter import Meter
from spielgeld.server.sockets.connection import Connection
from spielgeld.server.sockets.hints import Hints
from spielgeld.server.sockets.session import Services, Session
from spielgeld.server.store.sqlite import Sqlite
from spielgeld.server.tables.jobs import Decide
from spielgeld.server.tables.live_table import LiveTable
from spielgeld.server.tables.tokens import token_hash
from spielgeld.server.upkeep.presence import going
from spielgeld.table import commands, decisions, entries
from spielgeld.table.agreement import Agreement, SeatWish
from support.nodes import Node, a_node
from support.waiting import until

FILE = "tables.sqlite3"


def joining(name: str, seat: int) -> Decide:
    return lambda state, now: decisions.join(state, name, token_hash(name), seat, now)


def doing(seat: int, command: commands.TableCommand) -> Decide:
    return lambda state, now: decisions.decide(state, seat, command, now)


class Listening:
    """A session whose connection only notes what it was sent."""

    def __init__(self, node: Node) -> None:
        self.lines: list[dict[str, Any]] = []
        self.connection = Connection(self._note, f"{node.worker.name}.{id(self)}")
        self.session = Session(
            Services(node.registry, node.worker),
            Hints(node.worker),
            self.connection,
            asyncio.Event().wait,
            Meter(),
        )

    async def _note(self, message: Any) -> None:
        self.lines += [json.loads(line) for line in message.get("text", "").splitlines()]

    def sit_down(self, table: LiveTable, token: str, page: str | None = None) -> Awaitable[None]:
        hello = commands.Hello(token=token, page=page)
        return asyncio.create_task(self.session.sit_down(table.code, hello))


async def a_table(node: Node, *people: str) -> LiveTable:
    agreement = Agreement(edition="nl", seats=[SeatWish()] * 3)
    sit = [joining(name, seat) for seat, name in enumerate(people)]
    return await node.registry.open(entries.Opened(at=time.time(), agreement=agreement), sit)


@asynccontextmanager
async def while_writing(folder: Path, node: Node, table: LiveTable) -> AsyncIterator[None]:
    """Something is on its way to the store, which another program keeps busy until the end."""
    with closing(sqlite3.connect(folder / FILE, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        say = doing(0, commands.Say(id="hold", phrase="hello"))
        node.worker.submit(table, say, lambda _: None)
        await until(lambda: table.is_busy, "a pass")
        yield


async def waiting(table: LiveTable, jobs: int) -> None:
    await until(lambda: len(table.waiting) == jobs, f"{jobs} jobs")


def run(folder: Path, scene: Callable[[Node], Awaitable[None]]) -> None:
    async def act() -> None:
        store = Sqlite(str(folder / FILE))
        async with asyncio.timeout(20), a_node(store) as node:
            await scene(node)

    asyncio.run(act())


def test_who_gets_up_while_saying_hello_hears_nothing_of_who_sits_there_next(
    tmp_path: Path,
) -> None:
    async def scene(node: Node) -> None:
        table = await a_table(node, "ann", "bo")
        listening = Listening(node)
        async with while_writing(tmp_path, node, table):
            arriving = listening.sit_down(table, "bo")
            await waiting(table, 1)
            leave = node.worker.do(table, doing(1, commands.Leave(id="leave")))
            leaving = asyncio.create_task(leave)
            await waiting(table, 2)
        results = await asyncio.gather(arriving, leaving, return_exceptions=True)
        assert isinstance(results[0], Refusal)
        assert not table.listeners[1]
        for name, seat in (("cy", 1), ("di", 2)):
            await node.worker.do(table, joining(name, seat))
        await node.worker.do(table, doing(0, commands.Start(id="start")))
        for seat in range(3):
            await node.worker.do(table, doing(seat, commands.Salt(id="salt", deal=1, salt="")))
        assert table.state.deal.hands[1]
        assert not any("hand" in line for line in listening.lines)

    run(tmp_path, scene)


def test_who_is_back_while_their_leaving_is_decided_is_there(tmp_path: Path) -> None:
    async def scene(node: Node) -> None:
        table = await a_table(node, "ann")
        earlier = Listening(node)
        await earlier.sit_down(table, "ann", "page")
        listening = Listening(node)
        async with while_writing(tmp_path, node, table):
            arriving = listening.sit_down(table, "ann", "page")
            await waiting(table, 1)
            leaving = asyncio.create_task(node.worker.do(table, going(0, earlier.connection.name)))
            await waiting(table, 2)
        await asyncio.gather(arriving, leaving)
        assert table.listeners[0] == {listening.connection}
        assert table.state.seats[0].is_connected
        log = (await node.store.load(table.code)).entries
        assert not [each for each in log if isinstance(entries.read_entry(each), entries.Went)]

    run(tmp_path, scene)
