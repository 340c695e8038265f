"""Guards a promise: the table fits every screen, language and number of players.

    pip install -e '.[test]'
    python bench/table_fit.py --kept fit.jsonl   # everything; ended and started again, it goes on
    python bench/table_fit.py --quick            # some of everything
    python bench/table_fit.py --size 360x640 --players 6 --language de --pictures /tmp/faults

In every phase it looks at the page at all sizes: nothing to scroll, nothing cut off, covered or
outside, actions of 40 px, cards of which 24 px are seen, a hand that stays where it is, nothing
irreversible where the pointer just pressed. It prints heights, jumps and faults as a table, then
each fault once. It ends with code 1 if there was any. With `--kept` what was seen is kept in a
file: a second run plays only what is not in it, or was at fault.
"""

import argparse
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from browser import chromium
from browser.fit_scenes import SCENES, Wanted
from browser.fitting import LAPTOPS, PHONES, Size, forms_of
from browser.screens import LANGUAGES
from fit_report import Report
from support.server_process import NO_LIMITS, serving


def plan(asked: argparse.Namespace) -> Iterator[tuple[str, Wanted]]:
    """What is played: every scene for every number of players, looked at in each language."""
    for players in asked.players:
        for number, scene in enumerate(asked.scene):
            spoken = tuple(asked.language)
            if asked.quick:
                spoken = (spoken[(players + number) % len(spoken)],)
            for _, sizes in forms_of(asked.size):
                yield scene, Wanted(players, spoken, tuple(sizes), asked.pictures)


def run(browser: Browser, asked: argparse.Namespace) -> int:
    report = Report(asked.kept)
    try:
        _play(browser, asked, report)
    finally:
        faults = report.tell()  # also of what was seen before somebody ended it
    return faults


def _play(browser: Browser, asked: argparse.Namespace, report: Report) -> None:
    cells = list(plan(asked))
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder), *NO_LIMITS, "--messages-per-second", "1000") as server,
    ):
        for number, (scene, wanted) in enumerate(cells, start=1):
            if report.has(wanted, scene):
                continue
            form = "phones" if wanted.sizes[0] in PHONES else "laptops"
            spoken = " ".join(wanted.languages)
            where = f"{scene}, {wanted.players} players, {form}, {spoken}"
            print(f"{number} of {len(cells)}: {where}", flush=True)
            begun = time.monotonic()
            try:
                screens = SCENES[scene](browser, server, wanted)
            except Exception as error:  # the others are still worth a look
                print(f"  could not be played: {str(error).splitlines()[0]}", flush=True)
                report.broken += 1
                continue
            report.add(wanted, scene, screens)
            faults = sum(bool(screen.faults) for screen in screens)
            took = time.monotonic() - begun
            print(f"  {len(screens)} screens in {took:.0f} s, {faults} with faults", flush=True)


def size(text: str) -> Size:
    width, height = map(int, text.split("x"))
    return width, height


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    every = [*LAPTOPS, *PHONES]
    parser.add_argument("--size", type=size, nargs="+", default=every, help="such as 390x844")
    parser.add_argument("--players", type=int, nargs="+", default=[3, 4, 5, 6])
    parser.add_argument("--language", nargs="+", choices=LANGUAGES, default=list(LANGUAGES))
    parser.add_argument("--scene", nargs="+", choices=list(SCENES), default=list(SCENES))
    parser.add_argument("--quick", action="store_true", help="every scene in one language")
    parser.add_argument("--pictures", type=Path, help="keep what is at fault here")
    parser.add_argument("--kept", type=Path, help="keep what is seen here, and go on from it")
    asked = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that server and browser end too
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**chromium.launch_options())
        faults = run(browser, asked)
        browser.close()
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
