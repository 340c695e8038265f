"""A recorded match: step by step, with the knowledge of one seat, and played on from a moment."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.conftest import OpenPage
from browser.screens import go, golden_record, watch_file
from support.server_process import ServerProcess

GOLDEN = golden_record("nl", 3)
RECORD: dict[str, Any] = json.loads(GOLDEN)
"""Its first round, as `golden/nl-3.txt` tells it: Bo bids 150, takes the bid of Cy, and so on."""


@pytest.fixture
def page(server: ServerProcess, visit: OpenPage) -> Page:
    page = visit()
    watch_file(page, server, GOLDEN)
    expect(page.get_by_role("group", name="Step through the match")).to_be_visible()
    return page


def told(page: Page) -> Locator:
    return page.get_by_role("region", name="What happened")


def step_on(page: Page) -> None:
    page.get_by_role("button", name="One step forward").click()


def look(page: Page, view: str) -> None:
    page.get_by_role("combobox", name="What is shown").select_option(label=view)


def cards_of(page: Page, what: str) -> list[str]:
    """The cards in a list, by what people hear of them."""
    listed = page.get_by_role("list", name=what, exact=True)
    expect(listed).to_be_visible()
    return names_of(listed.get_by_role("img"))


def names_of(cards: Locator) -> list[str]:
    names = cards.evaluate_all("nodes => nodes.map((node) => node.getAttribute('aria-label'))")
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
    expect(page.get_by_role("region", name=re.compile("^Cy acts next"))).to_be_visible()
    page.get_by_role("button", name="One step back").click()
    assert cards_of(page, "Cy’s bid") == ["30 yen", "30 roubles"]
    # The same by keys.
    page.get_by_role("heading", level=1).click()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("region", name=re.compile("^Cy acts next"))).to_be_visible()
    page.keyboard.press("Home")
    expect(page.get_by_text("step 1 of", exact=False).first).to_be_attached()
    expect(page.get_by_role("button", name="One step back")).to_be_disabled()


def test_jumps(page: Page) -> None:
    page.get_by_role("combobox", name="Jump to").select_option(label="Deal 1, round 2")
    slider = page.get_by_role("slider", name="Step")
    expect(slider).to_have_attribute("aria-valuetext", re.compile("^Deal 1, round 2, "))
    page.get_by_role("button", name="On to the next round").click()
    expect(slider).to_have_attribute("aria-valuetext", re.compile("^Deal 1, round 3, "))
    page.get_by_role("heading", level=1).click()
    page.keyboard.press("End")
    winners = [RECORD["players"][seat] for seat in RECORD["winners"]]
    expect(page.get_by_text(f"{' and '.join(winners)} wins the match.").last).to_be_visible()
    last = len(RECORD["deals"])
    expect(page.get_by_role("heading", name=f"Deal {last} is over")).to_be_visible()
    for name, score in zip(RECORD["players"], RECORD["deals"][-1]["scores"], strict=True):
        expect(page.get_by_role("heading", name=f"{name} {score:,}")).to_be_visible()
    expect(page.get_by_role("button", name="Play on from here")).to_be_disabled()


def test_it_plays_by_itself(page: Page) -> None:
    page.get_by_role("combobox", name="Speed").select_option(label="very fast")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("slider")).to_have_attribute(
        "aria-valuetext", re.compile(r"step ([4-9]|\d\d) of")
    )
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_a_seat_sees_only_what_it_knew(page: Page) -> None:
    look(page, "What Ann knew")
    assert "60 euros" in cards_of(page, "Ann’s hand")
    for other in ("Bo", "Cy"):
        seat = page.get_by_role("region", name=other, exact=True)
        expect(seat).to_contain_text("6 unknown cards")
        expect(seat.get_by_role("list")).to_have_count(0)
    expect(page.get_by_text("The deck, next card first")).to_have_count(0)
    # Not in words either, nor anywhere else in the page: the 50 yen lie in the deck.
    assert "50 yen" not in page.locator("html").inner_html().replace("\xa0", " ")
    look(page, "All hands open")
    assert len(cards_of(page, "Bo’s hand")) == 6
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
    expect(page.get_by_role("button", name="Keep your bid")).to_be_visible()
    own = page.get_by_role("group", name=re.compile(r"^Your cards \d+$"))
    cards = own.get_by_role("button", name=re.compile(r", number \d+"))
    assert sorted(names_of(cards)) == sorted(bid + hand)


def test_a_link_that_leads_nowhere(server: ServerProcess, visit: OpenPage) -> None:
    page = go(visit(), server, "/replay/nosuchtable")
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.get_by_text("Choose a record")).to_be_visible()
