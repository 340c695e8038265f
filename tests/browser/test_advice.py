"""Advice in a real browser: a hint at the table, a review afterwards, in every language."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from browser.conftest import OpenPage
from browser.fitting import SPEAK
from browser.playing import BIDDING, TURN, Player, come
from browser.playing import sit_down as sit_with
from browser.screens import (
    LANGUAGES,
    SOME_LANGUAGES,
    at_once,
    golden_record,
    open_table,
    play_on,
    sit_down,
    text,
    watch_file,
)
from browser.test_axe import checker
from browser.test_languages import LOCALES, SMALL, Measure
from support.server_process import ServerProcess

ONE_DEAL: dict[str, Any] = {"edition": "fr", "seats": [{}, *2 * [{"bot": "greedy"}]]}
"""An edition with short deals, and one of them."""


CHOICE_SAID = re.compile(r"^(Take the (left|right) row|Take .+’s bid|Keep your bid)\.")


def table_of(server: ServerProcess, **wishes: Any) -> dict[str, Any]:
    """A table that is soon over."""
    return open_table(server, **{**ONE_DEAL, "rules": {"deals": 1}, **wishes})


def hint_button(page: Page, language: str = "en") -> Any:
    return page.get_by_role("button", name=text(language, "advice.ui.hint.title"), exact=True)


def hint_shown(page: Page, language: str = "en") -> Any:
    return page.get_by_role("region", name=text(language, "advice.ui.hint.title"), exact=True)


def reviewed(page: Page, language: str = "en") -> None:
    """Wait until the review is there."""
    compared = text(language, "advice.ui.review.compared")
    page.get_by_role("heading", name=compared).wait_for(timeout=60_000)


# ---------------------------------------------------------------- a hint


@pytest.mark.parametrize("language", SOME_LANGUAGES)
def test_a_hint_for_a_bid_is_put_into_the_draft(
    server: ServerProcess, visit: OpenPage, language: str
) -> None:
    page = at_once(visit(locale=LOCALES[language], **SMALL))
    measure = Measure(page)
    sit_down(page, server, table_of(server, edition="nl"))
    lay = page.get_by_role("button", name=text(language, "hand.bid.lay"), exact=True)
    lay.wait_for()
    hint_button(page, language).click()
    shown = hint_shown(page, language)
    expect(shown.get_by_role("paragraph")).to_have_text(re.compile(r"\w{3}.*\."))
    expect(page.locator(".hinted").first).to_be_visible()  # a ring on every card of it
    shown.get_by_role("button", name=text(language, "advice.ui.hint.more")).click()
    title = text(language, "advice.ui.hint.title")
    more = page.get_by_role("dialog", name=title, exact=True)
    options = more.get_by_role("listitem").filter(has=page.locator("h3"))
    expect(options.first).to_be_visible()
    assert 1 <= options.count() <= 3
    expect(options.first).to_contain_text("%")
    expect(options.first.locator("p")).not_to_have_count(1)  # the numbers, and a reason
    expect(page.get_by_text(re.compile(r"\{\w+\}"))).to_have_count(0)
    measure.look("a hint for the bid")
    expect(lay).to_be_disabled()
    use = text(language, "advice.ui.hint.use_bid")
    options.first.get_by_role("button", name=use).click()
    expect(more).to_be_hidden()
    expect(lay).to_be_enabled()  # it is in the draft, and lies not yet
    lay.click()
    expect(hint_shown(page, language)).to_be_hidden()
    assert measure.found == []


def test_a_hint_for_a_turn_puts_a_ring_on_its_pile_and_takes_nothing(
    server: ServerProcess, visit: OpenPage
) -> None:
    seated = sit_with(server, "Ann", bots=2)[0]
    ann = come(visit, seated, "Ann")
    while ann.asked() == BIDDING:
        ann.bid(-1)
    hint_button(ann.page).click()
    shown = hint_shown(ann.page)
    said = shown.get_by_role("paragraph")
    expect(said).to_contain_text(CHOICE_SAID)
    ringed = ann.page.locator("button[data-turn].hinted")
    expect(ringed).to_have_count(1)
    turn = str(ringed.get_attribute("data-turn"))
    words = {"left": "left row", "right": "right row", "keep": "Keep"}
    expect(said).to_contain_text(words.get(turn, "’s bid"))
    assert ann.asked() == TURN  # it is shown, and nothing is taken
    ann.take()
    expect(shown).to_be_hidden()


def test_the_key_asks_and_closes_and_a_hint_can_be_put_away(
    server: ServerProcess, visit: OpenPage
) -> None:
    ann = come(visit, sit_with(server, "Ann", bots=2)[0], "Ann")
    hint_button(ann.page).wait_for()  # it is fetched after the table
    shown = hint_shown(ann.page)
    ann.page.keyboard.press("h")
    expect(shown.get_by_role("button", name="Use it")).to_be_visible()
    told = shown.get_by_role("paragraph").inner_text()
    expect(ann.page.locator("[role=status][aria-live]")).to_contain_text("Hint")
    ann.page.keyboard.press("h")
    expect(shown).to_be_hidden()
    ann.page.keyboard.press("h")
    expect(shown.get_by_role("paragraph")).to_have_text(told)  # who asks again is told the same
    shown.get_by_role("button", name="Close the hint").click()
    expect(shown).to_be_hidden()
    expect(hint_button(ann.page)).to_be_focused()
    ann.page.keyboard.press("?")
    keys = ann.page.get_by_role("dialog", name="Keyboard")
    expect(keys.get_by_text("Ask for a hint, or close it").first).to_be_visible()


def test_with_friends_there_is_no_hint_unless_the_host_wants_it(
    server: ServerProcess, visit: OpenPage
) -> None:
    ann, bo = sit_with(server, "Ann", "Bo", bots=1)
    one, _ = come(visit, ann, "Ann"), come(visit, bo, "Bo")
    one.lay.wait_for()
    expect(hint_button(one.page)).to_have_count(0)
    page = at_once(visit())
    page.goto(server.url)
    page.get_by_role("button", name="Play with friends").click()
    hints = page.get_by_role("group", name="Hints")
    expect(hints).to_contain_text("Anyone playing only against bots may ask")
    hints.get_by_text("For everybody").click()
    expect(hints).to_contain_text("Everybody may ask privately")
    page.get_by_role("button", name="Open the table").click()
    page.get_by_text(text("en", "start.waiting.agreed")).click()
    expect(page.get_by_text("Everybody may ask privately")).to_be_visible()
    page.get_by_role("button", name=re.compile("^Start|and start$")).click()
    player = Player(page)
    player.lay.wait_for()
    expect(hint_button(page)).to_be_visible()


# ---------------------------------------------------------------- the end of a deal


def test_a_small_picture_of_everybodys_chance_moves_nothing_and_opens_large(
    server: ServerProcess, visit: OpenPage
) -> None:
    page = at_once(visit(reduced_motion="reduce", viewport={"width": 360, "height": 560}))
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/curve", hold)
    seated = table_of(server, rules={"deals": 2})
    play_on(server, seated, one_deal=True)
    sit_down(page, server, seated)
    onward = page.get_by_role("button", name=text("en", "scoring.next.button"))
    onward.wait_for()
    page.locator("button.curve").wait_for(state="attached")
    before = onward.bounding_box()
    picture = page.get_by_role("button", name=text("en", "advice.ui.deal_curve.title"))
    expect(picture).to_be_hidden()
    while not held:
        page.wait_for_timeout(10)
    route = held.pop()
    told = route.fetch()
    route.fulfill(response=told)
    first = round(100 * max(told.json()["chances"][-1]))  # less than 100 where a win is shared
    expect(picture).to_be_visible()
    assert onward.bounding_box() == before
    picture.click()
    for language in LANGUAGES:
        page.evaluate(SPEAK, language)
        title = text(language, "advice.ui.deal_curve.title")
        dialog = page.get_by_role("dialog", name=title, exact=True)
        points = dialog.get_by_role("group", name=title).get_by_role("img")
        end = re.compile(f"^{text(language, 'advice.ui.deal_curve.end')}.*{first}\\s?%")
        expect(points.last).to_have_accessible_name(end)
        expect(dialog.get_by_text(re.compile(r"\{\w+\}"))).to_have_count(0)
        wide = dialog.evaluate("each => [each.scrollWidth, each.clientWidth]")
        assert wide[0] == wide[1]
    page.keyboard.press("Escape")
    expect(page.locator("button.curve")).to_be_focused()


# ---------------------------------------------------------------- a review


@pytest.fixture(scope="module")
def seated(server: ServerProcess) -> dict[str, Any]:
    """A seat of a finished match; its review is worked out for the first who asks."""
    seated = table_of(server)
    play_on(server, seated)
    return seated


@pytest.mark.parametrize("language", SOME_LANGUAGES)
def test_a_match_is_reviewed_from_its_end(
    server: ServerProcess, visit: OpenPage, seated: dict[str, Any], language: str
) -> None:
    def say(key: str) -> str:
        return text(language, key)

    page = at_once(visit(locale=LOCALES[language], **SMALL))
    measure = Measure(page)
    sit_down(page, server, seated)
    ways = [say("scoring.after.review"), say("scoring.after.costliest")]  # won, lost
    page.get_by_role("link", name=re.compile(f"^({'|'.join(ways)})")).click()
    reviewed(page, language)
    address, _, _moment = page.url.partition("#")  # a review that is known leads to its moment
    assert address.endswith(f"/review/{seated['code']}")
    curve = page.get_by_role("group", name=say("advice.ui.review.curve"))
    expect(curve.get_by_role("img").first).to_be_visible()
    page.get_by_text(say("advice.ui.review.as_table")).click()
    table = page.get_by_role("table").filter(has_text=say("advice.ui.review.moment"))
    assert table.get_by_role("row").count() == 1 + curve.get_by_role("img").count()
    end = say("advice.ui.review.when.end")
    expect(table.get_by_role("rowheader", name=end)).to_be_visible()
    expect(page.get_by_text(say("advice.ui.review.luck"))).to_be_visible()
    page.wait_for_load_state("networkidle")
    measure.look("a review")
    expect(page.get_by_text(re.compile(r"\{\w+\}"))).to_have_count(0)
    assert measure.found == []


def test_a_record_from_a_file_is_reviewed_for_any_seat_and_shown_where_it_happened(
    server: ServerProcess, visit: OpenPage
) -> None:
    page = at_once(visit())
    watch_file(page, server, golden_record("fr", 3))
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Review").click()
    reviewed(page)
    page.get_by_role("combobox", name="Whose play?").select_option("Bo")
    reviewed(page)
    expect(page.get_by_role("columnheader", name="Bo")).to_be_visible()
    moment = page.get_by_role("article").first
    expect(moment.get_by_role("list", name="Hand", exact=True)).to_be_visible()
    expect(moment.get_by_role("heading", name=re.compile("^Better: "))).to_be_visible()
    when = moment.get_by_role("heading", level=3).inner_text()
    moment.get_by_role("link", name="Show in the replay").click()
    expect(page.get_by_role("heading", name="Replay", level=1)).to_be_visible()
    expect(page.get_by_role("combobox", name="What is shown")).to_have_value("1")
    deal = re.findall(r"\d+", when)[0]
    expect(page.get_by_role("combobox", name="Jump to")).to_contain_text(f"Deal {deal}")
    page.go_back()
    reviewed(page)


def test_the_curve_is_walked_by_the_arrow_keys(server: ServerProcess, visit: OpenPage) -> None:
    page = at_once(visit())
    watch_file(page, server, golden_record("fr", 3))
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Review").click()
    reviewed(page)
    name = text("en", "advice.ui.review.curve")
    points = page.get_by_role("group", name=name).get_by_role("img")
    points.first.focus()
    page.keyboard.press("ArrowRight")
    expect(points.nth(1)).to_be_focused()
    chances = re.compile(r"Deal 1, round 2: Ann \d+%, Bo \d+% and Cy \d+%")
    expect(points.nth(1)).to_have_accessible_name(chances)
    page.keyboard.press("End")
    expect(points.last).to_be_focused()


def test_the_last_matches_lead_to_their_reviews(server: ServerProcess, visit: OpenPage) -> None:
    page = at_once(visit())
    seated = table_of(server)
    sit_down(page, server, seated)
    page.get_by_role("button", name="Place bid").wait_for()
    play_on(server, seated)
    page.get_by_role("heading", name="The match is over").wait_for(state="attached")
    page.goto(f"{server.url}/replay")
    page.get_by_role("link", name=re.compile("^Review: ")).click()
    reviewed(page)
    expect(page.get_by_role("combobox", name="Whose play?")).to_have_value(str(seated["seat"]))


def test_axe_finds_nothing(server: ServerProcess, visit: OpenPage) -> None:
    check = checker(visit)
    page = check.page
    seated = table_of(server)
    sit_down(page, server, seated)
    page.get_by_role("button", name="Place bid").wait_for()
    hint_button(page).click()
    hint_shown(page).get_by_role("button", name="More").wait_for()
    check.look("a hint")
    hint_shown(page).get_by_role("button", name="More").click()
    sheet = page.get_by_role("dialog", name="Hint")
    sheet.wait_for()
    check.look("all of a hint")
    sheet.get_by_role("button", name="Close").click()
    play_on(server, seated)
    page.get_by_role("link", name=re.compile("^(Review|Your costliest moment)")).click()
    reviewed(page)
    page.get_by_text("The same, as a table").click()
    page.wait_for_load_state("networkidle")
    check.look("a review")
    assert check.found == []
