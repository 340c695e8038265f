"""Guards a promise: the page is light, soon ready and quick, and its table fits.

    pip install -e '.[test]'
    python bench/page.py
    python bench/page.py --no-heights       # without the table of heights and jumps (minutes)

Weighs what the first screen fetches (the code of the table too, which comes ahead), opens the page
in the Chromium of the tests, goes from *Play now* to a bid that lies, takes the time from an action
to what it changes, and watches six bids being turned up and swapped. All of it runs on loopback on
this machine; a headless browser without a graphics card draws more slowly than most phones.
`bench/table_fit.py` looks at far more screens than the table here.
"""

import argparse
import gzip
import statistics
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, Response, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from browser import chromium
from browser.fit_scenes import SCENES, Wanted, agreement, open_seat
from browser.fitting import LAPTOPS, PHONES, Seen, visit
from fit_report import Report
from support.server_process import NO_LIMITS, ServerProcess, serving

LIMIT = 150_000
TIMES = 5
ROUNDS = 3
LAPTOP = LAPTOPS[:1]
OBSERVE = """() => {
  window.longTasks = [];
  window.frames_ = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.longTasks.push(entry.duration);
  }).observe({ type: 'longtask' });
  let last = performance.now();
  const beat = (now) => {
    window.frames_.push(now - last);
    last = now;
    requestAnimationFrame(beat);
  };
  requestAnimationFrame(beat);
}"""
UNTIL_CHANGED = """(pressed, [selector, isThere]) => new Promise((resolve) => {
  const begun = performance.now();
  const holds = () => Boolean(document.querySelector(selector)) === isThere;
  const done = () => resolve(performance.now() - begun);
  const look = () => requestAnimationFrame(holds() ? done : look);
  pressed.click();
  look();
})"""
"""Milliseconds from a press to the frame that shows what it changed."""


def weigh(browser: Browser, server: ServerProcess) -> None:
    """Compressed bytes of a visit: the first screen in English, then a table."""
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
    for _ in range(TIMES):
        page = browser.new_context(locale="en-GB").new_page()
        page.goto(server.url, wait_until="commit")
        page.get_by_role("button", name="Play now").wait_for()
        times.append(page.evaluate("performance.now()"))
        page.context.close()
    print(f"interactive after {statistics.median(times):.0f} ms (limit 1,000; median of {TIMES})")


def first_bid(browser: Browser, server: ServerProcess) -> None:
    """From *Play now* to a bid that lies, with the mouse, at the tempo everybody begins with."""
    times = []
    for _ in range(TIMES):
        seen = _new_table(browser, tempo="normal")
        seen.page.goto(server.url)
        play_now = seen.page.get_by_role("button", name="Play now")
        play_now.wait_for()
        begun = time.perf_counter()
        play_now.click()
        cards = seen.page.locator("[data-pick][aria-pressed=false]:not([data-pick='*'])")
        picked = seen.page.locator("[data-pick][aria-pressed=true]")
        while not picked.count():  # people do not wait for the end of the animation either
            cards.first.click(position={"x": 8, "y": 8}, force=True)
        seen.lay_button.click()
        while seen.awaits == "bids":
            seen.page.wait_for_timeout(5)
        times.append(1000 * (time.perf_counter() - begun))
        seen.page.context.close()
    print(f"Play now to a bid that lies: {statistics.median(times):.0f} ms (limit 1,000; median)")


