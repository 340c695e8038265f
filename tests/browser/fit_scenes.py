"""What is played to see whether the table fits.

Whole deals, with clocks, long names and somebody who watches, reveals, banners, and prepared
positions.
"""

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Browser

from browser.at_the_table import as_told
from browser.fitting import (
    Screen,
    Seen,
    Size,
    forms_of,
    look_at_end,
    play_bid,
    play_deal,
    play_turn,
    visit,
)
from browser.prepared import EDITION, PREPARED, WAITING
from browser.screens import play_on, text, won_by
from spielgeld.bots import make_bot
from spielgeld.client import RemoteSeat, play
from support.server_process import ServerProcess

LONGEST = "Wolfeschlegelsteinhause{}"
"""A name as long as a name may be."""
CLOCK = {"bid": 90, "turn": 60, "reserve": 300}
LOOKS_A_ROUND = 12
SAID_AGAIN = 5.0
"""Seconds after which somebody says their phrase again."""
HINT_PATIENCE = 60_000
SLOWEST = 10
"""Seconds a bot may take at most."""
AFTER_A_CHANGE = 400
"""Milliseconds in which presses may be slips."""
HOLDING = """
window.holds = false;
window.held = [];
const plain = window.setTimeout.bind(window);
window.setTimeout = (goOn, wait, ...more) => {
  if (window.holds && wait > 740) return window.held.push(() => goOn(...more));
  return plain(goOn, wait, ...more);
};
"""
"""What is looked at for a while is looked at until we say so."""
MOMENT = "() => document.querySelector('.table').dataset.reveal ?? 'swap'"
"""How far a round is shown."""


@dataclass(frozen=True)
class Wanted:
    """At what the table is looked at."""

    players: int
    languages: tuple[str, ...]
    sizes: tuple[Size, ...]
    pictures: Path | None = None


Scene = Callable[[Browser, ServerProcess, Wanted], list[Screen]]
Act = Callable[[Seen, ServerProcess, dict[str, Any]], None]
"""What one person does on the page of a table; given the server and that person's seat, too."""


@contextmanager
def seen_at(
    browser: Browser, wanted: Wanted, wishes: dict[str, Any], sizes: list[Size], **kept: Any
) -> Iterator[Seen]:
    context = visit(browser, wanted.languages[0], wishes, **kept)
    try:
        yield Seen(context.new_page(), wanted.languages, sizes, wanted.pictures)
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


def with_bots(act: Act, script: str = "", **kept: Any) -> Scene:
    """The scene in which one person acts at a table with bots, once for each form of the page.

    The script runs before the page's own; `kept` are settings that the browser has stored.
    """

    def scene(browser: Browser, server: ServerProcess, wanted: Wanted) -> list[Screen]:
        screens = []
        for wishes, sizes in forms_of(wanted.sizes):
            seated = open_seat(server, "Ann", agreement(wanted.players))
            with seen_at(browser, wanted, wishes, sizes, **kept) as seen:
                if script:
                    seen.page.add_init_script(script)
                seen.page.goto(seated["private_link"])
                act(seen, server, seated)
                screens += seen.screens
        return screens

    return scene


def whole_deal(seen: Seen, _: ServerProcess, __: dict[str, Any]) -> None:
    """A deal with bots, from the first bid to the end of the match."""
    play_deal(seen, rounds=range(0, 400, 5))


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
        ):
            seen.page.goto(seated["private_link"])
            watcher.page.goto(seated["link"])
            with playing(server, others, phrase="thinking"):
                _lay_and_plan(seen)
            with playing(server, others):
                _play_watched(seen, watcher)
            screens += seen.screens + watcher.screens
    return screens


def _lay_and_plan(seen: Seen) -> None:
    """My bid lies, the others think and say so; a turn is prepared, the bid is changed."""
    play_bid(seen)
    seen.page.locator("button.wish[data-turn='right']").wait_for()
    seen.look("laid")
    seen.wish("right")
    seen.wish("left")
    seen.look("planned")
    change = text(seen.language, "hand.laid.change")
    seen.page.get_by_role("button", name=change, exact=True).click()
    seen.page.wait_for_timeout(AFTER_A_CHANGE)
    seen.look("changing")
    cancel = text(seen.language, "hand.bid.cancel")
    seen.page.get_by_role("button", name=cancel, exact=True).click()


