"""What the tests of several screens do alike."""

from playwright.sync_api import Locator, Page

from browser.conftest import OpenPage
from server_process import ServerProcess

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
