"""Raw sockets, to send anything a malicious client could send."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import Any
from weakref import WeakKeyDictionary

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from spielgeld.bots import make_bot
from spielgeld.client import RemoteSeat, join_table, open_table, play
from support.server_process import ServerProcess

PATIENCE = 30.0

Json = dict[str, Any]


def socket_to(server: ServerProcess, code: str, **options: Any) -> connect:
    """A connection that sends nothing by itself."""
    plain = {"compression": None, "proxy": None, "ping_interval": None, "max_queue": None}
    return connect(server.socket_url + code, **{**plain, **options})


_unread: WeakKeyDictionary[ClientConnection, list[str]] = WeakKeyDictionary()
"""Messages that came in one frame with another."""


async def listen(socket: ClientConnection) -> Json:
    """The next message."""
    lines = _unread.setdefault(socket, [])
    if not lines:
        try:
            lines += str(await asyncio.wait_for(socket.recv(), PATIENCE)).splitlines()
        except TimeoutError:
            raise AssertionError(f"nothing was heard for {PATIENCE:g} seconds") from None
    message: Json = json.loads(lines.pop(0))
    return message


async def say(socket: ClientConnection, kind: str, **fields: Any) -> None:
    await socket.send(json.dumps({"type": kind, **fields}))


async def greet(socket: ClientConnection, token: str | None = None, **more: Any) -> Json:
    """Say hello: the answer."""
    await say(socket, "hello", token=token, **more)
    return await listen(socket)


async def answer_to(socket: ClientConnection, name: str) -> Json:
    """The answer to the message of that id; updates are skipped."""
    while True:
        message = await listen(socket)
        if message.get("id") == name and message["type"] != "update":
            return message


async def ending(socket: ClientConnection) -> tuple[str | None, int | None]:
    """Read to the end: the code of the `bye` message, if any, and the close code."""
    said = None
    try:
        while True:
            message = await listen(socket)
            if message["type"] == "bye":
                said = message["code"]
    except ConnectionClosed:
        return said, socket.close_code


def frame(first_byte: int, payload: bytes, *, masked: bool = True) -> bytes:
    """A short frame of the WebSocket protocol, right or wrong."""
    assert len(payload) < 126
    mask = bytes(4) if masked else b""
    return bytes([first_byte, len(payload) | (0x80 if masked else 0)]) + mask + payload


def open_alone(server: ServerProcess, **agreement: Any) -> Json:
    """A table for one person and two bots, not started yet."""
    bots = [{}, {"bot": "random"}, {"bot": "random"}]
    wanted = {"edition": "nl", "seats": bots, "bot_pace": 0, "watchers": "link", **agreement}
    return open_table(server.url, "Ann", wanted)


async def play_a_match(server: ServerProcess) -> list[Json]:
    """Three people play a short match to its end: where each of them sat."""
    agreement = {"edition": "fr", "seats": [{}, {}, {}], "start": "full"}
    opened = open_table(server.url, "Ann", agreement)
    code = opened["code"]
    seated = [opened, *[join_table(server.url, code, name) for name in ("Bo", "Cy")]]
    seats = [RemoteSeat(server.url, code, each["token"]) for each in seated]

    async def sit(seat: RemoteSeat, number: int) -> None:
        async with seat:
            await play(seat, make_bot("greedy"), Random(number))

    async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as together:
        for number, seat in enumerate(seats):
            together.create_task(sit(seat, number))
    return seated


@asynccontextmanager
async def neighbours(server: ServerProcess) -> AsyncIterator[None]:
    """Other people play on the same server meanwhile, and must get to the end of their match."""
    over = asyncio.Event()
    played = 0

    async def go_on() -> None:
        nonlocal played
        while not over.is_set() or not played:
            await play_a_match(server)
            played += 1

    async with asyncio.TaskGroup() as together:
        together.create_task(go_on())
        yield
        over.set()
    assert played
