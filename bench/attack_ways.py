"""The attacks of `attack.py`, from addresses of their own on this machine and bounded in time.

Run by it as a process of its own: `python bench/attack_ways.py NAME HOST PORT SECONDS`.
"""

import asyncio
import contextlib
import itertools
import json
import resource
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from ipaddress import ip_address
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from long_record import long_record

FROM = "127.0.0.66"
"""The first address of the attack; the others follow."""
OF_ONE = 4
"""Connections of one address, in the attacks that ask for work."""
MOST_BYTES = 300_000_000
CONNECTIONS = 1_500
TABLES = 50
SAME_SEAT = 190
RECORDS, BODIES = 25, 40
PRACTISED = 2_425
"""A step late in the second deal of the longest record, as late as practice may go on from."""
AT_LEAST = {"mute_toggling": 45.0}
"""Seconds some attacks need to do what they are for."""
WISH = {"edition": "nl", "seats": [{}, {"bot": "champion"}, {"bot": "champion"}], "start": "full"}


class Target:
    """The server, and for how long it is attacked."""

    def __init__(self, host: str, port: int, seconds: float, given: dict[str, Any]) -> None:
        self.host, self.port, self.given = host, port, given
        self.until = time.monotonic() + seconds
        first = int(ip_address(FROM))
        self.addresses = [str(ip_address(first + at)) for at in range(given.get("addresses", 1))]
        self._next = itertools.cycle(self.addresses)

    @property
    def goes_on(self) -> bool:
        return time.monotonic() < self.until

    @asynccontextmanager
    async def connected(
        self, first: bytes = b"", address: str = ""
    ) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
        own = (address or next(self._next), 0)
        reader, writer = await asyncio.open_connection(self.host, self.port, local_addr=own)
        try:
            writer.write(first)
            yield reader, writer
        finally:
            writer.transport.abort()

    def request(self, path: str, body: object) -> bytes:
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        head = f"POST {path} HTTP/1.1\r\nHost: {self.host}\r\nConnection: close\r\n"
        head += f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n"
        return head.encode() + data

    async def ask(self, path: str, body: object, address: str = "") -> Any:
        async with self.connected(self.request(path, body), address) as (reader, _):
            return json.loads((await reader.read()).partition(b"\r\n\r\n")[2])

    def socket(self, code: str) -> connect:
        place = f"ws://{self.host}:{self.port}/ws/{code}"
        own = (next(self._next), 0)
        return connect(place, local_addr=own, compression=None, proxy=None, max_queue=None)

    async def from_all(self, act: Callable[[str], Awaitable[object]]) -> None:
        """Do it again and again, on so many connections of every address."""

        async def again(address: str) -> None:
            while self.goes_on:
                with contextlib.suppress(OSError, ValueError, asyncio.IncompleteReadError):
                    await asyncio.wait_for(act(address), self.until - time.monotonic() + 1)

        every = [again(address) for address in self.addresses for _ in range(OF_ONE)]
        await asyncio.gather(*every, return_exceptions=True)


async def pour(target: Target, begin: bytes, piece: bytes) -> None:
    """Send on one connection as fast as the server reads; reconnect when it is closed."""
    sent = 0
    while target.goes_on and sent < MOST_BYTES:
        with contextlib.suppress(OSError):
            async with target.connected(begin) as (_, writer):
                while target.goes_on and sent < MOST_BYTES:
                    writer.write(piece)
                    sent += len(piece)
                    await asyncio.wait_for(writer.drain(), 1)
        await asyncio.sleep(0.01)


async def endless_head(target: Target) -> None:
    await pour(target, b"GET / HTTP/1.1\r\nA: ", b"x" * 65536)


async def many_headers(target: Target) -> None:
    lines = (f"A{number}: b\r\n" for number in itertools.count())
    piece = "".join(itertools.islice(lines, 8_000)).encode()
    await pour(target, b"GET / HTTP/1.1\r\n", piece)


async def crowd(target: Target, piece: bytes) -> None:
    """Hold many connections, and reopen those that are closed."""

    async def hold() -> None:
        while target.goes_on:
            with contextlib.suppress(OSError):
                async with target.connected(b"GET / HTTP/1.1\r\n" if piece else b"") as (
                    reader,
                    writer,
                ):
                    while target.goes_on and not reader.at_eof():
                        writer.write(piece)
                        await writer.drain()
                        await asyncio.sleep(1)
            await asyncio.sleep(1)

    await asyncio.gather(*[hold() for _ in range(CONNECTIONS)])


