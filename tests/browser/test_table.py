"""The table itself: one screen, piles that are acted on, and slips that do not count."""

import json
import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.conftest import PHONE, OpenPage
from browser.fitting import LOOK, PHONES
from browser.playing import BIDDING, TURN, Player, come, label_of, sit_down, with_name
from browser.screens import NOTE_WHAT_IS_TOLD, open_table
from support.server_process import ServerProcess

SMALL_PHONE = {**PHONE, "viewport": {"width": 360, "height": 640}}
OLD_TABLET = {"viewport": {"width": 1024, "height": 768}}
WINDOWS = [OLD_TABLET, SMALL_PHONE]
A_DOUBLE_CLICK = 120
"""Milliseconds between its two presses."""
NOTE_TURNS = """
window.taken = [];
const Real = WebSocket;
window.WebSocket = class extends Real {
  send(text) {
    for (const line of text.split('\\n')) {
      if (JSON.parse(line).type === 'take_turn') window.taken.push(line);
    }
    super.send(text);
  }
};
"""
PRESS_ALL_THAT_COMES = """() => {
  [window.pressed, window.isOver] = [0, false];
  const seen = new WeakSet();
  const watching = new MutationObserver(() => {
    if (window.isOver) return watching.disconnect();
    for (const pile of document.querySelectorAll('button[data-turn]:not(.wish)')) {
      if (seen.has(pile)) continue;
      seen.add(pile);
      window.pressed += 1;
      pile.dispatchEvent(new MouseEvent('click', { detail: 2, bubbles: true }));
    }
  });
  watching.observe(document, { childList: true, subtree: true, attributes: true });
}"""
_AS_TOLD = """
const Real = WebSocket;
window.WebSocket = class extends Real {
  set onmessage(hear) {
    super.onmessage = (event) => {
      const told = event.data.split('\\n').map((line) => JSON.parse(line));
      for (const each of told) {
        const part = each.view?.PART ?? each.PART;
        if (part) Object.assign(part, CHANGES);
      }
      hear({ data: told.map((each) => JSON.stringify(each)).join('\\n') });
    };
  }
};
"""
_BOX = "node => { const { left, top } = node.getBoundingClientRect(); return [left, top]; }"
_OUTSIDE = """() => [...document.querySelectorAll('[data-part]')].filter((node) => {
  const { left, top, right, bottom, width } = node.getBoundingClientRect();
  return width && (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1);
}).map((node) => node.dataset.part)"""
_TALL = "document.scrollingElement.scrollHeight - innerHeight"


def hand_of(page: Page) -> Locator:
    return page.locator("[data-part=hand]")


def seated(server: ServerProcess, visit: OpenPage, **wishes: Any) -> Player:
    [seat] = sit_down(server, "Ann", bots=2)
    ann = come(visit, seat, "Ann", **wishes)
    assert ann.asked() == BIDDING
    return ann


def as_told(part: str, **changes: Any) -> str:
    """A script for a page that hears this of a part of the view, whatever the server says."""
    return _AS_TOLD.replace("PART", part).replace("CHANGES", json.dumps(changes))


def expect_one_screen(page: Page) -> None:
    """Everything is in the window, and nothing scrolls."""
    assert page.evaluate(_TALL) <= 0
    assert page.evaluate(_OUTSIDE) == []


# ---------------------------------------------------------------- slips


def test_the_second_press_of_a_double_click_takes_nothing_wherever_it_falls(
    server: ServerProcess, visit: OpenPage
) -> None:
    """With the tempo "at once", the turn is there before the second press."""
    [seat] = sit_down(server, "Ann", bots=2)
    page = with_name(visit(), "Ann")
    page.add_init_script(NOTE_TURNS)
    page.goto(seat.link)
    ann = Player(page)
    for _ in range(2):
        assert ann.asked() == BIDDING
        ann.cards.first.click()
        expect(ann.lay).to_be_enabled()
        expect(ann.lay).not_to_have_attribute("aria-disabled", "true")
        page.evaluate(PRESS_ALL_THAT_COMES)
        ann.lay.dblclick(delay=10)
        page.wait_for_function("() => window.pressed >= 2")  # piles, the moment they were there
        page.wait_for_timeout(A_DOUBLE_CLICK)
        assert page.evaluate("window.taken") == []
        page.evaluate("window.isOver = true")
        assert ann.asked() == TURN
        ann.take()
        page.evaluate("window.taken = []")


