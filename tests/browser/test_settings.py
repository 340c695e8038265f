"""What people settle holds at once, and everywhere."""

import re

from playwright.sync_api import Page, expect

from browser.conftest import OpenPage
from browser.playing import TURN, Player, sit_down, with_name
from support.server_process import ServerProcess

GROUND = "getComputedStyle(document.documentElement).backgroundColor"
DAY, NIGHT = "rgb(246, 241, 228)", "rgb(16, 32, 27)"


def _settings(page: Page) -> None:
    page.get_by_role("button", name="Settings").click()


def test_the_look_follows_the_system_until_one_is_chosen(
    server: ServerProcess, visit: OpenPage
) -> None:
    page = visit(color_scheme="dark")
    page.goto(server.url)
    root = page.locator("html")
    expect(root).to_have_attribute("data-theme", "dark")
    assert page.evaluate(GROUND) == NIGHT
    page.emulate_media(color_scheme="light")
    expect(root).to_have_attribute("data-theme", "light")
    assert page.evaluate(GROUND) == DAY

    _settings(page)
    page.get_by_role("group", name="Appearance").get_by_text("Dark", exact=True).click()
    assert page.evaluate(GROUND) == NIGHT
    page.emulate_media(media="print")
    assert page.evaluate(GROUND) == DAY
    page.emulate_media(media="screen")
    page.reload()
    expect(root).to_have_attribute("data-theme", "dark")


def test_letter_keys_can_be_switched_off(server: ServerProcess, visit: OpenPage) -> None:
    [seated] = sit_down(server, "Ann", bots=2)
    page = with_name(visit(), "Ann")
    page.goto(seated.link)
    ann = Player(page)
    ann.asked()
    bluff = ann.hand.get_by_role("button", name="bluff")
    _switch_letters(page)
    page.keyboard.press("?")
    page.keyboard.press("b")
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(bluff).to_have_attribute("aria-pressed", "false")
    expect(ann.side.get_by_text("Space picks one, Ctrl+Enter places")).to_be_visible()
    ann.bid()
    assert ann.asked() == TURN
    expect(ann.choices.first).not_to_have_attribute("aria-keyshortcuts", "L")
    keep = ann.side.locator("[data-choose=keep]")
    page.keyboard.press("k")
    expect(keep).to_have_accessible_name(re.compile("^Show: "))  # it is not even shown
    page.keyboard.press("k")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Keyboard").click()
    expect(page.get_by_role("dialog")).to_contain_text("Close whatever is open")
    expect(page.get_by_role("dialog")).not_to_contain_text("Keep your own bid")
    page.keyboard.press("Escape")
    expect(ann.choices.first).to_be_visible()

    _switch_letters(page)
    expect(keep).to_have_attribute("aria-keyshortcuts", "K")
    page.locator("body").press("k")
    expect(keep).to_have_accessible_name("Keep your bid")  # shown, and not yet done
    page.locator("body").press("k")
    expect(ann.choices).to_have_count(0)


def _switch_letters(page: Page) -> None:
    _settings(page)
    page.get_by_role("checkbox", name="Single-key shortcuts").click()
    page.keyboard.press("Escape")
    page.evaluate("document.activeElement.blur()")
