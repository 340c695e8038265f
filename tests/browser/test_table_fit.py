"""The table fits its window: some of what `bench/table_fit.py` plays.

And that what does not fit is found.
"""

import pytest
from playwright.sync_api import Browser, Page

from browser.conftest import OpenPage
from browser.fit_scenes import SCENES, Wanted
from browser.fitting import LOOK, Screen, Size
from browser.prepared import PREPARED
from browser.screens import go, open_table, sit_down
from support.chance import drawn
from support.server_process import ServerProcess

SIZES: tuple[Size, ...] = ((1440, 900), (390, 844), (360, 640))


def faults_on(screens: list[Screen]) -> list[str]:
    return [
        f"{screen.size}, {screen.phase}: {fault.kind}, {fault.at}: {fault.what}"
        for screen in screens
        for fault in screen.faults
    ]


@pytest.mark.parametrize(
    ("scene", "players", "language"),
    [
        ("ties", 4, "fr"),
        ("rows of nine, turn", 5, "it"),
        ("hand of 24", 3, "en"),
        ("events", 3, "de"),
        ("holding up", 6, "pl"),
    ],
)
def test_all_of_the_table_is_on_the_screen(
    scene: str, players: int, language: str, server: ServerProcess, browser: Browser
) -> None:
    wanted = Wanted(players, (language,), tuple(drawn(SIZES, 2)))
    assert faults_on(SCENES[scene](browser, server, wanted)) == []


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_lesson_is_on_one_screen(
    width: int, height: int, server: ServerProcess, visit: OpenPage
) -> None:
    page = go(visit(viewport={"width": width, "height": height}), server, "/learn#cliff")
    page.locator("button[data-turn=left]").wait_for()
    if (read := page.get_by_role("button", name="Go to the table")).is_visible():
        read.click()
    page.wait_for_timeout(400)
    assert kinds_on(page) == set()


def kinds_on(page: Page) -> set[str]:
    return {fault["kind"] for fault in page.evaluate(LOOK)["faults"]}


BAR = "[data-part=actions] button"
SPOILT = {
    "scroll": "main { padding-bottom: 200vh !important } .screen { height: auto !important }",
    "outside": "[data-part=coach] p { position: fixed !important; left: -200px }",
    "cut word": "[data-part=coach] * { width: 12px; overflow: hidden; white-space: nowrap }",
    "small action": f"{BAR} {{ height: 20px !important; min-height: 0 !important }}",
    "narrow card": "[data-pick] { width: 14px !important }",
    "small text": "[data-part=coach] * { font-size: 7px !important }",
    "covers a card": "[data-part=coach] p { position: fixed !important; inset: 30% 0 auto 0 }",
    "overlap": f"{BAR} {{ position: fixed !important; left: 9px; top: 400px }}",
    "covered": "[data-part=actions] { position: fixed !important; inset: 30% 0 0 !important }",
}
"""What could go wrong with a table, and what it is called then."""
SPOIL = """(style) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  document.adoptedStyleSheets = [sheet];
}"""


def test_what_does_not_fit_is_found(server: ServerProcess, visit: OpenPage) -> None:
    page = visit(viewport={"width": 1280, "height": 800})
    sit_down(page, server, open_table(server))
    page.locator("[data-pick]").first.wait_for()
    page.wait_for_timeout(1500)
    assert kinds_on(page) == set()
    missed = set()
    for kind, style in SPOILT.items():
        page.evaluate(SPOIL, style)
        if kind not in kinds_on(page):
            missed.add(kind)
    assert missed == set()


SPOILT_BIDS = {
    "hidden corner": ".seat .bid { grid-template-columns: repeat(6, 5px) !important }",
    "covers a badge": ".seat .told { transform: translateY(24px) }",
    "early place": ".nothing { }",
}
TURN_A_CARD_BACK = """() => {
  const card = document.querySelector('[data-part=seat] .bid li');
  card.classList.add('back');
}"""


def test_what_is_wrong_with_a_bid_is_found(server: ServerProcess, visit: OpenPage) -> None:
    """Corners under other cards, a badge under a card, a place while a card lies face down."""
    wish = {"name": "Ann", "record": PREPARED["bids of six"](4).record(), "bot_pace": 0}
    told = server.ask("POST", "/api/practice", wish).json()
    page = visit(viewport={"width": 390, "height": 844})
    page.goto(told["private_link"])
    page.locator(".plate .lines").first.wait_for()
    page.wait_for_timeout(600)
    assert kinds_on(page) == set()
    for kind, style in SPOILT_BIDS.items():
        page.evaluate(SPOIL, style)
        if kind == "early place":
            page.evaluate(TURN_A_CARD_BACK)
        assert kind in kinds_on(page)