def test_a_pile_pressed_the_moment_it_lights_up_is_not_taken(
    server: ServerProcess, visit: OpenPage
) -> None:
    ann = seated(server, visit)
    page = ann.page
    ann.cards.first.click()
    expect(ann.lay).to_be_enabled()
    page.clock.install()
    page.clock.pause_at(datetime.now() + timedelta(minutes=1))
    ann.lay.click()
    for _ in range(200):
        page.clock.run_for(20)
        if ann.piles.count():
            break
        page.wait_for_load_state()
    press = "node => node.dispatchEvent(new MouseEvent('click', { detail: 1, bubbles: true }))"
    expect(ann.piles.first).to_have_attribute("aria-disabled", "true")  # which can be seen
    ann.piles.first.evaluate(press)
    page.clock.run_for(200)
    expect(ann.choices).not_to_have_count(0)
    page.clock.run_for(200)
    expect(ann.piles.first).to_have_attribute("aria-disabled", "false")
    ann.piles.first.evaluate(press)
    for _ in range(200):
        page.clock.run_for(20)
        if not ann.choices.count():
            return
    raise AssertionError("the pile is not taken")


def test_a_hold_shows_the_hand_as_it_would_be_and_takes_nothing(
    server: ServerProcess, visit: OpenPage
) -> None:
    ann = seated(server, visit, **PHONE)
    ann.bid()
    pile = ann.page.locator("button[data-turn=right]:not(.wish)")
    expect(pile).not_to_have_attribute("aria-disabled", "true")
    expect(pile).to_contain_text(re.compile("[+−±]"))
    right = ann.page.get_by_role("list", name="Right row").get_by_role("img")
    coming = [label_of(card) for card in right.all()]
    status = ann.page.locator("[data-part=status]")
    pile.dispatch_event("pointerdown", {"pointerType": "touch", "isPrimary": True})
    expect(status).to_contain_text("Right row →")
    assert set(coming) <= {label_of(card) for card in ann.cards.all()}
    pile.dispatch_event("click", {"detail": 1})
    pile.dispatch_event("pointerleave", {"pointerType": "touch"})
    expect(status).not_to_contain_text("Right row →")
    assert not set(coming) & {label_of(card) for card in ann.cards.all()}
    assert ann.asked() == TURN


# ---------------------------------------------------------------- acting on piles


def test_a_bid_is_dragged_onto_a_pile(server: ServerProcess, visit: OpenPage) -> None:
    ann = seated(server, visit)
    bid = ann.bid()
    left = ann.page.locator("button[data-turn=left]:not(.wish)")
    expect(left).not_to_have_attribute("aria-disabled", "true")
    ann.page.locator("[data-drag=bid]").drag_to(left)
    expect(ann.choices).to_have_count(0)
    ann.asked()
    ann.expect_log("You take the left row")
    assert bid


def test_a_card_is_dropped_anywhere_on_the_table(server: ServerProcess, visit: OpenPage) -> None:
    ann = seated(server, visit)
    card = ann.cards.nth(1)
    card.drag_to(ann.page.locator("[data-part=status]"))
    expect(card).to_have_attribute("aria-pressed", "true")
    card.drag_to(hand_of(ann.page))
    expect(card).to_have_attribute("aria-pressed", "false")
    card.drag_to(ann.page.locator("[data-part=deck]"))
    expect(card).to_have_attribute("aria-pressed", "true")


