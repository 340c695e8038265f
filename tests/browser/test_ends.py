"""The end of a deal and of a match: counted first and told then, a triumph for the winner alone."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import OpenPage
from browser.fitting import SPEAK, TWO_FRAMES
from browser.screens import SOME_LANGUAGES, at_once, open_table, play_on, sit_down, text, won_by
from support.server_process import ServerProcess

LAY = text("en", "hand.bid.lay")
SIZES = [(1440, 900), (1024, 768), (390, 844), (390, 664), (360, 640), (360, 560), (844, 390)]
NOT_IN_ITS_BOX = """() => {
  const end = document.querySelector('section.deal-end');
  const box = end.getBoundingClientRect();
  const found = [];
  const { scrollHeight, scrollWidth } = document.scrollingElement;
  if (scrollHeight > innerHeight) found.push(`the page is ${scrollHeight} high`);
  if (scrollWidth > innerWidth) found.push(`the page is ${scrollWidth} wide`);
  for (const node of end.querySelectorAll('*')) {
    const { width, height, left, right, top, bottom } = node.getBoundingClientRect();
    const isOurs = !node.closest('svg, dialog, .hidden, .triumph, .notes');
    if (!isOurs || width < 2 || getComputedStyle(node).visibility !== 'visible') continue;
    const told = `${node.tagName}.${node.className} "${node.textContent.trim().slice(0, 40)}"`;
    const isOut = left < box.left - 1 || right > box.right + 1;
    if (isOut || top < box.top - 1 || bottom > box.bottom + 1) found.push(`outside: ${told}`);
    const isWide = node.scrollWidth > node.clientWidth + 1;
    const isHigh = node.scrollHeight > node.clientHeight + 4;
    const isBox = getComputedStyle(node).display !== 'inline' && !node.matches('.inside, .face');
    if (isBox && (isWide || isHigh)) found.push(`cut: ${told}`);
    const isSmall = width < 40 || height < 40;
    if (node.matches('button, a') && isSmall) found.push(`small: ${told}`);
  }
  for (const name of end.querySelectorAll('h3')) if (!name.offsetWidth) found.push('no name');
  return found;
}"""
NOTE_THE_LOG = """
window.told = { early: 0, late: 0 };
new MutationObserver(() => {
  const log = document.querySelector('[role=log]')?.textContent ?? '';
  if (!log.includes('Deal 1 is over')) return;
  const isCounting = document.body.textContent.includes('Counting the hands');
  window.told[isCounting ? 'early' : 'late'] += 1;
}).observe(document, { childList: true, subtree: true, characterData: true });
"""


def finished(server: ServerProcess, **wishes: Any) -> dict[str, Any]:
    seated = open_table(server, **{"rules": {"deals": 1}, **wishes})
    play_on(server, seated)
    return seated


def in_language(page: Page, language: str) -> Page:
    kept = json.dumps({"tempo": "instant", "sound": False, "language": language})
    page.add_init_script(f"localStorage.setItem('spielgeld / settings', JSON.stringify({kept}))")
    return page


def misfits(page: Page, screen: str) -> list[str]:
    """What does not fit the end's box at some size of the window, in some language."""
    found: list[str] = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for language in SOME_LANGUAGES:
            page.evaluate(SPEAK, language)  # which changes nothing else
            page.evaluate(TWO_FRAMES)
            place = f"{screen}, {language}, {width}x{height}"
            found += [f"{place}: {each}" for each in page.evaluate(NOT_IN_ITS_BOX)]
    page.evaluate(SPEAK, "en")
    return found


@pytest.mark.parametrize(("players", "edition", "deals"), [(3, "fr", 4), (6, "pl", 2)])
def test_an_end_fits_every_window(
    server: ServerProcess, visit: OpenPage, players: int, edition: str, deals: int
) -> None:
    page = in_language(visit(reduced_motion="reduce"), "en")
    bots = ["level3", "trios", "pincher", "spoiler", "hoarder"][: players - 1]
    seats = [{}, *({"bot": bot} for bot in bots)]
    sit_down(page, server, finished(server, edition=edition, seats=seats, rules={"deals": deals}))
    page.get_by_role("button", name=text("en", "scoring.after.rematch")).wait_for()
    found = misfits(page, "match")
    page.get_by_role("button", name=text("en", "scoring.after.count"), exact=True).click()
    page.get_by_role("button", name=text("en", "advice.ui.deal_curve.title")).wait_for()
    found += misfits(page, "deal")
    assert found == []


