"""A match on a phone, by finger."""

from playwright.sync_api import Locator, Page, expect

from browser.conftest import INSTALLED, PHONE, OpenPage
from browser.playing import MATCH_OVER, Player, agree_on, code_of, scores_by_name, with_name
from support.server_process import ServerProcess

NARROW = {**PHONE, "viewport": {"width": 360, "height": 740}}


def test_a_whole_match_on_a_phone(server: ServerProcess, visit: OpenPage) -> None:
    page = with_name(visit(**NARROW, **INSTALLED), "Ann")
    page.goto(server.url)
    page.get_by_role("button", name="Play with friends").tap()
    agree_on(page, "greedy", "random", press=Locator.tap)
    _assert_fits(page)
    page.get_by_role("region", name="Your table").get_by_role("button", name="Play now").tap()
    ann = Player(page, press=Locator.tap)
    ann.asked()
    _assert_one_screen(page)

    assert ann.finish_deal(after_step=lambda: _assert_one_screen(page)) > 2
    expect(page.get_by_role("heading", name=MATCH_OVER)).to_be_visible()
    assert ann.hands() == scores_by_name(server, code_of(page))
    _assert_fits(page)
    for sheet in ("Log", "Cards seen"):
        page.get_by_role("button", name="Menu").tap()
        page.get_by_role("button", name=sheet, exact=True).tap()
        expect(page.get_by_role("dialog")).to_be_visible()
        _assert_fits(page)
        page.get_by_role("dialog").get_by_role("button", name="Close").tap()


def _assert_fits(page: Page) -> None:
    """Nothing makes the page wider than the phone."""
    wide, there = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide <= there == NARROW["viewport"]["width"]


def _assert_one_screen(page: Page) -> None:
    """Nothing makes the table higher than the phone."""
    _assert_fits(page)
    high, there = page.evaluate("[document.scrollingElement.scrollHeight, innerHeight]")
    assert high <= there
