"""Whatever comes over a socket is answered or the connection closed with a code; others play on."""

import asyncio
import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from support.raw_sockets import (
    PATIENCE,
    answer_to,
    ending,
    frame,
    greet,
    listen,
    neighbours,
    open_alone,
    say,
    socket_to,
)
from support.server_process import ServerProcess

pytestmark = pytest.mark.server

MEGABYTE = 1024 * 1024

CANNOT_BE_READ = {"json", "missing_field", "unknown_field", "wrong_value"}
UNREADABLE = [
    "",
    "null",
    "[]",
    "17",
    '"hello"',
    "{",
    '{"type"',
    "NaN",
    "[" * 8000,
    '{"a":' * 2000,
    '{"type":1,"id":"x"}',
    '{"type":"ping","id":7}',
    '{"type":"ping","id":null}',
    '{"type":"ping","id":""}',
    '{"type":"ping","id":"' + "x" * 41 + '"}',
    '{"type":"ping","id":"x","more":1}',
    '{"type":"ping"}',
    '{"id":"x"}',
    '{"type":"nonsense","id":"x"}',
    '{"type":"update","n":1,"events":[]}',
    '{"type":"lay_bid","id":"x"}',
    '{"type":"lay_bid","id":"x","deal":-1,"round":1,"cards":[]}',
    '{"type":"lay_bid","id":"x","deal":1e400,"round":1,"cards":[]}',
    '{"type":"lay_bid","id":"x","deal":' + "9" * 5000 + ',"round":1,"cards":[]}',
    '{"type":"lay_bid","id":"x","deal":1.5,"round":1,"cards":[]}',
    '{"type":"lay_bid","id":"x","deal":1,"round":1,"cards":"Y20a"}',
    '{"type":"lay_bid","id":"x","deal":1,"round":1,"cards":[["Y20a"]]}',
    '{"type":"lay_bid","id":"x","deal":1,"round":1,"cards":[' + '"*",' * 80 + '"*"]}',
    '{"type":"lay_bid","id":"x","deal":true,"round":1,"cards":[]}',
    '{"type":"lay_bid","id":"x","deal":1,"round":1,"cards":["\\ud800"]}',
    '{"type":"take_turn","id":"x","deal":1,"round":1,"turn":"up"}',
    '{"type":"make_plan","id":"x","deal":1,"round":1,"wishes":[null]}',
    '{"type":"salt","id":"x","deal":1,"salt":"xyz"}',
    '{"type":"salt","id":"x","deal":1,"salt":"0"}',
    '{"type":"say","id":"x","phrase":"<b>hello</b>"}',
    '{"type":"mute","id":"x","seat":9,"on":true}',
    '{"type":"mute","id":"x","seat":1,"on":"yes"}',
]

NOT_NOW: list[dict[str, Any]] = [
    {"type": "lay_bid", "deal": 2**53, "round": 2**53, "cards": ["Y20a"]},
    {"type": "lay_bid", "deal": 0, "round": 0, "cards": []},
    {"type": "lay_bid", "deal": 1, "round": 1, "cards": ["Y20a", "Y20a"]},
    {"type": "lay_bid", "deal": 1, "round": 1, "cards": ["*", "*"]},
    {"type": "take_turn", "deal": 1, "round": 1, "turn": 2**60},
    {"type": "make_plan", "deal": 1, "round": 1, "wishes": [-(2**62)]},
    {"type": "withdraw_bid", "deal": 1, "round": 1},
    {"type": "ready", "deal": 7},
    {"type": "salt", "deal": 7, "salt": ""},
    {"type": "more_time", "seat": 5},
    {"type": "nudge", "seat": 0},
    {"type": "hand_over", "seat": 1},
    {"type": "take_back"},
    {"type": "resume"},
    {"type": "pause"},
    {"type": "mute", "seat": 0, "on": True},
    {"type": "mute", "seat": 5, "on": True},
    {"type": "start", "fill_with": "no such bot"},
    {"type": "preview_bid", "cards": ["nonsense"]},
    {"type": "preview_turns"},
]

