"""Races at one table, brought about by hand: what is decided while something else is written."""

import asyncio
import gc
import json
import time
import weakref
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from spielgeld.engine import Refusal
from spielgeld.server.operations.instruments import Instruments
from spielgeld.server.sockets.connection import Connection
from spielgeld.server.sockets.endpoint import _Guest, token_hash
from spielgeld.server.sockets.hints import Hints
from spielgeld.server.sockets.outbox import Soon
from spielgeld.server.store import Append
from spielgeld.server.store.async_store import Ledger
from spielgeld.server.store.sqlite import Sqlite
from spielgeld.server.tables.bus import NoBus
from spielgeld.server.tables.live_table import Decide, HotTable
from spielgeld.server.tables.registry import Hall
from spielgeld.server.upkeep.presence import going
from spielgeld.table import commands, decisions, entries
from spielgeld.table.agreement import Agreement, SeatWish

NODE = "here"


def joining(name: str, seat: int) -> Decide:
    return lambda state, now: decisions.join(state, name, token_hash(name), seat, now)


def doing(seat: int, command: commands.TableCommand) -> Decide:
    return lambda state, now: decisions.decide(state, seat, command, now)


class Listening:
    """A guest whose connection only notes what it was sent."""

    def __init__(self, hall: Hall) -> None:
        self.lines: list[dict[str, Any]] = []
        self.connection = Connection(
            self._note, Soon(asyncio.get_running_loop(), Connection.start_flushing)
        )
        self.guest = _Guest(
            hall,
            Hints(hall),
            self.connection,
            asyncio.Event().wait,  # type: ignore[arg-type]
            Instruments(),
        )

    async def _note(self, message: Any) -> None:
        self.lines += [json.loads(line) for line in message.get("text", "").splitlines()]

    def sit_down(self, hot: HotTable, token: str) -> Awaitable[None]:
        return asyncio.create_task(self.guest._sit_down(hot.code, commands.Hello(token=token)))


class _Unhurried(Sqlite):
    """As where the disk is slow: the thread writes, and things happen meanwhile."""

    def write_at_once(self, appends: Sequence[Append], node: str) -> None:
        """Not here."""


@asynccontextmanager
async def a_hall(folder: Path) -> AsyncIterator[Hall]:
    store = _Unhurried(str(folder / "tables.sqlite3"))
    store.migrate()
    ledger = Ledger(store, NODE)
    yield Hall(ledger, NoBus(), NODE)
    await ledger.close()


async def a_table(hall: Hall, *people: str) -> HotTable:
    agreement = Agreement(edition="nl", seats=[SeatWish()] * 3)
    sit = [joining(name, seat) for seat, name in enumerate(people)]
    return await hall.open(entries.Opened(at=time.time(), agreement=agreement), sit)


async def while_writing(hall: Hall, hot: HotTable) -> None:
    """From here on something is on its way to the store."""
    hall.submit(hot, doing(0, commands.Say(id="hold", phrase="hello")), lambda _: None)
    while not hot.writing:
        await asyncio.sleep(0)


def run(folder: Path, scene: Callable[[Hall], Awaitable[None]]) -> None:
    async def act() -> None:
        async with asyncio.timeout(20), a_hall(folder) as hall:
            await scene(hall)

    asyncio.run(act())


def test_who_gets_up_while_saying_hello_hears_nothing_of_who_sits_there_next(
    tmp_path: Path,
) -> None:
    async def scene(hall: Hall) -> None:
        hot = await a_table(hall, "ann", "bo")
        listening = Listening(hall)
        await while_writing(hall, hot)
        arriving = listening.sit_down(hot, "bo")
        await asyncio.sleep(0)
        leaving = hall.do(hot, doing(1, commands.Leave(id="leave")), settled=True)
        results = await asyncio.gather(arriving, leaving, return_exceptions=True)
        assert isinstance(results[0], Refusal)
        assert not hot.listeners[1]
        for name, seat in (("cy", 1), ("di", 2)):
            await hall.do(hot, joining(name, seat))
        await hall.do(hot, doing(0, commands.Start(id="start")))
        for seat in range(3):
            await hall.do(hot, doing(seat, commands.Salt(id="salt", deal=1, salt="")))
        assert hot.state.deal.hands[1]
        assert not any("hand" in line for line in listening.lines)

    run(tmp_path, scene)


def test_who_is_back_while_their_leaving_is_decided_is_there(tmp_path: Path) -> None:
    async def scene(hall: Hall) -> None:
        hot = await a_table(hall, "ann")
        await hall.do(hot, lambda state, now: decisions.arrive(state, 0, NODE, now))
        listening = Listening(hall)
        await while_writing(hall, hot)
        arriving = listening.sit_down(hot, "ann")
        await asyncio.sleep(0)
        await asyncio.gather(arriving, hall.do(hot, going(hot, 0, NODE)))
        assert hot.listeners[0]
        assert hot.state.seats[0].is_connected

    run(tmp_path, scene)


def test_what_was_refused_leaves_nothing_behind(tmp_path: Path) -> None:
    async def scene(hall: Hall) -> None:
        hot = await a_table(hall, "ann")
        decide = doing(0, commands.Resume(id="resume"))
        kept, refused = weakref.ref(decide), asyncio.Event()
        hall.submit(hot, decide, lambda refusal: refused.set() if refusal else None)
        del decide
        await refused.wait()
        await asyncio.sleep(0)
        assert kept() is None

    gc.disable()  # whoever floods a busy server with nonsense must not fill its memory
    try:
        run(tmp_path, scene)
    finally:
        gc.enable()
