"""Bids are turned up with suspense: nothing tells a place before the last card lies."""

import json
import re
from typing import Any

from playwright.sync_api import Page, expect

from browser.conftest import OpenPage
from browser.playing import BIDDING, TURN, Player, sit_down
from support.server_process import ServerProcess

NOTE_WHAT_IS_THERE = """
window.seen = [];
const frame = () => {
  const table = document.querySelector('.table');
  if (table) {
    const all = (where) => [...document.querySelectorAll(where)];
    const told = (each) => `${each.ariaLabel ?? ''} ${each.title}`;
    const labels = all('[aria-label], [title]').map(told);
    window.seen.push({
      stage: table.dataset.reveal ?? null,
      backs: all('[data-part=seat] .bid .back').length,
      faces: all('[data-part=seat] .bid [data-card]').length,
      theirs: all('[data-part=seat] .place').length,
      mine: all('[data-part=bid] .place').length,
      acting: all('[data-part=seat] .acts, [role=timer]').length,
      words: `${document.body.textContent} ${labels.join(' ')} ${document.title}`,
    });
  }
  requestAnimationFrame(frame);
};
frame();
"""
"""Everything that is on the page in every frame, for the eye and for who listens."""
TELLS_A_PLACE = re.compile(
    r"\b(1st|2nd|3rd|4th)\b|goes? (first|before)|acts? (first|next)|Order:|before #|after #"
)
WITH_LOG = {"viewport": {"width": 1700, "height": 900}}


def bid_slowly(server: ServerProcess, visit: OpenPage, tempo: str, **wishes: Any) -> Page:
    """A table with three bots where Ann has just bid; the log is open beside it."""
    [seat] = sit_down(server, "Ann", bots=3)
    page = visit(**{**WITH_LOG, **wishes})
    kept = {"name": "Ann", "tempo": tempo, "sound": True, "coach": False}
    page.add_init_script(f"localStorage['spielgeld / settings'] ??= {json.dumps(kept)!r}")
    page.add_init_script(NOTE_WHAT_IS_THERE)
    page.goto(seat.link)
    ann = Player(page)
    page.mouse.click(500, 300)  # my deal need not be watched
    assert ann.asked() == BIDDING
    page.evaluate("window.seen = []")
    ann.cards.first.click()
    ann.lay.click()
    return page


def shown(page: Page) -> list[dict[str, Any]]:
    """The frames in which bids were turned up, to the end."""
    page.wait_for_function("() => window.seen.some(({ stage }) => stage === 'told')")
    page.wait_for_function("() => window.seen.at(-1).stage === null")
    frames: list[dict[str, Any]] = page.evaluate("window.seen.filter(({ stage }) => stage)")
    return frames


def test_no_place_is_told_before_the_last_card_lies_and_mine_comes_last(
    server: ServerProcess, visit: OpenPage
) -> None:
    page = bid_slowly(server, visit, "normal")
    frames = shown(page)
    turning = [frame for frame in frames if frame["stage"] == "turning"]
    assert {frame["backs"] for frame in turning} >= {0, 1, turning[0]["backs"]}
    assert turning[0]["faces"] == 0  # no face is on the page before it is turned up
    for frame in turning:
        assert (frame["theirs"], frame["mine"], frame["acting"]) == (0, 0, 0)
        assert TELLS_A_PLACE.search(frame["words"]) is None
    after = [frame for frame in frames if frame["stage"] != "turning"]
    assert after[0]["backs"] == 0
    assert after[0]["theirs"] == 3  # all of them at once
    assert after[0]["mine"] == 0
    assert after[-1]["mine"] == 1
    assert TELLS_A_PLACE.search(after[-1]["words"])


def test_a_tap_jumps_to_the_places(server: ServerProcess, visit: OpenPage) -> None:
    page = bid_slowly(server, visit, "slow")
    page.locator("[data-reveal=turning] [data-part=seat] .bid .back").first.wait_for()
    page.mouse.click(700, 450)
    expect(page.locator("[data-part=seat] .place")).to_have_count(3, timeout=1_000)
    frames = shown(page)
    turning = [frame for frame in frames if frame["stage"] == "turning"]
    assert turning[-1]["backs"] > 0  # it jumped over cards
    assert all(frame["theirs"] == 0 for frame in turning)


def test_who_wants_nothing_to_move_sees_all_of_it_at_once(
    server: ServerProcess, visit: OpenPage
) -> None:
    page = bid_slowly(server, visit, "normal", reduced_motion="reduce")
    frames = [frame for frame in shown(page) if frame["stage"] == "told"]
    assert frames[0]["backs"] == 0
    assert (frames[0]["theirs"], frames[-1]["mine"]) == (3, 1)
    assert len({frame["stage"] for frame in shown(page) if frame["faces"]}) == 1


def test_at_once_there_is_no_reveal(server: ServerProcess, visit: OpenPage) -> None:
    page = bid_slowly(server, visit, "instant")
    assert Player(page).asked() == TURN
    assert page.evaluate("window.seen.every(({ stage }) => stage === null)")
