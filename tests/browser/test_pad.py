"""The score pad: the worked examples of the rulebooks, and a pad that keeps what it was told."""

import re

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import PHONE, OpenPage
from browser.screens import SOME_LANGUAGES, cell, go, open_pad, text
from browser.test_languages import LOCALES
from support.server_process import ServerProcess

MONEY = {
    "Y": "yen",
    "E": "euros",
    "P": "pounds",
    "SF": "Swiss francs",
    "USD": "US dollars",
    "ZL": "złoty",
}
COINS = {"KR": "gold coin worth 10", "AG": "silver coin worth 10", "AU": "gold coin worth 20"}
ITALIAN = "USD 30 30 30, E 60 40 30, Y 60 40 30 30 30 20"
DOLLARS = "USD 20 30 30 40 50 60"
EXAMPLES = [
    ("it-full", f"KR 4, {ITALIAN}", 480),
    ("it", f"KR 3, {ITALIAN}", 470),
    ("fr", f"KR 3, {ITALIAN}", 470),
    ("nl", f"KR 1, E 20 20 20, SF 20 30 30 30, {DOLLARS}", 450),
    ("pl", f"ZL 20 20 20, {DOLLARS}, AG 4", 470),
    ("nl", "P 20 20 20 30 30 30 40 50 60", 500),
    ("pl", "AG 6, AU 6", 580),
]


def count(page: Page, hand: str) -> None:
    """Tap a hand in: notes by currency and value, coins by kind and number."""
    for kind, *numbers in (group.split() for group in hand.split(", ")):
        if kind in COINS:
            for _ in range(int(numbers[0])):
                page.get_by_role("button", name=f"Add one: {COINS[kind]}").click()
        else:
            for value in numbers:
                cell(page, f"{value} {MONEY[kind]}").click()


def expect_total(page: Page, name: str, total: int) -> None:
    players = page.get_by_role("group", name="Whose hand?")
    expect(players.get_by_role("button", name=f"{name} {total}", exact=True)).to_be_visible()
    table = page.get_by_role("table", name="How the hand scores")
    expect(table.get_by_role("row", name=f"Total {total}")).to_be_visible()


@pytest.mark.parametrize(("edition", "hand", "total"), EXAMPLES)
def test_a_worked_example(
    server: ServerProcess, visit: OpenPage, edition: str, hand: str, total: int
) -> None:
    page = open_pad(visit, server, edition, "Ann", "Bo", "Cy")
    count(page, hand)
    expect_total(page, "Ann", total)


def test_a_card_is_in_one_hand_only(server: ServerProcess, visit: OpenPage) -> None:
    page = open_pad(visit, server, "nl", "Ann", "Bo", "Cy")
    count(page, "Y 60, E 20 20")
    page.get_by_role("button", name="Next: Bo").click()
    sixty = cell(page, "60 yen")
    expect(sixty).to_have_accessible_name("60 yen: 0 in this hand. Ann has one.")
    expect(sixty).to_be_disabled()
    sixty.click(force=True)
    expect(page.get_by_text("60 yen: already with Ann.").first).to_be_visible()
    expect(sixty).to_have_accessible_name("60 yen: 0 in this hand. Ann has one.")
    # Of three alike only one is left; a second tap puts it back, and never makes it two.
    count(page, "E 20")
    twenty = cell(page, "20 euros")
    with_ann = "Ann has one. Ann has one."
    expect(twenty).to_have_accessible_name(f"20 euros: 1 in this hand. {with_ann} 0 left.")
    count(page, "E 20")
    expect(twenty).to_have_accessible_name(f"20 euros: 0 in this hand. {with_ann} 1 left.")
    # A mistake is put right where it is noticed.
    sixty.click(force=True)
    page.get_by_role("button", name="No, Bo has it").click()
    expect(sixty).to_have_accessible_name("60 yen: 1 in this hand. 0 left.")
    page.get_by_role("button", name="Undo").click()
    expect(sixty).to_have_accessible_name("60 yen: 0 in this hand. Ann has one.")


def test_the_pad_keeps_all_across_a_reload(server: ServerProcess, visit: OpenPage) -> None:
    page = open_pad(visit, server, "nl", "Ann", "Bo", "Cy")
    count(page, "P 20 20 20 30 30 30 40 50 60")
    page.get_by_role("button", name="Next: Bo").click()
    count(page, "KR 2")
    page.reload()
    expect_total(page, "Bo", 20)
    page.get_by_role("button", name="Ann 500").click()
    expect_total(page, "Ann", 500)
    page.get_by_role("button", name="Standings").first.click()
    expect(page.get_by_role("row", name="Ann 500 500")).to_be_visible()


def test_the_pad_adds_up_while_the_server_is_gone(server: ServerProcess, visit: OpenPage) -> None:
    page = open_pad(visit, server, "pl", "Ann", "Bo", "Cy")
    page.context.set_offline(True)
    count(page, f"ZL 20 20 20, {DOLLARS}, AG 4")
    expect_total(page, "Ann", 470)
    # Who acts first is for the server to say, and the pad says so.
    page.get_by_role("button", name="Who acts first?").first.click()
    lay(page, "Ann", "złoty", "20 no. 1")
    lay(page, "Bo", "złoty", "60")
    page.get_by_role("button", name="Who acts first?").last.click()
    expect(page.get_by_role("alert")).to_contain_text("The server is not responding")


