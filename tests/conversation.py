"""Sends the examples of `docs/protocol.md` to a real server."""

import asyncio
import json
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosedError

from spielgeld.client.http import join_table, open_table, post
from support.server_process import ServerProcess

DOCUMENT = (Path(__file__).parents[1] / "docs" / "protocol.md").read_text(encoding="utf-8")
PATIENCE = 30
CLOCKED = {"edition": "nl", "seats": [{}, {}, {"bot": "random"}], "clock": {"bid": 60, "turn": 60}}
AGAINST_BOTS = {"edition": "nl", "seats": [{}, *[{"bot": "random"}] * 2], "start": "full"}
CARD = re.compile(r"[A-Z]+\d+[a-z]?")
Json = dict[str, Any]


class Line(NamedTuple):
    """A message of the document, and the answer the document shows."""

    who: str
    message: Json
    answer: str
    code: str | None


def lines() -> Iterator[Line]:
    """The conversation, in the order of the document."""
    for found in re.finditer(r"^(\w+) +→ (\{.+\})\n +← (\w+)(?: (\w+))?$", DOCUMENT, re.MULTILINE):
        yield Line(found[1], json.loads(found[2]), found[3], found[4])


class Speaker:
    """One connection: keeps the view, writes down what it hears."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._answers: asyncio.Queue[Json] = asyncio.Queue()
        self._changed = asyncio.Condition()
        self.heard: list[Json] = []
        self.seat: int | None = None
        self.view: Json = {}
        self._listening = asyncio.create_task(self._listen())

    async def tell(self, message: Json) -> Json:
        """Send a message, and wait for the answer."""
        await self._socket.send(json.dumps(self._own_cards(message)))
        return await asyncio.wait_for(self._answers.get(), PATIENCE)

    def _own_cards(self, message: Json) -> Json:
        """The message with cards of our own hand in the place of its cards."""
        if "cards" not in message:
            return message
        hand = iter(self.view["hand"]["hand"])
        own = [next(hand) if CARD.fullmatch(card) else card for card in message["cards"]]
        return {**message, "cards": own}

    async def until(self, true: Callable[[], bool]) -> None:
        """Wait until the predicate is true of the view."""
        async with self._changed:
            await asyncio.wait_for(self._changed.wait_for(true), PATIENCE)

    def is_awaited(self, what: str) -> bool:
        awaiting = self.view["table"]["awaiting"]
        return awaiting["what"] == what and self.seat in awaiting["seats"]

    async def close(self) -> int | None:
        await self._socket.close()
        with suppress(ConnectionClosedError):  # how the library reports our own close codes
            await self._listening
        return self._socket.close_code

    async def _listen(self) -> None:
        async for frame in self._socket:
            for line in str(frame).splitlines():
                await self._hear(json.loads(line))

    async def _hear(self, message: Json) -> None:
        self.heard.append(message)
        if message["type"] == "update":
            parts = {"table", "deal", "own", "hand"} & set(message)
            self.view |= {part: {**(self.view[part] or {}), **message[part]} for part in parts}
        else:
            self.seat = message.get("seat", self.seat)
            self.view = dict(message.get("view", self.view))
            self._answers.put_nowait(message)
        async with self._changed:
            self._changed.notify_all()


class Conversation:
    """Everybody of the document at their tables."""

    def __init__(self, server: ServerProcess) -> None:
        self._server = server
        self._codes: dict[str, str] = {}
        self._tokens: dict[str, str] = {}
        self.speakers: dict[str, Speaker] = {}
        self.heard: list[Json] = []
        self.metrics = ""
        """As the server told them when everything was said, before anybody left."""

    async def hold(self) -> list[tuple[Line, Json]]:
        """Send every message; returns the real answers."""
        held = []
        await self._sit_down_with_a_clock()
        self._seated("Fay", open_table(self._server.url, "Fay", AGAINST_BOTS))
        for line in lines():
            is_new = line.message["type"] == "hello" and line.answer != "refused"
            if is_new:
                await self._connect(line.who)
            speaker = self.speakers[line.who]
            await self._play_until_it_fits(speaker, line)
            token = {"token": self._tokens[line.who]} if "TOKEN" in line.message.values() else {}
            held.append((line, await speaker.tell({**line.message, **token})))
        await self._finish()
        return held

    async def _connect(self, who: str) -> None:
        """Open a connection; who has no seat yet takes one, unless there is none for them."""
        url = self._server.url
        if who == "Ann":
            body = next(block for block in json_blocks() if "agreement" in block)
            self._seated(who, open_table(url, body["name"], body["agreement"]))
        code = self._codes[who if who in self._codes else "Ann"]
        if who in ("Bo", "Cy") and who not in self._tokens:
            self._seated(who, join_table(url, code, who))
        if who in self.speakers:
            self.heard += self.speakers[who].heard
            await self.speakers[who].close()
        socket = await connect(self._server.socket_url + code, proxy=None)
        before = self.speakers.get(who)
        self.speakers[who] = Speaker(socket)
        self.speakers[who].view = before.view if before else {}

    def _seated(self, who: str, answer: Json) -> None:
        self._codes[who], self._tokens[who] = answer["code"], answer["token"]

    async def _sit_down_with_a_clock(self) -> None:
        self._seated("Eve", open_table(self._server.url, "Eve", CLOCKED))
        self._seated("Flo", join_table(self._server.url, self._codes["Eve"], "Flo"))
        for who in ("Eve", "Flo"):
            await self._connect(who)
            await self.speakers[who].tell({"type": "hello", "token": self._tokens[who]})
        await self.speakers["Eve"].tell({"type": "start", "id": "start"})
        for who in ("Eve", "Flo"):
            await self.speakers[who].tell({"type": "salt", "id": "s", "deal": 1, "salt": ""})

    async def _play_until_it_fits(self, speaker: Speaker, line: Line) -> None:
        """Play until the match is where the message belongs."""
        kind = line.message["type"]
        if kind in ("take_turn", "preview_turns") and line.answer != "refused":
            await speaker.until(lambda: speaker.is_awaited("turn"))
        elif kind in ("lay_bid", "preview_bid") and line.answer != "refused":
            now = line.message.get("round", 1)
            await speaker.until(lambda: (speaker.view["deal"] or {}).get("round") == now)
        elif kind == "more_time" or (kind == "ask_hint" and line.answer != "refused"):
            await speaker.until(lambda: speaker.view["table"]["awaiting"]["what"] == "bids")
        elif kind == "ready":
            await self._play_on(lambda: speaker.is_awaited("ready"))

    async def _play_on(self, enough: Callable[[], bool]) -> None:
        """Ann and Bo do the first thing that is allowed."""
        for number in range(10_000):
            if enough():
                return
            for who in ("Ann", "Bo"):
                if step := _simplest(self.speakers[who]):
                    await self.speakers[who].tell({"id": f"play {number}", **step})
            await asyncio.sleep(0.002)
        raise AssertionError("the match never came to that point")

    async def _finish(self) -> None:
        ann = self.speakers["Ann"]
        await self._play_on(lambda: bool(ann.view["table"]["status"] == "finished"))
        post(
            self._server.url, f"/api/tables/{self._codes['Ann']}/rematch", token=self._tokens["Bo"]
        )
        await ann.until(lambda: ann.view["table"]["rematch"] is not None)
        self.metrics = self._server.ask("GET", "/metrics").text
        await self.speakers["Bo"].close()
        await ann.until(lambda: not ann.view["table"]["seats"][1]["connected"])
        for speaker in self.speakers.values():
            await speaker.close()
            self.heard += speaker.heard


def _simplest(speaker: Speaker) -> Json | None:
    """What the table waits for from this seat, done in the simplest way."""
    table, deal, hand = (speaker.view[part] for part in ("table", "deal", "hand"))
    what = table["awaiting"]["what"]
    if what == "salts":
        return {"type": "salt", "deal": table["shuffle"]["deal"], "salt": "00"}
    if not speaker.is_awaited(what):
        return None
    if what == "ready":
        return {"type": "ready", "deal": deal["deal"] + 1}
    now = {"deal": deal["deal"], "round": deal["round"]}
    if what == "bids":
        return {"type": "lay_bid", **now, "cards": hand["hand"][:1] or ["*"]}
    return {"type": "take_turn", **now, "turn": hand["legal_turns"][0]}


def json_blocks(text: str = DOCUMENT) -> list[Json]:
    """Every example that is a whole JSON object."""
    return [json.loads(block) for block in re.findall(r"```json\n(.+?)```", text, re.DOTALL)]
