"""No screen breaks a rule of axe-core, in the light theme or the dark one."""

import re
from typing import Any, Literal

from playwright.sync_api import Page, expect

from browser import chromium
from browser.conftest import OpenPage
from browser.playing import Player
from browser.screens import (
    at_once,
    begin_pad,
    cell,
    go,
    golden_record,
    open_table,
    play_on,
    sit_down,
    watch_file,
)
from support.server_process import ServerProcess

_AXE = chromium.axe()
_RUN = """async (rules) => {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  await Promise.all(document.getAnimations().map((each) => each.finished.catch(() => null)));
  const wanted = rules ? { runOnly: { type: 'rule', values: rules } } : {};
  const options = { resultTypes: ['violations'], ...wanted };
  const { violations, passes } = await axe.run(document, options);
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, html, failureSummary }) =>
      `${id}: ${help}: ${target} ${html.slice(0, 160)} ${failureSummary.slice(0, 300)}`));
  return { found, passed: passes.length };
}"""


class Checker:
    """Looks at one screen after the other, and says at the end what was wrong."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.found: list[str] = []

    def look(self, screen: str) -> None:
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(_AXE)
        titles = self.page.locator("h1").count()
        if titles != 1:
            self.found.append(f"{screen}: {titles} first headings")
        # All but the colours is the same in both themes.
        themes: tuple[tuple[Literal["light", "dark"], list[str] | None], ...] = (
            ("light", None),
            ("dark", ["color-contrast", "link-in-text-block"]),
        )
        for theme, rules in themes:
            self.page.emulate_media(color_scheme=theme, reduced_motion="reduce")
            result: dict[str, Any] = self.page.evaluate(_RUN, rules)
            assert result["passed"] > 0, f"{screen}: nothing was checked"
            self.found += [f"{screen}, {theme}: {each}" for each in result["found"]]
        self.page.emulate_media(color_scheme="light", reduced_motion="reduce")


def checker(visit: OpenPage, **wishes: Any) -> Checker:
    return Checker(at_once(visit(reduced_motion="reduce", **wishes)))


def test_start_and_dialogs(server: ServerProcess, visit: OpenPage) -> None:
    check = checker(visit)
    page = go(check.page, server)
    check.look("start")
    page.get_by_role("button", name="Play with friends").click()
    page.get_by_role("radio", name="Polish").wait_for()
    page.get_by_text("House rules").first.click()
    check.look("friends")
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("dialog", name="Settings")).to_be_visible()
    check.look("settings")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Keyboard").click()
    expect(page.get_by_role("dialog", name="Keyboard")).to_be_visible()
    check.look("keys")
    assert check.found == []


def test_the_menu_of_a_phone(server: ServerProcess, visit: OpenPage) -> None:
    check = checker(visit, viewport={"width": 390, "height": 844})
    page = go(check.page, server)
    page.get_by_role("button", name="Menu").click()
    check.look("menu")
    assert check.found == []


def test_a_table_before_during_and_after(server: ServerProcess, visit: OpenPage) -> None:
    check = checker(visit)
    page = check.page
    seated = open_table(server, seats=[{}, {"bot": "greedy"}, {}], start="host", watchers="link")
    sit_down(page, server, seated)
    page.get_by_role("button", name=re.compile("^Start|and start$")).wait_for()
    check.look("waiting room")
    guest = checker(visit)
    guest.page.goto(f"{server.url}/t/{seated['code']}")
    guest.page.get_by_role("button", name="Sit down").wait_for()
    guest.look("invitation")
    page.get_by_role("button", name=re.compile("^Start|and start$")).click()
    page.get_by_role("button", name="Place bid").wait_for()
    check.look("bidding")
    page.get_by_role("group", name="Your cards").get_by_role("button").first.click()
    check.look("a bid chosen")
    page.get_by_role("button", name="Place bid").click()
    page.locator("button[data-turn=right]:not(.wish)[aria-disabled=false]").wait_for()
    check.look("turn")
    play_on(server, seated, one_deal=True)
    page.get_by_role("heading", name="Deal 1 of 3 is over").wait_for()
    page.get_by_role("button", name=re.compile("shuffle")).wait_for()
    check.look("end of deal")
    play_on(server, seated)
    page.get_by_role("heading", name="The match is over").wait_for(state="attached")
    check.look("end of match")
    assert check.found + guest.found == []


def test_learn(server: ServerProcess, visit: OpenPage) -> None:
    check = checker(visit)
    page = go(check.page, server, "/learn")
    check.look("lessons")
    page.get_by_role("link", name="Start", exact=True).click()
    page.get_by_role("button", name="Place bid", exact=True).wait_for()
    check.look("a bid to lay")
    go(page, server, "/learn#cliff")
    right = page.locator("button[data-turn=right]")
    Player(page).show(right)
    check.look("a pile that is shown")
    right.click()
    page.get_by_role("heading", name="Not quite.").wait_for()
    check.look("a turn, and what was better")
    assert check.found == []


def test_rules(server: ServerProcess, visit: OpenPage) -> None:
    check = checker(visit)
    page = go(check.page, server, "/rules")
    page.get_by_role("heading", level=2).first.wait_for()
    check.look("read")
    page.get_by_role("radio", name="Compare").check()
    page.get_by_role("button").first.wait_for()
    check.look("compare")
    page.get_by_role("radio", name="Overview").check()
    page.get_by_role("table").first.wait_for()
    check.look("overview")
    assert check.found == []


def test_pad(server: ServerProcess, visit: OpenPage) -> None:
    check = checker(visit)
    page = go(check.page, server, "/pad")
    page.get_by_role("combobox", name="Edition").wait_for()
    check.look("setup")
    begin_pad(page, "pl", "Ann", "Bo", "Cy")
    for note in ("60 złoty", "20 złoty", "silver coin worth 10"):
        cell(page, note).click()
    page.get_by_role("button", name="Next: Bo").click()
    cell(page, "60 złoty").click(force=True)
    check.look("hands")
    page.get_by_role("button", name="Standings").first.click()
    page.get_by_role("table").first.wait_for()
    check.look("standings")
    page.get_by_role("button", name="Who acts first?").first.click()
    page.get_by_role("group", name="Whose bid?").wait_for()
    check.look("who acts first")
    assert check.found == []


def test_replay(server: ServerProcess, visit: OpenPage) -> None:
    check = checker(visit)
    page = go(check.page, server, "/replay")
    check.look("open")
    watch_file(page, server, golden_record("pl", 4))
    page.get_by_role("button", name="One step forward").click()
    check.look("bids turned up")
    page.get_by_role("combobox", name="What is shown").select_option(label="What Ann knew")
    page.get_by_role("region", name="Bo").get_by_text("unknown card").first.wait_for(
        state="attached"
    )
    check.look("as one seat")
    page.get_by_role("button", name="Play on from here").click()
    page.get_by_role("dialog").wait_for()
    check.look("play on")
    page.keyboard.press("Escape")
    page.get_by_role("dialog").wait_for(state="hidden")
    page.keyboard.press("End")
    page.get_by_role("heading", name=re.compile("is over")).wait_for()
    check.look("end")
    assert check.found == []
