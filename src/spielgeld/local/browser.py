"""What the page's worker calls, with Python running in the browser (`web/src/local/worker.ts`)."""

from pathlib import Path

import msgspec

from spielgeld.bots.champion.lent import MakeJudge, lend
from spielgeld.local.advice import AskedElsewhere, OtherPython
from spielgeld.local.server import LocalServer, Post
from spielgeld.local.store import Keep, LocalStore

_FOLDER = Path("/home/spielgeld")
"""In the memory of the browser: what stands there is gone with the page."""


class KeptTable(msgspec.Struct, frozen=True, kw_only=True):
    """What the browser kept of one table."""

    table: str
    entries: list[str]
    record: str | None = None


async def start(
    post: Post, keep: Keep, kept: str, make_judge: MakeJudge, adviser: OtherPython
) -> LocalServer:
    """A server with the tables of that JSON list of `KeptTable`; the champion borrows the judge."""
    lend(make_judge)
    store = LocalStore(keep)
    for each in msgspec.json.decode(kept, type=list[KeptTable]):
        store.put_back(each.table, each.entries, each.record)
    _FOLDER.mkdir(parents=True, exist_ok=True)
    server = LocalServer(store, post, AskedElsewhere(adviser), _FOLDER)
    await server.start()
    return server