BAD_FRAMES = {
    "text that is not UTF-8": (frame(0x81, b"\xff\xfe"), 1007),
    "a reserved opcode": (frame(0x83, b"x"), 1002),
    "reserved bits": (frame(0xF1, b"x"), 1002),
    "no mask": (frame(0x81, b"x", masked=False), 1002),
    "a continuation of nothing": (frame(0x80, b"x"), 1002),
    "a long ping": (b"\x89\xfe\x01\x00" + bytes(4 + 256), 1002),
    "a length beyond all limits": (b"\x81\xff" + b"\x7f" + b"\xff" * 7 + bytes(4), 1009),
}


@pytest.fixture(autouse=True)
def _nothing_unexpected(server: ServerProcess) -> Iterator[None]:
    """Whatever was sent, the server meant to answer as it did."""
    before = len(server.lines)
    yield
    errors = [line for line in server.lines[before:] if '"level":"error"' in line]
    assert [line for line in errors if "Invalid UTF-8" not in line] == []


def test_what_cannot_be_read_is_refused_and_the_connection_stays(server: ServerProcess) -> None:
    async def fuzz() -> None:
        opened = open_alone(server)
        async with neighbours(server), socket_to(server, opened["code"]) as socket:
            assert (await greet(socket, opened["token"]))["type"] == "welcome"
            for text in UNREADABLE:
                for sent in (text, text.encode()):
                    await socket.send(sent)
                    answer = await listen(socket)
                    assert answer["type"] == "refused", text
                    assert answer["code"] in CANNOT_BE_READ, text

    asyncio.run(fuzz())


def test_what_is_not_possible_now_is_refused_by_its_id(server: ServerProcess) -> None:
    async def fuzz() -> None:
        opened = open_alone(server)
        async with neighbours(server), socket_to(server, opened["code"]) as socket:
            await greet(socket, opened["token"])
            for number, command in enumerate(NOT_NOW):
                await socket.send(json.dumps({**command, "id": f"c{number}"}))
                answer = await answer_to(socket, f"c{number}")
                assert answer["type"] == "refused", command

    asyncio.run(fuzz())


def test_a_thousand_random_messages_are_each_answered(server: ServerProcess) -> None:
    rng = Random(3)

    async def fuzz() -> None:
        opened = open_alone(server)
        before = server.memory
        async with neighbours(server), socket_to(server, opened["code"]) as socket:
            await greet(socket, opened["token"])
            for _ in range(1000):
                await socket.send(rng.randbytes(rng.randrange(300)))
                assert (await listen(socket))["type"] == "refused"
        assert server.memory < before + 50 * MEGABYTE

    asyncio.run(fuzz())


@pytest.mark.parametrize(
    "first", ["", "{", '{"type":"ping","id":"x"}', '{"type":"hello","token":7}', b"\xff\x00"]
)
def test_who_does_not_begin_with_hello_is_sent_away(
    server: ServerProcess, first: str | bytes
) -> None:
    async def fuzz() -> None:
        async with socket_to(server, open_alone(server)["code"]) as socket:
            await socket.send(first)
            said, number = await ending(socket)
            assert said in {*CANNOT_BE_READ, "protocol"}
            assert number == 4400

    asyncio.run(fuzz())


def test_wrong_tokens_and_tables_are_sent_away(server: ServerProcess) -> None:
    async def refused(code: str, token: str | None) -> tuple[str | None, int | None]:
        async with socket_to(server, code) as socket:
            await say(socket, "hello", token=token)
            return await ending(socket)

    opened, other = open_alone(server), open_alone(server, watchers="nobody")
    for token in (
        "",
        "x",
        "ё" * 100,
        opened["token"][:-1],
        opened["token"].upper(),
        other["token"],
    ):
        assert asyncio.run(refused(opened["code"], token)) == ("wrong_token", 4401)
    assert asyncio.run(refused(other["code"], None)) == ("no_watchers", 4403)
    for code in ("", "x" * 20, opened["code"].upper(), opened["code"] + "/x", "../" + "a" * 17):
        assert asyncio.run(refused(code, opened["token"])) == ("no_such_table", 4404)


