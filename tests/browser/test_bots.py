"""Bots as people meet them: by a name in their language, with a character, easy or hard."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import OpenPage
from browser.playing import code_of
from browser.screens import LANGUAGES, at_once, go, golden_record, open_table, sit_down, text
from spielgeld.bots import BOTS, PUBLISHED
from spielgeld.texts import load_bots
from support.server_process import ServerProcess, serving

SMALL = {"viewport": {"width": 360, "height": 740}, "reduced_motion": "reduce"}
OWN = Path(__file__).parent.parent.parent / "examples" / "my_bot.py"


@pytest.mark.parametrize("language", LANGUAGES)
def test_bots_are_chosen_and_met_by_their_names(
    server: ServerProcess, visit: OpenPage, language: str
) -> None:
    page = go(at_once(visit(locale=language)), server)
    words = load_bots(language)
    page.get_by_role("button", name=text(language, "start.friends")).click()
    seats = page.get_by_role("group", name=text(language, "start.form.others"), exact=True)
    selects = seats.get_by_role("combobox")
    offered = selects.first.locator("optgroup option")
    expect(offered).to_have_text([words[bot]["name"] for bot in BOTS])
    for index, bot in enumerate(("penny", "greedy", "penny")):
        selects.nth(index).select_option(words[bot]["name"])
    for bot in ("penny", "greedy"):
        expect(seats.get_by_text(words[bot]["about"])).to_have_count(1)
    page.locator("form").get_by_role("button", name=text(language, "start.play_now")).click()

    for name in (words["penny"]["name"], words["greedy"]["name"], f"{words['penny']['name']} 2"):
        label = text(language, "bots.open").replace("{name}", name)
        expect(page.get_by_role("button", name=label, exact=True)).to_be_visible()
    greedy = text(language, "bots.open").replace("{name}", words["greedy"]["name"])
    page.get_by_role("button", name=greedy, exact=True).click()
    sheet = page.get_by_role("dialog", name=words["greedy"]["name"])
    expect(sheet.get_by_text(words["greedy"]["about"])).to_be_visible()
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    expect(page.get_by_role("button", name=greedy, exact=True)).to_be_focused()


def test_every_name_fits_its_seat_on_a_small_phone(server: ServerProcess, visit: OpenPage) -> None:
    page = at_once(visit(**SMALL))
    sit_down(page, server, open_table(server, seats=[{}, *3 * [{"bot": "greedy"}]]))
    name = page.locator(".name .text").first
    name.wait_for()
    cut = []
    for shown in {
        f"{bot['name']}{more}"
        for language in LANGUAGES
        for bot in load_bots(language).values()
        for more in ("", " 2")
    }:
        name.evaluate("(node, name) => { node.textContent = name; }", shown)
        if name.evaluate("(node) => node.scrollWidth > node.clientWidth"):
            cut.append(shown)
    assert cut == []


def test_the_choice_of_opponents_is_kept(server: ServerProcess, visit: OpenPage) -> None:
    page = go(visit(), server)
    opponents = page.get_by_role("group", name="Opponents")
    expect(opponents.get_by_role("radio", name="Mixed")).to_be_checked()
    opponents.get_by_text("Hard", exact=True).click()
    page.reload()
    expect(opponents.get_by_role("radio", name="Hard")).to_be_checked()
    page.get_by_role("button", name="Play now").click()
    _expect_three_bots(page, server)


def _expect_three_bots(page: Page, server: ServerProcess) -> None:
    expect(page.get_by_role("button", name=re.compile("^About .*, a bot$"))).to_have_count(3)
    seats = server.ask("GET", f"/api/tables/{code_of(page)}").json()["seats"]
    assert [seat["bot"] in PUBLISHED for seat in seats] == [False, True, True, True]


def test_the_waiting_room_names_bots(server: ServerProcess, visit: OpenPage) -> None:
    page = at_once(visit())
    seated = open_table(server, seats=[{}, {"bot": "penny"}, {}], start="host")
    sit_down(page, server, seated)
    expect(page.get_by_role("listitem").filter(has_text="Penny")).to_contain_text(
        load_bots("en")["penny"]["about"]
    )
    fill = page.get_by_role("combobox", name="Fill open seats with")
    fill.select_option("Lady Luck")
    page.get_by_role("button", name="Add a bot and start").click()
    expect(page.get_by_role("button", name="About Lady Luck, a bot")).to_be_visible()


def test_a_replay_names_bots(server: ServerProcess, visit: OpenPage) -> None:
    record = golden_record("fr", 3).rstrip().removesuffix(b"}")
    record = record.replace(b'"Bo"', b'"greedy"') + b',"bots":[null,"greedy",null]}'
    page = go(visit(), server, "/replay")
    choose = page.get_by_label("Choose a record")
    choose.set_input_files({"name": "r.json", "mimeType": "application/json", "buffer": record})
    expect(page.get_by_role("option", name=re.compile("Grabber"))).to_be_attached()
    page.get_by_role("button", name="Play on from here").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.locator("optgroup option")).to_have_count(len(BOTS))
    expect(dialog.get_by_role("option", name="Grabber")).to_have_count(2)


def test_an_own_bot_can_be_chosen(tmp_path: Path, visit: OpenPage) -> None:
    with serving(tmp_path, "--bot", f"{OWN}:MyBot") as server:
        page = go(at_once(visit()), server)
        page.get_by_role("button", name="Play with friends").click()
        for number in (2, 3, 4):
            page.get_by_role("combobox", name=f"Seat {number}").select_option("MyBot")
        expect(page.get_by_text("MyBot – Somebody brought this bot along")).to_be_visible()
        page.locator("form").get_by_role("button", name="Play now").click()
        expect(page.get_by_role("button", name="About MyBot 3, a bot")).to_be_visible()
        page.get_by_role("button", name="Place bid", exact=True).wait_for()
