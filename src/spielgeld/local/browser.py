"""What the page's worker calls, with Python running in the browser (`web/src/local/worker.ts`)."""

from collections.abc import AsyncGenerator
from pathlib import Path

import msgspec

from spielgeld.bots.champion.lent import MakeJudge, lend
from spielgeld.engine import NotAllowed
from spielgeld.local.server import LocalServer, Post
from spielgeld.local.store import Keep, LocalStore
from spielgeld.server.reviews.worker import Progress

_FOLDER = Path("/home/spielgeld")
"""In the memory of the browser: what stands there is gone with the page."""


class KeptTable(msgspec.Struct, frozen=True, kw_only=True):
    """What the browser kept of one table."""

    table: str
    entries: list[str]
    record: str | None = None


async def start(post: Post, keep: Keep, kept: str, make_judge: MakeJudge) -> LocalServer:
    """A server with the tables of that JSON list of `KeptTable`; the champion borrows the judge."""
    lend(make_judge)
    store = LocalStore(keep)
    for each in msgspec.json.decode(kept, type=list[KeptTable]):
        store.put_back(each.table, each.entries, each.record)
    _FOLDER.mkdir(parents=True, exist_ok=True)
    server = LocalServer(store, post, _no_reviews, _FOLDER)
    await server.start()
    return server


async def _no_reviews(work: bytes) -> AsyncGenerator[Progress, None]:  # noqa: ARG001
    """A review takes a browser minutes: it is not offered."""
    raise NotAllowed("needs_server", "a review needs a server")
    yield
