"""What the page says of how prominent its choices are is what it shows."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import OpenPage
from browser.playing import BIDDING, TURN, Player, sit_down
from support.page_prominence import Ask, Turn, page_prominence
from support.server_process import ServerProcess

TURNS = 50
HINTED = 5
"""In so many of them a hint is asked for."""
SAME_SIZE = 1.06
"""Boxes of which one is less than this much larger are of one size."""
SAME_FRAME = 1.12
"""The same of frames: their width times their contrast with the felt."""
SETTLED = 300
MEASURE = """() => {
  const parse = (colour) => (colour.match(/[\\d.]+/g) ?? []).map(Number);
  const scale = (colour) => (colour.startsWith('color(') ? 255 : 1);
  const light = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((v) => v / 255)
      .map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const felt = light(parse(getComputedStyle(document.documentElement).getPropertyValue('--felt')
    .replace('#', '').match(/../g).map((part) => parseInt(part, 16)).join(' ')));
  const measured = [...document.querySelectorAll('button[data-turn]:not(.wish)')].map((pile) => {
    const { width, height, top } = pile.getBoundingClientRect();
    // The frame is a shadow with a spread and no blur; the widest counts.
    const frames = getComputedStyle(pile).boxShadow.split(/,(?![^(]*\\))/).map((shadow) => {
      const [, colour, rest] = /^\\s*((?:rgba?|color)\\([^)]*\\))(.*)$/.exec(shadow) ?? [];
      if (!colour) return 0;
      const [, , blur, spread] = parse(rest.replace(/-/g, ''));
      const [r, g, b, a = 1] = parse(colour.replace('srgb', ''));
      const seen = light([r, g, b].map((each) => each * scale(colour)));
      const contrast = (Math.max(seen, felt) + 0.05) / (Math.min(seen, felt) + 0.05);
      return blur ? 0 : spread * a * (contrast - 1);
    });
    const turn = pile.dataset.turn;
    return {
      turn: /^\\d+$/.test(turn) ? Number(turn) : turn, area: width * height, top,
      frame: Math.max(...frames), colour: pile.dataset.colour,
    };
  });
  const { clientWidth: width, clientHeight: height } = document.querySelector('.measure');
  return { measured, room: { width, height } };
}"""
"""The box, the frame and its contrast, and the position of every choice."""


def measured_order(found: list[dict[str, Any]]) -> list[list[Turn]]:
    """Steps of choices: by the strength of their frames, then by the size of their boxes."""
    ordered = sorted(found, key=lambda each: -each["frame"])
    levels: list[list[dict[str, Any]]] = []
    for each in ordered:
        if not levels or levels[-1][0]["frame"] > SAME_FRAME * each["frame"]:
            levels.append([])
        levels[-1].append(each)
    steps: list[list[Turn]] = []
    for level in levels:
        size = 0.0
        for each in sorted(level, key=lambda each: -each["area"]):
            if not size or size / each["area"] > SAME_SIZE:
                steps.append([])
                size = each["area"]
            steps[-1].append(each["turn"])
    return steps


def expect_shown_as_told(page: Page, ask: Ask, moment: dict[str, Turn | None]) -> None:
    page.mouse.move(2, 2)  # what is pointed at is lit
    page.wait_for_timeout(SETTLED)
    seen = page.evaluate(MEASURE)
    found, room = seen["measured"], seen["room"]
    across = page.locator("[data-part=seat]").count()
    told = ask(
        [each["turn"] for each in found], moment, {**room, "across": across, "hasHand": True}
    )
    assert [sorted(map(str, step)) for step in measured_order(found)] == [
        sorted(map(str, step)) for step in told
    ], (found, moment)
    for kind in ("row", "bid"):  # no pile of a kind lies before another one
        tops = {round(each["top"]) for each in found if _kind(each["turn"]) == kind}
        assert len(tops) <= 1
    green = [each["turn"] for each in found if each["colour"] == "green"]
    hinted = moment["hinted"]
    assert green == ([hinted] if hinted is not None and hinted != moment["chosen"] else [])


def _kind(turn: Turn) -> str:
    return "bid" if isinstance(turn, int) else "keep" if turn == "keep" else "row"


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), [(390, 844), (1440, 900)])
def test_what_is_told_of_prominence_is_what_is_shown(
    width: int, height: int, server: ServerProcess, visit: OpenPage
) -> None:
    """In 50 turns: as they begin, with a hint, and with one pile chosen."""
    page = visit(viewport={"width": width, "height": height})
    kept = {"name": "Ann", "tempo": "instant", "sound": False, "coach": False, "newcomer": False}
    page.add_init_script(f"localStorage['spielgeld / settings'] ??= {json.dumps(kept)!r}")
    turns = 0
    with page_prominence() as ask:
        while turns < TURNS // 2:
            [seat] = sit_down(server, "Ann", bots=3)
            page.goto(seat.link)
            ann = Player(page)
            while (asked := ann.asked()) in (BIDDING, TURN) and turns < TURNS // 2:
                if asked == BIDDING:
                    ann.bid(turns % 3)
                    continue
                turns += 1
                look_at_a_turn(ann, ask, with_hint=turns % (TURNS // 2 // HINTED) == 0)


def look_at_a_turn(ann: Player, ask: Ask, *, with_hint: bool) -> None:
    page = ann.page
    expect(ann.piles.first).to_have_attribute("aria-disabled", "false")
    moment: dict[str, Turn | None] = {"chosen": None, "hinted": None}
    expect_shown_as_told(page, ask, moment)
    if with_hint:
        page.keyboard.press("h")
        hinted = page.locator("button[data-turn].hinted")
        hinted.wait_for(timeout=60_000)
        turn = str(hinted.get_attribute("data-turn"))
        moment["hinted"] = int(turn) if turn.isdigit() else turn
        expect_shown_as_told(page, ask, moment)
    pile = ann.piles.nth(ann.piles.count() // 2)
    ann.show(pile)
    turn = str(pile.get_attribute("data-turn"))
    moment["chosen"] = int(turn) if turn.isdigit() else turn
    expect_shown_as_told(page, ask, moment)
    ann.press(pile)
    expect(ann.choices).to_have_count(0)
