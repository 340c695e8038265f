"""A fake page for the local server: requests, socket messages and storage, without a browser."""

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from spielgeld.client import ServerRefusal
from spielgeld.client.views import fold
from spielgeld.local import advice
from spielgeld.local.server import LocalServer
from spielgeld.local.store import LocalStore

PATIENCE = 60.0
BASE = "http://page/"

Json = dict[str, Any]


class BrowserStorage:
    """What the browser has stored: it outlives every page."""

    def __init__(self) -> None:
        self.logs: dict[str, list[str]] = {}
        self.records: dict[str, str] = {}
        self.is_full = False
        self.gate: asyncio.Event | None = None
        """Nothing is stored before it is set."""
        self.asked = asyncio.Event()
        """Set when something is to be stored."""

    async def write(self, text: str) -> None:
        self.asked.set()
        if self.is_full:
            raise OSError("QuotaExceededError")
        if self.gate:
            await self.gate.wait()
        for each in json.loads(text):
            log = self.logs.setdefault(each["table"], [])
            assert len(log) == each["after"]
            log += each["entries"]
            if each["record"]:
                self.records[each["table"]] = each["record"]


class Beside:
    """Fakes the second worker, in this process; `gate` delays its answers."""

    gate: asyncio.Event | None = None

    async def hint(self, asked: str) -> str:
        await self._wait()
        return advice.hint(asked)

    async def curve(self, line: str) -> str:
        await self._wait()
        return advice.curve(line)

    async def review(self, work: str, tell: advice.Tell) -> None:
        await self._wait()
        advice.review(work, tell)

    def stop_review(self) -> None:
        """Nothing to do: here a review runs to its end at once."""

    async def _wait(self) -> None:
        if self.gate:
            await self.gate.wait()


class LocalPage:
    """One tab: it talks to the server in its worker and keeps one seat's view."""

    def __init__(self, storage: BrowserStorage, folder: Path) -> None:
        self.storage = storage
        self.beside = Beside()
        store = LocalStore(storage.write)
        for table, log in storage.logs.items():
            store.restore(table, log, storage.records.get(table))
        self.server = LocalServer(store, self._hear, advice.AskedElsewhere(self.beside), folder)
        self.view: Json = {}
        self.seat: int | None = None
        self.heard: list[Json] = []
        self.is_closed = False
        self.commands_left: int | None = None
        """How many commands it sends before it is closed abruptly; None: any number."""
        self.salt: str | None = None
        """What it adds to every shuffle; None: what it is told to."""
        self._answers: dict[str, Json] = {}
        self._changed = asyncio.Event()

    async def ask(
        self, method: str, path: str, body: object = None, **more: Any
    ) -> tuple[int, Any]:
        question = {"method": method, "path": path, "base_url": BASE, **more}
        if body is not None:
            question["body"] = body if isinstance(body, str) else json.dumps(body)
        answer = json.loads(await self.server.ask(json.dumps(question)))
        return answer["status"], json.loads(answer["body"]) if answer["body"] else None

    async def sit_down(self, seated: Json) -> None:
        self.server.connect(1, seated["code"])
        self.say("hello", token=seated["token"], seen=None)
        await self.until(lambda: bool(self.view))

    def say(self, kind: str, **fields: Any) -> None:
        self.server.say(1, json.dumps({"type": kind, **fields}))

    def _hear(self, line: int, text: str | None) -> None:
        assert line == 1
        if text is None:
            self.is_closed = True
        for each in (text or "").split("\n"):
            if each:
                self._take(json.loads(each))
        self._changed.set()

    def _take(self, message: Json) -> None:
        self.heard.append(message)
        if message["type"] == "welcome":
            self.view, self.seat = message["view"], message["seat"]
        elif message["type"] == "update":
            self.view = fold(self.view, message)
        elif "id" in message:
            self._answers[message["id"]] = message

    async def until(self, true: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not true():
                if self.is_closed:
                    raise ConnectionError("the server hung up")
                self._changed.clear()
                await self._changed.wait()

    async def send(self, kind: str, **fields: Any) -> Json:
        """A command: its answer; refused with `ServerRefusal`."""
        if self.commands_left == 0:
            raise ConnectionError("the page was closed")
        if self.commands_left:
            self.commands_left -= 1
        if kind == "salt" and self.salt:
            fields["salt"] = self.salt
        name = secrets.token_hex(6)
        self.say(kind, id=name, **fields)
        await self.until(lambda: name in self._answers)
        told = self._answers.pop(name)
        if told["type"] == "refused":
            raise ServerRefusal(told["code"], told["arguments"])
        return told


@asynccontextmanager
async def a_local_page(storage: BrowserStorage, folder: Path) -> AsyncIterator[LocalPage]:
    page = LocalPage(storage, folder)
    await page.server.start()
    try:
        yield page
    finally:
        await page.server.close()
