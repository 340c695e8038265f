"""The page can be installed, opens without a network, and never shows a stale table."""

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from browser.conftest import INSTALLED, OpenPage
from browser.screens import at_once, begin_pad, cell, open_table
from support.server_process import NO_LIMITS, ServerProcess, serving

SIZE_OF = """async (address) => {
  const picture = new Image();
  picture.src = address;
  await picture.decode();
  return [picture.naturalWidth, picture.naturalHeight];
}"""


def local(server: ServerProcess) -> str:
    """The name by which people know their own machine; browsers trust it like https."""
    return server.url.replace("127.0.0.1", "localhost")


def install(page: Page, server: ServerProcess, path: str = "/") -> None:
    """Come for the first time, and stay until all is kept for later."""
    page.goto(local(server) + path)
    page.get_by_role("heading").first.wait_for(state="attached")
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    page.wait_for_function("navigator.serviceWorker.controller !== null")


def test_manifest_and_icons(server: ServerProcess, visit: OpenPage) -> None:
    page = visit(**INSTALLED)
    page.goto(local(server))
    page.get_by_role("heading", level=1).wait_for()
    address = page.locator("link[rel=manifest]").get_attribute("href")
    assert address
    answer = server.ask("GET", address)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("application/manifest+json")
    manifest: dict[str, Any] = json.loads(answer.text)
    assert manifest["name"] == manifest["short_name"] == "Spielgeld"
    assert manifest["display"] == "standalone"
    assert (manifest["id"], manifest["start_url"], manifest["scope"]) == ("/", "/", "/")
    sizes = {icon["sizes"] for icon in manifest["icons"] if icon["purpose"] == "any"}
    assert {"192x192", "512x512"} <= sizes
    assert any(icon["purpose"] == "maskable" for icon in manifest["icons"])
    for icon in manifest["icons"]:
        width, height = page.evaluate(SIZE_OF, icon["src"])
        assert icon["sizes"] in ("any", f"{width}x{height}"), icon
    for link in page.locator("link[rel~=icon], link[rel=apple-touch-icon]").all():
        assert page.evaluate(SIZE_OF, link.get_attribute("href"))[0] > 0


def test_the_browser_finds_nothing_against_installing(
    server: ServerProcess, visit: OpenPage
) -> None:
    page = visit(**INSTALLED)
    install(page, server)
    devtools = page.context.new_cdp_session(page)
    told = devtools.send("Page.getAppManifest")
    assert told["errors"] == []
    assert told["url"].endswith("/manifest.webmanifest")
    found = devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # The tests' windows keep nothing, and that alone may stand against it.
    assert [each["errorId"] for each in found if each["errorId"] != "in-incognito"] == []


def test_the_shell_opens_without_the_server(tmp_path: Path, visit: OpenPage) -> None:
    with serving(tmp_path / "server", *NO_LIMITS) as own:
        page = visit(**INSTALLED)
        install(page, own)
        page.goto(f"{local(own)}/pad")
        begin_pad(page, "nl", "Ann", "Bo", "Cy")
        own.kill()
        page.goto(local(own))
        expect(page.get_by_role("button", name="Play now")).to_be_visible()
        page.get_by_role("button", name="Play now").click()
        play = page.get_by_role("region", name="Play")
        expect(play.get_by_role("alert")).to_contain_text("The server is not responding")
        # The score pad goes on, also after a fresh start.
        page.goto(f"{local(own)}/pad")
        cell(page, "60 yen").click()
        expect(cell(page, "60 yen")).to_have_accessible_name("60 yen: 1 in this hand. 0 left.")
        page.goto(f"{local(own)}/learn")
        expect(page.get_by_role("heading", name="Learn to play")).to_be_visible()
        page.goto(f"{local(own)}/rules")
        expect(page.get_by_role("alert")).to_contain_text("The rules could not be fetched.")


def test_parts_that_come_later_open_without_the_server(tmp_path: Path, visit: OpenPage) -> None:
    """What the first screen does not fetch is kept all the same, with its words."""
    with serving(tmp_path / "server", *NO_LIMITS) as own:
        page = visit(**INSTALLED)
        install(page, own)
        own.kill()
        page.goto(local(own))
        page.get_by_role("button", name="Settings").click()
        settings = page.get_by_role("dialog", name="Settings")
        settings.get_by_role("combobox", name="Language").select_option("de")
        expect(page.get_by_role("dialog", name="Einstellungen")).to_be_visible()
        page.keyboard.press("Escape")
        page.keyboard.press("?")
        expect(page.get_by_role("dialog", name="Tastatur")).to_be_visible()


def test_no_stale_table_without_the_server(tmp_path: Path, visit: OpenPage) -> None:
    with serving(tmp_path / "server", *NO_LIMITS) as own:
        page = at_once(visit(**INSTALLED))
        seated = open_table(own)
        install(page, own, f"/t/{seated['code']}#token={seated['token']}")
        lay = page.get_by_role("button", name="Place bid")
        expect(lay).to_be_visible()
        own.kill()
        expect(page.get_by_text("Connection lost.")).to_be_visible()
        page.reload()
        expect(page.get_by_text("Connecting …")).to_be_visible()
        expect(lay).to_have_count(0)
        expect(page.get_by_role("main").get_by_role("img")).to_have_count(0)
        own.start()
        expect(lay).to_be_visible(timeout=30_000)


def test_only_the_shell_is_kept(server: ServerProcess, visit: OpenPage) -> None:
    page = at_once(visit(**INSTALLED))
    seated = open_table(server)
    install(page, server, f"/t/{seated['code']}#token={seated['token']}")
    expect(page.get_by_role("button", name="Place bid")).to_be_visible()
    kept = page.evaluate(
        """async () => {
          const found = [];
          for (const name of await caches.keys())
            for (const { url } of await (await caches.open(name)).keys())
              found.push(new URL(url).pathname);
          return found;
        }"""
    )
    assert "/" in kept
    assert [path for path in kept if path.startswith(("/api", "/ws", "/t/"))] == []
