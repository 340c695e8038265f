"""A match goes on after whatever happens: a reload, a dead server, a leaver, a second tab."""

import json
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from playwright.sync_api import Page, WebSocketRoute, expect

from browser.conftest import OpenPage
from browser.playing import (
    BIDDING,
    MATCH_OVER,
    OVER,
    TURN,
    Player,
    Seated,
    come,
    label_of,
    sit_down,
    wait_for_turn,
    with_name,
    worth_of,
)
from browser.screens import play_on
from support.server_process import ServerProcess, serving


def test_a_bid_outlives_a_reload_and_can_be_changed(server: ServerProcess, visit: OpenPage) -> None:
    ann_sits, bo_sits = sit_down(server, "Ann", "Bo", bots=1)
    ann, bo = come(visit, ann_sits, "Ann"), come(visit, bo_sits, "Bo")
    bid = ann.bid()
    assert bo.asked() == BIDDING
    ann.page.reload()

    expect(ann.lies).to_be_visible()
    expect(ann.own_bid(bid)).to_be_visible()
    more = ann.cards.nth(1)
    ann.page.get_by_role("button", name="Change", exact=True).click()
    more.click()
    ann.page.get_by_role("button", name="Place new bid").click()
    expect(ann.lies).to_be_visible()
    expect(ann.own_bid(label_of(more))).to_be_visible()
    worth = worth_of(bid, label_of(more))
    bo.bid()
    for player, who in ((bo, "Ann bids"), (ann, "You bid")):
        player.expect_log(f"{who} {worth}:")


def test_the_choices_are_back_after_a_reload(server: ServerProcess, visit: OpenPage) -> None:
    [sits] = sit_down(server, "Ann", bots=2)
    ann = come(visit, sits, "Ann")
    ann.bid()
    assert ann.asked() == TURN
    before = [choice.inner_text() for choice in ann.choices.all()]
    ann.page.reload()

    assert ann.asked() == TURN
    assert [choice.inner_text() for choice in ann.choices.all()] == before
    ann.take()
    assert ann.step() == BIDDING
    assert ann.step() == TURN


def test_a_killed_server_comes_back_and_the_match_goes_on(tmp_path: Path, visit: OpenPage) -> None:
    with serving(tmp_path) as server:
        [sits] = sit_down(server, "Ann", bots=2)
        ann = come(visit, sits, "Ann")
        ann.step()
        ann.step()
        ann.bid()
        assert ann.asked() == TURN
        choices = [choice.inner_text() for choice in ann.choices.all()]
        server.kill()
        lost = ann.page.get_by_text("Connection lost. Trying again …")
        expect(lost).to_be_visible()
        server.start()

        expect(lost).to_be_hidden(timeout=15_000)
        assert ann.asked() == TURN
        assert [choice.inner_text() for choice in ann.choices.all()] == choices
        ann.finish_deal()
        expect(ann.page.get_by_role("heading", name=MATCH_OVER)).to_be_visible()


NOTE_SILENCE = """() => {
  window.silences = 0;
  new MutationObserver(() => {
    if (!document.body.innerText.includes('Connection lost')) window.silences += 1;
  }).observe(document, { childList: true, subtree: true, characterData: true });
}"""
IS_A_WARNING = """(node) => {
  const probe = document.createElement('i');
  probe.style.color = 'var(--warn)';
  document.body.append(probe);
  return getComputedStyle(node).color === getComputedStyle(probe).color;
}"""


def test_a_lost_connection_is_told_in_red_until_it_is_back(tmp_path: Path, visit: OpenPage) -> None:
    with serving(tmp_path) as server:
        [sits] = sit_down(server, "Ann", bots=2)
        ann = come(visit, sits, "Ann", viewport={"width": 844, "height": 390})
        assert ann.asked() == BIDDING
        server.kill()
        lost = ann.page.get_by_text("Connection lost. Trying again …")
        expect(lost).to_be_visible()
        ann.page.evaluate(NOTE_SILENCE)
        for _ in range(3):
            ann.page.wait_for_event("websocket")  # it tries again
        assert ann.page.evaluate("window.silences") == 0
        assert lost.evaluate(IS_A_WARNING)


def test_what_is_done_while_the_server_is_down_is_done_when_it_is_back(
    tmp_path: Path, visit: OpenPage
) -> None:
    with serving(tmp_path) as server:
        [sits] = sit_down(server, "Ann", bots=2)
        ann = come(visit, sits, "Ann")
        ann.bid()
        assert ann.asked() == TURN
        server.kill()
        expect(ann.page.get_by_text("Connection lost. Trying again …")).to_be_visible()
        ann.show(ann.piles.first)
        ann.press(ann.piles.first)
        server.start()
        expect(ann.page.get_by_text("Round 2", exact=True)).to_be_visible(timeout=15_000)
        assert ann.asked() == BIDDING


