"""Plain pages: the lobby and a table as text, until there is more to look at."""

from collections.abc import Iterable
from html import escape

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from spielgeld.engine import Refusal
from spielgeld.server.api.tables import MOST_LISTED
from spielgeld.server.hall import Hall
from spielgeld.server.store.store import StoreDown
from spielgeld.server.summary import Summary, summary_of


async def _lobby(request: Request) -> Response:
    hall: Hall = request.app.state.hall
    try:
        rows = await hall.ledger.listed(MOST_LISTED)
    except StoreDown:
        return _page("The tables cannot be shown now.", [], 503)
    tables = [msgspec.json.decode(summary, type=Summary) for _, summary in rows]
    about = f"Listed tables: {len(tables)}" if tables else "No table is listed now."
    items = [f'<li><a href="/t/{table.code}">{escape(_told(table))}</a></li>' for table in tables]
    return _page(about, ["<ul>", *items, "</ul>"] if items else [])


async def _table(request: Request) -> Response:
    hall: Hall = request.app.state.hall
    try:
        hot = await hall.find(request.path_params["code"])
    except Refusal as refusal:
        if refusal.code == "store_down":
            return _page("The table cannot be shown now.", [], 503)
        return _page("There is no such table.", [], 404)
    table = summary_of(hot.state)
    seats = [f"<li>{escape(seat.name or 'an open seat')}</li>" for seat in table.seats]
    return _page(_told(table), ["<ol>", *seats, "</ol>"])


def _told(table: Summary) -> str:
    there = sum(seat.kind != "open" for seat in table.seats)
    return f"{table.agreement.edition}, {there} of {len(table.seats)} seats taken, {table.status}"


def _page(about: str, lines: Iterable[str], status: int = 200) -> Response:
    text = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8"><title>Spielgeld</title>',
        '<meta name="viewport" content="width=device-width">',
        '<link rel="stylesheet" href="/api/docs.css"></head><body><main>',
        "<h1>Spielgeld</h1>",
        f"<p>{escape(about)}</p>",
        *lines,
        "<p>Programs and bots can play already:",
        '<a href="/api/docs">how to talk to the server</a>.</p>',
        "</main></body></html>",
    ]
    return HTMLResponse("\n".join(text), status)


PAGES = [Route("/", _lobby), Route("/t/{code}", _table)]
