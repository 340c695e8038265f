"""How heavy and how quick the page is.

    pip install -e '.[test]'
    python bench/page.py

Weighs what the first load fetches, opens the page in the Chromium of the tests, watches a table of
six whose bids are turned up, and clicks. Everything runs on loopback on this machine; a headless
browser without a graphics card draws more slowly than most phones.
"""

import gzip
import re
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from browser import chromium
from server_process import SCRIPT, ServerProcess, serving

STATIC = Path(__file__).parents[1] / "src" / "spielgeld" / "static"
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


def weigh() -> None:
    """What a first visit in English has to load."""
    first = (STATIC / "index.html").read_text(encoding="utf-8")
    names = re.findall(r'(?:src|href)="(/assets/[^"]+\.(?:js|css))"', first)
    sizes = {name: len(gzip.compress((STATIC / name[1:]).read_bytes(), 9)) for name in names}
    for name, size in sizes.items():
        print(f"{name:40} {size:8,} bytes gzip")
    print(f"{'scripts and styles of the first load':40} {sum(sizes.values()):8,} of {LIMIT:,}")


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


def _tell(page: Page) -> None:
    tasks: list[float] = page.evaluate("window.longTasks")
    frames: list[float] = sorted(page.evaluate("window.frames_"))
    late = sum(frame > 25 for frame in frames) / len(frames)
    print(f"six players, {WATCH_SECONDS} s: {len(tasks)} tasks over 50 ms", end="")
    print(f", the longest {max(tasks, default=0):.0f} ms (limit 100)")
    print(f"frames: {1000 / statistics.mean(frames):.0f} a second, {late:.1%} later than 25 ms")


def main() -> None:
    weigh()
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder)) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(**chromium.launch_options())
        open_page(browser, server)
        watch_six(browser, server)
        browser.close()


if __name__ == "__main__":
    main()