async def idle_connections(target: Target) -> None:
    await crowd(target, b"")


async def dribbling_connections(target: Target) -> None:
    await crowd(target, b"A: b\r\n")


async def abandoned_checks(target: Target) -> None:
    """Long records to check, whose senders do not wait."""
    line = json.dumps(target.given["record"]).encode() + b"\n"
    body = line * (1_600_000 // len(line))
    head = f"POST /api/records/check HTTP/1.1\r\nHost: {target.host}\r\nContent-Length: {len(body)}"
    first = f"{head}\r\nContent-Type: application/x-ndjson\r\n\r\n".encode() + body

    async def give_up() -> None:
        with contextlib.suppress(OSError, TimeoutError):
            async with target.connected(first) as (reader, _):
                await asyncio.wait_for(reader.read(1), 2)

    await asyncio.gather(*[give_up() for _ in range(RECORDS)])


async def long_records(target: Target) -> None:
    """The longest records that are accepted, and longer ones, for everything records are for."""
    longest, too_long = (json.dumps(long_record(deals)).encode() for deals in (3, 9))
    practice = b'{"name":"Eve","step":%d,"record":' % PRACTISED + longest + b"}"
    too_late = b'{"name":"Eve","step":2000,"record":' + longest + b"}"
    review = b'{"seat":0,"record":' + longest + b"}"
    wishes = itertools.cycle(
        [
            target.request("/api/records/check", longest),
            target.request("/api/records/views?seat=all", longest),
            target.request("/api/records/views?seat=0&from=6000", longest),
            target.request("/api/practice", practice),
            target.request("/api/practice", too_late),
            target.request("/api/review", review),
            target.request("/api/records/check", too_long),
            target.request("/api/records/views?seat=all", too_long),
        ]
    )

    async def ask(address: str) -> None:
        async with target.connected(next(wishes), address) as (reader, _):
            await reader.read()

    await target.from_all(ask)


async def sleeping_practice(target: Target) -> None:
    """Practice tables from the longest records: each is opened, and then read from the store."""
    wish = {"name": "Eve", "record": long_record(3), "step": PRACTISED}

    async def open_and_look(address: str) -> None:
        opened = await target.ask("/api/practice", wish, address)
        head = f"GET /api/tables/{opened['code']}/record HTTP/1.1\r\nHost: {target.host}\r\n"
        first = f"{head}Connection: close\r\n\r\n".encode()
        async with target.connected(first, address) as (reader, _):
            await reader.read()

    await target.from_all(open_and_look)


async def turn_race(target: Target) -> None:
    """Requests for every kind of long work: one stays, and the others leave together."""
    record = target.given["record"]
    wishes = [
        target.request("/api/records/check", record),
        target.request("/api/records/views?seat=all", record),
        target.request("/api/practice", {"name": "Eve", "position": "sit_out"}),
        target.request("/api/review", {"record": record, "seat": 0}),
    ]

    async def burst(address: str, wish: bytes) -> None:
        async with contextlib.AsyncExitStack() as staying:
            readers = []
            async with contextlib.AsyncExitStack() as leaving:
                for number in range(OF_ONE):
                    stack = leaving if number else staying
                    reader, _ = await stack.enter_async_context(target.connected(wish, address))
                    if not number:
                        readers.append(reader)
                await asyncio.sleep(0.01)
            await asyncio.gather(*[reader.read() for reader in readers])

    async def bursts(address: str) -> None:
        for wish in itertools.cycle(wishes):
            with contextlib.suppress(OSError):
                await burst(address, wish)
            if not target.goes_on:
                return

    await asyncio.gather(*[bursts(address) for address in target.addresses])


async def many_keys(target: Target) -> None:
    """Bodies of as many keys as fit, and of nothing but line ends."""
    keys = b"{" + b",".join(b'"%d":0' % at for at in range(50_000))[:500_000] + b"}"
    wishes = itertools.cycle(
        [
            target.request("/api/review", keys),
            target.request("/api/practice", keys),
            target.request("/api/records/check", keys * 10),
            target.request("/api/records/check", b"\n" * 8_000_000),
        ]
    )

    async def ask(address: str) -> None:
        async with target.connected(next(wishes), address) as (reader, _):
            await reader.read()

    await target.from_all(ask)


async def held_bodies(target: Target) -> None:
    """As many large bodies as are accepted, each without its last byte."""
    head = f"POST /api/records/check HTTP/1.1\r\nHost: {target.host}\r\nContent-Length: 8000001\r\n"
    first = f"{head}Content-Type: application/x-ndjson\r\n\r\n".encode()

    async def hold() -> None:
        with contextlib.suppress(OSError, TimeoutError):
            async with target.connected(first) as (_, writer):
                for _ in range(80):
                    writer.write(b" " * 100_000)
                    await asyncio.wait_for(writer.drain(), target.until - time.monotonic())
                while target.goes_on:
                    await asyncio.sleep(0.5)

    await asyncio.gather(*[hold() for _ in range(BODIES)])


async def sit_at_tables(target: Target, act: Callable[[ClientConnection], Awaitable[None]]) -> None:
    """Open many tables of the slowest bots, and begin each match."""

    async def one(number: int) -> None:
        opened = await target.ask("/api/tables", {"name": f"E{number}", "agreement": WISH})
        async with target.socket(opened["code"]) as socket:
            await send(socket, type="hello", token=opened["token"])
            await send(socket, type="salt", id="s", deal=1, salt="00")
            await act(socket)

    with contextlib.suppress(OSError):
        await asyncio.gather(*[one(number) for number in range(TABLES)], return_exceptions=True)


async def send(socket: ClientConnection, **message: object) -> None:
    await socket.send(json.dumps(message))


async def bot_tables(target: Target) -> None:
    async def stay(socket: ClientConnection) -> None:
        while target.goes_on:
            await asyncio.wait_for(socket.recv(), max(0.1, target.until - time.monotonic()))

    await sit_at_tables(target, stay)


async def hint_flood(target: Target) -> None:
    async def ask(socket: ClientConnection) -> None:
        for number in itertools.count():
            await send(socket, type="ask_hint", id=f"h{number}")
            await asyncio.sleep(1)
            if not target.goes_on:
                return

    await sit_at_tables(target, ask)


async def mute_toggling(target: Target) -> None:
    """One seat of somebody's table, on as many connections as it gets."""
    numbers = itertools.count()

    async def toggle() -> None:
        with contextlib.suppress(OSError, EOFError):
            async with target.connected(_request(target)) as (reader, writer):
                await reader.readuntil(b"\r\n\r\n")
                listening = asyncio.create_task(_hear_nothing(reader))
                writer.write(_frame({"type": "hello", "token": target.given["token"]}))
                while target.goes_on and not listening.done():
                    number = next(numbers)
                    mute = {"type": "mute", "id": str(number), "seat": 0, "on": number % 2 == 0}
                    writer.write(_frame(mute))
                    await writer.drain()
                    await asyncio.sleep(0.05)
                listening.cancel()

    await asyncio.gather(*[toggle() for _ in range(SAME_SEAT)])


async def _hear_nothing(reader: asyncio.StreamReader) -> None:
    while await reader.read(1 << 16):
        pass


def _request(target: Target) -> bytes:
    """For a socket at somebody's table."""
    return (
        f"GET /ws/{target.given['code']} HTTP/1.1\r\nHost: {target.host}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: c3BpZWxnZWxkIGxvYWQhIQ==\r\n\r\n"
    ).encode()


def _frame(message: object) -> bytes:
    text = json.dumps(message).encode()
    return bytes((0x81, 0x80 | len(text))) + bytes(4) + text


async def ping_flood(target: Target) -> None:
    """Sockets full of pings whose answers nobody reads."""
    ping = bytes((0x89, 0x80 | 100)) + bytes(4) + b"x" * 100
    await asyncio.gather(*[pour(target, _request(target), ping * 600) for _ in range(4)])


WAYS: dict[str, Callable[[Target], Coroutine[Any, Any, None]]] = {
    way.__name__: way
    for way in (
        endless_head,
        many_headers,
        idle_connections,
        dribbling_connections,
        abandoned_checks,
        long_records,
        sleeping_practice,
        turn_race,
        many_keys,
        held_bodies,
        bot_tables,
        hint_flood,
        mute_toggling,
        ping_flood,
    )
}


def main() -> None:
    """Run one attack; its parameters come as JSON on standard input."""
    name, host, port, seconds = sys.argv[1:]
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    target = Target(host, int(port), float(seconds), json.load(sys.stdin))
    asyncio.run(WAYS[name](target))


if __name__ == "__main__":
    main()
