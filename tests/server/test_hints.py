"""Hints over the wire: from the seat's own view, for its own eyes, and not too many."""

import asyncio
import json
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from spielgeld.advice.types import Hint, Option
from spielgeld.client import RemoteSeat, ServerRefusal, open_table
from spielgeld.engine import NotAllowed, View, view_of
from spielgeld.server.access.costs import MOST_HINTS
from spielgeld.server.sockets import hints
from spielgeld.server.sockets.hints import Hints
from spielgeld.server.store.sqlite import Sqlite
from spielgeld.server.tables.jobs import Decide
from spielgeld.server.tables.live_table import LiveTable
from spielgeld.table import commands, decisions, entries
from spielgeld.table.agreement import Agreement, SeatWish
from support.nodes import Node, a_node
from support.server_process import ServerProcess
from support.tables import refused
from support.three_bidding import three_bidding
from support.waiting import until

pytestmark = pytest.mark.server

SIMPLE = Hint(
    options=[Option(bid=["*"], points=1.0, wins_deal=0.5, wins_match=0.5, share=1, reasons=[])],
    is_match=False,
)


class Slow:
    """Stands in for the real hint, and takes its time until it is let go."""

    def __init__(self) -> None:
        self.go_on = threading.Event()
        self.seen: list[View] = []

    def __call__(self, view: View) -> Hint:
        self.seen.append(view)
        assert self.go_on.wait(10)
        return SIMPLE

    async def until_asked(self, times: int) -> None:
        await until(lambda: len(self.seen) >= times, f"{times} hints that are worked out")


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Slow:
    stand_in = Slow()
    monkeypatch.setattr(hints, "hint", stand_in)
    return stand_in


def nobody_else(*_: object) -> None:
    """Whose seat it is, is not asked here."""


class Scene:
    """A table of one node, with its cards dealt."""

    def __init__(self, node: Node, table: LiveTable) -> None:
        self.node = node
        self.table = table
        self.hints = Hints(node.worker)

    def ask(self, seat: int = 0, address: str = "192.0.2.1") -> Awaitable[Hint]:
        return asyncio.ensure_future(self.hints.ask(self.table, seat, nobody_else, address))

    async def say(self, seat: int, command: commands.TableCommand) -> None:
        await self.node.worker.do(
            self.table, lambda state, now: decisions.decide(state, seat, command, now)
        )

    async def bid(self, seat: int) -> None:
        deal, number = self.table.state.round
        cards = [self.table.state.deal.hands[seat][0].code]
        bid = commands.LayBid(id=f"bid {deal} {number}", deal=deal, round=number, cards=cards)
        await self.say(seat, bid)

    async def next_round(self) -> None:
        """Everybody bids one card and keeps."""
        for seat in range(3):
            await self.bid(seat)
        deal, number = self.table.state.round
        while waiting := self.table.state.deal.waiting:
            turn = commands.TakeTurn(id=f"turn {number}", deal=deal, round=number, turn="keep")
            await self.say(waiting[0], turn)


@asynccontextmanager
async def a_scene(folder: Path) -> AsyncIterator[Scene]:
    async with a_node(Sqlite(str(folder / "tables.sqlite3"))) as node:
        agreement = Agreement(edition="nl", seats=[SeatWish()] * 3, hints="everybody")
        opened = entries.Opened(at=time.time(), agreement=agreement)
        scene = Scene(node, await node.registry.open(opened, [joining(seat) for seat in range(3)]))
        await scene.say(0, commands.Start(id="start"))
        for seat in range(3):
            await scene.say(seat, commands.Salt(id="salt", deal=1, salt=""))
        try:
            yield scene
        finally:
            scene.hints.close()


def joining(seat: int) -> Decide:
    return lambda state, now: decisions.join(state, f"N{seat}", f"t{seat}", seat, now)


def play(folder: Path, act: Callable[[Scene], Awaitable[None]]) -> None:
    async def run() -> None:
        async with asyncio.timeout(20), a_scene(folder) as scene:
            await act(scene)

    asyncio.run(run())


def test_a_hint_is_worked_out_from_the_seats_own_view(tmp_path: Path, slow: Slow) -> None:
    async def act(scene: Scene) -> None:
        slow.go_on.set()
        await scene.bid(1)
        assert await scene.ask() == SIMPLE
        assert slow.seen == [view_of(scene.table.state.playing, 0, scene.table.state.placed)]

    play(tmp_path, act)


def test_the_table_goes_on_while_a_hint_is_worked_out(tmp_path: Path, slow: Slow) -> None:
    async def act(scene: Scene) -> None:
        asked = scene.ask()
        await slow.until_asked(1)
        await scene.bid(1)
        slow.go_on.set()
        assert await asked == SIMPLE

    play(tmp_path, act)


def test_one_hint_at_a_time_for_a_seat(tmp_path: Path, slow: Slow) -> None:
    async def act(scene: Scene) -> None:
        first = scene.ask()
        await slow.until_asked(1)
        with refused("hint_running"):
            await scene.ask()
        other = scene.ask(1)
        slow.go_on.set()
        assert (await first, await other) == (SIMPLE, SIMPLE)
        assert await scene.ask() == SIMPLE

    play(tmp_path, act)


