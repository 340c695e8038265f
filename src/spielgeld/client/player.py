"""Lets a bot play a seat over the wire, from the messages to that seat and nothing else."""

import secrets
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any, Protocol

from spielgeld.bots import Bot
from spielgeld.client.http import ServerRefusal
from spielgeld.client.views import engine_view
from spielgeld.engine import turn_code

LATE = {
    *("too_late", "not_now", "salt_late", "salt_twice", "not_your_turn", "not_playing"),
    *("bot_keeps", "not_sat_in"),
}
"""Refusals that only mean that the table has moved on."""


class Seat(Protocol):
    """What a bot plays through; `RemoteSeat` is one."""

    view: dict[str, Any]
    seat: int | None

    async def until(self, true: Callable[[], bool]) -> None:
        """Wait until the predicate is true of the view."""
        ...

    async def send(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Send a command and wait for its answer; refused with `ServerRefusal`."""
        ...


async def play(seat: Seat, bot: Bot, rng: Random) -> None:
    """Play until the match is over."""
    done: set[tuple[Any, ...]] = set()
    while True:
        await seat.until(lambda: _task(seat) not in done | {None})
        task = _task(seat)
        if task is None:
            continue
        if task == ("over",):
            return
        done.add(task)
        try:
            await _do(seat, task, bot, rng)
        except ServerRefusal as refusal:
            if refusal.code == "paused":
                done.discard(task)
            elif refusal.code not in LATE:
                raise


def _task(seat: Seat) -> tuple[Any, ...] | None:
    """What the seat has to do now, if anything."""
    table, deal = seat.view["table"], seat.view["deal"]
    what = table["awaiting"]["what"]
    if table["status"] == "finished":
        return ("over",)
    mine = table["seats"][seat.seat]
    if mine["played_by_bot"]:  # somebody has handed our seat over, or our time was up
        is_asked = mine["back_after"] is not None
        return None if is_asked else ("take_back", what, deal and (deal["deal"], deal["round"]))
    if what == "salts":
        return ("salt", table["shuffle"]["deal"])
    if seat.seat not in table["awaiting"]["seats"] or table["paused"]:
        return None
    if what == "ready":
        return ("ready", deal["deal"] + 1)
    return (what, deal["deal"], deal["round"])


async def _do(seat: Seat, task: tuple[Any, ...], bot: Bot, rng: Random) -> None:
    kind, deal, *rest = task
    if kind == "take_back":
        await seat.send("take_back")
    elif kind == "salt":
        await seat.send("salt", deal=deal, salt=secrets.token_hex(16))
    elif kind == "ready":
        await seat.send("ready", deal=deal)
    elif kind == "bids":
        # A bot chooses as if all bid at once (R15).
        view = replace(engine_view(seat.view), bid_sizes=(None,) * len(seat.view["table"]["seats"]))
        bid = bot.choose_bid(view, rng)
        await seat.send("lay_bid", deal=deal, round=rest[0], cards=bid.codes)
    else:
        turn = bot.choose_turn(engine_view(seat.view), rng)
        await seat.send("take_turn", deal=deal, round=rest[0], turn=turn_code(turn))
