"""Same deal again: from the replay of a finished deal, by link for a friend, and side by side."""

from playwright.sync_api import expect

from browser.conftest import OpenPage
from browser.playing import Player, with_name
from browser.screens import golden_record, watch_file
from support.server_process import ServerProcess

RECORD = golden_record("fr", 3)


def test_a_friend_plays_the_same_deal_and_sees_both_lines(
    server: ServerProcess, visit: OpenPage
) -> None:
    page = visit()
    watch_file(page, server, RECORD)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Same deal again").click()
    page.get_by_role("heading", name="Same deal again").wait_for()
    link = page.url
    friend = with_name(visit(), "Zoe")
    friend.goto(link)
    friend.get_by_label("Whose seat?").select_option("Cy")
    friend.get_by_label("Against").select_option("greedy")
    friend.get_by_role("button", name="Play this deal").click()
    player = Player(friend)
    player.finish_deal()
    code = friend.url.split("/t/")[1]
    friend.goto(f"{server.url}/replay/{code}")
    friend.get_by_role("button", name="Menu").click()
    friend.get_by_role("button", name="Both lines side by side").click()
    lines = friend.get_by_role("dialog", name="Both lines side by side")
    expect(lines.get_by_role("row", name="Round 1", exact=False).first).to_contain_text("Bid")
    record = server.ask("GET", f"/api/tables/{code}/record").json()
    for score in record["deals"][0]["scores"]:
        expect(lines.get_by_role("table")).to_contain_text(str(score))


def test_a_link_that_was_cut_says_so(server: ServerProcess, visit: OpenPage) -> None:
    page = visit()
    page.goto(f"{server.url}/again#abc")
    expect(page.get_by_role("alert")).to_contain_text("incomplete")