def test_a_few_hints_in_a_round(tmp_path: Path, slow: Slow) -> None:
    async def act(scene: Scene) -> None:
        slow.go_on.set()
        for _ in range(MOST_HINTS):
            await scene.ask()
        with refused("too_many_hints", most=MOST_HINTS):
            await scene.ask()
        await scene.ask(1)
        await scene.next_round()
        assert scene.table.state.round == (1, 2)
        assert await scene.ask() == SIMPLE

    play(tmp_path, act)


def test_a_hint_that_comes_too_late_is_not_told(tmp_path: Path, slow: Slow) -> None:
    async def act(scene: Scene) -> None:
        asked = scene.ask()
        await slow.until_asked(1)
        await scene.next_round()
        slow.go_on.set()
        with refused("too_late", deal=1, round=2):
            await asked
        assert await scene.ask() == SIMPLE

    play(tmp_path, act)


def test_a_seat_that_changed_hands_meanwhile_is_told_nothing(tmp_path: Path, slow: Slow) -> None:
    async def act(scene: Scene) -> None:
        asked: list[int] = []

        def check(_: Any, seat: int) -> None:
            asked.append(seat)
            if len(asked) > 1:
                raise NotAllowed("wrong_token", "that seat is no longer yours")

        slow.go_on.set()
        with refused("wrong_token"):
            await scene.hints.ask(scene.table, 0, check, "192.0.2.1")

    play(tmp_path, act)


def test_after_a_hint_that_failed_the_next_can_be_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, slow: Slow
) -> None:
    def fail(*_: object) -> Hint:
        raise ZeroDivisionError

    async def act(scene: Scene) -> None:
        slow.go_on.set()
        with monkeypatch.context() as patched:
            patched.setattr(hints, "hint", fail)
            with pytest.raises(ZeroDivisionError):
                await scene.ask()
        assert await scene.ask() == SIMPLE

    play(tmp_path, act)


# ---------------------------------------------------------------- over real sockets


async def ask_once(ann: RemoteSeat) -> Any:
    return await ann.send("ask_hint"), ann.view["hand"]["hand"]


async def alone(
    server: ServerProcess,
    ask: Callable[[RemoteSeat], Awaitable[Any]] = ask_once,
    **agreement: Any,
) -> Any:
    seats = [{}, {"bot": "random"}, {"bot": "random"}]
    wish = {"edition": "nl", "seats": seats, "start": "full", "bot_pace": 0, **agreement}
    opened = open_table(server.url, "Ann", wish)
    async with asyncio.timeout(60), RemoteSeat(server.url, opened["code"], opened["token"]) as ann:
        await ann.until(lambda: ann.view["table"]["shuffle"] is not None)
        await ann.send("salt", deal=1, salt="00")
        await ann.until(lambda: 0 in ann.view["table"]["awaiting"]["seats"])
        assert ann.view["own"]["hints"] is (agreement.get("hints") != "nobody")
        return await ask(ann)


def test_who_plays_against_bots_gets_a_hint_of_cards_in_hand(server: ServerProcess) -> None:
    answer, hand = asyncio.run(alone(server))
    assert answer["type"] == "hinted"
    options = answer["hint"]["options"]
    assert 1 <= len(options) <= 3
    for option in options:
        assert option["turn"] is None
        assert set(option["bid"]) <= {*hand, "*"}
        assert 0 <= option["wins_deal"] <= 1
        assert 0 <= option["wins_match"] <= 1


def test_the_same_position_has_the_same_answer(server: ServerProcess) -> None:
    async def ask_twice(ann: RemoteSeat) -> list[Any]:
        await ann.until(lambda: all(ann.view["deal"]["has_bid"][1:]))
        return [(await ann.send("ask_hint"))["hint"] for _ in range(2)]

    first, again = asyncio.run(alone(server, ask_twice))
    assert first == again


def test_without_hints_the_table_refuses(server: ServerProcess) -> None:
    with pytest.raises(ServerRefusal) as refusal:
        asyncio.run(alone(server, hints="nobody"))
    assert refusal.value.code == "no_hints"


async def heard_by_others(server: ServerProcess, asks: bool) -> list[list[str]]:
    """What the others and a watcher hear while one of three thinks, with or without hints."""
    async with three_bidding(server, hints="everybody") as (ann, bo, cy, watcher):
        heard: list[list[str]] = []
        for other in (ann, cy, watcher):
            await other.send("ping")
            heard.append([])
            other.heard = heard[-1].append
        if asks:
            assert (await bo.send("ask_hint"))["type"] == "hinted"
        await bo.send("lay_bid", deal=1, round=1, cards=bo.view["hand"]["hand"][:1])
        for other in (ann, cy, watcher):
            await other.send("ping")
            other.heard = lambda _: None
        return [[_kind(text) for text in each] for each in heard]


def _kind(text: str) -> str:
    """A message without what differs from table to table."""
    message = json.loads(text)
    return "pong" if message["type"] == "pong" else text


def test_nobody_else_hears_that_a_hint_was_asked_for(server: ServerProcess) -> None:
    silent = asyncio.run(heard_by_others(server, asks=False))
    asked = asyncio.run(heard_by_others(server, asks=True))
    assert asked == silent
    assert all(len(each) == 2 for each in asked)  # the bid, and the pong