@pytest.mark.parametrize(("winner", "is_mine"), [(0, True), (1, False)], ids=["won", "lost"])
def test_a_triumph_is_for_the_winner_alone(
    server: ServerProcess, visit: OpenPage, winner: int, is_mine: bool
) -> None:
    page = at_once(visit())
    page.add_init_script(won_by(winner))
    sit_down(page, server, finished(server))
    page.get_by_role("button", name="Rematch").wait_for()
    expect(page.locator(".triumph")).to_have_count(int(is_mine))
    expect(page.get_by_text("You win the match")).to_have_count(int(is_mine))
    costliest = page.get_by_role("link", name="Your costliest moment")
    expect(costliest).to_have_count(int(not is_mine))


def test_the_log_waits_until_the_deal_is_counted(server: ServerProcess, visit: OpenPage) -> None:
    page = visit(viewport={"width": 1700, "height": 900})
    page.add_init_script("localStorage.setItem('spielgeld / settings', '{\"tempo\":\"fast\"}')")
    page.add_init_script(NOTE_THE_LOG)
    seated = open_table(server)
    sit_down(page, server, seated)
    page.get_by_role("button", name=LAY).wait_for()
    play_on(server, seated, one_deal=True)
    page.get_by_text("Counting the hands").wait_for(timeout=60_000)
    won = re.compile("wins? the deal with|share the win in this deal with")
    expect(page.get_by_text(won).first).to_be_visible()
    page.wait_for_function("window.told.late > 0")
    assert page.evaluate("window.told.early") == 0


def test_a_count_can_be_skipped(server: ServerProcess, visit: OpenPage) -> None:
    page = visit()
    page.add_init_script("localStorage.setItem('spielgeld / settings', '{\"tempo\":\"fast\"}')")
    seated = open_table(server)
    sit_down(page, server, seated)
    page.get_by_role("button", name=LAY).wait_for()
    play_on(server, seated, one_deal=True)
    page.get_by_text("Counting the hands").wait_for(timeout=60_000)
    total = page.get_by_role("article", name="Ann’s hand").get_by_role("row", name="Total")
    page.locator("section.deal-end").get_by_role("button", name="Skip").click()
    record = server.ask("GET", f"/api/tables/{seated['code']}/record").json()
    expect(total).to_contain_text(f"{record['deals'][0]['scores'][0]:,}", timeout=1_000)


def test_a_single_deal_is_counted_line_below_line(server: ServerProcess, visit: OpenPage) -> None:
    page = at_once(visit())
    sit_down(page, server, finished(server))
    page.get_by_role("button", name=text("en", "scoring.after.count"), exact=True).click()
    rows = page.get_by_role("article", name="Ann’s hand").get_by_role("row")
    expect(rows.first).to_be_visible()
    tops = [row.bounding_box()["y"] for row in rows.all()]  # type: ignore[index]
    assert tops == sorted(set(tops))


def test_the_costliest_moment_of_a_lost_match_leads_into_its_review(
    server: ServerProcess, visit: OpenPage
) -> None:
    page = at_once(visit())
    page.add_init_script(won_by(1))
    seated = open_table(
        server, rules={"deals": 1}, seats=[{}, {"bot": "level3"}, {"bot": "level3"}]
    )
    play_on(server, seated, bot="random")  # whose mistakes are beyond doubt
    sit_down(page, server, seated)
    link = page.get_by_role("link", name="Your costliest moment")
    told = re.compile(r"Deal 1, round \d+: the (bid|turn)")
    expect(link.or_(page.get_by_role("link", name="Review"))).to_contain_text(told, timeout=90_000)
    when = told.search(link.inner_text())
    assert when
    link.click()
    moment = page.get_by_role("article").filter(has_text=when[0])
    expect(moment).to_be_focused()
    expect(moment).to_be_in_viewport()
