"""The page as the server hands it out: every screen, its files, and nothing else."""

import re

import pytest

from server_process import ServerProcess

SCREENS = ["/", "/t/anything", "/learn", "/rules", "/pad", "/replay", "/replay/anything"]


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
    ],
)
def test_nothing_else_is_handed_out(server: ServerProcess, path: str) -> None:
    assert server.ask("GET", path).status_code == 404
