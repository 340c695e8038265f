"""What people settle holds at once, and everywhere."""

from playwright.sync_api import Page, expect

from browser.conftest import OpenPage
from server_process import ServerProcess

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
    page.get_by_role("group", name="Look").get_by_text("Dark", exact=True).click()
    assert page.evaluate(GROUND) == NIGHT
    page.emulate_media(media="print")
    assert page.evaluate(GROUND) == DAY
    page.emulate_media(media="screen")
    page.reload()
    expect(root).to_have_attribute("data-theme", "dark")
