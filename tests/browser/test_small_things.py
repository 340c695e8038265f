"""Small things people stumbled over, each held once."""

import re

from playwright.sync_api import Route, expect

from browser.conftest import PHONE, OpenPage
from browser.playing import Player, come
from browser.playing import sit_down as seats_at
from browser.screens import (
    NOTE_WHAT_IS_TOLD,
    at_once,
    go,
    golden_record,
    open_table,
    play_on,
    sit_down,
    text,
    watch_file,
    won_by,
)
from support.server_process import ServerProcess


def test_values_of_cards_seen_stand_apart(server: ServerProcess, visit: OpenPage) -> None:
    page = at_once(visit(viewport={"width": 1280, "height": 800}))
    sit_down(page, server, open_table(server))
    ann = Player(page)
    ann.asked()
    page.get_by_role("button", name=text("en", "table.tab.tracker")).first.click()
    shown = page.get_by_role("dialog").get_by_role("cell")
    expect(shown.first).to_be_visible()
    cells = shown.all_inner_texts()
    assert any(re.search(r"\d\d \d\d", cell) for cell in cells), cells
    assert not [cell for cell in cells if re.search(r"\d{3}", cell)]


def test_back_from_the_rules_leads_to_the_table_alone(
    server: ServerProcess, visit: OpenPage
) -> None:
    page = at_once(visit())
    sit_down(page, server, open_table(server))
    Player(page).asked()
    before = page.url
    page.get_by_role("button", name=text("en", "common.menu")).click()
    page.get_by_role("link", name=text("en", "common.screens.rules"), exact=True).click()
    page.wait_for_url(re.compile(r"/rules\?edition="))
    page.get_by_role("heading", level=2).first.wait_for()
    page.go_back()
    Player(page).asked()
    assert page.url == before


def test_who_has_a_seat_and_is_away_is_awaited(server: ServerProcess, visit: OpenPage) -> None:
    page = at_once(visit())
    seated = open_table(server, seats=[{}, {}, {"bot": "greedy"}], start="host")
    server.ask("POST", f"/api/tables/{seated['code']}/join", {"name": "Bo"})
    sit_down(page, server, seated)
    awaited = "All seats are taken; still waiting for Bo"
    expect(page.get_by_role("heading", name=awaited)).to_be_visible()


def test_who_goes_after_a_match_has_lost_no_connection(
    server: ServerProcess, visit: OpenPage
) -> None:
    page = at_once(visit())
    page.add_init_script(NOTE_WHAT_IS_TOLD)
    page.add_init_script(won_by(1))  # not by several together
    seated = open_table(server, rules={"deals": 1}, watchers="link")
    page.goto(seated["link"])
    expect(page.get_by_text("You are watching.")).to_be_visible()
    play_on(server, seated)  # and goes
    expect(page.get_by_role("heading", name="The match is over")).to_be_attached()
    ann = f"/api/tables/{seated['code']}"
    while server.ask("GET", ann).json()["seats"][0]["connected"]:
        page.wait_for_timeout(50)
    page.wait_for_timeout(1_000)  # sentences are told one after the other
    told = " ".join(page.evaluate("window.told"))
    assert "wins the match" in told
    assert "lost the connection" not in told


def test_a_full_table_that_waits_is_no_match_to_watch(
    server: ServerProcess, visit: OpenPage
) -> None:
    wishes = {"seats": [{}, {"bot": "greedy"}, {"bot": "greedy"}], "start": "host"}
    seated = open_table(server, **wishes, listed=True, watchers="link")
    ann = at_once(visit())
    sit_down(ann, server, seated)  # so that somebody is there
    ann.get_by_role("button", name=text("en", "start.waiting.start"), exact=True).wait_for()
    page = go(visit(), server)
    expect(page.get_by_role("heading", name=text("en", "start.tables.title"))).to_be_visible()
    expect(page.get_by_text(text("en", "start.tables.none"))).to_be_visible()
    expect(page.get_by_text(text("en", "start.tables.under_way"))).to_have_count(0)