def _play_watched(seen: Seen, watcher: Seen) -> None:
    """Two rounds, with a look over the spectator's shoulder; then to the end of the deal."""
    for _ in range(2):  # the first turn was prepared
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


def events(seen: Seen, _: ServerProcess, __: dict[str, Any]) -> None:
    """A round as people see it, which stands still where something is shown for a while."""
    seen.until("bids")
    seen.lay_button.wait_for()
    seen.page.evaluate("window.holds = true")
    play_bid(seen, looks=False)
    looked: set[str] = set()
    while "swap" not in looked:
        seen.page.wait_for_function("() => window.held.length")
        if (moment := str(seen.page.evaluate(MOMENT))) not in looked:
            seen.look(moment)
            looked.add(moment)
        seen.page.evaluate("window.held.splice(0).forEach((goOn) => goOn())")


def reveal(seen: Seen, _: ServerProcess, __: dict[str, Any]) -> None:
    """Rounds as people see them, looked at while bids are turned up and cards fly."""
    for first in range(0, len(seen.sizes) * len(seen.languages), LOOKS_A_ROUND):
        seen.speak(seen.languages[0])
        seen.resize(seen.sizes[0])
        seen.until("bids")
        play_bid(seen, looks=False)
        for number in range(first, first + LOOKS_A_ROUND):
            seen.glance("reveal", number)
        seen.speak(seen.languages[0])
        seen.resize(seen.sizes[0])
        seen.until("turn")
        play_turn(seen, looks=False)


def banner(seen: Seen, server: ServerProcess, seated: dict[str, Any]) -> None:
    """A table that is paused, and one whose server is gone."""
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
        lost = seen.page.get_by_text(text(seen.language, "table.line.lost"))
        lost.first.wait_for()
        seen.look("no connection")
    finally:
        server.thaw()


def holding_up(browser: Browser, server: ServerProcess, wanted: Wanted) -> list[Screen]:
    """A bot plays for me, I am nudged, somebody pauses for long."""
    people = [
        {"kind": "person", "name": name, "bot": None, "connected": True, "played_by_bot": False}
        for name in ("Ann", *[LONGEST.format(letter) for letter in "bcdef"])
    ][: wanted.players]
    seats = [{**each, "back_after": None} for each in people]
    bots = {**seats[0], "played_by_bot": True}
    pause = {"seats": seats, "host": 1, "paused": True}
    told: dict[str, dict[str, Any]] = {
        "a bot plays": {"seats": [bots, *seats[1:]]},
        "a bot decides": {"seats": [{**bots, "back_after": "decision"}, *seats[1:]]},
        "a bot plays on": {"seats": [{**bots, "back_after": "deal"}, *seats[1:]]},
        "nudged": {"awaiting": {"what": "bids", "seats": [0], "nudged": [0]}},
        "a pause": {**pause, "host_until": time.time() + 3600},
        "a long pause": {**pause, "host_until": 0},
    }
    return [
        screen
        for phase, changes in told.items()
        for screen in with_bots(partial(_look_once, phase), as_told("table", **changes))(
            browser, server, wanted
        )
    ]


def _look_once(phase: str, seen: Seen, _: ServerProcess, __: dict[str, Any]) -> None:
    seen.page.locator("[data-part=actions]").wait_for()
    seen.page.wait_for_timeout(AFTER_A_CHANGE)
    seen.look(phase)


