"""What the tests of several screens do alike."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from importlib import resources
from random import Random
from typing import Any

from playwright.sync_api import Locator, Page

from browser.conftest import OpenPage
from spielgeld.bots import make_bot
from spielgeld.client import RemoteSeat, play
from spielgeld.engine.records import make_record, record_line
from support.chance import drawn
from support.golden_text import golden_match
from support.server_process import ServerProcess

NAMES = ["Ann", "Bo", "Cy", "Di", "Ed", "Flo"]
LANGUAGES = ("en", "it", "fr", "nl", "de", "pl")
SOME_LANGUAGES = drawn(LANGUAGES, 3)
"""For what is checked on many screens or in many windows."""


def go(page: Page, server: ServerProcess, path: str = "/") -> Page:
    """Open a screen, and wait until it is drawn."""
    page.goto(server.url + path)
    page.get_by_role("heading").first.wait_for()
    return page


def begin_pad(page: Page, edition: str, *players: str) -> None:
    """From the empty pad to the first hand."""
    page.get_by_role("combobox", name="Edition").select_option(edition)
    page.get_by_role("radio", name=str(len(players)), exact=True).check()
    for number, name in enumerate(players, start=1):
        page.get_by_role("textbox", name=f"Player {number}").fill(name)
    page.get_by_role("button", name="Start counting").click()


def open_pad(visit: OpenPage, server: ServerProcess, edition: str, *players: str) -> Page:
    page = go(visit(), server, "/pad")
    begin_pad(page, edition, *players)
    return page


def cell(page: Page, amount: str) -> Locator:
    """The notes or coins of the pad that are alike: "20 yen"."""
    return page.get_by_role("button", name=f"{amount}: ")


def golden_record(edition: str, players: int) -> bytes:
    """The golden match of `tests/golden`, as a record."""
    setup, steps = golden_match(edition, players)
    events = [event for step in steps for event in step.events]
    return record_line(make_record(setup, NAMES[:players], events))


def watch_file(page: Page, server: ServerProcess, record: bytes) -> None:
    """Open a record from a file on the screen for replays."""
    go(page, server, "/replay")
    choose = page.get_by_label("Choose a record")
    choose.set_input_files({"name": "r.json", "mimeType": "application/json", "buffer": record})


def open_table(server: ServerProcess, **wishes: Any) -> dict[str, Any]:
    """A seat at a new table: one person, and bots unless the wishes say something else."""
    plain = {"edition": "nl", "seats": [{}, *3 * [{"bot": "greedy"}]], "start": "full"}
    agreement = {**plain, "bot_pace": 0, **wishes}
    seated = server.ask("POST", "/api/tables", {"name": "Ann", "agreement": agreement})
    assert seated.status_code == 201, seated.text
    told: dict[str, Any] = seated.json()
    return told


def sit_down(page: Page, server: ServerProcess, seated: dict[str, Any]) -> None:
    """Come to the table by the private link."""
    page.goto(f"{server.url}/t/{seated['code']}#token={seated['token']}")
    page.get_by_role("heading", level=1).first.wait_for(state="attached")


class _Enough(Exception):
    """The deal that was to be played is over."""


class _OtherDevice(RemoteSeat):
    """Another device at somebody's seat; the page itself adds its part to the shuffle."""

    one_deal = False

    async def send(self, kind: str, **fields: Any) -> dict[str, Any]:
        if kind == "ready" and self.one_deal:
            raise _Enough
        return {} if kind == "salt" else await super().send(kind, **fields)


def play_on(
    server: ServerProcess, seated: dict[str, Any], *, one_deal: bool = False, bot: str = "greedy"
) -> None:
    """Play the seat from another device, to the end of the match or of the deal."""

    async def run() -> None:
        device = _OtherDevice(server.url, seated["code"], seated["token"])
        device.one_deal = one_deal
        async with device as seat:
            with suppress(_Enough):
                await play(seat, make_bot(bot), Random(1))

    # The browser's own loop runs in this thread.
    with ThreadPoolExecutor(1) as other:
        other.submit(asyncio.run, run()).result(timeout=60)


def at_once(page: Page) -> Page:
    """From now on this page shows what happens without delay."""
    page.add_init_script("localStorage['spielgeld / settings'] ??= '{\"tempo\":\"instant\"}'")
    return page


def text(language: str, key: str) -> str:
    """What the page says: `text("it", "start.play_now")`."""
    area, *names = key.split(".")
    folder = resources.files("spielgeld.texts") / language / "page"
    found = json.loads((folder / f"{area}.json").read_text(encoding="utf-8"))
    for name in names:
        found = found[name]
    return str(found)


_WON_BY = """
const Real = WebSocket;
window.WebSocket = class extends Real {
  set onmessage(hear) {
    const winners = '"winners":[WINNER]';
    const told = (data) => data.replace(/"winners":\\[[^\\]]*\\]/g, winners);
    super.onmessage = ({ data }) => hear({ data: told(data) });
  }
};
"""


def won_by(seat: int) -> str:
    """A script for a page that makes this seat the winner, whoever it was."""
    return _WON_BY.replace("WINNER", str(seat))


NOTE_WHAT_IS_TOLD = """
window.told = [];
new MutationObserver(() => {
  for (const region of document.querySelectorAll('[aria-live=polite]')) {
    const text = region.textContent.trim();
    if (text && window.told.at(-1) !== text) window.told.push(text);
  }
}).observe(document, { childList: true, subtree: true, characterData: true });
"""
"""Keeps what the live region says to who listens, in `window.told`."""
