"""Three people and a watcher at a table, over real sockets, with the first bids awaited."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from spielgeld.client import RemoteSeat, join_table, open_table
from support.server_process import ServerProcess


@asynccontextmanager
async def three_bidding(server: ServerProcess, **other: Any) -> AsyncIterator[list[RemoteSeat]]:
    """Ann, Bo, Cy and the watcher."""
    agreement = {"edition": "nl", "seats": [{}, {}, {}], "watchers": "link", **other}
    opened = open_table(server.url, "Ann", agreement)
    code = opened["code"]
    tokens = [join_table(server.url, code, name)["token"] for name in ("Bo", "Cy")]
    async with (
        asyncio.timeout(60),
        RemoteSeat(server.url, code, opened["token"]) as ann,
        RemoteSeat(server.url, code, tokens[0]) as bo,
        RemoteSeat(server.url, code, tokens[1]) as cy,
        RemoteSeat(server.url, code) as watcher,
    ):
        await ann.send("start")
        for seat in (ann, bo, cy):
            await seat.until(lambda seat=seat: seat.view["table"]["shuffle"] is not None)  # type: ignore[misc]
            await seat.send("salt", deal=1, salt="00")
        await bo.until(lambda: bo.view["table"]["awaiting"]["what"] == "bids")
        yield [ann, bo, cy, watcher]
