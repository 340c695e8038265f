"""Scenes at a table whose people sit at different nodes."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from random import Random
from typing import Any, LiteralString

import psycopg
from websockets.asyncio.client import ClientConnection, connect

from spielgeld.bots import make_bot
from spielgeld.client import RemoteSeat, join_table, open_table, play
from support.cluster import Cluster
from support.killing import NotedMatch, faults_of, play_noted_match
from support.raw_sockets import answer_to, listen
from support.waiting import until

PATIENCE = 60.0
Json = dict[str, Any]

AGREEMENT: Json = {
    "edition": "it-full",
    "rules": {"deals": 1},
    "seats": [{}, {}, {"bot": "greedy"}, {"bot": "random"}],
    "bot_pace": 0.02,
}


def run(scene: Awaitable[Any]) -> None:
    async def patiently() -> None:
        await asyncio.wait_for(scene, PATIENCE)

    asyncio.run(patiently())


def seated(nodes: Cluster, **other: Any) -> tuple[Json, Json]:
    """Two people at a table, both by way of the first node, which runs it then."""
    ann = open_table(nodes.urls[0], "Ann", {**AGREEMENT, **other})
    return ann, join_table(nodes.urls[0], ann["code"], "Bo")


@asynccontextmanager
async def sitting(urls: list[str], *people: Json) -> AsyncIterator[list[RemoteSeat]]:
    """Everybody at their own server, with the others to fall back on."""
    async with AsyncExitStack() as stack:
        seats = []
        for number, each in enumerate(people):
            own = [*urls[number % len(urls) :], *urls[: number % len(urls)]]
            seat = RemoteSeat(own, each["code"], each["token"])
            seats.append(await stack.enter_async_context(seat))
        yield seats


async def finish(*seats: RemoteSeat) -> None:
    await asyncio.gather(*[play(seat, make_bot("greedy"), Random(1)) for seat in seats])


@asynccontextmanager
async def wire(url: str, person: Json) -> AsyncIterator[tuple[ClientConnection, Json]]:
    """A bare socket, and how it was welcomed."""
    address = f"{url.replace('http', 'ws')}/ws/{person['code']}"
    async with connect(address, compression=None, proxy=None) as socket:
        await socket.send(json.dumps({"type": "hello", "token": person["token"]}))
        yield socket, await listen(socket)


async def answer(socket: ClientConnection, message: Json) -> Json:
    await socket.send(json.dumps(message))
    return await answer_to(socket, message["id"])


async def welcomes(nodes: Cluster, person: Json) -> list[Json]:
    """What each node shows the person, who is there already; without the time."""
    shown = []
    for url in nodes.urls:
        async with wire(url, person) as (_, welcome):
            shown.append({**welcome, "at": 0})
    return shown


def asked(nodes: Cluster, query: LiteralString) -> list[Any]:
    """What the database itself says, in one column."""
    with psycopg.connect(nodes.place) as database:
        return [value for (value,) in database.execute(query)]


def has_no_gaps(nodes: Cluster) -> bool:
    """Whether the numbers of the only log are 1, 2, 3 and so on, up to what the table says."""
    numbers = asked(nodes, "SELECT number FROM entries ORDER BY number")
    return numbers == list(range(1, asked(nodes, "SELECT last FROM tables")[0] + 1))


def faults_in(nodes: Cluster, match: NotedMatch) -> list[str]:
    with nodes.store() as store:
        record = store.record(match.code)
    return faults_of(match, nodes.log(match.code), record or b"")


def written(nodes: Cluster) -> int:
    """How many entries all logs have."""
    return int(asked(nodes, "SELECT count(*) FROM entries")[0])


async def disturbed(nodes: Cluster, disturb: Callable[[], Awaitable[None]]) -> NotedMatch:
    """A match of people on both nodes; something happens when it is well under way."""
    match = asyncio.create_task(play_noted_match(nodes.urls, Random(2), deals=3, bot_pace=0.05))
    await until(lambda: written(nodes) > 40, "forty entries")
    await disturb()
    return await match


async def begin(ann: RemoteSeat, bo: RemoteSeat) -> Json:
    """Start, and deal; the address of the first round."""
    await ann.send("start")
    await asyncio.gather(*[seat.send("salt", deal=1, salt="00") for seat in (ann, bo)])
    await asyncio.gather(*[seat.until(lambda seat=seat: seat.view["deal"]) for seat in (ann, bo)])  # type: ignore[misc]
    return {"deal": 1, "round": 1}
