"""The end of a deal and of a match: counted first and told then, a triumph for the winner alone."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.conftest import OpenPage
from browser.screens import at_once, open_table, play_on, sit_down
from server_process import ServerProcess

WON_BY = """
const Real = WebSocket;
window.WebSocket = class extends Real {
  set onmessage(hear) {
    const winners = '"winners":[WINNER]';
    const told = (data) => data.replace(/"winners":\\[[^\\]]*\\]/g, winners);
    super.onmessage = ({ data }) => hear({ data: told(data) });
  }
};
"""
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


@pytest.mark.parametrize(("winner", "is_mine"), [(0, True), (1, False)], ids=["won", "lost"])
def test_a_triumph_is_for_the_winner_alone(
    server: ServerProcess, visit: OpenPage, winner: int, is_mine: bool
) -> None:
    page = at_once(visit())
    page.add_init_script(WON_BY.replace("WINNER", str(winner)))
    sit_down(page, server, finished(server))
    page.get_by_role("button", name="Rematch").wait_for()
    expect(page.locator(".triumph")).to_have_count(int(is_mine))
    expect(page.get_by_text("You win the match")).to_have_count(int(is_mine))
    costliest = page.get_by_role("link", name="Your costliest moment")
    expect(costliest).to_have_count(int(not is_mine))


def test_the_log_waits_until_the_deal_is_counted(server: ServerProcess, visit: OpenPage) -> None:
    page = visit(viewport={"width": 1700, "height": 900})
    page.add_init_script("localStorage.setItem('spielgeld', '{\"tempo\":\"fast\"}')")
    page.add_init_script(NOTE_THE_LOG)
    seated = open_table(server)
    sit_down(page, server, seated)
    page.get_by_role("button", name="Lay bid", exact=True).wait_for()
    play_on(server, seated, one_deal=True)
    page.get_by_text("Counting the hands").wait_for(timeout=60_000)
    expect(page.get_by_text(re.compile("wins? the deal with")).first).to_be_visible()
    page.wait_for_function("window.told.late > 0")
    assert page.evaluate("window.told.early") == 0


def test_a_count_can_be_skipped(server: ServerProcess, visit: OpenPage) -> None:
    page = visit()
    page.add_init_script("localStorage.setItem('spielgeld', '{\"tempo\":\"fast\"}')")
    seated = open_table(server)
    sit_down(page, server, seated)
    page.get_by_role("button", name="Lay bid", exact=True).wait_for()
    play_on(server, seated, one_deal=True)
    page.get_by_text("Counting the hands").wait_for(timeout=60_000)
    total = page.get_by_role("article", name="Hand of Ann").get_by_role("row", name="Total")
    page.locator("section.end").get_by_role("button", name="Skip").click()
    record = server.ask("GET", f"/api/tables/{seated['code']}/record").json()
    expect(total).to_contain_text(f"{record['deals'][0]['scores'][0]:,}", timeout=1_000)