def test_a_watcher_can_only_watch_and_nobody_says_hello_twice(server: ServerProcess) -> None:
    async def fuzz() -> None:
        opened = open_alone(server)
        async with socket_to(server, opened["code"]) as socket:
            assert (await greet(socket))["seat"] is None
            for command in NOT_NOW:
                await socket.send(json.dumps({**command, "id": "w"}))
                assert (await answer_to(socket, "w"))["code"] == "only_watching"
            assert (await greet(socket, opened["token"]))["code"] == "hello_twice"
            await say(socket, "start", id="s")
            assert (await answer_to(socket, "s"))["code"] == "only_watching"

    asyncio.run(fuzz())


@pytest.mark.parametrize(("sent", "number"), BAD_FRAMES.values(), ids=BAD_FRAMES)
def test_broken_frames_close_the_connection_with_a_number(
    server: ServerProcess, sent: bytes, number: int
) -> None:
    async def fuzz() -> None:
        opened = open_alone(server)
        async with neighbours(server), socket_to(server, opened["code"]) as socket:
            await greet(socket, opened["token"])
            socket.transport.write(sent)
            assert await ending(socket) == (None, number)

    asyncio.run(fuzz())


def test_bytes_that_are_no_request_do_no_harm(server: ServerProcess) -> None:
    rng = Random(4)
    host, port = "127.0.0.1", int(server.url.rpartition(":")[2])

    async def fuzz() -> None:
        half_open = []
        async with neighbours(server):
            for _ in range(100):
                reader, writer = await asyncio.open_connection(host, port)
                writer.write(rng.randbytes(200) + b"\r\n\r\n")
                assert await asyncio.wait_for(reader.read(), PATIENCE) is not None
                writer.close()
                half_open.append(await asyncio.open_connection(host, port))
                half_open[-1][1].write(b"GET /ws/abc HTTP/1.1\r\nUpgrade: webso")
        for _, writer in half_open:
            writer.close()

    asyncio.run(fuzz())


def test_a_connection_that_breaks_off_is_noticed(server: ServerProcess) -> None:
    async def fuzz() -> None:
        opened = open_alone(server)
        async with socket_to(server, opened["code"]) as watching:
            await greet(watching)
            async with socket_to(server, opened["code"]) as socket:
                await greet(socket, opened["token"])
                socket.transport.abort()
            told: list[str] = []
            while "disconnected" not in told:
                told += [event["type"] for event in (await listen(watching))["events"]]

    asyncio.run(fuzz())


def test_connections_that_come_and_go_at_once_do_no_harm(server: ServerProcess) -> None:
    async def fuzz() -> None:
        opened = open_alone(server)
        async with neighbours(server):
            for number in range(60):
                async with socket_to(server, opened["code"]) as socket:
                    if number % 5:
                        token = opened["token"] if number % 3 else None
                        await say(socket, "hello", token=token)
                    for _ in range(number % 4 * 50):
                        await say(socket, "ping", id="x")
                    if number % 2:
                        socket.transport.abort()

    asyncio.run(fuzz())


def test_a_client_that_never_reads_costs_no_memory_and_is_sent_away(server: ServerProcess) -> None:
    question = json.dumps({"type": "nonsense", "id": "x" * 40, "what": "y" * 900})

    async def fuzz() -> None:
        opened = open_alone(server)
        async with (
            neighbours(server),
            socket_to(server, opened["code"], max_queue=1, max_size=None) as socket,
        ):
            await say(socket, "hello", token=opened["token"])
            before = server.memory
            for _ in range(60_000):
                await socket.send(question)
            assert server.memory < before + 25 * MEGABYTE
            assert await ending(socket) == ("too_slow", 4413)

    asyncio.run(fuzz())
