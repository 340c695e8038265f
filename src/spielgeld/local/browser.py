"""What the page's worker calls, with Python running in the browser (`web/src/local/worker.ts`)."""

from pathlib import Path

import msgspec

from spielgeld.bots.champion.lent import MakeJudge, lend
from spielgeld.local.advice import AskedElsewhere, OtherPython
from spielgeld.local.server import LocalServer, Post
from spielgeld.local.store import LocalStore, WriteAppends

_FOLDER = Path("/home/spielgeld")
"""In the memory of the browser: its files are gone when the page is closed."""


class StoredTable(msgspec.Struct, frozen=True, kw_only=True):
    """One table as the browser stored it."""

    table: str
    entries: list[str]
    record: str | None = None


async def start(
    post: Post, write: WriteAppends, stored: str, make_judge: MakeJudge, adviser: OtherPython
) -> LocalServer:
    """A server with the tables of a JSON list of `StoredTable`; the champion borrows the judge."""
    lend(make_judge)
    store = LocalStore(write)
    for each in msgspec.json.decode(stored, type=list[StoredTable]):
        store.restore(each.table, each.entries, each.record)
    _FOLDER.mkdir(parents=True, exist_ok=True)
    server = LocalServer(store, post, AskedElsewhere(adviser), _FOLDER)
    await server.start()
    return server
