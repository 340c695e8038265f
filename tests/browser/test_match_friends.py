"""Friends at one table, each in a browser of their own; and somebody who only watches."""

import re

from playwright.sync_api import Locator, Page, Route, expect

from browser.conftest import OpenPage
from browser.playing import (
    BIDDING,
    MATCH_OVER,
    Player,
    agree_on,
    bot_name,
    code_of,
    come,
    finish_together,
    label_of,
    scores_by_name,
    sit_down,
    with_name,
    worth_of,
)
from support.server_process import ServerProcess


def test_friends_meet_by_a_link_and_see_the_same_result(
    server: ServerProcess, visit: OpenPage
) -> None:
    host = with_name(visit(), "Ann")
    host.goto(server.url)
    host.get_by_role("button", name="Play with friends").click()
    agree_on(host)
    host.get_by_role("button", name="Open the table").click()
    link = host.get_by_role("textbox", name="Link to the table").input_value()
    guest = with_name(visit(), "Bo")
    guest.goto(link)
    expect(guest.get_by_role("heading", name="Ann invites you to play")).to_be_visible()
    expect(guest.get_by_role("textbox", name="Your name")).to_have_value("Bo")
    guest.get_by_role("button", name="Sit down").click()
    expect(guest.get_by_text("Ann starts the match.")).to_be_visible()
    expect(host.get_by_role("heading", name="Waiting for one more player")).to_be_visible()
    host.get_by_role("button", name="Add a bot and start").click()

    ann, bo = Player(host), Player(guest)
    finish_together(ann, bo)
    for page in (host, guest):
        expect(page.get_by_role("heading", name=MATCH_OVER)).to_be_visible()
    assert ann.hands() == bo.hands() == scores_by_name(server, code_of(host))
    assert {"Ann", "Bo"} < ann.hands().keys()


def test_who_asks_again_after_a_lost_answer_sits_once(
    server: ServerProcess, visit: OpenPage
) -> None:
    page = _invited_by_ann(server, visit)
    page.route("**/join", _lose_the_answer, times=1)
    page.get_by_role("button", name="Sit down").click()
    expect(page.get_by_text("The server is not responding.")).to_be_visible()
    page.get_by_role("button", name="Sit down").click()
    expect(page.get_by_text("Ann starts the match.")).to_be_visible()
    seats = server.ask("GET", f"/api/tables/{code_of(page)}").json()["seats"]
    assert [seat["name"] for seat in seats] == ["Ann", "Bo", None]


def test_a_table_that_starts_by_itself_says_so(server: ServerProcess, visit: OpenPage) -> None:
    page = _invited_by_ann(server, visit, start="full")
    page.get_by_role("button", name="Sit down").click()
    expect(page.get_by_text("The match begins when the last seat is taken.")).to_be_visible()
    expect(page.get_by_text("Ann starts the match.")).to_have_count(0)


def _invited_by_ann(server: ServerProcess, visit: OpenPage, **other: str) -> Page:
    """Bo, at the page of a table where Ann sits and two seats are open."""
    agreement = {"edition": "nl", "seats": [{}, {}, {}], **other}
    opened = server.ask("POST", "/api/tables", {"name": "Ann", "agreement": agreement})
    page = with_name(visit(), "Bo")
    page.goto(opened.json()["link"])
    return page


def _lose_the_answer(route: Route) -> None:
    assert route.fetch().status == 201
    route.abort()


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
    hidden = _names(ann.cards) | _names(bo.cards)
    assert len(hidden) == 12
    assert bid in hidden
    expect(page.get_by_text("has bid").first).to_be_visible()
    rows = _names(_row(page, "Right row")) | _names(_row(page, "Left row"))
    assert len(rows) == 8
    assert _names(_all_faces(page)) == rows
    assert not any(name in page.content() for name in hidden)
    _assert_no_controls(page)

    bo.bid()
    Player(page).expect_log(f"Ann bids {worth_of(bid)}:")
    _assert_no_controls(page)


def test_a_private_link_takes_the_seat_in_a_tab_that_shows_the_table(
    server: ServerProcess, visit: OpenPage
) -> None:
    [seated] = sit_down(server, "Ann", bots=2, watchers="link")
    page = with_name(visit(), "Ann")
    page.goto(f"{server.url}/t/{seated.code}")
    expect(page.get_by_text("You are watching.")).to_be_visible()
    page.goto(seated.link)
    assert Player(page).asked() == BIDDING
    assert "token" not in page.url


def _row(page: Page, name: str) -> Locator:
    return page.get_by_role("list", name=name).get_by_role("img")


def _all_faces(page: Page) -> Locator:
    return page.get_by_role("img", name=re.compile(r", number \d+|bluff"), include_hidden=True)


def _names(cards: Locator) -> set[str]:
    return {label_of(card) for card in cards.all()}


def _assert_no_controls(page: Page) -> None:
    wim = Player(page)
    for mine in (wim.side, wim.hand, wim.lay, wim.choices):
        expect(mine).to_have_count(0)
    expect(wim.piles).to_have_count(0)
    main = page.get_by_role("main").get_by_role("button")
    names = [str(button.get_attribute("aria-label")) for button in main.all()]
    bot = f"About {bot_name('greedy')}, a bot"
    assert names == ["Options for Ann", "Options for Bo", bot]  # anybody may read about them
    main.first.click()
    about = page.get_by_role("dialog", name="Ann")
    expect(about.get_by_role("button")).to_have_text(["Close"])
    about.get_by_role("button").click()
