"""Six languages: the browser's own, another at once when chosen, none too long for a phone."""

import pytest
from playwright.sync_api import FilePayload, Page, expect

from browser.conftest import OpenPage
from browser.screens import (
    LANGUAGES,
    SOME_LANGUAGES,
    at_once,
    go,
    golden_record,
    open_table,
    sit_down,
    text,
)
from support.server_process import ServerProcess

LOCALES = {"en": "en-GB", "it": "it-IT", "fr": "fr-CA", "nl": "nl-BE", "de": "de-AT", "pl": "pl-PL"}
NAMES = {
    "en": "English",
    "it": "Italiano",
    "fr": "Français",
    "nl": "Nederlands",
    "de": "Deutsch",
    "pl": "Polski",
}
EDITIONS = {"en": "nl", "it": "it_full", "fr": "fr", "nl": "nl", "de": "nl", "pl": "pl"}
SMALL = {"viewport": {"width": 360, "height": 740}, "reduced_motion": "reduce"}
TOO_WIDE = """() => {
  const told = (node) =>
    `${node.tagName} "${node.textContent.trim()}" ${node.scrollWidth} > ${node.clientWidth}`;
  const cut = (node) => {
    const { overflowX, display, visibility } = getComputedStyle(node);
    const isSeen = node.clientWidth > 1 && display !== 'inline' && visibility === 'visible';
    const isCut = ['hidden', 'clip'].includes(overflowX);
    return isSeen && isCut && node.scrollWidth > node.clientWidth + 1;
  };
  const spills = (node) => node.clientWidth > 1 && node.scrollWidth > node.clientWidth + 1;
  // What is chosen in a list is cut without a trace: one with all the room it wants tells.
  const shortens = (node) => {
    const free = node.cloneNode();
    free.append(new Option(node.selectedOptions[0].text));
    Object.assign(free.style, { position: 'absolute', inlineSize: 'max-content' });
    node.after(free);
    const wanted = free.offsetWidth;
    free.remove();
    return node.offsetWidth > 1 && wanted > node.offsetWidth + 1;
  };
  // Cards of a hand lie over one another, and in their box.
  const leaves = (card) => {
    const face = card.firstElementChild.getBoundingClientRect();
    const hand = card.closest('[data-part=hand]').getBoundingClientRect();
    return face.width < 2 || face.left < hand.left - 1 || face.right > hand.right + 1;
  };
  const page = document.documentElement;
  const named = document.querySelectorAll(
    'h1, h2, h3, h4, label, legend, summary, th, button, a.button');
  const filled = 'button:not([data-pick]), a.button, [data-part=hand] h3';
  return [
    ...(page.scrollWidth > 360 ? [`the page: ${page.scrollWidth}`] : []),
    ...[...named].filter(cut).map(told),
    ...[...document.querySelectorAll(filled)].filter(spills).map(told),
    ...[...document.querySelectorAll('[data-pick]')].filter(leaves).map(
      (card) => `the card ${card.dataset.pick} leaves the hand`),
    ...[...document.querySelectorAll('select')].filter(shortens).map(
      (node) => `SELECT "${node.selectedOptions[0].text}" in ${node.offsetWidth}`),
  ];
}"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_language_of_the_browser(server: ServerProcess, visit: OpenPage, language: str) -> None:
    page = go(visit(locale=LOCALES[language]), server)
    expect(page.locator("html")).to_have_attribute("lang", language)
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text(text(language, "start.headline"))
    # The edition people of that language have at home comes first.
    page.get_by_role("button", name=text(language, "start.friends")).click()
    usual = f"start.editions.{EDITIONS[language]}"
    editions = page.get_by_role("group", name=text(language, "start.form.edition"), exact=True)
    expect(editions.get_by_role("radio", checked=True)).to_have_accessible_name(
        f"{text(language, f'{usual}.name')} {text(language, f'{usual}.about')}"
    )
    # Another language holds at once, for the dialog and the page behind it, and from then on.
    other = LANGUAGES[(LANGUAGES.index(language) + 1) % len(LANGUAGES)]
    page.get_by_role("button", name=text(language, "common.settings")).click()
    page.get_by_role("combobox", name=text(language, "common.language")).select_option(NAMES[other])
    expect(page.get_by_role("dialog")).to_have_accessible_name(text(other, "common.settings"))
    page.keyboard.press("Escape")
    expect(heading).to_have_text(text(other, "start.headline"))
    expect(page.locator("html")).to_have_attribute("lang", other)
    page.reload()
    expect(heading).to_have_text(text(other, "start.headline"))


def test_a_language_nobody_wrote(server: ServerProcess, visit: OpenPage) -> None:
    page = go(visit(locale="ja-JP"), server)
    expect(page.get_by_role("heading", level=1)).to_have_text(text("en", "start.headline"))


class Measure:
    """Looks at one screen after the other, and says at the end what was too wide."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.found: list[str] = []

    def look(self, screen: str) -> None:
        self.found += [f"{screen}: {each}" for each in self.page.evaluate(TOO_WIDE)]


@pytest.mark.parametrize("language", SOME_LANGUAGES)
def test_nothing_is_too_wide_for_a_small_phone(
    server: ServerProcess, visit: OpenPage, language: str
) -> None:
    page = at_once(visit(locale=LOCALES[language], **SMALL))
    measure = Measure(page)

    def say(key: str) -> str:
        return text(language, key)

    go(page, server)
    measure.look("start")
    page.get_by_role("button", name=say("start.friends")).click()
    page.get_by_role("button", name=say("start.form.open")).wait_for()
    page.locator("details summary").first.click()
    measure.look("friends")
    page.get_by_role("button", name=say("common.settings")).click()
    page.get_by_role("dialog").wait_for()
    measure.look("settings")

    go(page, server, "/rules")
    page.get_by_role("heading", level=2).first.wait_for()
    measure.look("rules")
    for view in ("compare", "values"):
        page.get_by_role("radio", name=say(f"rules.views.{view}")).check()
        page.get_by_role("heading", level=2).first.wait_for()
        measure.look(f"rules, {view}")

    go(page, server, "/pad")
    page.get_by_role("button", name=say("pad.begin")).click()
    page.get_by_role("toolbar").wait_for()
    measure.look("pad")
    page.get_by_role("button", name=say("pad.part_order")).first.click()
    measure.look("who acts first")

    go(page, server, "/learn")
    measure.look("learn")
    go(page, server, "/learn#cliff")
    page.locator("button[data-turn=left]").wait_for()
    measure.look("lesson")

    go(page, server, "/replay")
    measure.look("replay")
    record: FilePayload = {
        "name": "r.json",
        "mimeType": "application/json",
        "buffer": golden_record("nl", 5),
    }
    page.locator("input[type=file]").set_input_files(record)
    page.get_by_role("button", name=say("replay.forward")).click()
    measure.look("a replay")

    seated = open_table(server)
    sit_down(page, server, seated)
    page.get_by_role("button", name=say("hand.bid.lay"), exact=True).wait_for()
    measure.look("table")
    assert page.locator("[data-pick]").count() == 7
    assert measure.found == []


def test_an_address_that_leads_nowhere_says_so(server: ServerProcess, visit: OpenPage) -> None:
    page = visit(locale="pl-PL")
    answer = page.goto(f"{server.url}/nowhere/at/all")
    assert answer
    assert answer.status == 404
    expect(page.get_by_role("heading", name="Nic tu nie ma")).to_be_visible()
    page.get_by_role("link", name="Na stronę startową").click()
    expect(page.get_by_role("button", name="Zagraj teraz")).to_be_visible()
