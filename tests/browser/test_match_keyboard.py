"""A match by keyboard alone: no mouse, and the focus is never lost."""

import re

from playwright.sync_api import Locator, Page, expect

from browser.conftest import INSTALLED, OpenPage
from browser.playing import (
    BIDDING,
    CHOICE,
    MATCH_OVER,
    OVER,
    Player,
    bot_name,
    code_of,
    scores_by_name,
    with_name,
)
from spielgeld.bots import BOTS
from support.server_process import ServerProcess

MOST_TABS = 60


def test_a_whole_match_by_keyboard(server: ServerProcess, visit: OpenPage) -> None:
    page = with_name(visit(**INSTALLED), "Ann")
    page.goto(server.url)
    _open_table(page)
    ann = Player(page)
    assert ann.asked() == BIDDING
    _tab_to(page, ann.cards.first)

    steps = 0
    while (asked := ann.asked()) != OVER:
        if asked == BIDDING:
            _bid(ann)
        else:
            _take(ann, by_letter=steps % 4 == 1)
        steps += 1
    assert steps > 2
    expect(page.get_by_role("heading", name=MATCH_OVER)).to_be_visible()
    _assert_focus_somewhere(page)
    _press(page, page.get_by_role("button", name="Scoring", exact=True))
    assert ann.hands() == scores_by_name(server, code_of(page))
    _press(page, page.get_by_role("button", name="Result"))
    before = page.url
    again = page.get_by_role("button", name="Rematch")
    _tab_to(page, again)
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: url != before)
    assert ann.asked() == BIDDING


def _press(page: Page, button: Locator) -> None:
    """From wherever the focus is."""
    _tab_to(page, button)
    page.keyboard.press("Enter")
    _assert_focus_somewhere(page)


def _open_table(page: Page) -> None:
    friends = page.get_by_role("button", name="Play with friends")
    friends.wait_for()
    _tab_to(page, friends)
    page.keyboard.press("Enter")
    players = page.get_by_role("group", name="Players").get_by_role("radio")
    _tab_to(page, players.nth(1))
    page.keyboard.press("ArrowLeft")
    expect(players.first).to_be_checked()
    first = next(iter(BOTS))
    for name in ("Seat 2", "Seat 3"):
        seat = page.get_by_role("combobox", name=name)
        expect(seat.get_by_role("option", name=bot_name(first))).to_be_attached()
        _tab_to(page, seat)
        page.keyboard.press("ArrowDown")
        expect(seat).to_have_value(first)
    deals = page.get_by_role("combobox", name=re.compile("^Deals"))
    _tab_to(page, deals)
    page.keyboard.press("1")
    expect(deals).to_have_value("1")
    table = page.get_by_role("region", name="Your table")
    _tab_to(page, table.get_by_role("button", name="Play now"))
    page.keyboard.press("Enter")


def _bid(ann: Player) -> None:
    """The focus is on a card, after the first round without anybody's doing."""
    page = ann.page
    focus = page.locator(":focus")
    expect(focus).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("ArrowRight")
    expect(focus).to_have_accessible_name(re.compile(", number|bluff"))
    page.keyboard.press("Home")
    page.keyboard.press("Space")
    expect(focus).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Control+Enter")
    expect(ann.lay).to_be_hidden()
    _assert_focus_somewhere(page)


def _take(ann: Player, by_letter: bool) -> None:
    page = ann.page
    expect(page.locator(":focus")).to_have_accessible_name(CHOICE)
    key = "k" if by_letter else "Enter"
    page.keyboard.press(key)
    expect(page.locator("button[data-turn].chosen")).to_have_count(1)
    page.keyboard.press(key)
    expect(ann.choices).to_have_count(0)
    _assert_focus_somewhere(page)


def _tab_to(page: Page, wanted: Locator) -> None:
    """Press Tab until the focus is there."""
    for _ in range(MOST_TABS):
        if wanted.evaluate("node => node === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the Tab key never comes to {wanted}")


def _assert_focus_somewhere(page: Page) -> None:
    expect(page.locator(":focus")).to_have_count(1)
