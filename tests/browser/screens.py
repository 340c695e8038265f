"""What the tests of several screens do alike."""

from random import Random

from playwright.sync_api import Locator, Page

from browser.conftest import OpenPage
from play import random_setup
from server_process import ServerProcess
from spielgeld.bots import make_bot, play_match
from spielgeld.engine import shuffle
from spielgeld.engine.records import make_record, record_line

NAMES = ["Ann", "Bo", "Cy", "Di", "Ed", "Flo"]
LANGUAGES = ("en", "it", "fr", "nl", "de", "pl")
SMALL_PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


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
    rng = Random(f"golden {edition} {players}")
    setup = random_setup(edition, players, rng, {})
    bots = [make_bot(("greedy", "random")[seat % 2]) for seat in range(players)]
    chances = [Random(rng.random()) for _ in bots]
    steps = play_match(setup, bots, chances, lambda _: shuffle(setup.cards, rng.randrange))
    events = [event for step in steps for event in step.events]
    return record_line(make_record(setup, NAMES[:players], events))


def watch_file(page: Page, server: ServerProcess, record: bytes) -> None:
    """Open a record from a file on the screen for replays."""
    go(page, server, "/replay")
    choose = page.get_by_label("Choose a record")
    choose.set_input_files({"name": "r.json", "mimeType": "application/json", "buffer": record})
