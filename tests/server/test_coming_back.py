"""Several connections of one seat, and who was away: nobody misses anything."""

import asyncio
from typing import Any

import pytest

from spielgeld.client import RemoteSeat
from support.raw_sockets import PATIENCE, Json, ending, greet, listen, open_alone, say, socket_to
from support.server_process import NO_LIMITS, ServerProcess, serving

pytestmark = pytest.mark.server


async def dealt(socket: Any) -> Json:
    """Start the table of one person and see the cards."""
    await say(socket, "start", id="start")
    view: Json = {}
    while view.get("awaiting", {}).get("what") != "salts":
        view = (await listen(socket)).get("table", {})
    await say(socket, "salt", id="salt", deal=1, salt="00")
    while True:
        message = await listen(socket)
        if "hand" in message:
            return message


def test_two_connections_of_one_seat_hear_the_same_and_the_last_bid_counts(
    server: ServerProcess,
) -> None:
    async def both() -> None:
        ann = open_alone(server, bot_pace=10)
        code, token = ann["code"], ann["token"]
        one, two, three = [RemoteSeat(server.url, code, token) for _ in range(3)]
        heard: list[list[str]] = [[], []]
        async with asyncio.timeout(PATIENCE), one, two:
            one.heard, two.heard = heard[0].append, heard[1].append
            await two.send("start")
            await one.until(lambda: one.view["table"]["awaiting"]["what"] == "salts")
            await one.send("salt", deal=1, salt="00")
            await two.until(lambda: two.view["hand"] is not None)
            hand = two.view["hand"]["hand"]
            await one.send("lay_bid", deal=1, round=1, cards=hand[:1])
            await two.send("lay_bid", deal=1, round=1, cards=hand[1:3])
            await one.send("ping")
            async with three:
                for seat in (one, two, three):
                    assert seat.view["own"]["bid"] == hand[1:3]
        updates = [[text for text in texts if '"type":"update"' in text] for texts in heard]
        assert len(updates[0]) > 4
        assert updates[0] == updates[1]

    asyncio.run(both())


def test_who_comes_back_gets_the_gap_or_a_fresh_view(server: ServerProcess) -> None:
    async def come_back() -> None:
        ann = open_alone(server)
        code = ann["code"]
        async with socket_to(server, code) as socket, socket_to(server, code) as watcher:
            welcome = await greet(socket, ann["token"])
            await greet(watcher)
            last = await dealt(socket)
            async with socket_to(server, code) as again:
                resumed = await greet(again, ann["token"], seen=welcome["n"])
                assert resumed["type"] == "resumed"
                missed = [await listen(again) for _ in range(resumed["n"] - welcome["n"])]
                assert [each["n"] for each in missed] == list(
                    range(welcome["n"] + 1, resumed["n"] + 1)
                )
                assert last in missed
            for seen in (None, 2**53, resumed["n"] + 1000):
                async with socket_to(server, code) as fresh:
                    assert (await greet(fresh, ann["token"], seen=seen))["type"] == "welcome"

    asyncio.run(come_back())


def test_a_stop_in_good_order_asks_everybody_to_come_back(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    async def told(server: ServerProcess) -> list[tuple[str | None, int | None]]:
        ann = open_alone(server)
        async with (
            socket_to(server, ann["code"]) as socket,
            socket_to(server, ann["code"]) as watcher,
            socket_to(server, open_alone(server)["code"]) as silent,
        ):
            await greet(socket, ann["token"])
            await greet(watcher)
            stopping = asyncio.create_task(asyncio.to_thread(server.stop))
            ends = [await ending(each) for each in (socket, watcher, silent)]
            assert await stopping == 0
        server.start()
        async with socket_to(server, ann["code"]) as socket:
            assert (await greet(socket, ann["token"]))["type"] == "welcome"
        return ends

    with serving(tmp_path_factory.mktemp("stopped"), *NO_LIMITS) as started:
        ends = asyncio.run(told(started))
    assert ends == [("come_back", 1012)] * 3
