"""A seat, or a watcher, over the wire: reconnects by itself and loses no command."""

import asyncio
import json
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, WebSocketException

from spielgeld.client.http import ServerRefusal
from spielgeld.client.views import fold

FIRST_PAUSE, LONGEST_PAUSE = 0.05, 2.0
FATAL = {4400, 4401, 4403, 4404, 4500}
"""WebSocket close codes after which reconnecting is useless."""


class RemoteSeat:
    """Keeps `view` up to date and sends commands; give it several servers to fall back on.

    `view` has the parts of the protocol: `table`, `deal`, `own`, `hand` and `history`.
    """

    def __init__(self, servers: str | Sequence[str], code: str, token: str | None = None) -> None:
        self._servers = [servers] if isinstance(servers, str) else list(servers)
        self._code = code
        self._token = token
        self._page = secrets.token_hex(8)
        """What this seat calls itself on every connection: its earlier ones no longer count."""
        self.view: dict[str, Any] = {}
        self.seat: int | None = None
        self.seen: int | None = None
        """The number of the last update."""
        self.events: list[dict[str, Any]] = []
        """All events so far, in order."""
        self.heard: Callable[[str], None] = lambda _: None
        """Called with the text of every message, for tests and logging."""
        self.changed = asyncio.Condition()
        self._socket: ClientConnection | None = None
        self._open: dict[str, tuple[str, asyncio.Future[dict[str, Any]]]] = {}
        self._was_greeted = False
        self._running: asyncio.Task[None] | None = None
        self._failed: Exception | None = None

    async def __aenter__(self) -> "RemoteSeat":
        self._running = asyncio.create_task(self._run())
        await self.until(lambda: bool(self.view))
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._running:
            self._running.cancel()
            with suppress(asyncio.CancelledError):
                await self._running

    async def until(self, true: Callable[[], bool]) -> None:
        """Wait until the predicate is true of the view."""
        async with self.changed:
            await self.changed.wait_for(lambda: self._failed is not None or true())
        if self._failed is not None:
            raise self._failed

    async def send(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Send a command and wait for its answer; refused with `ServerRefusal`."""
        if self._failed is not None:
            raise self._failed
        name = secrets.token_hex(6)
        text = json.dumps({"type": kind, "id": name, **fields})
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._open[name] = (text, answer)
        try:
            await self._try_to_send(text)
            received = await answer
        finally:
            self._open.pop(name, None)
        if received["type"] == "refused":
            raise ServerRefusal(received["code"], received["arguments"])
        return received

    async def _try_to_send(self, text: str) -> None:
        if self._socket is not None:
            # If the connection is gone, the command is sent again on the next one.
            with suppress(WebSocketException, OSError):
                await self._socket.send(text)

    async def _run(self) -> None:
        pause, attempt = FIRST_PAUSE, 0
        while self._failed is None:
            server = self._servers[attempt % len(self._servers)]
            attempt += 1
            try:
                self._was_greeted = False
                await self._one_connection(server)
                pause = FIRST_PAUSE
            except (OSError, InvalidHandshake, TimeoutError, WebSocketException):
                pause = FIRST_PAUSE if self._was_greeted else min(2 * pause, LONGEST_PAUSE)
            except Exception as failure:  # it is raised to whoever waits
                self._failed = failure
            if self._failed is not None:
                await self._give_up(self._failed)
                return
            await asyncio.sleep(pause)

    async def _give_up(self, failure: Exception) -> None:
        """Raise the failure to everything that waits."""
        for _, answer in self._open.values():
            if not answer.done():
                answer.set_exception(failure)
        await self._tell()

    async def _one_connection(self, server: str) -> None:
        address = f"{server.rstrip('/').replace('http', 'ws', 1)}/ws/{self._code}"
        async with connect(address, compression=None, proxy=None) as socket:
            hello = {"type": "hello", "page": self._page, "seen": self.seen}
            if self._token is not None:
                hello["token"] = self._token
            await socket.send(json.dumps(hello))
            try:
                async for frame in socket:
                    # Not splitlines, which also splits at other separators such as U+2028.
                    for text in str(frame).split("\n"):
                        await self._hear(socket, text)
            finally:  # these close codes end the loop with an exception
                self._socket = None
                if socket.close_code in FATAL:
                    self._failed = ServerRefusal(socket.close_reason or "closed", {})

    async def _hear(self, socket: ClientConnection, text: str) -> None:
        self.heard(text)
        message = json.loads(text)
        kind = message["type"]
        if kind in ("welcome", "resumed"):
            self.seat = message["seat"]
            if kind == "welcome":
                self.view, self.seen = message["view"], message["n"]
            self._socket, self._was_greeted = socket, True
            for command, _ in list(self._open.values()):
                await self._try_to_send(command)
        elif kind == "update":
            self._update(message)
        elif message.get("id") in self._open:
            _, answer = self._open.pop(message["id"])
            if not answer.done():
                answer.set_result(message)
        await self._tell()

    def _update(self, message: dict[str, Any]) -> None:
        if self.seen is None or message["n"] != self.seen + 1:
            raise RuntimeError(f"update {message['n']} after {self.seen}")
        self.seen = message["n"]
        self.view = fold(self.view, message)
        self.events += message["events"]

    async def _tell(self) -> None:
        async with self.changed:
            self.changed.notify_all()
