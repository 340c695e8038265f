"""Somebody holds up the others at a real server, in seconds where `docs/waiting.md` has minutes."""

import asyncio
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from spielgeld.bots import make_bot
from spielgeld.client import RemoteSeat, ServerRefusal, join_table, open_table, play
from support.quick_server import SECONDS, quick
from support.server_process import ServerProcess

pytestmark = pytest.mark.server

__all__ = ["quick"]

PATIENCE = 40
Json = dict[str, Any]


def opened(server: ServerProcess, **more: Any) -> tuple[RemoteSeat, str]:
    """Ann's seat at a table with room for one more person, and the table's code."""
    seats = [{}, {}, {"bot": "random"}]
    ann = open_table(server.url, "Ann", {"edition": "fr", "seats": seats, "bot_pace": 0, **more})
    return RemoteSeat(server.url, ann["code"], ann["token"]), ann["code"]


def seated(server: ServerProcess, code: str, name: str) -> RemoteSeat:
    """Somebody who sits down and is not there yet."""
    return RemoteSeat(server.url, code, join_table(server.url, code, name)["token"])


def mine(seat: RemoteSeat) -> Json:
    """The seat as everybody sees it."""
    assert seat.seat is not None
    view: Json = seat.view["table"]["seats"][seat.seat]
    return view


async def patiently(seat: RemoteSeat, kind: str, /, **fields: Any) -> None:
    """Say it again until the time for it has come."""
    while True:
        try:
            await seat.send(kind, **fields)
        except ServerRefusal as refusal:
            if refusal.code != "wait_longer":
                raise
            await asyncio.sleep(refusal.arguments["seconds"] + 0.01)
        else:
            return


async def bid(seat: RemoteSeat) -> None:
    """Lay the first card."""
    deal = seat.view["deal"]
    cards = seat.view["hand"]["hand"][:1]
    await seat.send("lay_bid", deal=deal["deal"], round=deal["round"], cards=cards)


def take_overs(seat: RemoteSeat, number: int) -> int:
    """How often a bot has taken over that seat."""
    return len(
        [each for each in seat.events if each["type"] == "sat_in" and each["seat"] == number]
    )


def test_with_a_clock_one_decision_takes_one_hand_over_however_often_somebody_returns(
    quick: ServerProcess,
) -> None:
    clock = {"bid": 5, "turn": 3600, "reserve": 0}
    ann, code = opened(quick, start="full", bot_pace=1, clock=clock)
    bo = seated(quick, code, "Bo")

    async def scene() -> None:
        async with asyncio.timeout(PATIENCE), ann, bo:
            await bo.until(lambda: bo.view["table"]["awaiting"]["what"] == "bids")
            await bid(bo)
            while bo.view["table"]["awaiting"]["what"] == "bids":
                await ann.until(
                    lambda: (
                        mine(ann)["played_by_bot"]
                        or ann.view["table"]["awaiting"]["what"] != "bids"
                    )
                )
                with suppress(ServerRefusal):  # nothing is to be taken back any more
                    await ann.send("take_back")
                await asyncio.sleep(0.1)
            await ann.until(lambda: not mine(ann)["played_by_bot"])
            assert take_overs(bo, 0) == 1

    asyncio.run(scene())


def test_without_a_clock_a_seat_is_handed_over_once_and_comes_back_after_the_decision(
    quick: ServerProcess,
) -> None:
    ann, code = opened(quick, start="full", bot_pace=1)
    bo = seated(quick, code, "Bo")

    async def scene() -> None:
        async with asyncio.timeout(PATIENCE), ann, bo:
            await bo.until(lambda: bo.view["table"]["awaiting"]["what"] == "bids")
            await bid(bo)
            await patiently(bo, "nudge", seat=0)
            await ann.until(lambda: ann.view["table"]["awaiting"]["nudged"] == [0])
            await patiently(bo, "hand_over", seat=0)
            await ann.send("take_back")
            await ann.until(lambda: mine(ann)["back_after"] == "decision")
            with pytest.raises(ServerRefusal, match="bot_keeps"):
                await bid(ann)
            async with RemoteSeat(quick.url, code, ann._token):  # another way to come back
                await ann.until(lambda: not mine(ann)["played_by_bot"])
            assert bo.view["table"]["awaiting"]["what"] != "bids"
            assert take_overs(bo, 0) == 1

    asyncio.run(scene())


