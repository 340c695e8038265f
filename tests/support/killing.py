"""Matches played by people who note everything down, on servers that are killed meanwhile.

Used by the tests and by `bench/kill_loop.py`.
"""

import asyncio
import json
from collections import Counter
from collections.abc import Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from http.client import HTTPException
from random import Random
from typing import Any

import msgspec

from spielgeld.bots import make_bot
from spielgeld.client import RemoteSeat, ServerRefusal, engine_view, join_table, open_table, play
from spielgeld.engine.records import Fault, RawRecord, check_record
from spielgeld.table.entries import AnyEntry
from spielgeld.table.public_record import public_record_line
from spielgeld.table.transitions import replay_table
from support.server_process import ServerProcess

FROZEN_SECONDS = 6.0
"""Seconds a server is frozen at most: longer than it may hold a lock, or be silent."""
FINISH_SECONDS = 120.0
"""Time in which all matches have to come to their end once the killing is over."""
UNKNOWN = "store_down"
"""The only refusal after which the command may have been done."""
LOGGED = {
    "start": ("started", ()),
    "salt": ("salted", ("salt",)),
    "ready": ("readied", ()),
    "lay_bid": ("bid_laid", ("cards",)),
    "withdraw_bid": ("bid_withdrawn", ()),
    "make_plan": ("planned", ("wishes",)),
    "take_turn": ("turn_taken", ("turn",)),
    "say": ("said", ("phrase",)),
}
"""What an accepted command looks like in the log: the kind of entry, and what they share."""


@dataclass
class Journal:
    """The answers to one client's commands, over all its connections."""

    seat: int
    accepted: dict[str, dict[str, Any]] = field(default_factory=dict)
    refused: set[str] = field(default_factory=set)
    seen: int = 0
    greetings: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def hear(self, text: str) -> None:
        message = json.loads(text)
        kind = message["type"]
        if kind == "refused" and message["code"] != UNKNOWN:
            self.refused.add(message["id"])
        elif kind == "update":
            if message["n"] != self.seen + 1:
                self.faults.append(f"seat {self.seat}: update {message['n']} after {self.seen}")
            self.seen = message["n"]
        elif kind in ("welcome", "resumed"):
            self.greetings[kind] += 1
            if message["n"] < self.seen:
                self.faults.append(f"seat {self.seat}: back to {message['n']} from {self.seen}")
            if kind == "welcome":
                self.seen = message["n"]


class NotedSeat(RemoteSeat):
    """A player who records everything, and often changes bids and plans."""

    def __init__(
        self, servers: Sequence[str], code: str, token: str, seat: int, rng: Random
    ) -> None:
        super().__init__(servers, code, token)
        self.journal = Journal(seat)
        self.heard = self.journal.hear
        self._rng = rng

    async def send(self, kind: str, **fields: Any) -> dict[str, Any]:
        if kind == "lay_bid":
            await self._waver(fields["deal"], fields["round"])
        answer = await super().send(kind, **fields)
        self.journal.accepted[answer["id"]] = {"type": kind, **fields}
        return answer

    async def _waver(self, deal: int, number: int) -> None:
        """Before the bid that counts: other bids, taken up again or not, and plans."""
        now = {"deal": deal, "round": number}
        if self._rng.random() < 0.4:
            view = engine_view(self.view)
            bid = make_bot("random").choose_bid(view, self._rng)
            await self._try("lay_bid", **now, cards=bid.codes)
        if self._rng.random() < 0.3:
            await self._try("withdraw_bid", **now)
        if self._rng.random() < 0.2:
            await self._try("make_plan", **now, wishes=["right", "left", "keep"])
        if self._rng.random() < 0.1:
            await self._try("say", phrase="thinking")

    async def _try(self, kind: str, **fields: Any) -> None:
        with suppress(ServerRefusal):
            answer = await super().send(kind, **fields)
            self.journal.accepted[answer["id"]] = {"type": kind, **fields}


@dataclass(frozen=True)
class NotedMatch:
    """A match that was played to its end, and how it went for its people."""

    code: str
    journals: list[Journal]
    views: list[tuple[dict[str, Any], dict[str, Any]]]
    """Of every person: the view put together from updates, and a fresh one."""


async def play_noted_match(
    servers: Sequence[str], rng: Random, deals: int = 2, bot_pace: float = 0.01
) -> NotedMatch:
    """Two people, who begin at different servers, and two bots play one match."""
    agreement = {
        "edition": "it-full",
        "rules": {"deals": deals},
        "seats": [{}, {}, {"bot": "greedy"}, {"bot": "random"}],
        "bot_pace": bot_pace,
    }
    seated = await _seated(servers, agreement)
    async with AsyncExitStack() as stack:
        seats = []
        for number, each in enumerate(seated):
            own = [*servers[number % len(servers) :], *servers[: number % len(servers)]]
            seat = NotedSeat(own, each["code"], each["token"], each["seat"], rng)
            await stack.enter_async_context(seat)
            seats.append(seat)
        await seats[0].send("start")
        await asyncio.gather(
            *[play(seat, make_bot(rng.choice(("greedy", "random"))), rng) for seat in seats]
        )
        views = [
            (seat.view, await _fresh_view(servers, each))
            for seat, each in zip(seats, seated, strict=True)
        ]
    return NotedMatch(seated[0]["code"], [seat.journal for seat in seats], views)


