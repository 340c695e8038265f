"""What the operator allows a connection: size, rate, number, silence, and from which page."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from spielgeld.server.access.costs import MOST_OF_A_SEAT
from support.raw_sockets import (
    answer_to,
    ending,
    greet,
    open_alone,
    say,
    socket_to,
)
from support.server_process import NO_LIMITS, ServerProcess, serving
from support.waiting import until

pytestmark = pytest.mark.server


@pytest.fixture(scope="module")
def narrow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that allows next to nothing."""
    flags = ["--connections-per-address", "2", "--connections", "3", "--hello-seconds", "1"]
    flags += ["--message-burst", "5", "--messages-per-second", "20", "--max-message-bytes", "2048"]
    folder: Path = tmp_path_factory.mktemp("narrow")
    with serving(folder, *NO_LIMITS, *flags, "--trusted-proxies", "1") as started:
        yield started


def test_too_long_a_message_closes_the_connection(narrow: ServerProcess) -> None:
    async def fuzz(length: int, *, binary: bool) -> int | None:
        opened = open_alone(narrow)
        async with socket_to(narrow, opened["code"]) as socket:
            await greet(socket, opened["token"])
            text = json.dumps({"type": "ping", "id": "x", "y": ""})
            text = text[:-2] + "y" * (length - len(text)) + text[-2:]
            await socket.send(text.encode() if binary else text)
            await say(socket, "ping", id="last")
            try:
                await answer_to(socket, "last")
            except ConnectionClosed:
                return socket.close_code
            return None

    for binary in (False, True):
        assert asyncio.run(fuzz(2048, binary=binary)) is None
        assert asyncio.run(fuzz(2049, binary=binary)) == 1009


def test_a_flood_is_refused_then_slowed_down_and_answered_by_id(narrow: ServerProcess) -> None:
    async def fuzz() -> None:
        opened = open_alone(narrow)
        async with socket_to(narrow, opened["code"]) as socket:
            await greet(socket, opened["token"])
            for number in range(30):
                await say(socket, "ping", id=f"p{number}")
            answers = [await answer_to(socket, f"p{number}") for number in range(30)]
            refused = [each for each in answers if each["type"] == "refused"]
            assert len(refused) > 5
            assert {each["code"] for each in refused} == {"too_many_messages"}
            assert all(each["arguments"]["seconds"] >= 0 for each in refused)

    asyncio.run(fuzz())


def test_connections_are_limited_by_address_and_in_all(narrow: ServerProcess) -> None:
    code = open_alone(narrow)["code"]

    def of(address: str) -> Any:
        return socket_to(narrow, code, additional_headers={"X-Forwarded-For": address})

    async def fuzz() -> None:
        none = "spielgeld_connections 0.0\n"
        await until(lambda: none in narrow.ask("GET", "/metrics").text, "no connection is left")
        async with of("192.0.2.1") as one, of("192.0.2.1") as two:
            assert (await greet(one))["type"] == "welcome"
            assert (await greet(two))["type"] == "welcome"
            async with of("192.0.2.1") as third:
                assert await ending(third) == ("too_many_connections", 4429)
            async with of("192.0.2.2") as other:
                assert (await greet(other))["type"] == "welcome"
                async with of("192.0.2.3") as last:
                    assert await ending(last) == ("server_full", 4430)
        async with of("192.0.2.1") as again:
            assert (await greet(again))["type"] == "welcome"

    asyncio.run(fuzz())


def test_who_says_nothing_is_sent_away(narrow: ServerProcess) -> None:
    async def fuzz() -> None:
        async with socket_to(narrow, open_alone(narrow)["code"]) as socket:
            assert await ending(socket) == ("no_hello", 4408)

    asyncio.run(fuzz())


@pytest.mark.parametrize(
    ("origin", "welcome"),
    [(None, True), ("own", True), ("null", False), ("https://evil.example", False)],
)
def test_only_the_servers_own_pages_and_programs_get_a_socket(
    server: ServerProcess, origin: str | None, welcome: bool
) -> None:
    wanted: Any = server.url if origin == "own" else origin

    async def ask() -> None:
        async with socket_to(server, open_alone(server)["code"], origin=wanted) as socket:
            assert (await greet(socket))["type"] == "welcome"

    if welcome:
        asyncio.run(ask())
        return
    with pytest.raises(InvalidStatus) as refused:
        asyncio.run(ask())
    assert refused.value.response.status_code == 403


def test_a_seats_connections_share_one_rate(narrow: ServerProcess) -> None:
    async def fuzz() -> None:
        opened = open_alone(narrow)
        async with (
            socket_to(narrow, opened["code"]) as one,
            socket_to(narrow, opened["code"]) as two,
        ):
            for socket in (one, two):
                await greet(socket, opened["token"])
            for number in range(10):
                await say(one, "ping", id=f"p{number}")
                await say(two, "ping", id=f"p{number}")
            answers = [await answer_to(each, f"p{n}") for each in (one, two) for n in range(10)]
            kinds = [each["type"] for each in answers]
            assert "pong" in kinds
            assert kinds.count("refused") > 5

    asyncio.run(fuzz())


def test_a_seat_has_so_many_connections(server: ServerProcess) -> None:
    async def fuzz() -> None:
        opened = open_alone(server)
        async with AsyncExitStack() as stack:
            for _ in range(MOST_OF_A_SEAT):
                socket = await stack.enter_async_context(socket_to(server, opened["code"]))
                assert (await greet(socket, opened["token"]))["type"] == "welcome"
            async with socket_to(server, opened["code"]) as more:
                await say(more, "hello", token=opened["token"])
                assert await ending(more) == ("too_many_connections", 4429)
            async with socket_to(server, opened["code"]) as watcher:
                assert (await greet(watcher))["type"] == "welcome"

    asyncio.run(fuzz())
