"""The same match with other hidden bids: before the reveal the others cannot tell which it is."""

import asyncio
import json
import re
from itertools import pairwise
from typing import Any

import pytest

from spielgeld.client import RemoteSeat
from spielgeld.engine import EDITIONS, view_of
from spielgeld.table import commands, entries
from spielgeld.table.agreement import Agreement, Clock, SeatWish
from spielgeld.table.decisions import answer_bid, arrive, decide, join
from spielgeld.table.effects import open_table as open_state
from spielgeld.table.outgoing.publisher import WATCHERS, Publisher
from spielgeld.table.state import Question, TableState
from spielgeld.table.transitions import carry_out
from support.server_process import ServerProcess
from support.three_bidding import three_bidding

pytestmark = pytest.mark.server

SEED = bytes(range(32))
BIDS = (slice(0, 1), slice(1, 2), slice(0, 3), slice(2, 6), slice(0, 0))
"""Which cards of the hand the seat bids with the bluff card: none, some of the same number, all."""


class Table:
    """A table with a fixed shuffle, and what everybody was told at it."""

    def __init__(self, agreement: Agreement) -> None:
        self.state = open_state("abc", entries.Opened(at=0.0, agreement=agreement))
        self._publisher = Publisher(self.state)
        self.told: list[dict[int, bytes]] = []
        self.welcomes()

    def do(self, entries: list[entries.AnyEntry]) -> None:
        for done in carry_out(self.state, entries, lambda: SEED):
            updates = self._publisher.updates(done.effect)
            self.told.append({to: update.message for to, update in updates.items()})

    def say(self, seat: int, command: commands.TableCommand) -> None:
        self.do(decide(self.state, seat, command, self.state.now + 1))

    def welcomes(self) -> list[bytes]:
        people: list[int | None] = [*range(len(self.state.seats)), None]
        return [self._publisher.welcome(seat, 100.0) for seat in people]


def seated(edition: str, size: str, clock: Clock | None) -> Table:
    """Two people and a bot, their cards dealt."""
    seats = [SeatWish(), SeatWish(), SeatWish(bot="greedy")]
    rules: dict[str, Any] = {"bid_size": size, "bluff_only_bid": True}
    table = Table(Agreement(edition=edition, seats=seats, rules=rules, clock=clock))
    for number, name in enumerate(("Ann", "Bo")):
        table.do(join(table.state, name, f"token of {name}", None, 1.0))
        table.do(arrive(table.state, number, "page", f"node.{number}", 2.0))
    table.say(0, commands.Start(id="start"))
    for number in range(2):
        table.say(number, commands.Salt(id="salt", deal=1, salt="00"))
    assert table.state.what == "bids"
    return table


def hand(state: TableState, seat: int) -> list[str]:
    assert state.match
    return [card.code for card in view_of(state.match, seat).hand]


def others_hear(table: Table, cards: slice, changed: slice | None) -> list[Any]:
    """What everybody but seat 1 and the watchers are told while seat 1, then the bot, bids."""
    before = len(table.told)
    for number, each in enumerate(filter(None, (changed, cards))):
        bid = [*hand(table.state, 1)[each], "*"]
        table.say(1, commands.LayBid(id=f"bid {number}", deal=1, round=1, cards=bid))
    table.say(1, commands.MakePlan(id="plan", deal=1, round=1, wishes=["left"]))
    assert table.state.match
    question = Question(2, "bids", 1, 1)
    bot_bid = table.state.match.setup.bid(hand(table.state, 2)[cards] or ["*"])
    table.do(answer_bid(table.state, question, bot_bid, table.state.now + 1))
    heard = [[each.get(to) for to in (0, WATCHERS)] for each in table.told]
    views = table.welcomes()
    return [*filter(any, heard[before:]), views[0], views[3]]


CLOCKS = {"no clock": None, "a clock": Clock(bid=30, turn=20, reserve=60)}


@pytest.mark.parametrize("clock", CLOCKS.values(), ids=CLOCKS)
@pytest.mark.parametrize("edition", EDITIONS)
def test_hidden_bids_are_told_alike_byte_for_byte(edition: str, clock: Clock | None) -> None:
    twins = [others_hear(seated(edition, "hidden", clock), cards, None) for cards in BIDS]
    assert len(twins[0]) > 2
    for one, other in pairwise(twins):
        assert one == other


@pytest.mark.parametrize("edition", EDITIONS)
def test_shown_bids_differ_in_their_sizes_alone(edition: str) -> None:
    twins = [others_hear(seated(edition, "shown", None), cards, None) for cards in BIDS]
    assert twins[0] == twins[1]
    assert twins[0] != twins[2]
    for one, other in pairwise([_without_sizes(repr(twin)) for twin in twins]):
        assert one == other


@pytest.mark.parametrize("size", ["hidden", "shown"])
def test_a_changed_bid_is_told_like_a_first_one_of_its_size(size: str) -> None:
    """To whom the size is shown, a bid changed for one of the same size is no news."""
    once = others_hear(seated("nl", size, None), slice(0, 1), None)
    twice = others_hear(seated("nl", size, None), slice(0, 1), slice(1, 2))
    assert _without_times(once) == _without_times(twice)


def _without_sizes(text: str) -> str:
    text = re.sub(r'"size":\d+', '"size":?', text)
    return re.sub(r'"bid_sizes":\[[^]]*\]', '"bid_sizes":?', text)


def _without_times(told: list[Any]) -> str:
    return re.sub(r'"(until|left|at)":[\d.]+', "", repr(told))


# ---------------------------------------------------------------- the same over real sockets


async def told_of_bids(server: ServerProcess, size: str) -> list[list[str]]:
    """What a player and a watcher hear of every bid that a third lays and takes up again."""
    async with three_bidding(server, rules={"bid_size": size}) as (ann, bo, _, watcher):
        return [await _one_bid(bo, (ann, watcher), cards) for cards in BIDS]


async def _one_bid(bo: RemoteSeat, others: tuple[RemoteSeat, ...], cards: slice) -> list[str]:
    heard: list[str] = []
    for other in others:
        await other.send("ping")
        other.heard = heard.append
    now = {"deal": 1, "round": 1}
    bid = [*bo.view["hand"]["hand"][cards], "*"]
    await bo.send("lay_bid", **now, cards=bid)
    await bo.send("preview_bid", cards=bid)
    await bo.send("withdraw_bid", **now)
    for other in others:
        await other.send("ping")
        other.heard = lambda _: None
    return sorted(_without_number(text) for text in heard)


def _without_number(text: str) -> str:
    """Updates are numbered on, and pongs have an id and a time."""
    message = json.loads(text)
    if message["type"] == "pong":
        return "pong"
    number = f'"n":{message["n"]},'
    assert number in text
    return text.replace(number, "")


@pytest.mark.parametrize("size", ["hidden", "shown"])
def test_over_the_wire_only_a_shown_size_tells_bids_apart(server: ServerProcess, size: str) -> None:
    twins = asyncio.run(told_of_bids(server, size))
    assert len(twins[0]) == 6
    if size == "shown":
        assert twins[0] == twins[1]
        assert twins[0] != twins[2]
        twins = [[_without_sizes(text) for text in twin] for twin in twins]
    for one, other in pairwise(twins):
        assert one == other
