"""`spielgeld export-site`: the page for any static host, playing without a server."""

import json
import re
import shutil
from argparse import Namespace
from pathlib import Path
from typing import Any

import msgspec

from spielgeld.cli.output import FINE, REFUSED, complain, say
from spielgeld.server.api.general_endpoints import all_editions
from spielgeld.server.http.headers import CONTENT_SECURITY_POLICY, WORKER_SECURITY_POLICY
from spielgeld.server.http.pages import PLAYS_OFFLINE, STATIC

FIRST, NOT_FOUND, MANIFEST = "index.html", "404.html", "manifest.webmanifest"
MARK = ".spielgeld-site"
"""A folder that holds this file was written by this command, which may overwrite it."""
_PATH = re.compile(r"/?(?:[A-Za-z0-9._~-]+(?:/[A-Za-z0-9._~-]+)*/?)?")
"""Names of folders between single slashes. The path becomes part of HTML, JSON and `_headers`, in
which none of these characters means anything.
"""
_HEAD = "<head>"
_ONLY_BY_HEADER = "; frame-ancestors 'none'"
"""Browsers ignore this directive in a page; it works in an HTTP header only."""
_HEADERS = """\
# For hosts that read such a file; elsewhere the page carries its policy itself.
/*
  Content-Security-Policy: {page}
  X-Content-Type-Options: nosniff
  Referrer-Policy: no-referrer
{base}python/worker-*
  ! Content-Security-Policy
  Content-Security-Policy: {worker}
"""


def run(arguments: Namespace) -> int:
    """Write everything a browser needs into the folder."""
    base = read_base(arguments.base)
    if base is None:
        complain(
            "--base is the path of a folder, such as /money/, of letters from a to z, digits and"
            f" . _ ~ - between single slashes, not {arguments.base[:40]!r}"
        )
        return REFUSED
    if not PLAYS_OFFLINE:
        complain("this page was built without the part that plays offline; build it with a network")
        return REFUSED
    folder: Path = arguments.folder
    if folder.exists() and any(folder.iterdir()) and not (folder / MARK).exists():
        complain(f"{folder} holds something else; name a new or empty folder")
        return REFUSED
    write_site(folder, base)
    say(f"{folder}: {_megabytes(folder):.1f} MB; hand it out at {base}")
    return FINE


def read_base(text: str) -> str | None:
    """Return the path with one slash at each end, or None if it is not the path of a folder."""
    names = text.strip("/").split("/")
    if not _PATH.fullmatch(text) or {".", ".."}.intersection(names):
        return None
    return "/".join(["", *filter(None, names), ""])


def write_site(folder: Path, base: str) -> None:
    """Write the files of the page, configured for no server and for the path `base`."""
    for ours in ("assets", "python"):  # names change with every version
        shutil.rmtree(folder / ours, ignore_errors=True)
    # Precompressed files are for our own server: static hosts compress by themselves.
    shutil.copytree(STATIC, folder, ignore=shutil.ignore_patterns("*.br"), dirs_exist_ok=True)
    (folder / MARK).touch()
    first = _rebased((STATIC / FIRST).read_text(encoding="utf-8"), base)
    for name in (FIRST, NOT_FOUND):
        (folder / name).write_text(first, encoding="utf-8")
    manifest = _manifest(json.loads((STATIC / MANIFEST).read_text(encoding="utf-8")), base)
    (folder / MANIFEST).write_text(json.dumps(manifest), encoding="utf-8")
    (folder / "editions.json").write_bytes(msgspec.json.encode(all_editions()))
    headers = _HEADERS.format(
        page=CONTENT_SECURITY_POLICY, worker=WORKER_SECURITY_POLICY, base=base
    )
    (folder / "_headers").write_text(headers, encoding="utf-8")
    (folder / ".nojekyll").touch()


def _rebased(page: str, base: str) -> str:
    policy = CONTENT_SECURITY_POLICY.removesuffix(_ONLY_BY_HEADER)
    tags = [
        f'<meta http-equiv="Content-Security-Policy" content="{policy}" />',
        '<meta name="referrer" content="no-referrer" />',
        '<meta name="server" content="none" />',
    ]
    moved = page.replace('href="/', f'href="{base}').replace('src="/', f'src="{base}')
    return moved.replace(_HEAD, "\n    ".join([_HEAD, *tags]), 1)


def _manifest(manifest: dict[str, Any], base: str) -> dict[str, Any]:
    """The web app manifest with its URLs moved below `base`."""
    moved = [{**icon, "src": base + icon["src"].removeprefix("/")} for icon in manifest["icons"]]
    return {**manifest, "id": base, "start_url": base, "scope": base, "icons": moved}


def _megabytes(folder: Path) -> float:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()) / 1e6
