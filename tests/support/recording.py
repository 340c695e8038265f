"""Matches over real sockets, recording everything that every client receives."""

import asyncio
from collections.abc import Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from itertools import cycle
from random import Random
from typing import Any, Literal

from spielgeld.bots import make_bot
from spielgeld.client import RemoteSeat, ServerRefusal, join_table, open_table, play
from support.leak_scan import Scan
from support.leaks import Truth
from support.server_process import ServerProcess

NAMES = ("Ann", "Bo", "Cleo", "Dov", "Eve", "Fay")

Kind = Literal["socket", "page", "record"]


@dataclass
class Recording:
    """What one client received, in order, and which cards it has named itself."""

    seat: int | None
    heard: list[tuple[Kind, str]] = field(default_factory=list)
    said: set[str] = field(default_factory=set)

    def scan(self, truth: Truth) -> list[str]:
        """The leaks in it."""
        scan = Scan(truth, self.seat)
        for kind, text in self.heard:
            if kind == "socket":
                scan.hear(text, self.said if '"refused"' in text else ())
            elif kind == "page":
                scan.hear_page(text)
            else:
                scan.hear_record(text)
        return scan.found


class RecordedSeat(RemoteSeat):
    """A client that records all messages, and sends every kind of command before it bids."""

    def __init__(self, server: ServerProcess, code: str, token: str | None, seat: int | None):
        super().__init__(server.url, code, token)
        self._server = server
        self.code = code
        self.recording = Recording(seat)
        self.looks_around = False
        """Whether it also asks over HTTP."""
        self.heard = lambda text: self.recording.heard.append(("socket", text))

    def is_over(self) -> bool:
        status: str = self.view["table"]["status"]
        return status == "finished"

    async def send(self, kind: str, **fields: Any) -> dict[str, Any]:
        if kind == "lay_bid":
            await self._fuss(fields)
        return await super().send(kind, **fields)

    async def _fuss(self, fields: dict[str, Any]) -> None:
        """Ask, plan, change one's mind, and do what is not allowed, before the bid that counts."""
        now = {"deal": fields["deal"], "round": fields["round"]}
        hand = self.view["hand"]
        foreign = hand["unseen"][:1]
        self.recording.said.update(foreign)
        await self._try("preview_bid", cards=fields["cards"])
        await self._try("preview_bid", cards=foreign)
        await self._try("preview_turns")
        if now["round"] % 3 == 1:  # before any bid of this seat that could end the bidding
            await self._try("ask_hint")
        await self._try("lay_bid", **now, cards=foreign)
        await self._try("lay_bid", **now, cards=hand["hand"])
        await self._try("take_turn", **now, turn="right")
        await self._try("say", phrase="thinking")
        await self._try("make_plan", **now, wishes=["right", 1, "keep"][: now["round"] % 4])
        await self._try("withdraw_bid", **now)
        if self.looks_around and now["round"] % 3 == 0:
            await self._look_around()

    async def _try(self, kind: str, **fields: Any) -> None:
        with suppress(ServerRefusal):
            await super().send(kind, **fields)

    async def _look_around(self) -> None:
        """What anybody can ask over HTTP meanwhile."""
        pages: list[tuple[Kind, str]] = [
            ("page", "/api/tables"),
            ("page", f"/api/tables/{self.code}"),
            ("page", f"/t/{self.code}"),
            ("record", f"/api/tables/{self.code}/record"),
        ]
        for kind, path in pages:
            answer = await asyncio.to_thread(self._server.ask, "GET", path)
            # All that was told on the socket before that answer is heard before this one.
            await super().send("ping")
            self.recording.heard.append((kind, answer.text))


@dataclass
class RecordedMatch:
    """A match that was played to its end."""

    truth: Truth
    recordings: list[Recording]
    code: str


async def play_recorded(nodes: Sequence[ServerProcess], agreement: dict[str, Any]) -> RecordedMatch:
    """Play a match with somebody who tries everything on each seat that is open.

    Two watch: one from the start, one from the second round on. The host opens a second connection.
    Clients are on the nodes by turns.
    """
    server = nodes[0]
    people = sum("bot" not in seat for seat in agreement["seats"])
    opened = open_table(
        server.url, NAMES[0], {"bot_pace": 0, "hints": "everybody", **agreement, "watchers": "link"}
    )
    code: str = opened["code"]
    seated = [opened, *[join_table(server.url, code, name) for name in NAMES[1:people]]]
    places: list[tuple[str | None, int | None]] = [(each["token"], each["seat"]) for each in seated]
    everybody = [*places, (None, None), (None, None), places[0]]
    where = zip(cycle(nodes), everybody, strict=False)
    recorded = [RecordedSeat(node, code, *place) for node, place in where]
    clients, late = recorded[:-2], recorded[-2:]
    clients[0].looks_around = True
    async with asyncio.timeout(60), AsyncExitStack() as stack, asyncio.TaskGroup() as together:
        for client in clients:
            await stack.enter_async_context(client)
        await clients[0].send("start")
        for number, client in enumerate(clients[:people]):
            bot = make_bot(("greedy", "random")[number % 2])
            together.create_task(play(client, bot, Random(number)))
        await clients[-1].until(lambda: (clients[-1].view["deal"] or {}).get("round", 0) > 1)
        for client in late:
            await stack.enter_async_context(client)
        for client in recorded:
            await client.until(client.is_over)
    record = server.ask("GET", f"/api/tables/{code}/record").json()
    truth = Truth(record, [each["token"] for each in seated])
    return RecordedMatch(truth, [each.recording for each in recorded], code)
