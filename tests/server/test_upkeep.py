"""Who runs bots and clocks, when a table is not as it should be."""

import asyncio
import sqlite3
import threading
import time
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import pytest

from spielgeld.server.store.sqlite import Sqlite
from spielgeld.server.tables import others
from spielgeld.server.tables.jobs import Decide
from spielgeld.server.tables.live_table import LiveTable
from spielgeld.server.upkeep import bots
from spielgeld.server.upkeep.bots import rest_of_pace
from spielgeld.table import commands, decisions, entries
from spielgeld.table.agreement import Agreement, SeatWish
from spielgeld.table.state import TableState
from support.nodes import Node, a_node
from support.tables import refused
from support.waiting import until

BOT = SeatWish(bot="random")


class Deaf:
    """A connection that hears nothing."""

    name = "deaf.1"

    def post(self, message: bytes) -> None:
        pass

    def dismiss(self, code: str, /) -> None:
        pass


def doing(command: commands.TableCommand) -> Decide:
    """Ann does this."""
    return lambda state, now: decisions.decide(state, 0, command, now)


def a_server(file: Path) -> AbstractAsyncContextManager[Node]:
    return a_node(Sqlite(str(file)))


def arriving(state: TableState, now: float) -> list[Any]:
    return decisions.arrive(state, 0, "page", Deaf.name, now)


def joining(name: str) -> Decide:
    return lambda state, now: decisions.join(state, name, name, None, now)


async def a_table(
    node: Node, bot_pace: float = 0.0, people: tuple[str, ...] = ("Ann",)
) -> LiveTable:
    """Ann, who is there, perhaps others, who are not, and bots."""
    seats = [SeatWish()] * len(people) + [BOT] * (3 - len(people))
    agreement = Agreement(edition="nl", seats=seats, bot_pace=bot_pace)
    opened = entries.Opened(at=time.time(), agreement=agreement)
    table = await node.registry.open(opened, [joining(name) for name in people])
    table.listeners[0].add(Deaf())
    await node.worker.do(table, arriving)
    return table