def hint(seen: Seen, _: ServerProcess, __: dict[str, Any]) -> None:
    """A hint for a bid and for a turn, used."""
    seen.until("bids")
    seen.lay_button.wait_for()
    use = seen.page.get_by_role("button", name=text(seen.language, "advice.ui.hint.use_bid"))
    seen.page.locator("button.ask").wait_for()  # it is fetched after the table
    seen.page.keyboard.press("h")
    use.first.wait_for(timeout=HINT_PATIENCE)
    seen.look("hint for a bid")
    use.first.click()
    seen.look("hint used")
    seen.lay()
    seen.until("turn")
    seen.page.wait_for_timeout(AFTER_A_CHANGE)
    seen.page.keyboard.press("h")
    seen.page.locator("button.hinted[data-turn]").wait_for(timeout=HINT_PATIENCE)
    seen.look("hint for a turn")


def end_of_match(browser: Browser, server: ServerProcess, wanted: Wanted) -> list[Screen]:
    """A match of four deals that is over: for who won it, who lost it, and who watched."""
    agreed = agreement(wanted.players, rules={"deals": 4}, watchers="link")
    seated = open_seat(server, LONGEST.format("a"), agreed)
    play_on(server, seated)
    screens = []
    for wishes, sizes in forms_of(wanted.sizes):
        for winner, link in ((0, "private_link"), (1, "private_link"), (1, "link")):
            with seen_at(browser, wanted, wishes, sizes) as seen:
                seen.page.add_init_script(won_by(winner))
                seen.page.goto(seated[link])
                seen.until("nothing")
                look_at_end(seen)
                screens += seen.screens
    return screens


def prepared(name: str, browser: Browser, server: ServerProcess, wanted: Wanted) -> list[Screen]:
    """A position that was prepared, and what follows from it to the end of the deal."""
    record = PREPARED[name](wanted.players).record()
    screens = []
    for wishes, sizes in forms_of(wanted.sizes):
        pace = SLOWEST if name == WAITING else 0
        wish = {"name": LONGEST.format("a"), "record": record, "bot_pace": pace}
        told = server.ask("POST", "/api/practice", wish)
        assert told.status_code == 201, told.text
        with seen_at(browser, wanted, wishes, sizes) as seen:
            seen.page.goto(told.json()["private_link"])
            if name == WAITING:
                seen.page.locator("button.wish").first.wait_for()
                seen.look("waiting for my turn")
            elif "longest" in name:
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
    "deal": with_bots(whole_deal),
    "names and clocks": clocks_and_names,
    "events": with_bots(events, HOLDING, tempo="slow"),
    "reveal": with_bots(reveal, tempo="slow"),
    "banner": with_bots(banner),
    "hint": with_bots(hint),
    "holding up": holding_up,
    "end of match": end_of_match,
    **{name: partial(prepared, name) for name in PREPARED},
}


@contextmanager
def playing(server: ServerProcess, seats: list[dict[str, Any]], phrase: str = "") -> Iterator[None]:
    """These seats are played by somebody else, from elsewhere; with a phrase they only say it."""

    async def sit(seated: dict[str, Any]) -> None:
        async with RemoteSeat(server.url, seated["code"], seated["token"]) as seat:
            while phrase:
                await seat.send("say", phrase=phrase)
                await asyncio.sleep(SAID_AGAIN)
            await play(seat, make_bot("greedy"), Random(1))

    async def sit_all() -> None:
        await asyncio.gather(*[sit(each) for each in seats])

    def run() -> None:
        with asyncio.Runner() as runner, suppress(asyncio.CancelledError):
            loop = runner.get_loop()
            task = loop.create_task(sit_all())
            ends.append(lambda: loop.call_soon_threadsafe(task.cancel))
            loop.run_until_complete(task)

    ends: list[Callable[[], object]] = []
    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        yield
    finally:
        for end in ends:
            with suppress(RuntimeError):  # they have come to their end
                end()
        thread.join(timeout=10)


async def _send(server: ServerProcess, seated: dict[str, Any], kind: str) -> None:
    async with RemoteSeat(server.url, seated["code"], seated["token"]) as seat:
        await seat.send(kind)


def asyncio_run(what: Any) -> None:
    """In a thread of its own: the browser's loop runs in this one."""
    thread = threading.Thread(target=asyncio.run, args=(what,))
    thread.start()
    thread.join()
