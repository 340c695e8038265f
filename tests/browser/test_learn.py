"""The tutorial: each lesson is solved at a real table, and a wrong choice is told why."""

import re

from playwright.sync_api import Page, expect

from browser.conftest import OpenPage
from browser.playing import Player
from browser.screens import go
from support.server_process import ServerProcess


def choose(page: Page, *cards: str) -> None:
    """Pick cards of the hand: "60 yen", and lay them."""
    hand = page.get_by_role("group", name=re.compile(r"^Your cards \d+$"))
    for card in cards:
        chosen = hand.get_by_role("button", name=card, pressed=False).first
        chosen.click(position={"x": 8, "y": 8})
    Player(page).lay.click()


def take(page: Page, turn: str | int) -> None:
    """Press a pile until it is taken: a row, the bid of a seat, or the own one."""
    pile = page.locator(f"button[data-turn='{turn}']")
    Player(page).show(pile)
    pile.click()


def expect_told(page: Page, verdict: str, *sentences: str) -> None:
    """The verdict, with reasons; who cannot see it is led there."""
    told = page.get_by_role("region", name=verdict)
    expect(told).to_be_focused()
    for sentence in sentences:
        expect(told).to_contain_text(sentence)


def solved(page: Page, *sentences: str) -> None:
    """It was right; on to the next lesson."""
    expect_told(page, "Right!", *sentences)
    page.get_by_role("button", name=re.compile("Next lesson|Finish")).click()


def test_all_lessons_one_after_the_other(server: ServerProcess, visit: OpenPage) -> None:
    page = go(visit(), server, "/learn")
    page.get_by_role("link", name="Start", exact=True).click()

    choose(page, "60 pounds", "20 US dollars")
    solved(page, "Your bid is worth 80.")
    choose(page, "20 yen", "30 euros")
    solved(page, "Your bid holds number 1,", "Every tie at 50 is yours.")
    take(page, "right")
    solved(page, "your cards score 90 points instead of 10 points")
    take(page, 2)
    solved(page, "Your cards score 200 points now.")
    take(page, "keep")
    solved(page, "you still have 210 points")
    take(page, "left")
    solved(page, "A single 20 took you from 80 points to 200 points.")
    take(page, "right")
    solved(page, "That makes 110 points.")
    choose(page, "20 yen", "gold coin worth 10", "bluff card")
    solved(page, "They see three cards")
    choose(page, "bluff card")
    solved(page, "You sit this round out.")
    take(page, "right")
    expect_told(page, "Right!", "and the deal is won")
    expect(page.get_by_role("heading", name="The deal is over")).to_be_visible()
    solved(page)

    expect(page.get_by_role("heading", name="That is all you need to know")).to_be_focused()
    page.get_by_role("link", name="All lessons").click()
    expect(page.get_by_text("10 of 10 done")).to_be_visible()
    expect(page.get_by_role("link", name="(done)")).to_have_count(10)
    page.reload()
    expect(page.get_by_text("10 of 10 done")).to_be_visible()


def test_a_wrong_bid_is_told_why_and_mended(server: ServerProcess, visit: OpenPage) -> None:
    page = go(visit(), server, "/learn#worth")
    choose(page, "20 US dollars")
    expect_told(page, "Not quite.", "These cards are worth 20, and you need more than 50.")
    page.get_by_role("button", name="Change the bid").click()
    choose(page, "40 pounds", "50 pounds")
    expect_told(page, "Not quite.", "you used 3 cards and only two are allowed.")
    page.get_by_role("button", name="Change the bid").click()
    page.get_by_role("button", name="20 US dollars", pressed=True).click()
    Player(page).lay.click()
    expect_told(page, "Right!", "Your bid is worth 90.")


def test_a_wrong_turn_is_told_what_was_better(server: ServerProcess, visit: OpenPage) -> None:
    page = visit()
    opened: list[str] = []
    page.on("request", lambda asked: opened.append(asked.url) if asked.method == "POST" else None)
    go(page, server, "/learn#cliff")
    take(page, "right")
    told = "At 180 your yen score only 80; 20 more would be worth 120 points to you."
    expect_told(page, "Not quite.", told, "Better: the left row, for 200 points")
    compared = page.get_by_role("table", name="What each choice scores")
    expect(compared.get_by_role("row", name="the left row 200")).to_be_visible()
    page.get_by_role("button", name="Try again").click()
    expect(compared).to_have_count(0)
    take(page, "left")
    expect_told(page, "Right!")
    # Nothing was taken the first time: the same table served for both.
    assert opened == [f"{server.url}/api/practice"]


def test_learning_without_a_server(server: ServerProcess, visit: OpenPage) -> None:
    page = go(visit(), server, "/learn")
    page.context.set_offline(True)
    page.get_by_role("link", name="Start", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("The server is not responding")
    page.context.set_offline(False)
    page.get_by_role("button", name="Try again").click()
    expect(Player(page).lay).to_be_visible()
