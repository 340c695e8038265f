"""Pictures of the main screens, for the README: light and dark, phone and desktop.

python bench/pictures.py
"""

import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from browser import chromium
from server_process import ServerProcess, serving

OUT = Path(__file__).parents[1] / "docs" / "pictures"
PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2}
DESKTOP = {"viewport": {"width": 1280, "height": 900}, "device_scale_factor": 1}
QUICK = "localStorage.setItem('spielgeld', JSON.stringify({tempo: 'instant', name: 'Ann'}));"
ROUNDS = 4


def main() -> None:
    OUT.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder)) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(**chromium.launch_options())
        for theme in ("light", "dark"):
            for device, size in (("phone", PHONE), ("desktop", DESKTOP)):
                _take(browser, server, f"{device}-{theme}", {**size, "color_scheme": theme})
        browser.close()


def _take(browser: Browser, server: ServerProcess, name: str, wishes: dict[str, Any]) -> None:
    page = browser.new_context(locale="en-GB", **wishes).new_page()
    page.add_init_script(QUICK)
    page.goto(server.url)
    page.get_by_role("button", name="Play now").wait_for()
    _keep(page, f"start-{name}")
    _open(page, server)
    for _ in range(ROUNDS):
        _bid(page)
        _turn(page)
    _choose(page)
    _keep(page, f"bid-{name}")
    _lay(page)
    page.get_by_role("heading", name="Your turn").wait_for()
    _keep(page, f"turn-{name}")
    page.context.close()


def _open(page: Page, server: ServerProcess) -> None:
    seats = [{}, {"bot": "greedy"}, {"bot": "greedy"}, {"bot": "greedy"}]
    agreement = {"edition": "it-full", "seats": seats, "start": "full", "bot_pace": 0}
    wish = {"name": "Ann", "agreement": agreement}
    page.goto(server.ask("POST", "/api/tables", wish).json()["private_link"])


def _choose(page: Page) -> None:
    page.get_by_role("heading", name="Your bid").wait_for()
    page.locator("[data-pick]").first.click()
    page.get_by_text("take right").wait_for()


def _lay(page: Page) -> None:
    page.get_by_role("button", name="Lay bid").click()


def _bid(page: Page) -> None:
    _choose(page)
    _lay(page)


def _turn(page: Page) -> None:
    page.get_by_role("button", name="Take the right row").click()


def _keep(page: Page, name: str) -> None:
    page.wait_for_timeout(600)  # until cards have come to rest
    if page.viewport_size and page.viewport_size["width"] > 1000:
        page.evaluate("scrollTo(0, 0)")
    page.screenshot(path=OUT / f"{name}.png")
    print(OUT / f"{name}.png")


if __name__ == "__main__":
    main()
