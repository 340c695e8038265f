"""What is played to see whether the table fits.

Whole deals, with clocks, long names and somebody who watches, reveals, banners, and prepared
positions.
"""

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Browser

from browser.fitting import Screen, Seen, Size, forms_of, play_bid, play_deal, play_turn, visit
from browser.prepared import EDITION, PREPARED
from spielgeld.bots import make_bot
from spielgeld.client import RemoteSeat, play
from support.server_process import ServerProcess

LONGEST = "Wolfeschlegelsteinhause{}"
"""A name as long as a name may be."""
CLOCK = {"bid": 90, "turn": 60, "reserve": 300}
REVEAL_LOOKS = 12


@dataclass(frozen=True)
class Wanted:
    """At what the table is looked at."""

    players: int
    language: str
    sizes: tuple[Size, ...]
    pictures: Path | None = None


Scene = Callable[[Browser, ServerProcess, Wanted], list[Screen]]


@contextmanager
def seen_at(
    browser: Browser, wanted: Wanted, wishes: dict[str, Any], sizes: list[Size], **kept: Any
) -> Iterator[Seen]:
    context = visit(browser, wanted.language, wishes, **kept)
    try:
        yield Seen(context.new_page(), wanted.language, sizes, wanted.pictures)
    finally:
        context.close()


def agreement(players: int, **other: Any) -> dict[str, Any]:
    seats: list[dict[str, Any]] = [{}, *[{"bot": "greedy"}] * (players - 1)]
    plain = {"edition": EDITION[players], "rules": {"deals": 1}, "seats": seats}
    return {**plain, "start": "full", "bot_pace": 0, **other}


def open_seat(server: ServerProcess, name: str, agreed: dict[str, Any]) -> dict[str, Any]:
    told = server.ask("POST", "/api/tables", {"name": name, "agreement": agreed})
    assert told.status_code == 201, told.text
    seated: dict[str, Any] = told.json()
    return seated


def whole_deal(browser: Browser, server: ServerProcess, wanted: Wanted) -> list[Screen]:
    """A deal with bots, from the first bid to the end of the match."""
    screens = []
    for wishes, sizes in forms_of(wanted.sizes):
        seated = open_seat(server, "Ann", agreement(wanted.players))
        with seen_at(browser, wanted, wishes, sizes) as seen:
            seen.page.goto(seated["private_link"])
            play_deal(seen, rounds=range(0, 400, 3))
            screens += seen.screens
    return screens


def clocks_and_names(browser: Browser, server: ServerProcess, wanted: Wanted) -> list[Screen]:
    """People with the longest names, each with a clock; somebody watches."""
    screens = []
    for wishes, sizes in forms_of(wanted.sizes):
        agreed = agreement(wanted.players, clock=CLOCK, watchers="link", rules={"deals": 3})
        agreed["seats"] = [{}] * wanted.players
        names = [LONGEST.format(letter) for letter in "abcdef"[: wanted.players]]
        seated = open_seat(server, names[0], agreed)
        join = f"/api/tables/{seated['code']}/join"
        others = [server.ask("POST", join, {"name": name}).json() for name in names[1:]]
        with (
            seen_at(browser, wanted, wishes, sizes) as seen,
            seen_at(browser, wanted, wishes, sizes) as watcher,
            playing(server, others),
        ):
            seen.page.goto(seated["private_link"])
            watcher.page.goto(seated["link"])
            _play_watched(seen, watcher)
            screens += seen.screens + watcher.screens
    return screens


def _play_watched(seen: Seen, watcher: Seen) -> None:
    """Two rounds, with a look over the spectator's shoulder; then to the end of the deal."""
    for _ in range(2):
        seen.until("bids")
        watcher.settle()
        watcher.look("watching, bidding")
        play_bid(seen)
        seen.until("turn")
        watcher.settle()
        watcher.look("watching, turn")
        play_turn(seen)
    play_deal(seen, rounds=())
    watcher.settle()
    watcher.look("watching, end of deal")


