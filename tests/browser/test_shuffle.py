"""The page shuffles again: an honest match is proved, and a spoiled record is found out."""

import hashlib
import json
import re
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.conftest import OpenPage
from browser.screens import at_once, open_table, play_on, sit_down, watch_file
from support.server_process import ServerProcess

Record = dict[str, Any]
SHUFFLE = re.compile("Was the shuffle fair|the shuffle does not check out", re.IGNORECASE)


@pytest.fixture(scope="module")
def finished(server: ServerProcess) -> Record:
    """The record of a real match over one deal."""
    seated = open_table(server, rules={"deals": 1})
    play_on(server, seated)
    record: Record = server.ask("GET", f"/api/tables/{seated['code']}/record").json()
    return {**record, "code": seated["code"]}


def report(page: Page) -> Locator:
    """What is said about the shuffle; beside a board it is behind a button."""
    asked = page.get_by_role("dialog", name=re.compile("was the shuffle fair", re.IGNORECASE))
    if asked.count():
        return asked
    heading = page.get_by_role("heading", name=re.compile("was the shuffle fair", re.IGNORECASE))
    return page.locator("section").filter(has=heading).last


def go_to_end(page: Page) -> None:
    expect(page.get_by_role("button", name="One step forward")).to_be_visible()
    page.keyboard.press("End")
    page.get_by_role("button", name=SHUFFLE).click()


def as_file(record: Record) -> bytes:
    return json.dumps({key: value for key, value in record.items() if key != "code"}).encode()


def test_a_finished_match_verifies(
    server: ServerProcess, visit: OpenPage, finished: Record
) -> None:
    page = visit()
    page.goto(f"{server.url}/replay/{finished['code']}")
    go_to_end(page)
    expect(report(page)).to_contain_text("The record is consistent")
    expect(report(page)).to_contain_text("No player added a random part")
    count = len(finished["deals"][0]["cards"])
    expect(report(page)).to_contain_text(f"gives exactly these {count} cards, in this order")
    report(page).get_by_text("All the numbers").click()
    expect(report(page)).to_contain_text(finished["deals"][0]["shuffle"]["seed"])
    expect(report(page)).to_contain_text(finished["deals"][0]["shuffle"]["commitment"])


def test_who_played_sees_the_shuffle_proved(server: ServerProcess, visit: OpenPage) -> None:
    page = at_once(visit())
    seated = open_table(server, rules={"deals": 1}, start="host")
    sit_down(page, server, seated)
    page.get_by_role("button", name=re.compile("^Start|and start$")).click()
    play_on(server, seated)
    page.get_by_role("button", name="Scoring", exact=True).click(timeout=30_000)
    page.get_by_role("button", name="fair shuffle", exact=True).click()
    told = page.get_by_role("dialog", name="Was the shuffle fair?")
    expect(told).to_contain_text("The deck was fixed before any card was dealt")
    expect(told).to_contain_text("Your own random part is in the shuffle: neither the server alone")
    expect(told).to_contain_text("What this cannot show: a server in league with a player")


def spoil_cards(deal: Record) -> None:
    """The first card dealt and the last of the deck change places."""
    first, *others, last = deal["cards"]
    deal["cards"] = [last, *others, first]


def spoil_seed(deal: Record) -> None:
    deal["shuffle"]["seed"] = "00" * 32


def spoil_seed_and_commitment(deal: Record) -> None:
    """Whoever makes up another seed can make up its commitment too; the cards tell."""
    spoil_seed(deal)
    deal["shuffle"]["commitment"] = hashlib.sha256(bytes(32)).hexdigest()


def spoil_salt(deal: Record) -> None:
    deal["shuffle"]["salts"][0] = "ab" * 16


SPOILED = [
    (spoil_cards, re.compile("Card 1 of the deck: the recipe gives “.+”, but “.+” is there.")),
    (spoil_seed, re.compile("The seed does not match the commitment")),
    (spoil_seed_and_commitment, re.compile("The recipe leaves out different|the recipe gives")),
    (spoil_salt, re.compile("The recipe leaves out different|the recipe gives")),
]


def spoiled(record: Record, spoil: Callable[[Record], None]) -> Record:
    copied = deepcopy(record)
    spoil(copied["deals"][0])
    return copied


@pytest.mark.parametrize("spoil", [spoil_cards, spoil_seed])
def test_a_spoiled_file_is_not_shown(
    server: ServerProcess, visit: OpenPage, finished: Record, spoil: Callable[[Record], None]
) -> None:
    page = visit()
    watch_file(page, server, as_file(spoiled(finished, spoil)))
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("No match could have gone like this.")
    expect(alert).to_contain_text("Line 1, at deals[0].")
    expect(page.get_by_role("button", name="One step forward")).to_have_count(0)


@pytest.mark.parametrize(("spoil", "found"), SPOILED)
def test_the_page_finds_out_a_server_that_lies(
    server: ServerProcess,
    visit: OpenPage,
    finished: Record,
    spoil: Callable[[Record], None],
    found: re.Pattern[str],
) -> None:
    """The server hands out a spoiled record and sees nothing wrong with it."""
    page = visit()
    lie, truth = as_file(spoiled(finished, spoil)), as_file(finished)
    page.route("**/api/tables/*/record", lambda route: route.fulfill(json=json.loads(lie)))
    page.route("**/api/records/views?*", lambda route: route.continue_(post_data=truth))
    page.goto(f"{server.url}/replay/{finished['code']}")
    go_to_end(page)
    expect(report(page)).to_contain_text("Something does not add up. This record was changed")
    expect(report(page).get_by_role("listitem").filter(has_text="wrong:")).to_have_text(found)
