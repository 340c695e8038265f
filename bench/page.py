"""How heavy and how quick the page is.

    pip install -e '.[test]'
    python bench/page.py

Weighs what the first screen fetches (the code of the table too, which comes ahead), opens the page
in the Chromium of the tests, lays bids, and watches a table of six whose bids are turned up. All of
it runs on loopback on this machine; a headless browser without a graphics card draws more slowly
than most phones.
"""

import gzip
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, Response, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from browser import chromium
from server_process import SCRIPT, ServerProcess, serving

LIMIT = 150_000
WATCH_SECONDS = 20
OBSERVE = """
window.longTasks = [];
window.frames_ = [];
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.longTasks.push(entry.duration);
}).observe({ type: 'longtask', buffered: true });
let last = performance.now();
const beat = (now) => { window.frames_.push(now - last); last = now; requestAnimationFrame(beat); };
requestAnimationFrame(beat);
"""
UNTIL_CHANGED = """(name) => new Promise((resolve) => {
  const buttons = () => [...document.querySelectorAll('button')];
  const find = () => buttons().find((each) => each.innerText.startsWith(name));
  const begun = performance.now();
  new MutationObserver((_, observer) => {
    if (find()) return;
    observer.disconnect();
    requestAnimationFrame(() => resolve(performance.now() - begun));
  }).observe(document.body, { childList: true, subtree: true });
  find().click();
})"""


def weigh(browser: Browser, server: ServerProcess) -> None:
    """What a visit has to load, packed: the first screen in English, and then a table."""
    page = browser.new_context(locale="en-GB", service_workers="block").new_page()
    loaded: dict[str, int] = {}
    page.on("response", lambda answer: _note(answer, loaded))
    page.goto(server.url, wait_until="networkidle")
    for name, size in loaded.items():
        print(f"{name:40} {size:8,} bytes gzip")
    print(f"{'scripts and styles of the first load':40} {sum(loaded.values()):8,} of {LIMIT:,}")
    page.context.close()


def _note(answer: Response, loaded: dict[str, int]) -> None:
    name = answer.url.rsplit("/", 1)[-1]
    if name.endswith((".js", ".css")):
        loaded[name] = len(gzip.compress(answer.body(), 9))


def open_page(browser: Browser, server: ServerProcess) -> None:
    """Until people can play: the button is there and answers."""
    times = []
    for _ in range(5):
        page = browser.new_context(locale="en-GB").new_page()
        page.goto(server.url, wait_until="commit")
        page.get_by_role("button", name="Play now").wait_for()
        times.append(page.evaluate("performance.now()"))
        page.context.close()
    print(f"interactive after {statistics.median(times):.0f} ms (limit 1,000; median of 5)")


def watch_six(browser: Browser, server: ServerProcess) -> None:
    """Long tasks and frames while six players' bids are turned up and change places."""
    seats = [{}, *[{"bot": "greedy"}] * 5]
    agreement = {"edition": "pl", "seats": seats, "start": "full", "bot_pace": 0.3}
    wish = {"name": "Ann", "agreement": agreement}
    seated = server.ask("POST", "/api/tables", wish).json()
    page = browser.new_context(locale="en-GB").new_page()
    page.add_init_script(OBSERVE)
    page.goto(seated["link"])
    player = [str(SCRIPT), "bot", seated["private_link"], "--name", "greedy"]
    with subprocess.Popen(player, stdout=subprocess.DEVNULL) as playing:
        page.wait_for_timeout(1000 * WATCH_SECONDS)
        playing.kill()
    _tell(page)
    page.context.close()


def click(browser: Browser, server: ServerProcess) -> None:
    """From the click that lays a bid to what it changes on the screen."""
    page = browser.new_context(locale="en-GB").new_page()
    agreement = {"edition": "nl", "seats": [{}, {}, {"bot": "greedy"}]}
    wish = {"name": "Ann", "agreement": agreement}
    seated = server.ask("POST", "/api/tables", wish).json()
    server.ask("POST", f"/api/tables/{seated['code']}/join", {"name": "Bo"})
    page.goto(seated["private_link"])
    page.get_by_role("button", name="Start").click()
    page.locator("[data-pick]").first.click()
    page.get_by_role("button", name="Lay bid").wait_for()
    took: list[float] = []
    for _ in range(10):
        took.append(page.evaluate(UNTIL_CHANGED, "Lay bid"))
        page.get_by_role("button", name="Take it up").click()
        page.locator("[data-pick]").first.click()
        page.get_by_role("button", name="Lay bid").wait_for()
    print(f"a bid shows {statistics.median(took):.0f} ms after the click (limit 100)")
    page.context.close()


def _tell(page: Page) -> None:
    tasks: list[float] = page.evaluate("window.longTasks")
    frames: list[float] = sorted(page.evaluate("window.frames_"))
    late = sum(frame > 25 for frame in frames) / len(frames)
    print(f"six players, {WATCH_SECONDS} s: {len(tasks)} tasks over 50 ms", end="")
    print(f", the longest {max(tasks, default=0):.0f} ms (limit 100)")
    print(f"frames: {1000 / statistics.mean(frames):.0f} a second, {late:.1%} later than 25 ms")


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder)) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(**chromium.launch_options())
        weigh(browser, server)
        open_page(browser, server)
        click(browser, server)
        watch_six(browser, server)
        browser.close()


if __name__ == "__main__":
    main()
