"""Messages are the same however the network cuts the frames that bring them."""

import asyncio
import json
from collections.abc import Sequence
from random import Random

import pytest

from support.raw_sockets import frame, open_alone
from support.server_process import ServerProcess

pytestmark = pytest.mark.server

TEXT, FIRST_PART, LAST_PART, BINARY, PING = 0x81, 0x01, 0x80, 0x82, 0x89
ENOUGH = 20.0


def ping(name: str) -> bytes:
    return json.dumps({"type": "ping", "id": name}).encode()


def long_frame(payload: bytes) -> bytes:
    return bytes([TEXT, 0x80 | 126]) + len(payload).to_bytes(2, "big") + bytes(4) + payload


async def pongs(server: ServerProcess, chunks: Sequence[bytes], last: str) -> list[str]:
    """Send the chunks, as a watcher: the ids of the pongs, until the last one or the end."""
    code = open_alone(server)["code"]
    host, port = server.url.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    request = (
        f"GET /ws/{code} HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: Upgrade\r\n"
        "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: c3BpZWxnZWxkIHRlc3RzIQ==\r\n\r\n"
    )
    writer.write(request.encode())
    await reader.readuntil(b"\r\n\r\n")
    for chunk in (frame(TEXT, b'{"type":"hello"}'), *chunks):
        writer.write(chunk)
        await writer.drain()
        await asyncio.sleep(0.005)  # else the system puts the chunks together again
    heard = more = b" "
    while more and f'"id":"{last}"'.encode() not in heard:
        more = await asyncio.wait_for(reader.read(65536), ENOUGH)
        heard += more
    writer.close()
    return [part.split(b'"')[0].decode() for part in heard.split(b'"type":"pong","id":"')[1:]]


@pytest.mark.parametrize("seed", range(6))
def test_messages_arrive_however_the_network_cuts_them(server: ServerProcess, seed: int) -> None:
    chance = Random(seed)
    names = [f"n{number}" for number in range(30)]
    stream = b""
    for name in names:
        whole = frame(TEXT, ping(name))
        halves = frame(FIRST_PART, ping(name)[:9]) + frame(LAST_PART, ping(name)[9:])
        padded = long_frame(ping(name) + b" " * 200)
        stream += chance.choice([whole, whole, whole, halves, padded, frame(PING, b"x") + whole])
    chunks = []
    while stream:
        size = chance.choice([1, 5, 6, 20, 33, 34, 80, 500])
        chunks.append(stream[:size])
        stream = stream[size:]
    assert asyncio.run(pongs(server, chunks, names[-1])) == names


def test_small_frames_arrive_one_by_one(server: ServerProcess) -> None:
    names = [f"n{number}" for number in range(20)]
    chunks = [frame(TEXT, ping(name)) for name in names]
    assert asyncio.run(pongs(server, chunks, names[-1])) == names


def test_what_looks_like_a_frame_inside_another_is_none(server: ServerProcess) -> None:
    inner = frame(TEXT, ping("smuggled"))
    outer = frame(BINARY, b"!" + inner)
    cut = len(outer) - len(inner)
    chunks = [outer[:cut], outer[cut:], frame(TEXT, ping("honest"))]
    assert asyncio.run(pongs(server, chunks, "honest")) == ["honest"]


def test_a_message_between_the_parts_of_another_is_refused(server: ServerProcess) -> None:
    chunks = [frame(FIRST_PART, b'{"ty'), frame(TEXT, ping("smuggled"))]
    assert asyncio.run(pongs(server, chunks, "smuggled")) == []
