"""Acting at the table: piles that are acted on, and slips that do not count."""

import json
import re
from datetime import datetime, timedelta

from playwright.sync_api import Locator, expect

from browser.at_the_table import as_told, hand_of, seated
from browser.conftest import PHONE, OpenPage
from browser.playing import BIDDING, TURN, Player, come, label_of, sit_down, with_name
from browser.prepared import Script
from browser.screens import NOTE_WHAT_IS_TOLD
from spielgeld.engine import TakeBid
from support.server_process import ServerProcess

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
    expect(ann.piles.first).to_have_class(re.compile("chosen"))
    ann.piles.first.evaluate(press)  # a double click only shows it
    page.clock.run_for(400)
    expect(ann.choices).not_to_have_count(0)
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
    expect(pile.locator(".line, .none").first).to_be_visible()
    right = ann.page.get_by_role("list", name="Right row").get_by_role("img")
    coming = [label_of(card) for card in right.all()]
    status = ann.page.locator("[data-part=status]")
    pile.dispatch_event("pointerdown", {"pointerType": "touch", "isPrimary": True})
    expect(status).to_contain_text("With the right row:")
    assert set(coming) <= {label_of(card) for card in ann.cards.all()}
    pile.dispatch_event("click", {"detail": 1})
    pile.dispatch_event("pointerleave", {"pointerType": "touch"})
    expect(status).not_to_contain_text("With the right row:")
    assert not set(coming) & {label_of(card) for card in ann.cards.all()}
    assert ann.asked() == TURN


# ---------------------------------------------------------------- acting on piles


def test_the_first_tap_shows_and_the_second_takes(server: ServerProcess, visit: OpenPage) -> None:
    ann = seated(server, visit, **PHONE)
    ann.press = Locator.tap
    ann.bid()
    assert ann.asked() == TURN
    status = ann.page.locator("[data-part=status]")
    left, right = (
        ann.page.locator(f"button[data-turn={row}]:not(.wish)") for row in ("left", "right")
    )
    ann.show(right)
    expect(right).to_have_text("Take it")
    expect(status).to_contain_text("With the right row:")
    ann.show(left)  # another one is shown instead
    expect(status).to_contain_text("With the left row:")
    expect(right).not_to_have_text("Take it")
    ann.page.locator("[data-part=deck]").tap()  # elsewhere goes back
    expect(left).not_to_have_text("Take it")
    expect(status).not_to_contain_text("With the left row:")
    ann.show(left)
    ann.page.keyboard.press("Escape")
    expect(left).not_to_have_text("Take it")
    ann.show(left)
    left.tap()
    expect(ann.choices).to_have_count(0)


def test_who_switches_it_off_takes_with_one_tap(server: ServerProcess, visit: OpenPage) -> None:
    ann = seated(server, visit)
    ann.page.get_by_role("button", name="Settings").click()
    settings = ann.page.get_by_role("dialog", name="Settings")
    settings.get_by_role("checkbox", name="First tap shows, second tap takes").uncheck()
    settings.get_by_role("button", name="Close").click()
    ann.bid()
    left = ann.page.locator("button[data-turn=left]:not(.wish)")
    expect(left).to_have_attribute("aria-disabled", "false")
    expect(ann.choices.first).to_have_accessible_name("Take the left row")
    left.click()
    ann.expect_log("You take the left row")


def test_points_are_not_told_in_a_newcomers_first_round(
    server: ServerProcess, visit: OpenPage
) -> None:
    [seat] = sit_down(server, "Ann", bots=2)
    for kept, told in ((True, 0), (False, 5)):
        page = visit()
        settings = {"name": "Ann", "tempo": "instant", "sound": False, "newcomer": kept}
        page.add_init_script(f"localStorage['spielgeld / settings'] ??= {json.dumps(settings)!r}")
        page.goto(seat.link)
        ann = Player(page)
        if ann.asked() == BIDDING:
            ann.bid()
        assert ann.asked() == TURN
        expect(page.locator(".plate .lines").first).to_be_visible()
        points = page.locator(".plate .points")
        if told:
            expect(points.first).to_be_visible()
        else:
            assert not points.count()
        assert ("points now" in page.locator("[data-part=status]").inner_text()) == bool(told)
        page.close()


def test_somebody_took_my_bid(server: ServerProcess, visit: OpenPage) -> None:
    """What I hold is what lies there now, in words and as a sum."""
    script = Script(3)
    script.bid(1, 3, 2, high=[1])
    while script.match.deal and script.match.deal.waiting[0] != 0:
        script.take(TakeBid(0))
    wish = {"name": "Ann", "record": script.record(), "bot_pace": 0}
    told = server.ask("POST", "/api/practice", wish).json()
    page = with_name(visit(), "Ann")
    page.goto(told["private_link"])
    ann = Player(page)
    assert ann.asked() == TURN
    assert script.match.deal
    held = sum(card.value for card in script.match.deal.lying[0])
    status = page.locator("[data-part=status]")
    expect(status).to_contain_text(re.compile(rf"took your bid\. You hold {held} and act now\."))
    mine = page.locator("[data-part=bid]")
    expect(mine).to_contain_text("You hold")
    expect(mine.locator("b")).to_have_text(str(held))
    assert not mine.locator(".place").count()


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
    assert names[:2] == ["Show: left row", "Show: right row"]
    assert names[-1] == "Show: keep"
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
    page.wait_for_function("() => window.told.join().includes('With the left row:')")
    assert ann.asked() == TURN
    expect(ann.choices.first).to_have_accessible_name("Take the left row")
    page.keyboard.press("l")
    page.wait_for_function("() => window.told.join().includes('You take the left row')")
