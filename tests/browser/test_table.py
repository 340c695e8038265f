"""The table as it looks: one screen, where everything stays in sight and in its place."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.at_the_table import SMALL_PHONE, as_told, hand_of, seated
from browser.conftest import OpenPage
from browser.fitting import LOOK, PHONES
from browser.playing import BIDDING, TURN, Player, come, sit_down, with_name
from browser.screens import open_table
from support.server_process import ServerProcess

OLD_TABLET = {"viewport": {"width": 1024, "height": 768}}
WINDOWS = [OLD_TABLET, SMALL_PHONE]
_BOX = "node => { const { left, top } = node.getBoundingClientRect(); return [left, top]; }"
_OUTSIDE = """() => [...document.querySelectorAll('[data-part]')].filter((node) => {
  const { left, top, right, bottom, width } = node.getBoundingClientRect();
  return width && (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1);
}).map((node) => node.dataset.part)"""
_TALL = "document.scrollingElement.scrollHeight - innerHeight"


def expect_one_screen(page: Page) -> None:
    """Everything is in the window, and nothing scrolls."""
    assert page.evaluate(_TALL) <= 0
    assert page.evaluate(_OUTSIDE) == []


# ---------------------------------------------------------------- one screen


@pytest.mark.parametrize("window", WINDOWS, ids=["1024 × 768", "360 × 640"])
def test_a_round_is_one_screen_and_the_hand_stays(
    server: ServerProcess, visit: OpenPage, window: dict[str, Any]
) -> None:
    ann = seated(server, visit, **window)
    place = hand_of(ann.page).evaluate(_BOX)
    button = ann.lay.evaluate(_BOX)

    def look() -> None:
        expect_one_screen(ann.page)
        assert hand_of(ann.page).evaluate(_BOX) == place

    look()
    ann.cards.first.click()
    look()
    assert ann.lay.evaluate(_BOX) == button
    ann.lay.click()
    expect(ann.lay).to_be_hidden()
    assert ann.asked() == TURN
    look()
    ann.take()
    assert ann.asked() == BIDDING
    look()


def test_a_hint_leaves_everything_where_it_is(server: ServerProcess, visit: OpenPage) -> None:
    ann = seated(server, visit, **SMALL_PHONE)
    ann.page.locator("button.ask").wait_for()  # it is fetched after the table
    place = hand_of(ann.page).evaluate(_BOX)
    ann.page.keyboard.press("h")
    hint = ann.page.get_by_role("region", name="Hint")
    hint.get_by_role("button", name="Use it").click(timeout=60_000)  # it is worked out
    expect(ann.lay).to_be_enabled()
    assert ann.lay.evaluate(
        "node => { const r = node.getBoundingClientRect();"
        " return node.contains(document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2)); }"
    )
    assert hand_of(ann.page).evaluate(_BOX) == place
    expect_one_screen(ann.page)
    for size in PHONES:  # the hint is still open, and lies over nothing
        ann.page.set_viewport_size({"width": size[0], "height": size[1]})
        ann.page.wait_for_timeout(300)
        assert ann.page.evaluate(LOOK)["faults"] == [], size


def test_the_own_clock_is_in_sight_on_a_phone_and_so_are_the_piles_after_a_reload(
    server: ServerProcess, visit: OpenPage
) -> None:
    clock = {"bid": 300, "turn": 300, "reserve": 60}
    told = open_table(server, clock=clock, rules={"deals": 1})
    page = with_name(visit(**SMALL_PHONE), "Ann")
    page.goto(told["private_link"])
    ann = Player(page)
    ann.bid()
    assert ann.asked() == TURN
    page.reload()
    assert ann.asked() == TURN
    mine = page.get_by_role("banner").get_by_role("timer")
    expect(mine).to_be_in_viewport(ratio=1)
    for pile in ann.piles.all():
        expect(pile).to_be_in_viewport(ratio=1)
    expect_one_screen(page)


def test_the_last_round_is_named_as_long_as_it_lasts(
    server: ServerProcess, visit: OpenPage
) -> None:
    [seat] = sit_down(server, "Ann", bots=2)
    page = with_name(visit(**SMALL_PHONE), "Ann")
    page.add_init_script(as_told("deal", last_round="deck_empty"))
    page.goto(seat.link)
    ann = Player(page)
    badge = page.get_by_text("Last round", exact=True)
    assert ann.asked() == BIDDING
    expect(badge).to_be_in_viewport(ratio=1)
    ann.bid()
    assert ann.asked() == TURN
    expect(badge).to_be_in_viewport(ratio=1)


def test_the_last_tip_says_that_the_deck_is_empty(server: ServerProcess, visit: OpenPage) -> None:
    """Also in editions where it is not that, but what it could not fill, that ends the deal."""
    [seat] = sit_down(server, "Ann", bots=2)
    page = visit()
    taught = ["order", "swap", "full", "trio"]
    kept = json.dumps({"name": "Ann", "tempo": "instant", "sound": False, "taught": taught})
    page.add_init_script(f"localStorage.setItem('spielgeld / settings', {json.dumps(kept)})")
    page.add_init_script(as_told("deal", last_round="shortfall", deck_size=0))
    page.goto(seat.link)
    tip = page.locator("[data-part=coach] p")
    expect(tip).to_have_text("Last round: the deck is empty.")


def test_what_somebody_says_covers_no_card(server: ServerProcess, visit: OpenPage) -> None:
    ann_sits, bo_sits = sit_down(server, "Ann", "Bo", bots=1)
    ann, bo = come(visit, ann_sits, "Ann", **SMALL_PHONE), come(visit, bo_sits, "Bo")
    assert ann.asked() == bo.asked() == BIDDING
    bo.bid()
    bo.page.get_by_role("button", name="Phrases").click()
    bo.page.get_by_role("button", name="Let me think.").click()
    seat = ann.page.locator("[data-part=seat]").filter(has_text="Let me think.")
    phrase = seat.get_by_text("Let me think.")
    expect(phrase).to_be_visible()
    ann.page.wait_for_timeout(400)  # it pops up
    said, bid = phrase.bounding_box(), seat.locator(".lying").bounding_box()
    assert said
    assert bid
    assert said["y"] + said["height"] <= bid["y"] + 1


# ---------------------------------------------------------------- movement

NOTE_FLIGHTS = """
window.flights = { seen: 0, unseen: [] };
(function look() {
  for (const card of document.querySelectorAll('body > .card')) {
    const { left, top, right, bottom } = card.getBoundingClientRect();
    window.flights.seen += 1;
    if (right < 0 || bottom < 0 || left > innerWidth || top > innerHeight) {
      window.flights.unseen.push([left, top]);
    }
  }
  requestAnimationFrame(look);
})();
"""


def test_what_moves_after_my_turn_moves_in_sight(server: ServerProcess, visit: OpenPage) -> None:
    [seat] = sit_down(server, "Ann", bots=3)
    page = visit(**SMALL_PHONE)
    kept = json.dumps({"name": "Ann", "tempo": "fast", "sound": False})
    page.add_init_script(f"localStorage.setItem('spielgeld / settings', {json.dumps(kept)})")
    page.add_init_script(NOTE_FLIGHTS)
    page.goto(seat.link)
    ann = Player(page)
    ann.bid(1)
    assert ann.asked() == TURN
    page.evaluate("window.flights = { seen: 0, unseen: [] }")
    ann.take()
    assert ann.asked() == BIDDING
    flights = page.evaluate("window.flights")
    assert flights["seen"] > 0
    assert flights["unseen"] == []
    assert page.evaluate("scrollY") == 0


FLYING = """() => [...document.body.children].filter((node) => node.classList.contains('card'))
  .map((node) => { const { left, top } = node.getBoundingClientRect(); return [left, top]; })"""


def test_cards_fly_from_where_they_lie_and_land_when_the_window_changes(
    server: ServerProcess, visit: OpenPage
) -> None:
    [seat] = sit_down(server, "Ann", bots=2)
    page = visit()
    kept = json.dumps({"name": "Ann", "tempo": "slow", "sound": False})
    page.add_init_script(f"localStorage.setItem('spielgeld / settings', {json.dumps(kept)})")
    page.goto(seat.link)
    ann = Player(page)
    page.wait_for_function("() => document.querySelectorAll('body > .card').length > 0")
    deck = page.locator("[data-place=deck]").evaluate(_BOX)
    start = page.evaluate(FLYING)[-1]  # the last one has not left yet
    assert abs(start[0] - deck[0]) < 60
    assert abs(start[1] - deck[1]) < 60
    page.set_viewport_size({"width": 1000, "height": 700})
    expect(page.locator("body > .card")).to_have_count(0, timeout=1_000)
    page.mouse.click(500, 300)  # any press plays at once
    expect(ann.lay).to_be_visible()


# ---------------------------------------------------------------- the start of a deal

NOTE_COUNTS = """
window.counts = [];
new MutationObserver(() => {
  const now = document.querySelector('[data-part=status] .me b');
  if (!now) return;
  const cards = document.querySelectorAll('[data-pick]').length - 1;
  const told = `${cards} cards, ${now.textContent} points`;
  if (window.counts.at(-1) !== told) window.counts.push(told);
}).observe(document, { childList: true, subtree: true, characterData: true });
"""


def test_points_are_never_told_beside_an_empty_hand(server: ServerProcess, visit: OpenPage) -> None:
    [seat] = sit_down(server, "Ann", bots=2)
    page = visit()
    kept = json.dumps({"name": "Ann", "tempo": "fast", "sound": False, "newcomer": False})
    page.add_init_script(f"localStorage.setItem('spielgeld / settings', {json.dumps(kept)})")
    page.add_init_script(as_told("hand", score={"currencies": [], "coins": [], "total": 30}))
    page.add_init_script(NOTE_COUNTS)
    page.goto(seat.link)
    assert Player(page).asked() == BIDDING
    assert page.evaluate("window.counts") == ["6 cards, 30 points"]
