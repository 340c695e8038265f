"""Guards a promise: a deal can be played in Firefox, and in WebKitGTK, Safari's engine.

    pip install -e '.[test]'
    apt-get install firefox-esr webkit2gtk-driver xvfb     # optional: whichever is there is tried
    python bench/engines.py

Somebody sits down with three bots and plays a deal by pressing cards, the button and the piles,
once at a table of the server and once at one in the browser. It tells how many steps it took, what
the server's own record says, and every error of the page; it ends with code 1 if there was one, or
if no engine is installed.
"""

import json
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from browser.fit_scenes import agreement, open_seat
from browser.screens import text
from browser.test_installing import local
from engine_drivers import PATIENCE, Engine, firefox, webkit
from support.server_process import NO_LIMITS, ServerProcess, serving

MOST_STEPS = 300
A_MOMENT = 0.15
GUARD = 0.4
"""Seconds after a change of phase in which a press does not count."""
WITH_WORDS = "[...document.querySelectorAll('button')].find((each) => /%s/.test(each.innerText))"
"""The button that says this."""
KEPT = json.dumps({"name": "Ann", "tempo": "instant", "sound": False, "language": "en"})
SEE = """
const middle = (element) => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
};
const isFree = (element) => !element.disabled && element.checkVisibility();
const buttons = [...document.querySelectorAll('button')].filter(isFree);
const lay = buttons.find((each) => each.innerText.trim() === %s);
const picks = '[data-pick][aria-pressed=false]:not([data-pick="*"]):not([aria-disabled=true])';
const card = document.querySelector(picks);
const pile = buttons.find((each) => each.dataset.turn);
const corner = card?.getBoundingClientRect();
return {
  lay: lay ? middle(lay) : null,
  isPicked: Boolean(document.querySelector('[data-pick][aria-pressed=true]')),
  card: corner ? [corner.left + 8, corner.top + 8] : null,
  pile: pile ? middle(pile) : null,
  size: [innerWidth, innerHeight, document.scrollingElement.scrollHeight],
};
"""


SEEN = SEE % json.dumps(text("en", "hand.bid.lay"))


def play(engine: Engine, server: ServerProcess) -> None:
    """Play a deal at a table of the server."""
    seated = open_seat(server, "Ann", agreement(4))
    _open(engine, server.url, seated["private_link"])
    steps = _play_until(engine, lambda: bool(_scores(server, seated["code"])))
    scores, size = _scores(server, seated["code"]), engine.run(SEEN)["size"]
    print(f"{engine.name}: {steps} steps, scores {scores}, {size} px")


def play_offline(engine: Engine, server: ServerProcess) -> None:
    """Play a deal at a table in the browser."""
    _open(engine, local(server), local(server) + "/offline")
    begun = time.monotonic()
    _wait(engine, f"const found = {WITH_WORDS % 'on this device'}; found?.click(); return !!found")
    _wait(engine, "return location.pathname.includes('/t/1')")
    ready = time.monotonic() - begun
    steps = _play_until(engine, lambda: engine.run(f"return !!{WITH_WORDS % 'Next deal'}"))
    print(f"{engine.name}, offline: ready after {ready:.1f} s, {steps} steps")


def _open(engine: Engine, site: str, place: str) -> None:
    """Go there as somebody whom the page knows."""
    engine.go(site)
    engine.run(f"localStorage.setItem('spielgeld / settings', {json.dumps(KEPT)})")
    engine.go(place)


def _play_until(engine: Engine, is_over: Callable[[], bool]) -> int:
    """Play on: how many steps it took."""
    for step in range(MOST_STEPS):
        if is_over():
            return step
        _press(engine, engine.run(SEEN))
        time.sleep(A_MOMENT)
    raise TimeoutError("the deal does not end")


def _wait(engine: Engine, asked: str) -> None:
    """Until the page says yes."""
    until = time.monotonic() + PATIENCE
    while not engine.run(asked):
        if time.monotonic() > until:
            raise TimeoutError(asked)
        time.sleep(A_MOMENT)


def _press(engine: Engine, seen: dict[str, Any]) -> None:
    """Do what the page asks for."""
    if seen["pile"]:
        time.sleep(GUARD)
        engine.press(*seen["pile"])
    elif seen["lay"] and seen["isPicked"]:
        time.sleep(GUARD)
        engine.press(*seen["lay"])
    elif seen["card"] and not seen["isPicked"]:
        engine.press(*seen["card"])


def _scores(server: ServerProcess, code: str) -> list[int] | None:
    record = server.ask("GET", f"/api/tables/{code}/record")
    if record.status_code != 200:
        return None
    deals = record.json()["deals"]
    found: list[int] | None = deals[0].get("scores") if deals else None
    return found


def main() -> None:
    engines: list[Callable[[Path], AbstractContextManager[Engine]]] = [firefox, webkit]
    played, faults = 0, []
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder), *NO_LIMITS) as server:
        for start in engines:
            try:
                with tempfile.TemporaryDirectory() as own, start(Path(own)) as engine:
                    play(engine, server)
                    play_offline(engine, server)
                    played += 1
                    faults += [f"{engine.name}: {fault}" for fault in engine.faults()]
            except FileNotFoundError as missing:
                print(f"{start.__name__}: {missing}")
    print("\n".join(faults) or f"{played} engines, no error")
    sys.exit(1 if faults or not played else 0)


if __name__ == "__main__":
    main()
