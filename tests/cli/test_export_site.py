"""The page for any static host: what the folder holds, and whose work it hands on."""

import re
import zlib
from pathlib import Path

import pytest
from command import call

from spielgeld.cli.commands.export_site import read_base, write_site
from spielgeld.server.http.pages import STATIC
from support.offline_part import needs_offline_part

LIBRARIES = {
    "_blake2": "HACL*",
    "_bz2": "bzip2",
    "_ctypes": "libffi",
    "_decimal": "libmpdec",
    "_lzma": "XZ Utils",
    "_pyodide_core": "hiwire",
    "_random": "Mersenne Twister",
    "_sqlite3": "SQLite",
    "_zstd": "Zstandard",
    "pyexpat": "Expat",
    "zlib": "zlib",
}
"""By module of the Python in the browser: the library that is linked for it."""
NOT_LINKED = {"_ssl", "_hashlib", "_uuid", "_curses", "readline", "_dbm", "_gdbm", "_tkinter"}
"""Modules that would bring a library which no licence is kept of."""
TERMS = (
    "Mozilla Public License Version 2.0",
    "PYTHON SOFTWARE FOUNDATION LICENSE VERSION 2",
    "Copyright (c) 2021, Jim Crist-Harif",
    "Permission is hereby granted, free of charge",
    "LLVM's exceptions to the Apache License 2.0",
    "UNICODE LICENSE V3",
    "Svelte Contributors",
    "Luke Edwards",
    "Vite contributors",
)
LARGEST_PACKAGE = 20_000_000


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    write_site(folder, "/money/")
    return folder


@needs_offline_part
def test_the_licences_of_everything_in_it_are_in_it(site: Path) -> None:
    told = (site / "LICENCES.txt").read_text(encoding="utf-8")
    assert [terms for terms in TERMS if terms not in told] == []
    core = next(site.glob("python/pyodide-*/pyodide.asm.wasm")).read_bytes()
    modules = {found.decode() for found in re.findall(rb"PyInit_(\w+)", core)}
    assert modules >= set(LIBRARIES), "a module was renamed or is gone"
    assert modules & NOT_LINKED == set()
    assert [name for name in LIBRARIES.values() if name not in told] == []


@needs_offline_part
def test_it_has_a_folder_of_its_own_and_every_screen_is_the_page(site: Path) -> None:
    page = (site / "index.html").read_text(encoding="utf-8")
    assert (site / "404.html").read_text(encoding="utf-8") == page
    addresses = re.findall(r'(?:href|src)="(/[^"]*)"', page)
    assert addresses
    assert [each for each in addresses if not each.startswith("/money/")] == []
    assert [each for each in addresses if not (site / each.removeprefix("/money/")).exists()] == []
    assert "'wasm-unsafe-eval'" not in page


@needs_offline_part
@pytest.mark.parametrize(
    "base",
    [
        '/a"><script>alert(1)</script>/',
        "/a'b/",
        "/a&quot;/",
        "/money/\n/*\n  Access-Control-Allow-Origin: *\n/",
        "/money/\n",
        "/money/\r/",
        "//evil.example/",
        "/money//",
        "//",
        "/../",
        "/money/../other/",
        "/./",
        "/%2e%2e/",
        "/a\\b/",
        "/a b/",
        "/*/",
        "/:name/",
        "/größe/",
        "https://evil.example/",
        "/money/?a",
        "/money/#a",
        "/\x1b[2J/",
    ],
)
def test_a_base_with_more_than_a_path_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, base: str
) -> None:
    told = call(capsys, "export-site", str(tmp_path / "site"), "--base", base)
    assert told.code == 2
    assert told.err.startswith("spielgeld: --base is the path of a folder, such as /money/")
    assert told.err.strip().isprintable()
    assert not (tmp_path / "site").exists()


@pytest.mark.parametrize(
    ("typed", "base"),
    [
        ("", "/"),
        ("/", "/"),
        ("money", "/money/"),
        ("/money", "/money/"),
        ("money/", "/money/"),
        ("/~ann/My-game_2.0/", "/~ann/My-game_2.0/"),
    ],
)
def test_a_base_has_one_slash_at_each_end(typed: str, base: str) -> None:
    assert read_base(typed) == base


@needs_offline_part
def test_a_folder_with_something_else_is_left_alone(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "mine").write_text("mine")
    told = call(capsys, "export-site", str(tmp_path))
    assert told.code == 2
    assert "holds something else" in told.err
    assert [each.name for each in tmp_path.iterdir()] == ["mine"]


def test_the_package_stays_small() -> None:
    """About what a wheel of it weighs."""
    files = [each for each in STATIC.parent.rglob("*") if each.is_file()]
    shipped = [each for each in files if "__pycache__" not in each.parts]
    assert sum(len(zlib.compress(each.read_bytes(), 1)) for each in shipped) < LARGEST_PACKAGE
