"""Matches against bots, by mouse."""

import re
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from browser.conftest import INSTALLED, OpenPage
from browser.playing import (
    BIDDING,
    MATCH_OVER,
    OVER,
    TURN,
    Player,
    agree_on,
    code_of,
    come,
    scores_by_name,
    sit_down,
    with_name,
)
from browser.screens import play_on
from support.server_process import ServerProcess

HOLD_PREVIEWS = """
window.heldBack = [];
const Real = WebSocket;
const gain = { what: 'full', kind: 'Y', was: 40, now: 210, had: 0 };
window.WebSocket = class extends Real {
  set onmessage(hear) {
    super.onmessage = (event) => {
      const text = event.data.replace(/"name":"(?!Ann)[^"]+"/g, '"name":"Ferdinand Max"');
      for (const told of text.split('\\n').map((line) => JSON.parse(line))) {
        const held = told.type === 'turns_previewed';
        if (held) for (const each of told.after) each.changes = [gain];
        const say = () => hear({ data: JSON.stringify(told) });
        held ? window.heldBack.push(say) : say();
      }
    };
  }
};
"""
"""What exchanges would bring comes when the test wants, and is the same good news everywhere.

Names are so long that they just fit."""

_IS_ON_TOP = """(button) => {
  const { x, y, width, height } = button.getBoundingClientRect();
  return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""


def test_play_now_leads_to_the_scores_of_a_deal_and_into_the_next(
    server: ServerProcess, visit: OpenPage
) -> None:
    page = visit()
    page.goto(server.url)
    _choose_tempo(page, "Instant")
    page.get_by_role("textbox", name="Your name").fill("Ann")
    page.get_by_role("button", name="Play now").click()
    ann = Player(page)

    assert [ann.step(), ann.step(), ann.step()] == [BIDDING, TURN, BIDDING]
    [mine] = page.evaluate("JSON.parse(localStorage.getItem('spielgeld / settings')).seats")
    play_on(server, mine, one_deal=True)
    expect(page.get_by_role("heading", name="Deal 1 of 3 is over")).to_be_visible()
    scores = ann.hands()
    assert scores == scores_by_name(server, code_of(page))
    assert len(scores) == 4
    hand = page.get_by_role("article", name="Ann’s hand")
    expect(hand.get_by_role("row", name="Match")).to_contain_text(f"{scores['Ann']:,}")
    winner = max(scores, key=lambda name: scores[name])
    expect(page.get_by_text(re.compile(f"{scores[winner]:,} points"))).not_to_have_count(0)

    page.get_by_role("button", name="Next deal").click()
    expect(page.get_by_text("Deal 2 of 3", exact=True)).to_be_visible()
    assert ann.step() != OVER


def _choose_tempo(page: Page, tempo: str) -> None:
    page.get_by_role("button", name="Settings").click()
    settings = page.get_by_role("dialog", name="Settings")
    settings.get_by_text(tempo, exact=True).click()
    expect(settings.get_by_role("radio", name=tempo)).to_be_checked()
    settings.get_by_role("button", name="Close").click()
    expect(settings).to_be_hidden()


def test_a_whole_match(server: ServerProcess, visit: OpenPage) -> None:
    page = with_name(visit(**INSTALLED), "Ann")
    page.goto(server.url)
    page.get_by_role("button", name="Play with friends").click()
    agree_on(page, "greedy", "random")
    page.get_by_role("region", name="Your table").get_by_role("button", name="Play now").click()
    ann = Player(page)

    ann.finish_deal()
    expect(page.get_by_role("heading", name=MATCH_OVER)).to_be_visible()
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    best = max(scores_by_name(server, code_of(page)).values())
    won = page.get_by_text(re.compile(rf"(wins?|share) the (match|win) with {best:,} points"))
    expect(won.first).to_be_visible()
    assert ann.hands() == scores_by_name(server, code_of(page))
    page.get_by_role("button", name="Result").click()
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()


@pytest.mark.parametrize(
    "viewport",
    [{"width": 1280, "height": 800}, {"width": 360, "height": 740}],
    ids=["wide", "narrow"],
)
def test_the_button_that_lays_stays_under_the_pointer(
    server: ServerProcess, visit: OpenPage, viewport: ViewportSize
) -> None:
    [seated] = sit_down(server, "Ann", bots=2)
    ann = come(visit, seated, "Ann", viewport=viewport)
    told = ann.page.locator(".tell .plate")
    ann.asked()
    # The page asks the server a moment later; here that moment lasts.
    ann.page.clock.install()
    ann.page.clock.pause_at(datetime.now() + timedelta(minutes=1))
    ann.press(ann.cards.first)
    place = ann.lay.bounding_box()
    assert place
    assert not told.count()
    ann.page.clock.run_for(1000)
    expect(told).to_have_count(2)
    assert ann.lay.bounding_box() == place
    assert ann.lay.evaluate(_IS_ON_TOP), "something lies over the button"


@pytest.mark.parametrize(
    "viewport",
    [{"width": 1280, "height": 800}, {"width": 360, "height": 740}],
    ids=["wide", "narrow"],
)
def test_choices_stay_under_the_pointer(
    server: ServerProcess, visit: OpenPage, viewport: ViewportSize
) -> None:
    [seated] = sit_down(server, "Ann", bots=2)
    page = with_name(visit(viewport=viewport, reduced_motion="reduce"), "Ann")
    page.add_init_script(HOLD_PREVIEWS)
    page.goto(seated.link)
    ann = Player(page)
    ann.bid()
    assert ann.asked() == TURN
    places = [pile.bounding_box() for pile in ann.piles.all()]
    assert len(places) > 2
    told = ann.side.get_by_text("yen 40 → 210.")
    assert not told.count()
    page.evaluate("for (const hear of window.heldBack) hear()")
    expect(told).to_have_count(len(places) - 1)  # to keep changes nothing
    expect(ann.piles.first).to_contain_text(re.compile("40.*210"))
    assert [pile.bounding_box() for pile in ann.piles.all()] == places