def test_a_code_that_no_phone_can_open_is_not_shown(server: ServerProcess, visit: OpenPage) -> None:
    page = at_once(visit())
    sit_down(page, server, open_table(server, seats=[{}, {}, {"bot": "greedy"}], start="host"))
    expect(page.get_by_text(re.compile("works only on this computer"))).to_be_visible()
    expect(page.get_by_role("img", name=text("en", "start.invite.qr"))).to_have_count(0)


def test_a_replay_from_a_file_survives_a_reload(server: ServerProcess, visit: OpenPage) -> None:
    page = visit()
    watch_file(page, server, golden_record("nl", 3))
    step_on = page.get_by_role("button", name=text("en", "replay.forward"))
    expect(step_on).to_be_visible()
    page.reload()
    expect(step_on).to_be_visible()
    page.goto(f"{server.url}/replay")
    expect(page.get_by_label("Choose a record")).to_be_attached()


def test_play_now_says_what_it_plays_and_offers_newcomers_a_lesson(
    server: ServerProcess, visit: OpenPage
) -> None:
    page = go(visit(locale="pl-PL"), server)
    play = page.get_by_role("button", name=re.compile(text("pl", "start.play_now")))
    expect(play).to_contain_text(text("pl", "start.editions.pl.name"))
    page.get_by_role("link", name=text("pl", "start.first_lesson")).click()
    page.wait_for_url(re.compile("/learn#worth"))


def test_a_newcomer_is_told_once(server: ServerProcess, visit: OpenPage) -> None:
    [seated] = seats_at(server, "Ann", bots=2)
    ann = come(visit, seated, "Ann")
    tip = ann.page.get_by_text(text("en", "table.coach.order"))
    expect(tip).to_be_visible()
    hand = ann.hand.bounding_box()
    ann.page.get_by_role("button", name=text("en", "table.coach.away")).click()
    expect(tip).to_be_hidden()
    assert ann.hand.bounding_box() == hand
    ann.page.reload()
    ann.asked()
    expect(tip).to_be_hidden()


def test_sounds_are_off_by_one_press(server: ServerProcess, visit: OpenPage) -> None:
    page = go(visit(), server)
    switch = page.get_by_role("button", name=text("en", "common.sound"))
    expect(switch).to_have_attribute("aria-pressed", "true")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "false")
    page.reload()
    expect(switch).to_have_attribute("aria-pressed", "false")


def test_sounds_are_off_by_one_press_at_the_table_of_a_phone(
    server: ServerProcess, visit: OpenPage
) -> None:
    [seated] = seats_at(server, "Ann", bots=2)
    page = come(visit, seated, "Ann", **PHONE).page
    switch = page.get_by_role("button", name=text("en", "common.sound"))
    expect(switch).to_have_attribute("aria-pressed", "false")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name=text("en", "common.menu")).click()
    page.get_by_role("button", name=text("en", "common.settings")).click()
    expect(page.get_by_role("dialog", name=text("en", "common.settings"))).to_be_visible()


def test_a_bot_plays_on_only_once_somebody_has_left(server: ServerProcess, visit: OpenPage) -> None:
    [seated] = seats_at(server, "Ann", bots=2)
    page = come(visit, seated, "Ann").page
    page.locator("[data-part=my-seat] button").click()
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text(text("en", "table.menu.leave_sure"))
    expect(sheet).not_to_contain_text(text("en", "table.seat.bot_plays"))
    expect(page.get_by_text(text("en", "hand.bot.title"))).to_have_count(0)


def test_a_server_away_is_told_in_the_language_of_now(
    server: ServerProcess, visit: OpenPage
) -> None:
    page, asked, held = visit(), list[Route](), list[Route]()

    def away(route: Route) -> None:
        asked.append(route)
        if len(asked) == 1:  # later questions stay open, so that none of them tells it anew
            route.abort()
            while held:
                held.pop().continue_()

    def answers(route: Route) -> None:  # after that: a server that answers this is not away
        if asked:
            route.continue_()
        else:
            held.append(route)

    page.route("**/api/*", answers)
    page.route("**/api/tables", away)
    go(page, server)
    trouble = page.get_by_role("alert")
    expect(trouble).to_contain_text(text("en", "common.unreachable"))
    page.get_by_role("button", name=text("en", "common.settings")).click()
    page.get_by_role("combobox", name="Language").select_option("fr")
    expect(trouble).to_contain_text(text("fr", "common.unreachable"))
