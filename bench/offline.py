"""Playing in the browser without a server: how large it is, how soon it is ready, how quick it is.

python bench/offline.py [--deals 3] [--throttle 4]

Sizes are those of the built page. "ready" is from the click on *Play* to a table in this browser;
cold: with all files fetched from the server on this machine, warm: from the browser's own cache,
with the network off. "accepted" is from a command of the page to the worker's answer, which is
given when the action is in IndexedDB. `--throttle` slows the browser's processor down.
"""

import argparse
import gzip
import json
import os
import sys
import tempfile
import time
from pathlib import Path
from statistics import quantiles
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from playwright.sync_api import Page, sync_playwright

from browser import chromium
from browser.playing import OVER, Player, with_name
from browser.test_installing import install
from spielgeld.server.http.pages import STATIC
from support.server_process import NO_LIMITS, serving

os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", str(chromium.NODE))
PATIENCE = 300_000
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
        page = with_name(context.new_page(), "Ann")
        page.add_init_script(TIMED)
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": throttle})
        install(page, server, "/offline")
        cold = begin(page)
        context.set_offline(True)
        page.goto(page.url.split("/t/")[0] + "/offline")
        warm = begin(page)
        player = Player(page)
        for _ in range(deals):
            player.asked(PATIENCE)
            while player.step() != OVER:
                pass
            following = page.get_by_role("button", name="Next deal")
            if following.is_visible():
                following.click()
        took: dict[str, list[float]] = page.evaluate("window.took")
        browser.close()
    return {"ready_s": {"cold": round(cold, 2), "warm": round(warm, 2)}, "accepted_ms": told(took)}


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
