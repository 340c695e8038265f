"""The page on a static host, in a folder of its own: it plays, and comes back after a reload."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import expect

from browser.conftest import INSTALLED, OpenPage
from browser.playing import OVER, Player, with_name
from browser.screens import golden_record
from browser.test_offline import PATIENCE
from spielgeld.cli.commands.export_site import write_site
from support.offline_part import needs_offline_part

pytestmark = needs_offline_part


class _Quiet(SimpleHTTPRequestHandler):
    def end_headers(self) -> None:
        """Nothing stays in the browser but what the page itself keeps there."""
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Nobody reads it."""


@contextmanager
def static_host(folder: Path) -> Iterator[str]:
    """The origin of the plainest server there is, which hands out the files of a folder."""
    host = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    Thread(target=host.serve_forever, daemon=True).start()
    yield f"http://localhost:{host.server_port}"
    host.shutdown()
    host.server_close()


@pytest.fixture
def site(tmp_path: Path) -> Iterator[str]:
    """A copy of the page in a subfolder of a static host."""
    write_site(tmp_path / "money", "/money/")
    with static_host(tmp_path) as origin:
        yield f"{origin}/money/"


def test_a_static_host_plays(site: str, visit: OpenPage) -> None:
    page = with_name(visit(**INSTALLED), "Ann", "/money/")
    page.goto(site)
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    expect(page.get_by_text("Open tables")).to_be_hidden()
    has_python = page.evaluate("caches.has('spielgeld /money/ python')")
    assert has_python is False, "nobody has asked for it yet"
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/money/t/1*", timeout=PATIENCE)
    player = Player(page)
    player.asked(PATIENCE)
    player.step()
    page.reload()
    player.asked(PATIENCE)
    while player.step() != OVER:
        pass
    page.get_by_role("link", name="start page").click()
    expect(page).to_have_url(site)
    expect(page.get_by_role("link", name="Carry on")).to_be_visible()
    page.goto(f"{site}rules")
    expect(page.get_by_role("heading", name="Setting up a deal")).to_be_visible(timeout=PATIENCE)
    page.goto(f"{site}replay")
    record = {"name": "r.json", "mimeType": "application/json", "buffer": golden_record("fr", 3)}
    page.get_by_label("Choose a record").set_input_files(record)  # type: ignore[arg-type]
    page.wait_for_url(f"{site}replay#step=0", timeout=PATIENCE)