def actions(browser: Browser, server: ServerProcess) -> None:
    """From a press to what it changes on the screen."""
    seen = _new_table(browser)
    seated = open_seat(server, "Ann", agreement(4, rules={"deals": 3}))
    seen.page.goto(seated["private_link"])
    whats = ("a card picked", "a bid laid", "a pile shown", "a pile taken")
    took: dict[str, list[float]] = {what: [] for what in whats}
    for number in range(6):
        seen.until("bids")
        seen.lay_button.wait_for()
        seen.settle()
        card = seen.page.locator("[data-pick]:not([data-pick='*'])").nth(number % 3)
        name = card.get_attribute("data-pick")
        picked = f"[data-pick='{name}'][aria-pressed=true]"
        took["a card picked"].append(_until_changed(card, picked, is_there=True))
        lays = seen.lay_button.element_handle()
        seen.page.wait_for_function("(button) => !button.disabled", arg=lays)
        seen.page.evaluate("(button) => button.setAttribute('data-timed', '')", lays)
        took["a bid laid"].append(
            _until_changed(seen.page.locator("[data-timed]"), "[data-timed]", is_there=False)
        )
        if seen.until("turn", "ready", "nothing") != "turn":
            break
        pile = seen.page.locator("button[data-turn]").first
        pile.wait_for()
        seen.page.wait_for_timeout(500)
        took["a pile shown"].append(_until_changed(pile, "button.chosen", is_there=True))
        seen.page.wait_for_timeout(500)
        took["a pile taken"].append(_until_changed(pile, "button[data-turn]", is_there=False))
    for what, times in took.items():
        print(f"{what} shows after {statistics.median(times):.0f} ms (limit 100)")
    seen.page.context.close()


def _until_changed(pressed: Locator, selector: str, *, is_there: bool) -> float:
    return float(pressed.evaluate(UNTIL_CHANGED, [selector, is_there]))


def watch_six(browser: Browser, server: ServerProcess) -> None:
    """Long tasks and frames while six players' bids are turned up and change places."""
    seen = _new_table(browser, tempo="normal")
    seated = open_seat(server, "Ann", agreement(6, bot_pace=0.3))
    seen.page.goto(seated["private_link"])
    seen.until("bids")
    seen.lay_button.wait_for()
    seen.settle()
    seen.page.evaluate(OBSERVE)
    begun = time.perf_counter()
    for number in range(ROUNDS):
        seen.until("bids")
        seen.pick(1 + number % 2)
        seen.lay()
        if seen.until("turn", "ready", "nothing") == "turn":
            seen.lay_button.wait_for(state="hidden")
            seen.page.locator("button[data-turn]").first.wait_for()
            seen.act(number)
        seen.lay_button.wait_for()
    _tell(seen.page, time.perf_counter() - begun)
    seen.page.context.close()


def _tell(page: Page, seconds: float) -> None:
    tasks: list[float] = page.evaluate("window.longTasks")
    frames: list[float] = page.evaluate("window.frames_")
    late = sum(frame > 25 for frame in frames) / len(frames)
    print(f"six players, {ROUNDS} rounds, {seconds:.0f} s: {len(tasks)} tasks over 50 ms", end="")
    print(f", the longest {max(tasks, default=0):.0f} ms (limit 50)")
    print(f"frames: {1000 / statistics.mean(frames):.0f} a second (55 wanted)", end="")
    print(f", {late:.1%} later than 25 ms")


def heights(browser: Browser, server: ServerProcess) -> None:
    """How high every screen is, and how far the hand jumps; `table_fit.py` looks at far more."""
    report = Report()
    for players, scene in ((4, "deal"), (6, "deal"), (6, "hand of 24"), (6, "longest hand")):
        wanted = Wanted(players, ("en",), (*LAPTOPS, *PHONES))
        report.add(wanted, scene, SCENES[scene](browser, server, wanted))
    report.tell_heights()


def _new_table(browser: Browser, **kept: str) -> Seen:
    return Seen(visit(browser, "en", {}, **kept).new_page(), ("en",), LAPTOP)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--no-heights", action="store_true")
    asked = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder), *NO_LIMITS) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(**chromium.launch_options())
        for measure in (weigh, open_page, first_bid, actions, watch_six):
            measure(browser, server)
        if not asked.no_heights:
            heights(browser, server)
        browser.close()


if __name__ == "__main__":
    main()