def lay(page: Page, name: str, kind: str, *notes: str) -> None:
    """Cards of one kind into the bid of one player."""
    page.get_by_role("group", name="Whose bid?").get_by_role("button", name=name).click()
    kinds = page.get_by_role("group", name="Currency or coins")
    kinds.get_by_role("button", name=kind, exact=True).click()
    for note in notes:
        cards = page.get_by_role("group", name=kind, exact=True)
        cards.get_by_role("button", name=re.compile(rf"^{note}\b")).first.click()


def test_who_acts_first_in_a_tie(server: ServerProcess, visit: OpenPage) -> None:
    page = open_pad(visit, server, "nl", "Ann", "Bo", "Cy")
    page.get_by_role("button", name="Who acts first?").first.click()
    lay(page, "Ann", "euros", "60")
    lay(page, "Bo", "yen", "20", "40")
    lay(page, "Cy", "pounds", "50")
    page.get_by_role("button", name="Who acts first?").last.click()
    places = page.get_by_role("main").get_by_role("listitem")
    expect(places).to_have_text(
        [
            re.compile(
                r"^Bo 60\s*Bids 60, like Ann, but has the lower number in our numbering: 1;"
            ),
            re.compile(r"^Ann 60\s*Bids 60; Cy bids only 50"),
            re.compile(r"^Cy 50\s*Acts last"),
        ]
    )


def test_the_numbers_printed_on_real_cards_count(server: ServerProcess, visit: OpenPage) -> None:
    page = open_pad(visit, server, "nl", "Ann", "Bo", "Cy")
    page.get_by_role("button", name="Who acts first?").first.click()
    lay(page, "Ann", "euros", "60")
    page.get_by_role("spinbutton", name="Lowest printed number in Ann’s bid").fill("17")
    lay(page, "Bo", "yen", "20", "40")
    page.get_by_role("button", name="Who acts first?").last.click()
    expect(page.get_by_role("alert")).to_contain_text("The printed number is missing")
    page.get_by_role("spinbutton", name="Lowest printed number in Bo’s bid").fill("44")
    page.reload()
    page.get_by_role("button", name="Who acts first?").first.click()
    page.get_by_role("button", name="Who acts first?").last.click()
    first = page.get_by_role("main").get_by_role("listitem").first
    why = re.compile(r"^Ann 60\s*Bids 60, like Bo, but has the lower serial number: 17; Bo has 44")
    expect(first).to_have_text(why)


def test_the_bluff_card_breaks_a_tie(server: ServerProcess, visit: OpenPage) -> None:
    page = open_pad(visit, server, "it-full", "Ann", "Bo", "Cy")
    page.get_by_role("button", name="Who acts first?").first.click()
    lay(page, "Ann", "euros", "60")
    page.get_by_role("button", name="Bluff card").click()
    lay(page, "Bo", "yen", "20", "40")
    page.get_by_role("button", name="Who acts first?").last.click()
    first = page.get_by_role("main").get_by_role("listitem").first
    expect(first).to_have_text(re.compile(r"^Ann 60\s*Bids 60, like Bo, but with the bluff card"))


def test_a_match_is_won(server: ServerProcess, visit: OpenPage) -> None:
    page = go(visit(), server, "/pad")
    page.get_by_role("combobox", name="Edition").select_option("nl")
    page.get_by_text("Rules and currencies in the game").click()
    page.get_by_role("combobox", name="Deals in the match").select_option("1")
    page.get_by_role("radio", name="3", exact=True).check()
    for number, name in enumerate(("Ann", "Bo", "Cy"), start=1):
        page.get_by_role("textbox", name=f"Player {number}").fill(name)
    page.get_by_role("button", name="Start counting").click()
    count(page, "KR 2")
    page.get_by_role("button", name="Next: Bo").click()
    count(page, "P 30 30 30")
    page.get_by_role("button", name="Next: Cy").click()
    count(page, "SF 20")
    page.get_by_role("button", name="Standings").last.click()
    expect(page.get_by_role("main").get_by_text("Bo wins the match.")).to_be_visible()


BROKEN = """(places) => places.flatMap((place) => {
  const node = place.firstChild;
  const range = document.createRange();
  return [...node.data.matchAll(/\\S+/g)].filter((word) => {
    range.setStart(node, word.index);
    range.setEnd(node, word.index + word[0].length);
    return range.getClientRects().length > 1 || place.scrollWidth > place.clientWidth;
  }).map(([word]) => word);
})"""
"""Words on two lines, or wider than their place."""


@pytest.mark.parametrize("language", SOME_LANGUAGES)
def test_names_stay_whole_on_a_phone(server: ServerProcess, visit: OpenPage, language: str) -> None:
    page = go(visit(locale=LOCALES[language], **PHONE), server, "/pad")
    page.get_by_role("combobox", name=text(language, "pad.edition")).select_option("pl")
    page.get_by_role("radio", name="3", exact=True).check()
    page.get_by_role("button", name=text(language, "pad.begin")).click()
    expect(page.locator(".kind")).to_have_count(9)
    assert page.locator(".kind, .name").evaluate_all(BROKEN) == []
    page.get_by_role("button", name=text(language, "pad.part_order")).click()
    expect(page.locator(".kinds button")).to_have_count(9)
    assert page.locator(".kinds button, .name").evaluate_all(BROKEN) == []
    page.locator(".notes button").first.click()
    page.locator(".players button").nth(1).click()  # the note is told to be the first player's
    assert page.locator(".notes small").evaluate_all(BROKEN) == []
