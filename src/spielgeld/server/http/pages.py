"""The page: the files the build made, and the same first file for every screen it has.

What can be asked for is listed once. Nothing that a client sends ever becomes part of a path: on
some systems a name holds a drive, another machine, or the way out of the folder.
"""

import os
from collections.abc import Mapping
from importlib.resources import files
from mimetypes import guess_type
from pathlib import Path

from starlette.datastructures import Headers
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

STATIC = Path(str(files("spielgeld"))) / "static"
SCREENS = (
    "/",
    "/t/{code}",
    "/again",
    "/learn",
    "/mine",
    "/offline",
    "/pad",
    "/replay",
    "/replay/{code}",
    "/review",
    "/review/{code}",
    "/rules",
)
"""The paths that belong to the page itself."""
PYTHON = "/python"
"""Where the Python is that plays in the browser."""
PLAYS_OFFLINE = any(STATIC.glob("python/pyodide-*"))
"""Whether the build had it."""
FOR_EVER = "public, max-age=31536000, immutable"
ALWAYS_ASKED = "no-cache"
NOT_BUILT = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Spielgeld</title></head><body>
<h1>The page is not built</h1>
<p>This server runs from a folder without it. Install the package with pip, and it is built.</p>
</body></html>
"""


def list_files(folder: Path) -> dict[str, Path]:
    """Every file of the folder, by the name it is asked for."""
    found = [path for path in folder.rglob("*") if path.is_file()]
    return {path.relative_to(folder).as_posix(): path for path in found}


class _Assets(StaticFiles):
    """Files with content hashes in their names: browsers may cache them for ever."""

    def __init__(self, listed: Mapping[str, Path]) -> None:
        super().__init__()
        self._listed = listed

    def get_path(self, scope: Scope) -> str:
        path: str = scope["path"]
        return path.removeprefix("/")

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        found = self._listed.get(path)
        if found is None or not found.is_file():  # it may have been built anew meanwhile
            return "", None
        return str(found), found.stat()

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = FOR_EVER
        return response


class _Compressed(_Assets):
    """Large files, compressed by the build: compressing them per request would be too slow."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        kind = guess_type(path)[0] or "application/octet-stream"
        packed = f"{path}.br"
        is_packed = packed in self._listed and accepts_brotli(Headers(scope=scope))
        response = await super().get_response(packed if is_packed else path, scope)
        response.headers["Content-Type"] = kind
        response.headers["Vary"] = "Accept-Encoding"
        if is_packed:
            response.headers["Content-Encoding"] = "br"
        return response


def accepts_brotli(headers: Headers) -> bool:
    """Whether the client has named it, and not only to refuse it."""
    named = [each.replace(" ", "") for each in headers.get("accept-encoding", "").split(",")]
    return any(each == "br" or (each.startswith("br;q=") and each[5:] != "0") for each in named)


async def _screen(_: Request) -> Response:
    first = STATIC / "index.html"
    if not first.exists():
        return HTMLResponse(NOT_BUILT, 503)
    return FileResponse(first, headers={"Cache-Control": ALWAYS_ASKED})


async def nowhere(request: Request, _: Exception) -> Response:
    """An address that leads nowhere: people are told so by the page, in their language."""
    first = STATIC / "index.html"
    if "text/html" not in request.headers.get("accept", "") or not first.exists():
        return PlainTextResponse("not found\n", 404)
    return FileResponse(first, 404, headers={"Cache-Control": ALWAYS_ASKED})


def _beside(file: Path) -> Route:
    """Icons, the manifest and the service worker have to stand at the root."""

    async def hand_out(_: Request) -> Response:
        return FileResponse(file, headers={"Cache-Control": ALWAYS_ASKED})

    return Route(f"/{file.name}", hand_out)


_FILES = list_files(STATIC)

PAGES: list[BaseRoute] = [
    *[Route(path, _screen) for path in SCREENS],
    *[_beside(file) for name, file in _FILES.items() if "/" not in name],
    Mount("/assets", GZipMiddleware(_Assets(_FILES))),
    Mount(PYTHON, _Compressed(_FILES)),
]
