"""Copies of the exported page on one origin, beside other programs: none touches another."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import INSTALLED, OpenPage
from browser.playing import Player, with_name
from browser.test_exported_site import static_host
from browser.test_offline import PATIENCE
from spielgeld.cli.commands.export_site import write_site
from support.offline_part import needs_offline_part

pytestmark = needs_offline_part
COPIES = ("/money/", "/money2/", "/money/old/")
OTHERS = ("other-app-v1", "photos-offline", "unsent-drafts")
"""Caches of other programs."""
FILL_OTHERS = """async (names) => {
  for (const name of names)
    await (await caches.open(name)).put(`/${name}/kept.txt`, new Response(name));
}"""
READ_OTHERS = """async (names) => {
  const read = async (cacheName) => {
    const found = await caches.match(`/${cacheName}/kept.txt`, { cacheName });
    return found && found.text();
  };
  return Promise.all(names.map(read));
}"""
REPLACE_OWN = """async () => {
  for (const name of await caches.keys()) await caches.delete(name);
  const other = await caches.open('other-app-v1');
  const files = [...document.querySelectorAll('[src], link')].map((each) => each.src ?? each.href);
  for (const file of files) await other.put(file, new Response('not yours'));
  return files.length;
}"""
"""Deletes the page's caches; then another program's cache has something else for its files."""
IN_CHARGE = """async () => {
  const own = new URL('service-worker.js', document.querySelector('link[rel=manifest]').href).href;
  for (let tries = 0; tries < 400; tries += 1) {
    if (navigator.serviceWorker.controller?.scriptURL === own) return;
    await new Promise((go) => setTimeout(go, 50));
  }
  throw new Error('the service worker of this copy does not take over');
}"""
COUNT_OF_EACH = """async () => {
  const counts = {};
  for (const name of await caches.keys())
    counts[name] = (await (await caches.open(name)).keys()).length;
  return counts;
}"""


@pytest.fixture(scope="module")
def origin(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("origin")
    for base in COPIES:
        write_site(folder / base.strip("/"), base)
    (folder / "other.html").write_text("<!doctype html><title>Another program</title>")
    with static_host(folder) as found:
        yield found


def install(page: Page, address: str) -> None:
    """Visit a copy, and stay until its service worker is active and in charge of the page."""
    page.goto(address)
    page.get_by_role("heading").first.wait_for(state="attached")
    page.evaluate(IN_CHARGE)


def fetch_python(page: Page, address: str) -> None:
    install(page, address)
    page.goto(f"{address}offline")
    page.get_by_role("button", name="Download").click()
    page.get_by_text("Ready on this device").wait_for(timeout=PATIENCE)


def test_caches_of_other_programs_stay(origin: str, visit: OpenPage) -> None:
    page = visit(**INSTALLED)
    page.goto(f"{origin}/other.html")
    page.evaluate(FILL_OTHERS, OTHERS)
    for base in COPIES:
        install(page, origin + base)
        assert page.evaluate(READ_OTHERS, OTHERS) == [*OTHERS]


def test_files_of_the_page_come_from_its_own_caches_only(origin: str, visit: OpenPage) -> None:
    page = visit(**INSTALLED)
    install(page, f"{origin}/money/")
    assert page.evaluate(REPLACE_OWN) > 0
    page.reload()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()


def test_copies_leave_each_others_files_alone(origin: str, visit: OpenPage) -> None:
    page = visit(**INSTALLED)
    fetch_python(page, f"{origin}/money/")
    before = page.evaluate(COUNT_OF_EACH)
    for base in COPIES[1:]:
        install(page, origin + base)
        after = page.evaluate(COUNT_OF_EACH)
        assert {name: after.get(name) for name in before} == before
    page.context.set_offline(True)
    for base in COPIES:
        page.goto(origin + base)
        expect(page.get_by_role("button", name="Play now")).to_be_visible()
    page.goto(f"{origin}/money/offline")
    page.get_by_text("Ready on this device").wait_for()


def test_a_copy_answers_for_its_own_screens_only(origin: str, visit: OpenPage) -> None:
    """The host of this test knows files only: it has no 404 page for the screens."""
    page = visit(**INSTALLED)
    install(page, f"{origin}/money/")
    answer = page.goto(f"{origin}/money/rules")
    assert answer
    assert answer.status == 200
    for other in ("/money/old/rules", "/money/another-program/"):
        answer = page.goto(origin + other)
        assert answer
        assert answer.status == 404


def test_a_match_in_one_copy_does_not_stop_the_other(origin: str, visit: OpenPage) -> None:
    page = with_name(with_name(visit(**INSTALLED), "Ann", "/money/"), "Bo", "/money2/")
    players: list[Player] = []
    for base in COPIES[:2]:
        here = page.context.new_page() if players else page
        here.goto(origin + base)
        expect(here.get_by_role("link", name="Carry on")).to_be_hidden()
        here.get_by_role("button", name="Play now").click()
        here.wait_for_url(f"**{base}t/1*", timeout=PATIENCE)
        players.append(Player(here))
        players[-1].asked(PATIENCE)
    for player in players:
        player.step()
        player.asked(PATIENCE)