def reveal(browser: Browser, server: ServerProcess, wanted: Wanted) -> list[Screen]:
    """One round as people see it, looked at while bids are turned up and cards fly."""
    screens = []
    for wishes, sizes in forms_of(wanted.sizes):
        seated = open_seat(server, "Ann", agreement(wanted.players))
        with seen_at(browser, wanted, wishes, sizes, tempo="normal") as seen:
            seen.page.goto(seated["private_link"])
            seen.until("bids")
            play_bid(seen, looks=False)
            for _ in range(REVEAL_LOOKS):
                seen.look("reveal", is_still=False)
                if seen.awaits == "turn" and not seen.page.locator("[data-flying]").count():
                    seen.page.wait_for_timeout(200)
            screens += seen.screens
    return screens


def banner(browser: Browser, server: ServerProcess, wanted: Wanted) -> list[Screen]:
    """A table that is paused, and one whose server is gone."""
    screens = []
    for wishes, sizes in forms_of(wanted.sizes):
        seated = open_seat(server, "Ann", agreement(wanted.players))
        with seen_at(browser, wanted, wishes, sizes) as seen:
            seen.page.goto(seated["private_link"])
            seen.until("bids")
            seen.lay_button.wait_for()
            seen.look("bidding")
            asyncio_run(_send(server, seated, "pause"))
            seen.page.wait_for_timeout(300)
            seen.look("paused")
            asyncio_run(_send(server, seated, "resume"))
            seen.page.wait_for_timeout(300)
            server.freeze()
            try:
                seen.page.context.set_offline(True)
                seen.page.wait_for_timeout(4000)
                seen.look("no connection")
            finally:
                server.thaw()
            screens += seen.screens
    return screens


def prepared(name: str, browser: Browser, server: ServerProcess, wanted: Wanted) -> list[Screen]:
    """A position that was prepared, and what follows from it to the end of the deal."""
    record = PREPARED[name](wanted.players).record()
    screens = []
    for wishes, sizes in forms_of(wanted.sizes):
        wish = {"name": LONGEST.format("a"), "record": record, "bot_pace": 0}
        told = server.ask("POST", "/api/practice", wish)
        assert told.status_code == 201, told.text
        with seen_at(browser, wanted, wishes, sizes) as seen:
            seen.page.goto(told.json()["private_link"])
            if "longest" in name:
                play_deal(seen)
            else:
                _one_round(seen)
            screens += seen.screens
    return screens


def _one_round(seen: Seen) -> None:
    if seen.until("bids", "turn") == "bids":
        play_bid(seen, cards=4)
        seen.until("turn")
    play_turn(seen)
    if seen.until("bids", "ready", "nothing") == "bids":
        seen.settle()
        seen.look("bidding")


SCENES: dict[str, Scene] = {
    "deal": whole_deal,
    "names and clocks": clocks_and_names,
    "reveal": reveal,
    "banner": banner,
    **{name: partial(prepared, name) for name in PREPARED},
}


@contextmanager
def playing(server: ServerProcess, seats: list[dict[str, Any]]) -> Iterator[None]:
    """These seats are played by somebody else, from elsewhere."""
    loop = asyncio.new_event_loop()

    async def sit(seated: dict[str, Any]) -> None:
        async with RemoteSeat(server.url, seated["code"], seated["token"]) as seat:
            await play(seat, make_bot("greedy"), Random(1))

    async def sit_all() -> None:
        await asyncio.gather(*[sit(each) for each in seats])

    def run() -> None:
        asyncio.set_event_loop(loop)
        task = loop.create_task(sit_all())
        tasks.append(task)
        with suppress(asyncio.CancelledError):
            loop.run_until_complete(task)

    tasks: list[asyncio.Task[None]] = []
    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        yield
    finally:
        if tasks:
            loop.call_soon_threadsafe(tasks[0].cancel)
        thread.join(timeout=10)


async def _send(server: ServerProcess, seated: dict[str, Any], kind: str) -> None:
    async with RemoteSeat(server.url, seated["code"], seated["token"]) as seat:
        await seat.send(kind)


def asyncio_run(what: Any) -> None:
    """In a thread of its own: the browser's loop runs in this one."""
    thread = threading.Thread(target=asyncio.run, args=(what,))
    thread.start()
    thread.join()