def test_a_program_whose_seat_was_handed_over_takes_it_back(quick: ServerProcess) -> None:
    ann, code = opened(quick, start="full", rules={"deals": 1})
    bo = seated(quick, code, "Bo")

    async def scene() -> None:
        async with asyncio.timeout(PATIENCE), ann, bo, asyncio.TaskGroup() as together:
            together.create_task(play(bo, make_bot("random"), Random(1)))
            await bo.until(lambda: bo.view["table"]["awaiting"]["seats"] == [0])
            await patiently(bo, "nudge", seat=0)
            await patiently(bo, "hand_over", seat=0)
            await ann.until(lambda: mine(ann)["played_by_bot"])
            together.create_task(play(ann, make_bot("random"), Random(2)))
        assert {"type": "taken_back", "seat": 0} in bo.events
        assert not mine(ann)["played_by_bot"]

    asyncio.run(scene())


def lobby_seats(server: ServerProcess, code: str) -> list[str]:
    """The kinds of the seats of a table as the lobby lists it."""
    tables = server.ask("GET", "/api/tables").json()["tables"]
    [found] = [table for table in tables if table["code"] == code]
    return [seat["kind"] for seat in found["seats"]]


def test_a_listed_table_gets_back_the_seat_of_somebody_who_never_comes(
    quick: ServerProcess,
) -> None:
    ann, code = opened(quick, listed=True)

    async def scene() -> None:
        async with asyncio.timeout(PATIENCE), ann:
            nobody = seated(quick, code, "Nobody")
            assert lobby_seats(quick, code)[1] == "person"
            with pytest.raises(ServerRefusal, match="seat_taken"):
                join_table(quick.url, code, "Bo")
            left = {"type": "left", "seat": 1, "reason": "never_came", "by": None}
            await ann.until(lambda: left in ann.events)
            assert ann.view["table"]["seats"][1]["kind"] == "open"
            assert lobby_seats(quick, code)[1] == "open"
            async with seated(quick, code, "Bo"):
                await ann.send("start")
                with pytest.raises(ServerRefusal, match="wrong_token"):
                    await nobody.__aenter__()

    asyncio.run(scene())


def test_a_host_frees_the_seat_of_somebody_who_never_comes_at_once(server: ServerProcess) -> None:
    ann, code = opened(server, listed=True)

    async def scene() -> None:
        async with asyncio.timeout(PATIENCE), ann:
            seated(server, code, "Nobody")
            await ann.send("free_seat", seat=1)
            assert lobby_seats(server, code)[1] == "open"
            async with seated(server, code, "Bo"):
                with pytest.raises(ServerRefusal, match="not_away"):
                    await ann.send("free_seat", seat=1)

    asyncio.run(scene())


def test_a_rematch_keeps_the_seats_of_people_who_take_their_time(quick: ServerProcess) -> None:
    ann, code = opened(quick, start="full", rules={"deals": 1})
    bo = seated(quick, code, "Bo")

    async def scene() -> None:
        async with asyncio.timeout(PATIENCE), ann, bo, asyncio.TaskGroup() as together:
            for number, seat in enumerate((ann, bo)):
                together.create_task(play(seat, make_bot("random"), Random(number)))
        again = quick.ask("POST", f"/api/tables/{code}/rematch", token=ann._token or "").json()
        async with asyncio.timeout(PATIENCE), RemoteSeat(quick.url, again["code"], ann._token):
            await asyncio.sleep(1.5 * SECONDS)  # longer than this server waits for others
            async with RemoteSeat(quick.url, again["code"], bo._token) as back:
                assert mine(back)["name"] == "Bo"

    asyncio.run(scene())


def test_somebody_else_starts_for_a_host_who_does_not(quick: ServerProcess) -> None:
    ann, code = opened(quick)
    bo = seated(quick, code, "Bo")

    async def scene() -> None:
        async with asyncio.timeout(PATIENCE), ann, bo:
            await patiently(bo, "become_host")
            await bo.send("start")
            await ann.until(lambda: ann.view["table"]["status"] == "playing")
            assert {"type": "host", "seat": 1} in ann.events

    asyncio.run(scene())


def test_somebody_else_ends_an_endless_pause(quick: ServerProcess) -> None:
    ann, code = opened(quick, start="full")
    bo = seated(quick, code, "Bo")

    async def scene() -> None:
        async with asyncio.timeout(PATIENCE), ann, bo:
            await ann.until(lambda: ann.view["table"]["status"] == "playing")
            await ann.send("pause")
            await patiently(bo, "become_host")
            await bo.send("resume")
            await ann.until(lambda: not ann.view["table"]["paused"])
            with pytest.raises(ServerRefusal, match="not_host"):
                await ann.send("pause")

    asyncio.run(scene())
