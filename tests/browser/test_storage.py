"""No room on the device, or a browser that keeps nothing: a clear word, and nothing is lost."""

from playwright.sync_api import expect

from browser.conftest import INSTALLED, OpenPage
from browser.playing import BIDDING, label_of, with_name
from browser.test_installing import install, local
from browser.test_offline import PATIENCE, begin
from support.offline_part import needs_offline_part
from support.server_process import ServerProcess

pytestmark = needs_offline_part
NO_ROOM = "no room left to save"
COUNT = """async () => {
  const place = await new Promise((done) => {
    indexedDB.open('spielgeld / tables').onsuccess = (event) => done(event.target.result);
  });
  const asked = place.transaction('entries').objectStore('entries').count();
  const count = await new Promise((done) => { asked.onsuccess = () => done(asked.result); });
  place.close();
  return count;
}"""
"""How many entries are kept."""
FILL = """() => {
  const { add } = IDBObjectStore.prototype;
  globalThis.makeRoom = () => { IDBObjectStore.prototype.add = add; };
  IDBObjectStore.prototype.add = () => { throw new DOMException('full', 'QuotaExceededError'); };
}"""
"""In the worker of the tables: what it wants to keep is refused, as by a full disk."""
DENY = "indexedDB.open = () => { throw new DOMException('denied', 'SecurityError'); };"
NO_SETTINGS = """Object.defineProperty(window, 'localStorage', {
  get() { throw new DOMException('denied', 'SecurityError'); },
});"""
FETCHED = """caches.open('spielgeld / python')
  .then((cache) => cache.keys()).then((files) => files.length)"""


def test_without_room_nothing_is_fetched_by_halves(server: ServerProcess, visit: OpenPage) -> None:
    page = visit(**INSTALLED)
    install(page, server, "/offline")
    quota = {"origin": page.evaluate("location.origin"), "quotaSize": 1}
    page.context.new_cdp_session(page).send("Storage.overrideQuotaForOrigin", quota)
    page.get_by_role("button", name="Download").click()
    expect(page.get_by_role("alert")).to_contain_text(NO_ROOM)
    expect(page.get_by_role("button", name="Download")).to_be_visible()


def test_what_a_full_device_cannot_keep_is_not_played(
    server: ServerProcess, visit: OpenPage
) -> None:
    page = with_name(visit(**INSTALLED), "Ann")
    install(page, server, "/offline")
    player = begin(page, "Easy")
    kept = page.evaluate(COUNT)
    page.workers[0].evaluate(FILL)
    player.cards.first.click()
    player.lay.click()
    expect(page.locator("[data-part=status]")).to_contain_text(NO_ROOM)
    assert page.evaluate(COUNT) == kept
    expect(player.lies).to_be_hidden()
    page.workers[0].evaluate("makeRoom()")
    player.lay.click()
    expect(player.lay).to_be_hidden()
    assert page.evaluate(COUNT) > kept


def test_a_browser_that_keeps_nothing_says_so(server: ServerProcess, visit: OpenPage) -> None:
    page = with_name(visit(**INSTALLED), "Ann")
    page.add_init_script(DENY)
    page.goto(local(server) + "/offline")
    page.get_by_role("button", name="Play now, on this device").click()
    expect(page.get_by_role("alert")).to_contain_text("does not let the page save anything")
    assert page.evaluate(FETCHED) == 0, "nothing is fetched in vain"
    page.goto(local(server) + "/mine")
    expect(page.get_by_role("alert")).to_contain_text("does not let the page save anything")


def test_a_seat_is_kept_where_only_settings_are_not(server: ServerProcess, visit: OpenPage) -> None:
    page = visit(**INSTALLED)
    page.add_init_script(NO_SETTINGS)
    install(page, server, "/offline")
    player = begin(page, "Easy")
    page.reload()
    assert player.asked(PATIENCE) == BIDDING
    hand = [label_of(card) for card in player.cards.all()]
    page.goto(local(server))
    page.get_by_role("region", name="Carry on playing").get_by_role("link").first.click()
    assert player.asked(PATIENCE) == BIDDING
    assert [label_of(card) for card in player.cards.all()] == hand