async def _seated(servers: Sequence[str], agreement: dict[str, Any]) -> list[dict[str, Any]]:
    """Open a table and sit down. Whoever cannot tell whether it was done begins again."""
    while True:
        for server in servers:
            try:
                opened = await asyncio.to_thread(open_table, server, "Ann", agreement)
                joined = await asyncio.to_thread(join_table, server, opened["code"], "Bo")
            except (OSError, HTTPException, ServerRefusal):
                await asyncio.sleep(0.1)
            else:
                return [opened, joined]


async def _fresh_view(servers: Sequence[str], seated: dict[str, Any]) -> dict[str, Any]:
    async with RemoteSeat(servers, seated["code"], seated["token"]) as fresh:
        return fresh.view


# ---------------------------------------------------------------- what must hold afterwards


def faults_of(match: NotedMatch, log: Sequence[AnyEntry], record: bytes) -> list[str]:
    """Every violation of the invariants."""
    found = [fault for journal in match.journals for fault in journal.faults]
    counted = Counter((_sender(entry), entry.id) for entry in log if entry.id)
    by_id = {entry.id: entry for entry in log if entry.id}
    found += [f"{times} times: {each}" for each, times in counted.items() if times > 1]
    for journal in match.journals:
        for name, command in journal.accepted.items():
            if name not in by_id or not _is_logged(journal.seat, command, by_id[name]):
                found.append(f"accepted, but not in the log: {command}, {by_id.get(name)}")
        found += [
            f"refused, but in the log: {by_id[name]}" for name in journal.refused & set(by_id)
        ]
    for pieced, fresh in match.views:
        found += [
            f"{part} was put together wrongly: {pieced[part]}, {fresh[part]}"
            for part in ("deal", "own", "hand")
            if pieced[part] != fresh[part]
        ]
    if public_record_line(replay_table(match.code, log)) != record:
        found.append("the record is not what the log says")
    return [f"{match.code}: {fault}" for fault in found + _record_faults(record)]


def _sender(entry: AnyEntry) -> int | None:
    done = getattr(entry, "event", entry)
    by: int | None = getattr(done, "by", None)
    seat: int | None = getattr(done, "seat", None)
    return seat if by is None else by


def _is_logged(seat: int, command: dict[str, Any], entry: AnyEntry) -> bool:
    kind, shared = LOGGED[command["type"]]
    written = msgspec.to_builtins(getattr(entry, "event", entry))
    said = [sorted(command[name]) if name == "cards" else command[name] for name in shared]
    kept = [sorted(written["bid"]) if name == "cards" else written[name] for name in shared]
    return written["type"] == kind and _sender(entry) == seat and said == kept


def _record_faults(record: bytes) -> list[str]:
    try:
        checked, _ = check_record(RawRecord(1, record))
    except Fault as fault:
        return [f"the record does not pass: {fault}"]
    proven = [deal.get("shuffle", {}).get("seed") for deal in checked["deals"]]
    return [] if proven and all(proven) else ["a shuffle cannot be verified"]


# ---------------------------------------------------------------- killing


@dataclass
class Killer:
    """Kills servers at random moments, also while they start, and starts them again."""

    nodes: Sequence[ServerProcess]
    rng: Random
    longest: float = 2.0
    """Seconds a server lives at most."""
    freezing: float = 0.0
    """How often a server is frozen for a while instead of killed."""
    freezes: int = 0
    kills: int = 0
    at_start: int = 0
    """Kills before the node had begun to answer."""

    async def kill(self, times: int) -> None:
        while self.kills < times:
            await asyncio.sleep(self.rng.uniform(0, self.longest))
            node = self.rng.choice(self.nodes)
            if self.rng.random() < self.freezing:
                await self._freeze(node)
                continue
            await asyncio.to_thread(node.kill)
            self.kills += 1
            if self.rng.random() < 0.1:
                await self._kill_at_start(node)
            await asyncio.to_thread(node.start)

    async def _freeze(self, node: ServerProcess) -> None:
        node.freeze()
        await asyncio.sleep(self.rng.uniform(0, FROZEN_SECONDS))
        node.thaw()
        self.freezes += 1

    async def _kill_at_start(self, node: ServerProcess) -> None:
        starting = asyncio.create_task(asyncio.to_thread(node.start))
        await asyncio.sleep(self.rng.uniform(0.1, 1.0))
        node.kill()
        with suppress(AssertionError):  # that it has ended
            await starting
        node.kill()
        self.kills += 1
        self.at_start += 1


async def play_while_killing(
    urls: Sequence[str], killer: Killer, kills: int, tables: int, played: list[NotedMatch]
) -> None:
    """Match after match at every table until so many kills are done; the last ones end."""

    async def play_on(rng: Random) -> None:
        while killer.kills < kills:
            played.append(await play_noted_match(urls, rng))

    async with asyncio.timeout(None) as limit, asyncio.TaskGroup() as playing:
        for _ in range(tables):
            playing.create_task(play_on(Random(killer.rng.random())))
        await killer.kill(kills)
        limit.reschedule(asyncio.get_running_loop().time() + FINISH_SECONDS)


# ---------------------------------------------------------------- a proxy without any rule


class AnyServer:
    """A proxy that sends every connection to any server that takes it."""

    def __init__(self, nodes: Sequence[ServerProcess], rng: Random) -> None:
        self._ports = [int(node.url.rpartition(":")[2]) for node in nodes]
        self._rng = rng
        self.url = ""

    async def __aenter__(self) -> "AnyServer":
        self._server = await asyncio.start_server(self._pass_on, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for port in self._rng.sample(self._ports, len(self._ports)):
            with suppress(OSError):
                up = await asyncio.open_connection("127.0.0.1", port)
                await asyncio.gather(_copy(reader, up[1]), _copy(up[0], writer))
                return
        writer.close()


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    with suppress(OSError):
        writer.close()
