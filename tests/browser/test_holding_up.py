"""Somebody holds up the others, and everybody sees on the page what can be done."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.conftest import PHONE, OpenPage
from browser.playing import BIDDING, TURN, Player, Seated, come, with_name
from support.quick_server import quick
from support.server_process import ServerProcess

__all__ = ["quick"]

SCREENS: list[Any] = [pytest.param({}, id="desktop"), pytest.param(PHONE, id="phone")]


def sit_down(server: ServerProcess, *people: str, **more: Any) -> list[Seated]:
    """A table with a bot; the first of the people is its host."""
    seats: list[dict[str, str]] = [{}] * len(people) + [{"bot": "greedy"}]
    agreement = {"edition": "nl", "rules": {"deals": 1}, "seats": seats, **more}
    host, *others = people
    told = [server.ask("POST", "/api/tables", {"name": host, "agreement": agreement}).json()]
    join = f"/api/tables/{told[0]['code']}/join"
    told += [server.ask("POST", join, {"name": name}).json() for name in others]
    return [Seated(each["code"], each["private_link"]) for each in told]


def press_for(page: Page, name: str, button: str) -> None:
    """Press a button in somebody's sheet, again and again until it is time for it."""
    page.get_by_role("button", name=f"Options for {name}").click()
    sheet = page.get_by_role("dialog", name=name)
    pressed = sheet.get_by_role("button", name=button)
    for _ in range(20):
        pressed.click()
        if is_gone(sheet):
            return
    raise AssertionError(f"{button} is never possible")


def is_gone(thing: Locator) -> bool:
    """Whether it goes away within half a second."""
    try:
        expect(thing).to_have_count(0, timeout=500)
    except AssertionError:
        return False
    return True


@pytest.mark.parametrize("screen", SCREENS)
def test_a_seat_that_was_handed_over_comes_back_after_the_decision(
    quick: ServerProcess, visit: OpenPage, screen: dict[str, Any]
) -> None:
    ann_sits, bo_sits = sit_down(quick, "Ann", "Bo", start="full", bot_pace=5)
    ann, bo = come(visit, ann_sits, "Ann", **screen), come(visit, bo_sits, "Bo", **screen)
    assert ann.asked() == bo.asked() == BIDDING
    bo.bid()
    press_for(bo.page, "Ann", "Nudge")
    hurry = ann.page.get_by_text("The others are waiting. A bot may decide soon.")
    expect(hurry).to_be_visible()
    press_for(bo.page, "Ann", "Let a bot play")

    expect(hurry).to_be_hidden()
    bar = ann.page.locator("[data-part=actions]")
    expect(bar).to_contain_text("A bot is playing for you.")
    expect(ann.lay).to_have_count(0)
    bar.get_by_role("button", name="Take over").click()
    expect(bar).to_contain_text("A bot is making this decision. You play again right after it.")
    expect(bar.get_by_role("button", name="Take over")).to_have_count(0)
    expect(bar).not_to_contain_text("A bot")
    if bo.is_asked() and bo.asked() == TURN:
        bo.take()
    assert ann.asked() in {BIDDING, TURN}


@pytest.mark.parametrize("screen", SCREENS)
def test_somebody_else_starts_and_goes_on_if_the_host_does_not(
    quick: ServerProcess, visit: OpenPage, screen: dict[str, Any]
) -> None:
    ann_sits, bo_sits = sit_down(quick, "Ann", "Bo", bot_pace=0)
    ann = come(visit, ann_sits, "Ann", **screen)
    expect(ann.page.get_by_role("button", name="Start the match")).to_be_visible()
    bo = come(visit, bo_sits, "Bo", **screen)
    expect(bo.page.get_by_text("Ann starts the match.")).to_be_visible()
    expect(bo.page.get_by_text("Ann has not started yet. You can do it now.")).to_be_visible()
    bo.page.get_by_role("button", name="Start the match").click()
    assert ann.asked() == bo.asked() == BIDDING

    menu(bo.page, "Pause")
    expect(
        ann.page.get_by_text(re.compile(r"^Paused\. In 0:0\d anybody can go on\.$"))
    ).to_be_visible()
    late = ann.page.get_by_text("No need to wait any longer.")
    expect(late).to_be_visible()
    expect(bo.page.get_by_text("The match is paused.")).to_be_visible()
    ann.page.get_by_role("button", name="Resume").click()
    expect(late).to_be_hidden()
    ann.bid()
    assert quick.ask("GET", f"/api/tables/{ann_sits.code}").json()["host"] == 0


def menu(page: Page, name: str) -> None:
    """Press something in the menu of the top line."""
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name=name, exact=True).click()


@pytest.mark.parametrize("screen", SCREENS)
def test_a_host_frees_the_seat_of_somebody_who_does_not_come(
    server: ServerProcess, visit: OpenPage, screen: dict[str, Any]
) -> None:
    ann_sits, _ = sit_down(server, "Ann", "Nobody", bot_pace=0)
    ann = come(visit, ann_sits, "Ann", **screen)
    expect(ann.page.get_by_role("heading", name="still waiting for Nobody")).to_be_visible()
    ann.page.get_by_role("button", name="Nobody: Free the seat").click()
    expect(ann.page.get_by_role("heading", name="Waiting for one more player")).to_be_visible()
    guest = with_name(visit(**screen), "Bo")
    guest.goto(f"{server.url}/t/{ann_sits.code}")
    guest.get_by_role("button", name="Sit down").click()
    expect(guest.get_by_text("Ann starts the match.")).to_be_visible()
    expect(guest.get_by_role("button", name=re.compile("Free the seat"))).to_have_count(0)
    expect(ann.page.get_by_role("button", name=re.compile("Free the seat"))).to_have_count(0)
    expect(Player(ann.page).page.get_by_role("heading", name="Everybody is here")).to_be_visible()


def test_somebody_whose_seat_was_freed_may_sit_down_again(
    quick: ServerProcess, visit: OpenPage
) -> None:
    ann_sits, bo_sits = sit_down(quick, "Ann", "Bo", bot_pace=0)
    ann = come(visit, ann_sits, "Ann")
    expect(ann.page.get_by_role("heading", name="Waiting for one more player")).to_be_visible()
    bo = come(visit, bo_sits, "Bo")
    bo.page.get_by_role("button", name="Sit down").click()
    expect(bo.page.get_by_text("Ann starts the match.")).to_be_visible()
