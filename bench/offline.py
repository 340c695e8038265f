"""Guards a promise: play in the browser without a server is small, soon ready and quick.

python bench/offline.py [--deals 3] [--bids 120] [--throttle 4]

Sizes are those of the built page. "ready" is from the click on *Play* to a table in this browser;
cold: with all files fetched from the server on this machine, warm: from the browser's own cache,
with the network off, anew: the same in a browser that was just started. "accepted" is from a
command of the page to the worker's answer, which is given when the action is in IndexedDB: in as
many matches as it takes to lay so many bids, each begun in a page loaded anew. A bot's decision is
timed by the Python in the worker, over a whole deal of five for each bot there is. A hint is timed
from its button to what it says, the first with the start of the second worker; the review from its
link to what it finds.

Memory is what the renderer holds for itself, in the browser started anew: after a deal, played as
fast as it can be; after a pause of 20 s, when the browser has cleared away what lay about; after
the hints, and again after a pause; and the most during the review.

`--throttle` slows the renderer down by stopping it most of the time: the browser's own throttling
would slow the page, and not the worker in which Python runs.
"""

import argparse
import gzip
import json
import os
import re
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from statistics import quantiles
from threading import Event, Thread
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from playwright.sync_api import Browser, BrowserContext, Page, Playwright, sync_playwright

from browser import chromium
from browser.playing import MATCH_OVER, OVER, Player, with_name
from browser.screens import text
from browser.test_advice import hint_button, hint_shown
from browser.test_installing import install, local
from spielgeld.server.http.pages import STATIC
from support.server_process import NO_LIMITS, ServerProcess, serving

os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", str(chromium.NODE))
PATIENCE = 300_000
UNOBSERVED = Path(__file__).with_name("unobserved.py")
HINTS = 6
PAUSE = 20_000
SLICE = 0.002
"""Seconds a slowed renderer runs at a time."""
ORDINARY_MS, CHAMPION_MS = 30, 150
"""What a decision may take."""
BY_CHAMPION = {"champion", "level4", "level5"}
"""The bots that use the network."""
HOLD_PYTHON = """
import { loadPyodide as load } from './pyodide.mjs?whole';
export const loadPyodide = async (options) => (globalThis.python = await load(options));
"""
"""Wraps Pyodide, so that the bench can call the worker's Python."""
TIME_BOTS = """
import json, time
from random import Random
from spielgeld.bots import BOTS, make_bot, play_match
from spielgeld.engine import set_up, shuffle

class Timed:
    def __init__(self, name, took):
        self.bot, self.took = make_bot(name), took
    def timed(self, choose, *given):
        began = time.perf_counter()
        chosen = choose(*given)
        self.took.append(1000 * (time.perf_counter() - began))
        return chosen
    def choose_bid(self, view, rng):
        return self.timed(self.bot.choose_bid, view, rng)
    def choose_turn(self, view, rng):
        return self.timed(self.bot.choose_turn, view, rng)

def decisions(name):
    took, chance = [], Random(7)
    setup = set_up("it", 5, house_rules={"deals": 1})
    order = shuffle(setup.cards, chance.randrange)
    seats = [Timed(name, took) for _ in range(5)]
    for _ in play_match(setup, seats, [chance] * 5, lambda _: order):
        pass
    return took

json.dumps({name: decisions(name) for name in BOTS})
"""
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


class Brake:
    """Stops the renderers of a browser most of the time: they run as on a slower machine."""

    def __init__(self, rate: float) -> None:
        self._rate = rate
        self._processes: list[int] = []
        self._over = Event()

    def hold(self, browser: Browser) -> None:
        """From now on those it has."""
        self._processes = renderers(browser) if self._rate > 1 else []

    def run(self) -> None:
        while not self._over.wait(SLICE):
            held = self._processes
            _send(held, signal.SIGSTOP)
            self._over.wait(SLICE * (self._rate - 1))
            _send(held, signal.SIGCONT)

    def release(self) -> None:
        self._over.set()


def _send(processes: list[int], what: signal.Signals) -> None:
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process, what)


@contextmanager
def braking(rate: float) -> Iterator[Brake]:
    brake = Brake(rate)
    thread = Thread(target=brake.run)
    if rate > 1:
        thread.start()
    try:
        yield brake
    finally:
        brake.release()
        if rate > 1:
            thread.join()


def measure(deals: int, bids: int, throttle: float) -> dict[str, Any]:
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder), *NO_LIMITS) as server,
        sync_playwright() as playwright,
        braking(throttle) as brake,
    ):
        profile = Path(folder) / "profile"
        place, ready = first_visit(playwright, profile, server, brake)
        with started(playwright, profile) as context:
            page = new_page(context)
            context.set_offline(True)
            page.goto(place)
            brake.hold(browser_of(context))
            ready["anew"] = round(begin(page), 2)
            match = play(page, browser_of(context), deals)
        with started(playwright, profile) as context:
            accepted = lay_bids(context, place, brake, bids)
        bots = time_bots(playwright, server, brake)
    return {"ready_s": ready, "accepted_ms": accepted, "decision_ms": bots, **match}


def first_visit(
    playwright: Playwright, profile: Path, server: ServerProcess, brake: Brake
) -> tuple[str, dict[str, float]]:
    """Fetch everything; where the page is, and how soon it was ready."""
    with started(playwright, profile) as context:
        page = new_page(context)
        install(page, server, "/offline")
        brake.hold(browser_of(context))
        cold = begin(page)
        place = page.url.split("/t/")[0] + "/offline"
        page.close()
        page = new_page(context)
        context.set_offline(True)
        page.goto(place)
        brake.hold(browser_of(context))
        return place, {"cold": round(cold, 2), "warm": round(begin(page), 2)}


