"""A whole match without a server: fetched once, played with the network off and with reloads."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import ConsoleMessage, Page, expect

from browser.conftest import INSTALLED, OpenPage
from browser.playing import BIDDING, MATCH_OVER, OVER, TURN, Player, label_of, with_name
from browser.screens import open_table
from browser.test_advice import hint_button, hint_shown, reviewed
from browser.test_installing import install, local
from spielgeld.engine.records import RawRecord, check_record
from support.offline_part import needs_offline_part
from support.server_process import NO_LIMITS, ServerProcess, serving

pytestmark = needs_offline_part
PATIENCE = 120_000
"""Milliseconds in which Python has started, also on a machine that does much else."""


def begin(page: Page, opponents: str) -> Player:
    """Sit down at a table of this browser."""
    page.get_by_role("radio", name=opponents).check(force=True)
    page.get_by_role("button", name="Play now, on this device").click()
    page.wait_for_url("**/t/1*", timeout=PATIENCE)
    player = Player(page)
    player.asked(PATIENCE)
    return player


def play_on(player: Player) -> str:
    """To the end of the match, with a reload in every phase: its record."""
    page, reloaded = player.page, set[str]()
    is_over = page.get_by_role("heading", name=MATCH_OVER)
    while True:
        asked = player.asked(PATIENCE)
        phase = "match" if asked == OVER and is_over.is_visible() else asked
        if phase not in reloaded:
            reloaded.add(phase)
            page.reload()
            assert player.asked(PATIENCE) == asked
        player.step()
        if asked == OVER:
            if phase == "match":
                break
            page.get_by_role("button", name="Next deal").click()
            expect(player.over).to_be_hidden()
    assert reloaded == {BIDDING, TURN, OVER, "match"}
    expect(is_over).to_be_visible()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save").click()
    return Path(saved.value.path()).read_text()


def ask_for_hint(page: Page) -> None:
    """It is worked out beside the table, in a Python of its own."""
    hint_button(page).click()
    told = hint_shown(page).get_by_role("paragraph")
    expect(told).to_have_text(re.compile("^Bid .+"), timeout=PATIENCE)
    hint_shown(page).get_by_role("button", name="More").wait_for()


def note_failures(page: Page) -> list[str]:
    """What Python logs as failed: a bot for which another stood in would be among it."""
    failures: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        if "_failed" in message.text:
            failures.append(message.text)

    page.on("console", hear)
    return failures


def look_at_my_matches(page: Page) -> None:
    """The match and its review are remembered; saved, erased and brought back from the file."""
    page.get_by_role("navigation", name="Menu").get_by_role("link", name="My matches").click()
    against = page.get_by_role("table", name="By strongest opponent")
    expect(against.get_by_role("row")).to_have_count(2)
    expect(page.get_by_text("In the one match reviewed")).to_be_visible()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a file").click()
    page.get_by_role("button", name="Erase everything").click()
    page.get_by_role("button", name="Really erase everything").click()
    expect(page.get_by_role("main").get_by_text("Nothing here yet")).to_be_visible()
    page.get_by_label("Add from a file").set_input_files(saved.value.path())
    expect(against.get_by_role("row")).to_have_count(2)


def fetch_python(page: Page, server: ServerProcess) -> None:
    """What it takes to play without the server."""
    install(page, server, "/offline")
    page.get_by_role("button", name="Download").click()
    page.get_by_text("Ready on this device").wait_for(timeout=PATIENCE)


@pytest.mark.longest
def test_a_match_offline(server: ServerProcess, visit: OpenPage) -> None:
    page = with_name(visit(**INSTALLED), "Ann")
    fetch_python(page, server)
    page.context.set_offline(True)
    page.reload()
    failures = note_failures(page)
    player = begin(page, "Hard")
    second = page.context.new_page()
    second.goto(page.url)
    expect(second.get_by_text("open in another tab")).to_be_visible(timeout=PATIENCE)
    second.close()
    ask_for_hint(page)
    record = play_on(player)
    assert json.loads(record)["players"]
    check_record(RawRecord(1, record.encode()))
    page.get_by_role("link", name=re.compile("Review")).click()
    reviewed(page)
    page.goto(page.url.split("/review/")[0] + "/replay")
    expect(page.get_by_text("Ann")).to_be_visible()
    look_at_my_matches(page)
    assert failures == []


def test_without_a_connection_the_page_offers_to_play_offline(
    server: ServerProcess, visit: OpenPage
) -> None:
    page = with_name(visit(**INSTALLED), "Ann")
    install(page, server)
    page.context.set_offline(True)
    page.reload()
    way = page.get_by_role("main").get_by_role("link", name="Play offline", exact=True)
    expect(way).to_have_count(1)
    page.get_by_role("button", name="Play now").click()
    expect(page.get_by_role("alert").get_by_role("link", name="Play offline")).to_be_visible()
    expect(way).to_have_count(1)
    way.click()
    expect(page.get_by_role("heading", name="Play offline")).to_be_visible()


def test_a_table_whose_server_is_away_offers_to_play_offline_meanwhile(
    tmp_path: Path, visit: OpenPage
) -> None:
    with serving(tmp_path / "server", *NO_LIMITS) as own:
        page = with_name(visit(**INSTALLED), "Ann")
        fetch_python(page, own)
        seated = open_table(own)
        page.goto(f"{local(own)}/t/{seated['code']}#token={seated['token']}")
        player = Player(page)
        expect(player.lay).to_be_visible()
        hand = [label_of(card) for card in player.cards.all()]
        own.kill()
        offer = page.locator("[data-part=coach]")
        offer.get_by_role("link", name="Play offline").click()
        begin(page, "Easy")
        own.start()
        offer.get_by_role("link", name="Go back").click()
        page.wait_for_url(f"**/t/{seated['code']}")
        expect(player.lay).to_be_visible()
        assert [label_of(card) for card in player.cards.all()] == hand
