"""Playing in the browser without a server: how large it is, how soon it is ready, how quick it is.

python bench/offline.py [--deals 3] [--throttle 4]

Sizes are those of the built page. "ready" is from the click on *Play* to a table in this browser;
cold: with all files fetched from the server on this machine, warm: from the browser's own cache,
with the network off. "accepted" is from a command of the page to the worker's answer, which is
given when the action is in IndexedDB. A hint is timed from its button to what it says, the first
with the start of the second worker; the review from its link to what it finds. Memory is what the
renderer holds for itself: after a deal, after the hints, and the most during the review.
`--throttle` slows the browser's processor down.
"""

import argparse
import gzip
import json
import os
import re
import sys
import tempfile
import time
from pathlib import Path
from statistics import quantiles
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from browser import chromium
from browser.playing import OVER, Player, with_name
from browser.screens import text
from browser.test_advice import hint_button, hint_shown
from browser.test_installing import install
from spielgeld.server.http.pages import STATIC
from support.server_process import NO_LIMITS, serving

os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", str(chromium.NODE))
PATIENCE = 300_000
HINTS = 6
TIMED = """
window.took = {};
const sent = {};
window.Worker = class extends Worker {
  constructor(...given) {
    super(...given);
    this.addEventListener('message', ({ data }) => {
      for (const line of (data.text ?? '').split('\\n').filter(Boolean)) {
        const { id } = JSON.parse(line);
        const known = sent[id];
        if (known) (window.took[known.type] ??= []).push(performance.now() - known.at);
      }
    });
  }
  postMessage(message) {
    const said = message.say && JSON.parse(message.say);
    if (said?.id) sent[said.id] = { type: said.type, at: performance.now() };
    super.postMessage(message);
  }
};
"""


def sizes() -> dict[str, Any]:
    """Of everything Python; the champion's weights apart."""
    files = [file for file in (STATIC / "python").rglob("*") if file.suffix != ".br"]
    told: dict[str, Any] = {}
    for name, wanted in (("python", False), ("weights", True)):
        own = [f for f in files if f.is_file() and (f.suffix == ".weights") == wanted]
        packed = [f.with_name(f"{f.name}.br") for f in own]
        told[name] = {
            "raw": sum(f.stat().st_size for f in own),
            "gzip": sum(len(gzip.compress(f.read_bytes())) for f in own),
            "brotli": sum(
                (f if f.exists() else plain).stat().st_size
                for f, plain in zip(packed, own, strict=True)
            ),
        }
    return told


def begin(page: Page) -> float:
    """Seconds from the click to a table."""
    button = page.get_by_role("button", name="Play now, on this device")
    button.wait_for()
    begun = time.perf_counter()
    button.click()
    page.wait_for_url("**/t/1*", timeout=PATIENCE)
    return time.perf_counter() - begun


def measure(deals: int, throttle: float) -> dict[str, Any]:
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder), *NO_LIMITS) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(**chromium.launch_options())
        context = browser.new_context(locale="en-GB")
        page = new_page(context, throttle)
        install(page, server, "/offline")
        cold = begin(page)
        place = page.url.split("/t/")[0] + "/offline"
        page.close()  # with its renderer and all that it held
        page = new_page(context, throttle)
        context.set_offline(True)
        page.goto(place)
        warm = begin(page)
        player, hints = Player(page), list[float]()
        memory = {"table": 0}
        for deal in range(deals):
            player.asked(PATIENCE)
            while True:
                if deal == 1 and len(hints) < HINTS and player.asked(PATIENCE) != OVER:
                    hints.append(hint(page))
                    memory["hints"] = renderer_megabytes(browser)
                if player.step() == OVER:
                    break
            memory["table"] = memory["table"] or renderer_megabytes(browser)
            following = page.get_by_role("button", name="Next deal")
            if following.is_visible():
                following.click()
        took: dict[str, list[float]] = page.evaluate("window.took")
        reviewed, memory["review"] = review(page, browser)
        browser.close()
    return {
        "ready_s": {"cold": round(cold, 2), "warm": round(warm, 2)},
        "accepted_ms": told(took),
        "hint_s": {"first": round(hints[0], 2), "others": [round(each, 2) for each in hints[1:]]},
        "review_s": round(reviewed, 1),
        "renderer_mb": memory,
    }


def new_page(context: BrowserContext, throttle: float) -> Page:
    page = with_name(context.new_page(), "Ann")
    page.add_init_script(TIMED)
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": throttle})
    return page


def hint(page: Page) -> float:
    """Seconds until it says something."""
    begun = time.perf_counter()
    hint_button(page).click()
    hint_shown(page).get_by_role("button", name="More").wait_for(timeout=PATIENCE)
    return time.perf_counter() - begun


def review(page: Page, browser: Browser) -> tuple[float, int]:
    """Seconds until the review of the match is there, and the most memory meanwhile."""
    most, begun = 0, time.perf_counter()
    page.get_by_role("link", name=re.compile("Review|costliest")).click()
    there = page.get_by_role("heading", name=text("en", "advice.ui.review.compared"))
    while not there.is_visible():
        most = max(most, renderer_megabytes(browser))
        page.wait_for_timeout(200)
    return time.perf_counter() - begun, most


def renderer_megabytes(browser: Browser) -> int:
    """What the largest renderer holds for itself."""
    session = browser.new_browser_cdp_session()
    processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    held = [private_bytes(each["id"]) for each in processes if each["type"] == "renderer"]
    return round(max(held) / 1e6)


def private_bytes(process: int) -> int:
    """What no other process shares."""
    rolled = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) * 1024 for line in rolled if line.startswith("Private_"))


def told(took: dict[str, list[float]]) -> dict[str, Any]:
    """The middle and the slow end of each kind of command."""
    found = {}
    for kind, times in sorted(took.items()):
        if len(times) > 3:
            steps = quantiles(times, n=20)
            found[kind] = {"n": len(times), "p50": round(steps[9], 1), "p95": round(steps[18], 1)}
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=3)
    parser.add_argument("--throttle", type=float, default=1.0)
    asked = parser.parse_args()
    print(json.dumps({"bytes": sizes()}))
    print(json.dumps({"throttle": asked.throttle, **measure(asked.deals, asked.throttle)}))


if __name__ == "__main__":
    main()