def play(page: Page, browser: Browser, deals: int) -> dict[str, Any]:
    """A match with hints and its review."""
    player, hints, memory = Player(page), list[float](), dict[str, int]()
    for deal in range(deals):
        player.asked(PATIENCE)
        while True:
            if deal == 1 and len(hints) < HINTS and player.asked(PATIENCE) != OVER:
                hints.append(hint(page))
                memory["hints"] = renderer_megabytes(browser)
            if player.step() == OVER:
                break
        if deal < 2:  # after the first there were no hints yet
            name = ("table", "hints")[deal]
            memory.setdefault(name, renderer_megabytes(browser))
            page.wait_for_timeout(PAUSE)
            memory[f"{name}_later"] = renderer_megabytes(browser)
        next_deal(player)
    reviewed, memory["review"] = review(page, browser)
    return {
        "hint_s": {"first": round(hints[0], 2), "others": [round(each, 2) for each in hints[1:]]},
        "review_s": round(reviewed, 1),
        "renderer_mb": memory,
    }


def lay_bids(context: BrowserContext, place: str, brake: Brake, bids: int) -> dict[str, Any]:
    """How long commands take until they are accepted, by kind, in whole matches without advice."""
    page = new_page(context)
    context.set_offline(True)
    took: dict[str, list[float]] = {}
    while len(took.get("lay_bid", [])) < bids:
        page.goto(place)
        brake.hold(browser_of(context))
        begin(page)
        play_match(page)
        for kind, times in page.evaluate("window.took").items():
            took.setdefault(kind, []).extend(times)
    return told(took)


def play_match(page: Page) -> None:
    player = Player(page)
    player.finish_deal()
    while next_deal(player):
        player.finish_deal()


def next_deal(player: Player) -> bool:
    """Go on to the next deal, if the match has one."""
    if player.page.get_by_role("heading", name=MATCH_OVER).is_visible():
        return False
    player.page.get_by_role("button", name="Next deal").click()
    player.over.wait_for(state="hidden")  # else the last deal's end would be taken for this one's
    return True


def time_bots(playwright: Playwright, server: ServerProcess, brake: Brake) -> dict[str, Any]:
    """How long decisions take in the worker, by bot, beside what they may take."""
    browser = playwright.chromium.launch(**unobserved())
    context = browser.new_context(locale="en-GB", service_workers="block")
    context.route(
        "**/pyodide.mjs",
        lambda route: route.fulfill(content_type="text/javascript", body=HOLD_PYTHON),
    )
    page = new_page(context)
    page.goto(local(server) + "/offline")
    begin(page)
    brake.hold(browser)
    asked = f"python.runPython({json.dumps(TIME_BOTS)})"
    took: dict[str, list[float]] = json.loads(page.workers[-1].evaluate(asked))
    browser.close()
    by_bot = told(took)
    for name, found in by_bot.items():
        found["limit"] = CHAMPION_MS if name in BY_CHAMPION else ORDINARY_MS
    ordinary = [each for name, times in took.items() if name not in BY_CHAMPION for each in times]
    return {"ordinary": told({"all": ordinary})["all"] | {"limit": ORDINARY_MS}, **by_bot}


@contextmanager
def started(playwright: Playwright, profile: Path) -> Iterator[BrowserContext]:
    """A browser that keeps what it has for the next time."""
    context = playwright.chromium.launch_persistent_context(profile, locale="en-GB", **unobserved())
    try:
        yield context
    finally:
        context.close()


def unobserved() -> dict[str, Any]:
    """How to start a browser that holds what it would hold for people, and nothing for us."""
    options = chromium.launch_options()
    env = {**options["env"], "CHROMIUM": options["executable_path"]}
    return {**options, "executable_path": str(UNOBSERVED), "env": env}


def browser_of(context: BrowserContext) -> Browser:
    if context.browser is None:
        raise RuntimeError("a context of no browser")
    return context.browser


def new_page(context: BrowserContext) -> Page:
    page = with_name(context.new_page(), "Ann")
    page.add_init_script(TIMED)
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
    return round(max(private_bytes(each) for each in renderers(browser)) / 1e6)


def renderers(browser: Browser) -> list[int]:
    """The processes that show pages."""
    session = browser.new_browser_cdp_session()
    processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    return [each["id"] for each in processes if each["type"] == "renderer"]


def private_bytes(process: int) -> int:
    """Memory that is not shared with other processes."""
    rolled = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) * 1024 for line in rolled if line.startswith("Private_"))


def told(took: dict[str, list[float]]) -> dict[str, Any]:
    """Median and 95th percentile for each kind of command."""
    found = {}
    for kind, times in sorted(took.items()):
        if len(times) > 3:
            steps = quantiles(times, n=20)
            found[kind] = {"n": len(times), "p50": round(steps[9], 1), "p95": round(steps[18], 1)}
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=3)
    parser.add_argument("--bids", type=int, default=120)
    parser.add_argument("--throttle", type=float, default=1.0)
    asked = parser.parse_args()
    print(json.dumps({"bytes": sizes()}))
    found = measure(asked.deals, asked.bids, asked.throttle)
    print(json.dumps({"throttle": asked.throttle, **found}))


if __name__ == "__main__":
    main()