def test_a_bid_that_could_not_be_stored_is_sent_again_with_the_same_id(
    server: ServerProcess, visit: OpenPage
) -> None:
    """The server's answer to the first bid is what it says when its database is away."""
    [sits] = sit_down(server, "Ann", bots=2)
    sent: list[str] = []

    def between(page: WebSocketRoute) -> None:
        up = page.connect_to_server()

        def hear(text: str | bytes) -> None:
            said = json.loads(text)
            if said["type"] == "lay_bid":
                sent.append(said["id"])
                if len(sent) == 1:
                    page.send('{"type": "bye", "code": "store_down", "arguments": {}}')
                    page.close(code=4503)
                    return
            up.send(text)

        page.on_message(hear)

    page = with_name(visit(), "Ann")
    page.route_web_socket("**/ws/*", between)
    page.goto(sits.link)
    ann = Player(page)
    assert ann.asked() == BIDDING
    ann.bid()
    assert ann.asked() == TURN
    assert len(sent) == 2
    assert len(set(sent)) == 1


def test_a_leaver_is_replaced_by_a_bot_and_takes_the_seat_back(
    server: ServerProcess, visit: OpenPage
) -> None:
    ann_sits, bo_sits = sit_down(server, "Ann", "Bo", bots=1)
    ann, bo = come(visit, ann_sits, "Ann"), come(visit, bo_sits, "Bo")
    stands_in = bo.page.get_by_text("bot playing", exact=True)
    assert ann.asked() == bo.asked() == BIDDING
    _leave(ann.page)

    expect(stands_in).to_be_visible()
    assert bo.step() == BIDDING
    assert bo.step() == TURN
    assert bo.asked() == BIDDING
    ann.page.get_by_role("link", name=re.compile("^Carry on.*Bo")).click()
    expect(stands_in).to_be_hidden()
    expect(ann.lies).to_be_visible()  # the bot has bid for her: she can change it, not withdraw it
    ann.page.get_by_role("button", name="Withdraw").click()
    expect(ann.page.get_by_text("You can change it, but not withdraw it.")).to_be_visible()
    laid = ann.side.get_by_role("list", name="Your bid").get_by_role(
        "img", name=re.compile("number")
    )
    bid = [label_of(card) for card in laid.all()]
    more = next(card for card in ann.cards.all() if label_of(card) not in bid)
    bid.append(label_of(more))
    ann.page.get_by_role("button", name="Change", exact=True).click()
    more.click()
    ann.page.get_by_role("button", name="Place new bid").click()
    expect(ann.lies).to_be_visible()
    bo.bid()
    bo.expect_log(f"Ann bids {worth_of(*bid)}:")

    _leave(ann.page)
    expect(stands_in).to_be_visible()
    elsewhere = come(visit, ann_sits, "Ann")
    expect(elsewhere.side).to_be_visible()
    expect(stands_in).to_be_hidden()
    with ThreadPoolExecutor(2) as devices:  # quicker than by hand
        played = [devices.submit(play_on, server, seat_of(each)) for each in (ann_sits, bo_sits)]
        for each in played:
            each.result()
    assert elsewhere.asked() == bo.asked() == OVER
    assert elsewhere.hands() == bo.hands()


def seat_of(seated: Seated) -> dict[str, str]:
    return {"code": seated.code, "token": seated.link.rpartition("#token=")[2]}


def _leave(page: Page) -> None:
    page.get_by_role("button", name="Options for Ann").click()
    page.get_by_role("button", name="Leave the table").click()
    expect(page.get_by_role("heading", name="Carry on playing")).to_be_visible()


def test_two_tabs_of_one_seat_show_the_same_and_both_act(
    server: ServerProcess, visit: OpenPage
) -> None:
    ann_sits, bo_sits = sit_down(server, "Ann", "Bo", bots=1)
    ann, bo = come(visit, ann_sits, "Ann"), come(visit, bo_sits, "Bo")
    assert ann.asked() == BIDDING
    tab = ann.page.context.new_page()
    faults: list[str] = []
    tab.on("pageerror", lambda error: faults.append(str(error)))
    tab.goto(ann.page.url)
    second = Player(tab)
    assert second.asked() == BIDDING

    bid = ann.bid()
    expect(second.lies).to_be_visible()
    expect(second.own_bid(bid)).to_be_visible()
    tab.get_by_role("button", name="Withdraw").click()
    expect(ann.lay).to_be_visible()
    tab.get_by_role("button", name="Clear").click()
    bid = second.bid(1)
    expect(ann.lies).to_be_visible()
    expect(ann.own_bid(bid)).to_be_visible()

    bo.bid()
    wait_for_turn(second, bo)
    assert ann.asked() == TURN
    ann.expect_log(f"You bid {worth_of(bid)}:")
    second.take()
    expect(ann.choices).to_have_count(0)
    assert faults == []
