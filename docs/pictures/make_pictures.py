"""The pictures of the README, made from the page as it is.

python docs/pictures/make_pictures.py
"""

import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))

from browser import chromium
from browser.screens import begin_pad, cell, go, golden_record, open_table, play_on, watch_file
from support.server_process import ServerProcess, serving

OUT = Path(__file__).parent
PHONE = {"viewport": {"width": 390, "height": 780}, "has_touch": True, "is_mobile": True}
LAPTOP = {"viewport": {"width": 1280, "height": 800}, "device_scale_factor": 0.7}
SETTINGS = "{tempo: 'instant', name: 'Ann'}"
QUICK = f"localStorage.setItem('spielgeld / settings', JSON.stringify({SETTINGS}));"
ROUNDS = 4
QUALITY = 70
"""Of JPEG: small enough for a README, and letters can still be read."""
HAND = ("20 yen", "20 yen", "30 yen", "60 yen", "50 yen", "60 euros", "30 pounds")


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder)) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(**chromium.launch_options())
        _table(_visit(browser, LAPTOP), server, bid="bid-laptop")
        night = _visit(browser, {**LAPTOP, "color_scheme": "dark"})
        _table(
            night, server, bid="bid-laptop-night", turn="turn-laptop-night", end="end-laptop-night"
        )
        _table(_visit(browser, {**PHONE, "color_scheme": "dark"}), server, bid="bid-night")
        page = _visit(browser, PHONE)
        _screens(page, server)
        _table(page, server, bid="bid", turn="turn", end="end")
        browser.close()


def _visit(browser: Browser, wishes: dict[str, Any]) -> Page:
    page = browser.new_context(locale="en-GB", **wishes).new_page()
    page.add_init_script(QUICK)
    return page


def _screens(page: Page, server: ServerProcess) -> None:
    go(page, server)
    page.get_by_role("button", name="Play now").wait_for()
    _keep(page, "start")
    go(page, server, "/learn#cliff")
    page.get_by_role("button", name="Show what each choice scores").click()
    page.evaluate("scrollTo(0, 0)")
    _keep(page, "learn")
    go(page, server, "/pad")
    begin_pad(page, "nl", "Ann", "Bo", "Cy")
    for note in HAND:
        cell(page, note).click()
    page.evaluate("scrollTo(0, 0)")
    _keep(page, "pad")
    watch_file(page, server, golden_record("nl", 4))
    page.get_by_role("button", name="One step forward").click()
    _keep(page, "replay")


def _table(page: Page, server: ServerProcess, bid: str, turn: str = "", end: str = "") -> None:
    """Some rounds of a deal, so that there is something to see."""
    seated = open_table(server, edition="it-full")
    page.goto(seated["private_link"])
    for _ in range(ROUNDS):
        _choose(page)
        page.get_by_role("button", name="Place bid").click()
        pile = page.locator("button[data-turn=right]:not(.wish)")
        pile.click()
        pile.and_(page.locator(".chosen[aria-disabled=false]")).click()
    _choose(page)
    _keep(page, bid)
    if turn:
        page.get_by_role("button", name="Place bid").click()
        page.locator("button[data-turn=right]:not(.wish)").wait_for()
        _keep(page, turn)
    if end:
        play_on(server, seated, one_deal=True)
        page.get_by_role("heading", name="is over").wait_for()
        _keep(page, end)


def _choose(page: Page) -> None:
    page.get_by_role("heading", name="Your bid").wait_for()
    page.locator("[data-pick]").first.click()
    page.get_by_role("term").filter(has_text="right").wait_for()


def _keep(page: Page, name: str) -> None:
    page.mouse.move(0, 0)  # what is pointed at looks different
    page.wait_for_timeout(600)  # until cards have come to rest
    if page.viewport_size and page.viewport_size["width"] > 1000:
        page.evaluate("scrollTo(0, 0)")
    path = OUT / f"{name}.jpg"
    page.screenshot(path=path, type="jpeg", quality=QUALITY)
    print(f"{path}: {path.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
