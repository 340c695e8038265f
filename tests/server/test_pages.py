"""The page as the server hands it out: every screen, its files, and nothing else."""

import re
from pathlib import Path, PureWindowsPath
from typing import ClassVar
from urllib.parse import unquote

import pytest

from spielgeld.server.app import create_app
from spielgeld.server.http import pages
from spielgeld.server.settings.reading import read_settings
from support.asgi_call import call_app
from support.offline_part import needs_offline_part
from support.server_process import ServerProcess

pytestmark = pytest.mark.server

APP = Path(__file__).parents[2] / "web" / "src" / "App.svelte"
NAMES = re.findall(r"^    (\w+): \(\) => .*import\(", APP.read_text(encoding="utf-8"), re.MULTILINE)
"""Of the screens, as the page has them."""
SCREENS = [
    "/",
    "/t/anything",
    "/replay/x",
    "/review/x",
    *[f"/{name}" for name in NAMES if name != "t"],
]


@pytest.mark.parametrize("path", SCREENS)
def test_every_screen_begins_with_the_same_file(server: ServerProcess, path: str) -> None:
    answer = server.ask("GET", path)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.text == server.ask("GET", "/").text


def test_files_named_after_their_contents_are_kept_for_ever(server: ServerProcess) -> None:
    names = re.findall(r'"(/assets/[^"]+)"', server.ask("GET", "/").text)
    assert len(names) >= 2
    for name in names:
        answer = server.ask("GET", name)
        assert answer.status_code == 200
        assert "immutable" in answer.headers["cache-control"]
        assert answer.headers.get("content-encoding") == "gzip" or len(answer.content) < 1000


def test_the_licences_are_handed_out(server: ServerProcess) -> None:
    answer = server.ask("GET", "/LICENCES.txt")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain")
    assert "Svelte Contributors" in answer.text


def test_the_page_was_built_with_what_plays_offline() -> None:
    assert pages.PLAYS_OFFLINE, "no network at build time? install again: pip install -e '.[test]'"


@needs_offline_part
def test_python_comes_compressed_and_only_its_worker_may_make_web_assembly(
    server: ServerProcess,
) -> None:
    files = [name for name in pages.list_files(pages.STATIC) if name.startswith("python/")]
    for name in (name for name in files if not name.endswith(".br")):
        answer = server.ask("GET", f"/{name}")
        assert answer.status_code == 200
        assert "immutable" in answer.headers["cache-control"]
        is_packed = answer.headers.get("content-encoding") == "br"
        assert is_packed == (f"{name}.br" in files)
        may = "'wasm-unsafe-eval'" in answer.headers["content-security-policy"]
        assert may == name.startswith("python/worker-")
        if name.endswith(".wasm"):
            assert answer.headers["content-type"] == "application/wasm"


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("icon.svg", "image/svg+xml"),
        ("icon-192.png", "image/png"),
        ("icon-512.png", "image/png"),
        ("manifest.webmanifest", "application/manifest+json"),
        ("service-worker.js", "text/javascript"),
    ],
)
def test_what_browsers_look_for_at_the_root_is_there(
    server: ServerProcess, name: str, kind: str
) -> None:
    answer = server.ask("GET", f"/{name}")
    assert answer.status_code == 200
    assert answer.headers["content-type"].split(";")[0] == kind
    assert answer.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    "path",
    [
        "/assets/%2e%2e/index.html",
        "/assets/nothing.js",
        "/nothing.txt",
        "/..%2f__init__.py",
        "/x/y",
        "/" + 300 * "x" + ".txt",
        "/assets/" + 300 * "x" + ".js",
        "/assets/" + 30 * "%2e%2e/" + "etc/passwd",
        "/assets/",
        "/assets/%00.js",
        "/icon.svg%00.txt",
        "/%c0%ae%c0%ae.txt",
        "/%ff%fe.txt",
        "/.%2ficon.svg",
        "/ICON.svg",
        "/assets/..%2ficon.svg",
        "/assets%5cindex.js",
    ],
)
def test_nothing_else_is_handed_out(server: ServerProcess, path: str) -> None:
    assert server.ask("GET", path).status_code == 404


OUTSIDE = [
    "/C:%5CUsers%5CAnn%5CAppData%5CLocal%5Cspielgeld%5Cspielgeld.sqlite3",
    "/C:Users.txt",
    "/%5C%5Chost%5Cshare%5Cx.txt",
    "/%5C%5C%3F%5CC:%5Cx.txt",
    "/..%5C..%5Cserver%5Capp.py",
    "/assets/C:%5Cx.js",
    "/assets/%5C%5Chost%5Cshare%5Cx.js",
    "/assets/..%5C..%5C__init__.py",
    "/CON.txt",
    "/icon.svg::$DATA.txt",
]


class OnWindows(PureWindowsPath):
    """A folder where every file is there, as Windows would name it; it remembers who asked."""

    asked: ClassVar[list[str]] = []

    def is_file(self) -> bool:
        self.asked.append(str(self))
        return False


@pytest.mark.parametrize("path", OUTSIDE)
def test_no_name_leads_out_of_the_folder_on_windows(
    path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = OnWindows("C:\\spielgeld\\static")
    monkeypatch.setattr(pages, "STATIC", folder)
    monkeypatch.setattr(OnWindows, "asked", [])
    app = create_app(read_settings({"data": tmp_path}, {}))
    answer = call_app(app, "http://127.0.0.1" + unquote(path), {"Host": "127.0.0.1"})
    assert answer.status == 404
    assert OnWindows.asked == []


def test_the_list_of_files_is_the_folder_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "icon.svg").touch()
    (tmp_path / "assets" / "a.js").touch()
    listed = pages.list_files(tmp_path)
    assert sorted(listed) == ["assets/a.js", "icon.svg"]