def test_a_log_that_cannot_be_read_does_not_stop_the_server(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite3"

    async def scene() -> None:
        async with a_server(file) as node:
            bad, good = (await a_table(node)).code, (await a_table(node)).code
        with sqlite3.connect(file) as database:
            newer = b'{"type":"from_a_newer_version","at":1}'
            database.execute("UPDATE entries SET entry = ? WHERE code = ?", (newer, bad))
        database.close()
        async with a_server(file) as node:
            table = await node.registry.find(good)
            await node.worker.do(table, lambda _, __: [])
            assert not table.state.awake  # the earlier process is dead
            with refused("table_unreadable"):
                await node.registry.find(bad)

    asyncio.run(scene())


def test_bots_are_asked_again_at_a_table_that_was_read_anew(tmp_path: Path) -> None:
    async def scene() -> None:
        async with a_server(tmp_path / "tables.sqlite3") as node:
            table = await a_table(node, bot_pace=0.3)
            await node.worker.do(table, doing(commands.Start(id="start")))
            await node.worker.do(table, doing(commands.Salt(id="salt", deal=1, salt="")))
            assert table.state.questions
            node.registry.forget(table)
            table.send_away()
            again = await node.registry.find(table.code)
            again.listeners[0].add(Deaf())
            await node.worker.do(again, arriving)
            await until(lambda: not again.state.questions, "the bots' answers")
            assert set(again.state.sealed) == {1, 2}

    asyncio.run(scene())


def test_a_bot_whose_answer_came_in_a_pause_is_asked_again(tmp_path: Path) -> None:
    async def scene() -> None:
        async with a_server(tmp_path / "tables.sqlite3") as node:
            table = await a_table(node, 0.2, ("Ann", "Bo"))
            await node.worker.do(table, doing(commands.Start(id="start")))
            await node.worker.do(table, lambda _, now: [entries.SaltsClosed(at=now)])
            await node.worker.do(table, doing(commands.Pause(id="pause")))
            # The pause ends in the very batch in which the answer comes too early.
            submit = node.worker.submit

            def submit_both(*order: Any, **more: Any) -> None:
                node.worker.submit = submit  # type: ignore[method-assign]
                submit(*order, **more)
                submit(table, doing(commands.Resume(id="resume")), lambda _: None)

            node.worker.submit = submit_both  # type: ignore[method-assign]
            while table.state.paused:
                await asyncio.sleep(0.05)
            while table.state.questions:
                await asyncio.sleep(0.05)
            assert set(table.state.sealed) == {2}

    asyncio.run(scene())


@pytest.mark.parametrize(
    ("pace", "took", "rest"), [(1.0, 0.25, 0.75), (1.0, 1.25, 0.75), (0.5, 2.25, 0.25), (0, 3.0, 0)]
)
def test_an_answer_comes_at_a_beat_however_long_it_took(
    pace: float, took: float, rest: float
) -> None:
    assert rest_of_pace(pace, took) == rest


class Thinking:
    """Bots that think until they are let go."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.go_on = threading.Event()
        self.begun = 0
        self.choose = bots.choice_of
        self._monkeypatch = monkeypatch
        monkeypatch.setattr(bots, "choice_of", self)

    def __call__(self, *asked: Any) -> Any:
        self.begun += 1
        assert self.go_on.wait(10)
        return self.choose(*asked)

    def only_those_that_have_begun(self) -> None:
        self._monkeypatch.setattr(bots, "choice_of", self.choose)

    async def until_begun(self, count: int) -> None:
        await until(lambda: self.begun >= count, f"{count} bots that think")


async def a_match(node: Node, address: str) -> LiveTable:
    """Ann, connected from there, has bots to wait for."""
    table = await a_table(node)
    table.came_from = address
    await node.worker.do(table, doing(commands.Start(id="s")))
    await node.worker.do(table, doing(commands.Salt(id="t", deal=1, salt="00")))
    return table


async def a_crowd(node: Node, thinking: Thinking) -> None:
    """Twenty matches of one address, two of whose bots think; others will answer at once."""
    for _ in range(20):
        await a_match(node, "192.0.2.1")
    await thinking.until_begun(2)
    thinking.only_those_that_have_begun()


def test_bots_do_not_wait_for_those_of_another_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinking = Thinking(monkeypatch)

    async def scene() -> None:
        async with a_server(tmp_path / "tables.sqlite3") as node:
            await a_crowd(node, thinking)
            newcomer = await a_match(node, "192.0.2.2")
            await until(lambda: len(newcomer.state.sealed) == 2, "the newcomer's bots")
            thinking.go_on.set()

    asyncio.run(scene())


def test_a_bot_that_decides_for_a_person_does_not_wait_for_others_of_that_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinking = Thinking(monkeypatch)

    async def scene() -> None:
        async with a_server(tmp_path / "tables.sqlite3") as node:
            await a_crowd(node, thinking)
            table = await a_match(node, "192.0.2.1")
            await node.worker.do(table, doing(commands.Leave(id="l")))
            await until(lambda: 0 in table.state.sealed, "a bid for the person who left")
            assert set(table.state.sealed) == {0}
            thinking.go_on.set()

    asyncio.run(scene())


def test_bots_nobody_waits_for_are_not_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinking = Thinking(monkeypatch)

    async def scene() -> None:
        async with a_server(tmp_path / "tables.sqlite3") as node:
            first = await a_match(node, "192.0.2.1")
            await thinking.until_begun(2)
            left = [await a_match(node, "192.0.2.1") for _ in range(20)]
            for table in left:
                await node.worker.do(
                    table, lambda state, now: decisions.go(state, 0, Deaf.name, now)
                )
            thinking.go_on.set()
            await until(lambda: len(first.state.sealed) == 2, "the bots that thought")
            await node.worker.do(left[0], arriving)
            # A person who comes back finds them at work.
            await until(lambda: len(left[0].state.sealed) == 2, "bots after coming back")
            assert thinking.begun == 4

    asyncio.run(scene())


def set_back(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Somebody sets the machine's clock."""
    true = time.time
    monkeypatch.setattr(time, "time", lambda: true() - seconds)


async def until_dealt(table: LiveTable) -> None:
    await until(lambda: table.state.match is not None, "the deal")


def test_a_clock_that_goes_back_does_not_hold_up_the_deal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        async with a_server(tmp_path / "tables.sqlite3") as node:
            table = await a_table(node)
            await node.worker.do(
                table, doing(commands.Start(id="s"))
            )  # from now on, three seconds for salts
            set_back(monkeypatch, 3600.0)
            await until_dealt(table)

    asyncio.run(scene())


def test_a_clock_that_went_back_between_two_starts_does_not_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "tables.sqlite3"

    async def before() -> str:
        async with a_server(file) as node:
            table = await a_table(node)
            await node.worker.do(table, doing(commands.Start(id="s")))
            return table.code

    async def after(code: str) -> None:
        async with a_server(file) as node:
            table = await node.registry.find(code)
            await node.worker.do(table, arriving)
            await until_dealt(table)

    code = asyncio.run(before())
    set_back(monkeypatch, 3600.0)
    asyncio.run(after(code))


def test_the_clock_follows_forward_and_never_goes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    ours = others.SteadyClock()
    first = ours.now()
    set_back(monkeypatch, 3600.0)
    assert first <= ours.now() < first + 60
    set_back(monkeypatch, -7200.0)
    assert first + 3500 < ours.now() < first + 3700
