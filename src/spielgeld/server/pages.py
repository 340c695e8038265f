"""The page: the files the build made, and the same first file for every screen it has."""

from importlib.resources import files
from pathlib import Path

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
    "/learn",
    "/rules",
    "/pad",
    "/replay",
    "/replay/{code}",
    "/review",
    "/review/{code}",
)
"""The paths that belong to the page itself."""
FOR_EVER = "public, max-age=31536000, immutable"
ALWAYS_ASKED = "no-cache"
NOT_BUILT = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Spielgeld</title></head><body>
<h1>The page is not built</h1>
<p>This server runs from a folder without it. Install the package with pip, and it is built.</p>
</body></html>
"""


class _Assets(StaticFiles):
    """Files whose names change with their contents, so that nobody has to ask twice."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = FOR_EVER
        return response


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


async def _beside(request: Request) -> Response:
    """Icons, the manifest and the service worker have to stand at the root."""
    name = request.path_params["name"]
    found = STATIC / f"{name}.{request.path_params['kind']}"
    if not found.is_file():
        return PlainTextResponse("not found\n", 404)
    return FileResponse(found, headers={"Cache-Control": ALWAYS_ASKED})


PAGES: list[BaseRoute] = [
    *[Route(path, _screen) for path in SCREENS],
    Route("/{name:str}.{kind:str}", _beside),
    Mount("/assets", GZipMiddleware(_Assets(directory=STATIC / "assets", check_dir=False))),
]
