"""A newcomer who uses the server while it is attacked, and measures how long each thing takes."""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from typing import Any

from load_socket import Address, post
from spielgeld.client import RemoteSeat

PATIENCE = 20.0
"""Seconds after which the newcomer gives up."""


class Newcomer:
    """Uses every part of the server, and records how long each took."""

    def __init__(self, server: Address, record: Any) -> None:
        self._server = server
        self._url = f"http://{server.host}:{server.port}"
        self._record = record
        self.forget()

    def forget(self) -> None:
        """Discard the measurements so far."""
        self.took: dict[str, list[float]] = {name: [] for name in FELT}
        self.failed = dict.fromkeys(FELT, 0)

    async def visit_until(self, until: float) -> None:
        while time.monotonic() < until:
            await self.visit()

    async def visit(self) -> None:
        """Use everything once."""
        for name, act in FELT.items():
            await self._note(name, act(self))

    async def _note(self, name: str, act: Awaitable[float]) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                self.took[name].append(await act)
        except Exception:  # whatever it is, the newcomer did not get it
            self.failed[name] += 1
            await asyncio.sleep(0.1)

    async def page(self) -> float:
        begun = time.perf_counter()
        reader, writer = await asyncio.open_connection(*self._server)
        try:
            host = f"Host: {self._server.host}:{self._server.port}"
            writer.write(f"GET / HTTP/1.1\r\n{host}\r\nConnection: close\r\n\r\n".encode())
            answer = await reader.read()
        finally:
            writer.transport.abort()
        if b"</html>" not in answer:
            raise RuntimeError("no page")
        return time.perf_counter() - begun

    async def bots(self) -> float:
        """From the first card until both bots have bid."""
        return await self._play(_until_bid)

    async def hint(self) -> float:
        return await self._play(_hint)

    async def _play(self, act: Callable[[RemoteSeat], Awaitable[float]]) -> float:
        seats = [{}, {"bot": "greedy"}, {"bot": "greedy"}]
        wish = {"edition": "nl", "seats": seats, "start": "full", "bot_pace": 0}
        body = {"name": "Bo", "agreement": wish}
        opened = json.loads(await post(self._server, "/api/tables", body))
        async with RemoteSeat(self._url, opened["code"], opened["token"]) as seat:
            return await act(seat)

    async def practice(self) -> float:
        return await self._post("/api/practice", {"name": "Bo", "position": "sit_out"})

    async def check(self) -> float:
        return await self._post("/api/records/check", self._record)

    async def _post(self, path: str, body: object) -> float:
        begun = time.perf_counter()
        await post(self._server, path, body)
        return time.perf_counter() - begun


async def _until_bid(seat: RemoteSeat) -> float:
    await seat.send("salt", deal=1, salt="00")
    begun = time.perf_counter()
    await seat.until(lambda: bool(seat.view["deal"]) and sum(seat.view["deal"]["has_bid"]) == 2)
    return time.perf_counter() - begun


async def _hint(seat: RemoteSeat) -> float:
    await seat.send("salt", deal=1, salt="00")
    await seat.until(lambda: 0 in seat.view["table"]["awaiting"]["seats"])
    begun = time.perf_counter()
    await seat.send("ask_hint")
    return time.perf_counter() - begun


FELT: dict[str, Callable[[Newcomer], Awaitable[float]]] = {
    "page": Newcomer.page,
    "bots": Newcomer.bots,
    "hint": Newcomer.hint,
    "practice": Newcomer.practice,
    "check": Newcomer.check,
}
