"""Friends at one table, each in a browser of their own; and somebody who only watches."""

import re

from playwright.sync_api import Page, expect

from browser.conftest import OpenPage
from browser.playing import (
    BIDDING,
    MATCH_OVER,
    Player,
    agree_on,
    code_of,
    come,
    finish_together,
    scores_by_name,
    sit_down,
    with_name,
)
from server_process import ServerProcess


def test_friends_meet_by_a_link_and_see_the_same_result(
    server: ServerProcess, visit: OpenPage
) -> None:
    host = with_name(visit(), "Ann")
    host.goto(server.url)
    host.get_by_role("button", name="Play with friends").click()
    agree_on(host)
    host.get_by_role("button", name="Open the table").click()
    link = host.get_by_role("textbox", name="Link to the table").input_value()
    guest = visit()
    guest.goto(link)
    expect(guest.get_by_role("heading", name="Ann invites you to play")).to_be_visible()
    with_name(guest, "Bo").reload()
    guest.get_by_role("textbox", name="Your name").fill("Bo")
    guest.get_by_role("button", name="Sit down").click()
    expect(guest.get_by_text("Ann starts the match.")).to_be_visible()
    expect(host.get_by_role("heading", name="Waiting for one more player")).to_be_visible()
    host.get_by_role("button", name="Start with one bot more").click()

    ann, bo = Player(host), Player(guest)
    finish_together(ann, bo)
    for page in (host, guest):
        expect(page.get_by_role("heading", name=MATCH_OVER)).to_be_visible()
    assert ann.hands() == bo.hands() == scores_by_name(server, code_of(host))
    assert {"Ann", "Bo"} < ann.hands().keys()


def test_a_spectator_sees_the_table_and_nothing_hidden(
    server: ServerProcess, visit: OpenPage
) -> None:
    ann_sits, bo_sits = sit_down(server, "Ann", "Bo", bots=1, watchers="link")
    ann, bo = come(visit, ann_sits, "Ann"), come(visit, bo_sits, "Bo")
    assert ann.asked() == bo.asked() == BIDDING
    page = with_name(visit(), "Wim")
    page.goto(f"{server.url}/t/{ann_sits.code}")
    expect(page.get_by_text("You are watching.")).to_be_visible()
    expect(_row(page, "Right row")).to_have_count(4)

    bid = ann.bid()
    hidden = _names(ann) | _names(bo)
    assert len(hidden) == 12
    assert bid in hidden
    expect(page.get_by_text("has bid").first).to_be_visible()
    rows = {*_labels(page, "Right row"), *_labels(page, "Left row")}
    assert len(rows) == 8
    assert _all_faces(page) == rows
    assert not any(name in page.content() for name in hidden)
    _assert_no_controls(page)

    bo.bid()
    expect(page.get_by_role("list", name="Bid of Ann").get_by_role("img", name=bid)).to_be_visible()
    finish_together(ann, bo)
    expect(page.get_by_role("heading", name=MATCH_OVER)).to_be_visible()
    assert Player(page).hands() == ann.hands()


def _row(page: Page, name: str):  # type: ignore[no-untyped-def]
    return page.get_by_role("list", name=name).get_by_role("img")


def _labels(page: Page, row: str) -> list[str]:
    return [str(card.get_attribute("aria-label")) for card in _row(page, row).all()]


def _all_faces(page: Page) -> set[str]:
    faces = page.get_by_role("img", name=re.compile(r", number \d+|bluff"), include_hidden=True)
    return {str(card.get_attribute("aria-label")) for card in faces.all()}


def _names(player: Player) -> set[str]:
    return {str(card.get_attribute("aria-label")) for card in player.cards.all()}


def _assert_no_controls(page: Page) -> None:
    for region in ("Your side of the table", "Your cards"):
        expect(page.get_by_role("region", name=region)).to_have_count(0)
        expect(page.get_by_role("group", name=region)).to_have_count(0)
    main = page.get_by_role("main").get_by_role("button")
    assert [button.inner_text() for button in main.all() if button.is_enabled()] == ["Cards seen"]
