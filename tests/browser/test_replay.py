"""A recorded match: step by step, with the knowledge of one seat, and played on from a moment."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.conftest import OpenPage
from browser.fitting import LAPTOPS, PHONES, SPEAK, TWO_FRAMES
from browser.screens import LANGUAGES, go, golden_record, watch_file
from support.chance import drawn
from support.server_process import ServerProcess

GOLDEN = golden_record("nl", 3)
RECORD: dict[str, Any] = json.loads(GOLDEN)
"""Its first round, as `golden/nl-3.txt` tells it: Bo bids 150, takes the bid of Cy, and so on."""

OUTSIDE = """() => {
  const page = document.scrollingElement;
  const all = [...document.querySelectorAll('main :is(button, select, input, [data-card])')];
  const isOutside = (element) => {
    const { left, top, right, bottom, width } = element.getBoundingClientRect();
    return width && (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1);
  };
  const outside = all.filter((each) => each.checkVisibility() && isOutside(each));
  const over = page.scrollHeight > innerHeight || page.scrollWidth > innerWidth;
  return [Number(over), outside.length];
}"""


@pytest.fixture
def page(server: ServerProcess, visit: OpenPage) -> Page:
    page = visit()
    watch_file(page, server, GOLDEN)
    expect(page.get_by_role("group", name="Step through the match")).to_be_visible()
    return page


def told(page: Page) -> Locator:
    return page.get_by_role("region", name="What happened")


def seat_of(page: Page, name: str) -> Locator:
    return page.locator(f"[data-seat='{RECORD['players'].index(name)}']")


def step_on(page: Page) -> None:
    page.get_by_role("button", name="One step forward").click()


def look(page: Page, view: str) -> None:
    page.get_by_role("combobox", name="What is shown").select_option(label=view)


def cards_of(page: Page, what: str) -> list[str]:
    """The cards in a list, by what people hear of them."""
    listed = page.get_by_role("list", name=what, exact=True)
    expect(listed).to_be_attached()
    return names_of(listed.get_by_role("listitem"))


def names_of(cards: Locator) -> list[str]:
    """Cards on the table have names as labels; in a list for who listens they are its text."""
    names = cards.evaluate_all(
        "nodes => nodes.map((node) => node.getAttribute('aria-label')"
        " ?? node.querySelector('[data-card]')?.getAttribute('aria-label') ?? node.textContent)"
    )
    return [str(name).split(",")[0].replace("\xa0", " ") for name in names]


def test_step_by_step(page: Page) -> None:
    assert cards_of(page, "Ann’s hand") == [
        "20 yen",
        "30 yen",
        "60 euros",
        "20 roubles",
        "30 roubles",
        "30 US dollars",
    ]
    assert cards_of(page, "Left row") == [
        "30 euros",
        "40 euros",
        "gold coin worth 10",
        "gold coin worth 10",
    ]
    step_on(page)
    expect(told(page)).to_contain_text("150")
    assert cards_of(page, "Bo’s bid") == [
        "20 US dollars",
        "30 roubles",
        "40 roubles",
        "60 US dollars",
    ]
    step_on(page)
    # Bo took the bid of Cy, who has what Bo laid, and acts next.
    assert cards_of(page, "Cy’s bid") == [
        "20 US dollars",
        "30 roubles",
        "40 roubles",
        "60 US dollars",
    ]
    expect(seat_of(page, "Cy")).to_contain_text("to act")
    page.get_by_role("button", name="One step back").click()
    assert cards_of(page, "Cy’s bid") == ["30 yen", "30 roubles"]
    # The same by keys.
    page.get_by_role("heading", level=1).focus()
    page.keyboard.press("ArrowRight")
    expect(seat_of(page, "Cy")).to_contain_text("to act")
    page.keyboard.press("Home")
    expect(page.get_by_text("step 1 of", exact=False).first).to_be_attached()
    expect(page.get_by_role("button", name="One step back")).to_be_disabled()


def test_jumps(page: Page) -> None:
    page.get_by_role("combobox", name="Jump to").select_option(label="Deal 1, round 2")
    slider = page.get_by_role("slider", name="Step")
    expect(slider).to_have_attribute("aria-valuetext", re.compile("^Deal 1, round 2, "))
    page.get_by_role("button", name="On to the next round").click()
    expect(slider).to_have_attribute("aria-valuetext", re.compile("^Deal 1, round 3, "))
    page.get_by_role("heading", level=1).focus()
    page.keyboard.press("End")
    winners = [RECORD["players"][seat] for seat in RECORD["winners"]]
    expect(page.get_by_text(f"{' and '.join(winners)} wins the match.").last).to_be_visible()
    last = len(RECORD["deals"])
    expect(page.get_by_role("heading", name=f"Deal {last} is over")).to_be_visible()
    for name, score in zip(RECORD["players"], RECORD["deals"][-1]["scores"], strict=True):
        expect(page.get_by_role("article", name=f"{name}’s hand")).to_contain_text(f"{score:,}")
    expect(page.get_by_role("button", name="Play on from here")).to_be_disabled()


NOTE_STEPS = """(slider) => {
  window.steps = [];
  new MutationObserver(() => window.steps.push(Number(slider.value) + 1))
    .observe(slider, { attributes: true, attributeFilter: ['aria-valuetext'] });
}"""


def test_it_plays_by_itself(page: Page) -> None:
    """One step after the other, none left out, none twice; and no more once it is stopped."""
    slider = page.get_by_role("slider")
    slider.evaluate(NOTE_STEPS)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("combobox", name="Speed").select_option(label="very fast")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_function("() => window.steps.length >= 3")
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    steps = page.evaluate("window.steps")
    assert steps == list(range(2, 2 + len(steps)))
    page.get_by_role("button", name="One step back").click()
    page.wait_for_function("(count) => window.steps.length > count", arg=len(steps))
    assert page.evaluate("window.steps") == [*steps, steps[-1] - 1]


SIZES = drawn([*LAPTOPS, *PHONES], 4)


@pytest.mark.parametrize("players", [3, 6])
def test_it_fits_one_screen(server: ServerProcess, visit: OpenPage, players: int) -> None:
    """At the drawn sizes: nothing to scroll, no card and no button outside the window."""
    page = visit()
    watch_file(page, server, golden_record("pl", players))
    page.get_by_role("group", name="Step through the match").wait_for()
    for key in ("Home", "ArrowRight", "ArrowRight", "End"):
        page.keyboard.press(key)
        for view in ("all", "spectator", "1"):
            page.get_by_role("combobox", name="What is shown").select_option(view)
            for width, height in SIZES:
                page.set_viewport_size({"width": width, "height": height})
                page.evaluate(TWO_FRAMES)
                assert page.evaluate(OUTSIDE) == [0, 0], (key, view, width, height)
        page.set_viewport_size({"width": 1280, "height": 800})
        page.get_by_role("heading", level=1).focus()


CUT = """() => {
  const list = document.querySelector('.jump select');
  const isUnseen = getComputedStyle(list).opacity === '0';
  const told = isUnseen ? list.previousElementSibling : list;
  const free = told.cloneNode(true);
  if (!isUnseen) free.replaceChildren(new Option(list.selectedOptions[0].text));
  Object.assign(free.style, { position: 'absolute', inlineSize: 'max-content' });
  told.after(free);
  const missing = free.offsetWidth - told.offsetWidth;
  free.remove();
  return missing > 1 ? [`${told.textContent}: ${missing} px`] : [];
}"""


def test_the_round_is_told_whole_on_every_phone(server: ServerProcess, visit: OpenPage) -> None:
    page = visit()
    watch_file(page, server, golden_record("pl", 3))
    page.get_by_role("group", name="Step through the match").wait_for()
    page.evaluate("localStorage['spielgeld / settings'] ??= '{}'")
    page.keyboard.press("End")
    cut = []
    for language in LANGUAGES:
        page.evaluate(SPEAK, language)  # which changes nothing else
        for width, height in PHONES:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate(TWO_FRAMES)
            cut += [f"{language}, {width} × {height}: {each}" for each in page.evaluate(CUT)]
    assert cut == []


def test_a_seat_sees_only_what_it_knew(page: Page) -> None:
    look(page, "What Ann knew")
    assert "60 euros" in cards_of(page, "Ann’s hand")
    for other in ("Bo", "Cy"):
        seat = page.get_by_role("region", name=other, exact=True)
        expect(seat).to_contain_text("6 unknown cards")
        expect(seat.get_by_role("list")).to_have_count(0)
    page.get_by_role("button", name="Menu").click()
    deck = page.get_by_role("button", name="The deck, next card first")
    expect(page.get_by_role("combobox", name="Speed")).to_be_visible()
    expect(deck).to_have_count(0)
    page.keyboard.press("Escape")
    # Not in words either, nor anywhere else in the page: the 50 yen lie in the deck.
    assert "50 yen" not in page.locator("html").inner_html().replace("\xa0", " ")
    look(page, "All hands open")
    assert len(cards_of(page, "Bo’s hand")) == 6
    page.get_by_role("button", name="Menu").click()
    deck.click()
    assert len(cards_of(page, "The deck, next card first")) > 20
    page.keyboard.press("Escape")
    look(page, "What everybody could see")
    for name in RECORD["players"]:
        expect(page.get_by_role("region", name=name, exact=True)).to_contain_text("6 unknown cards")
    step_on(page)
    step_on(page)
    # What Bo took lay open before everybody.
    assert cards_of(page, "Cards known to be in Bo’s hand") == ["30 yen", "30 roubles"]


def test_playing_on_from_a_moment(page: Page) -> None:
    step_on(page)
    step_on(page)
    bid, hand = cards_of(page, "Cy’s bid"), cards_of(page, "Cy’s hand")
    page.get_by_role("button", name="Play on from here").click()
    dialog = page.get_by_role("dialog", name="Play on from here")
    dialog.get_by_role("combobox", name="Whose seat?").select_option(label="Cy")
    dialog.get_by_role("textbox", name="Your name").fill("Zoë")
    dialog.get_by_role("button", name="Sit down").click()
    expect(page).to_have_url(re.compile("/t/"))
    # It is Cy's turn, with Bo's bid before it.
    assert sorted(cards_of(page, "Your bid")) == sorted(bid)
    expect(page.get_by_role("button", name="Show: keep")).to_be_visible()
    own = page.get_by_role("group", name=re.compile(r"^Your cards \d+$"))
    cards = own.get_by_role("button", name=re.compile(r", number \d+"))
    assert sorted(names_of(cards)) == sorted(bid + hand)


def test_a_link_that_leads_nowhere(server: ServerProcess, visit: OpenPage) -> None:
    page = go(visit(), server, "/replay/nosuchtable")
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.get_by_text("Choose a record")).to_be_visible()