def test_a_turn_is_planned_on_the_piles(server: ServerProcess, visit: OpenPage) -> None:
    ann_sits, bo_sits = sit_down(server, "Ann", "Bo", bots=1)
    ann, bo = come(visit, ann_sits, "Ann"), come(visit, bo_sits, "Bo")
    assert bo.asked() == BIDDING
    ann.bid()
    wish = ann.page.locator("button.wish[data-turn=right]")
    wish.click()
    expect(wish).to_contain_text("1")
    ann.page.locator("button.wish[data-turn=left]").click()
    expect(ann.page.locator("button.wish[data-turn=left]")).to_contain_text("2")
    listed = ann.side.get_by_role("list", name="Your plan").get_by_role("button")
    expect(listed.first).to_have_accessible_name("Remove from the plan: left row")
    wish.click()
    expect(wish.locator(".rank")).to_have_count(0)
    bo.bid()
    while bo.asked() == TURN:
        bo.take()
    ann.expect_log("You take the left row")


def test_what_can_be_planned_is_what_the_server_says(
    server: ServerProcess, visit: OpenPage
) -> None:
    ann_sits, _ = sit_down(server, "Ann", "Bo", bots=1)
    page = with_name(visit(), "Ann")
    page.add_init_script(as_told("own", plannable=["keep", "right"]))
    page.goto(ann_sits.link)
    Player(page).bid()
    piles = page.locator("button.wish")
    expect(piles.first).to_be_visible()
    assert {pile.get_attribute("data-turn") for pile in piles.all()} == {"keep", "right"}


def test_choices_are_listed_from_left_to_right_and_lit_by_the_focus(
    server: ServerProcess, visit: OpenPage
) -> None:
    ann = seated(server, visit)
    ann.bid()
    assert ann.asked() == TURN
    names = [choice.inner_text() for choice in ann.choices.all()]
    assert names[:2] == ["Take the left row", "Take the right row"]
    assert names[-1] == "Keep your bid"
    ann.choices.first.focus()
    expect(ann.page.locator("button[data-turn=left]")).to_have_class(re.compile("looked"))
    ann.page.keyboard.press("ArrowRight")
    expect(ann.page.locator("button[data-turn=right]")).to_have_class(re.compile("looked"))


def test_who_listens_is_told_of_swaps(server: ServerProcess, visit: OpenPage) -> None:
    [seat] = sit_down(server, "Ann", bots=2)
    page = with_name(visit(), "Ann")
    page.add_init_script(NOTE_WHAT_IS_TOLD)
    page.goto(seat.link)
    ann = Player(page)
    ann.bid()
    assert ann.asked() == TURN
    page.keyboard.press("l")
    page.wait_for_function("() => window.told.join().includes('You take the left row')")


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
    page.add_init_script(f"localStorage.setItem('spielgeld', {json.dumps(kept)})")
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
    page.add_init_script(f"localStorage.setItem('spielgeld', {json.dumps(kept)})")
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
    page.add_init_script(f"localStorage.setItem('spielgeld', {json.dumps(kept)})")
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
  const [now, cards] = [...document.querySelectorAll('[data-part=status] .me > span > b')].slice(1);
  if (!now) return;
  const told = `${cards.textContent} cards, ${now.textContent} points`;
  if (window.counts.at(-1) !== told) window.counts.push(told);
}).observe(document, { childList: true, subtree: true, characterData: true });
"""


def test_points_are_never_told_beside_an_empty_hand(server: ServerProcess, visit: OpenPage) -> None:
    [seat] = sit_down(server, "Ann", bots=2)
    page = visit()
    kept = json.dumps({"name": "Ann", "tempo": "fast", "sound": False})
    page.add_init_script(f"localStorage.setItem('spielgeld', {json.dumps(kept)})")
    page.add_init_script(as_told("hand", score={"currencies": [], "coins": [], "total": 30}))
    page.add_init_script(NOTE_COUNTS)
    page.goto(seat.link)
    assert Player(page).asked() == BIDDING
    assert page.evaluate("window.counts") == ["6 cards, 30 points"]
