"""One connection from its greeting to its end: it is one seat, or one watcher."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

import msgspec

from spielgeld.engine import NotAllowed, Refusal, Unreadable
from spielgeld.server.access.address_limits import TRY_AGAIN, LimitReached, TokenBucket
from spielgeld.server.access.costs import MOST_OF_A_SEAT
from spielgeld.server.background import Tasks
from spielgeld.server.operations.logs import log_failure
from spielgeld.server.operations.meter import Meter
from spielgeld.server.settings.reading import Settings
from spielgeld.server.sockets.connection import Connection
from spielgeld.server.sockets.decoding import id_in, read_message
from spielgeld.server.sockets.hints import Hints
from spielgeld.server.tables.jobs import NOT_KNOWN, come_back
from spielgeld.server.tables.live_table import LiveTable
from spielgeld.server.tables.registry import TableRegistry
from spielgeld.server.tables.tokens import seat_for
from spielgeld.server.tables.worker import Worker
from spielgeld.server.upkeep.presence import leave
from spielgeld.table import commands, decisions
from spielgeld.table.entries import AnyEntry
from spielgeld.table.outgoing import messages, previews
from spielgeld.table.state import TableState

LINGER = 1.5
"""Seconds a connection still counts after its end: whoever reloads a page has not left."""

_encode = msgspec.json.Encoder().encode


class Services(NamedTuple):
    """Where tables are found and worked on."""

    registry: TableRegistry
    worker: Worker


class Session:
    """Answers everything the client says."""

    def __init__(
        self,
        services: Services,
        hints: Hints,
        connection: Connection,
        receive: Callable[[], Awaitable[Any]],
        meter: Meter,
    ) -> None:
        self._registry, self._worker = services
        self._hints = hints
        self._meter = meter
        self._connection = connection
        self._receive = receive
        self._table: LiveTable | None = None
        self._seat: int | None = None
        self._page = ""
        """The client's id for itself."""
        self._arrived_at: str | None = None
        """The code of the table whose log may name this connection."""
        self._tasks = Tasks()

    async def serve(self, code: str, settings: Settings) -> None:
        """Until the client, or we, have closed the connection."""
        try:
            hello = await self._hello(settings.hello_seconds)
            if hello is None:
                return
            await self.sit_down(code, hello)
        except Refusal as refusal:
            self._connection.dismiss(refusal.code, **refusal.arguments)
            self._get_up()
            await self._connection.closed.wait()
            return
        except BaseException:  # the client has hung up meanwhile
            self._get_up()
            raise
        bucket = self._rate(settings)
        try:
            while (text := await self._next()) is not None:
                wait = bucket.take(time.monotonic())
                if wait:
                    self._refuse(id_in(text), "too_many_messages", {"seconds": round(wait, 1)})
                    await asyncio.sleep(wait)
                    continue
                self._hear(text)
        finally:
            self._get_up()

    def _rate(self, settings: Settings) -> TokenBucket:
        """A seat's connections share one; a watcher's has its own."""
        fresh = TokenBucket(settings.messages_per_second, settings.message_burst)
        if self._table is None or self._seat is None:
            return fresh
        return self._table.rates.setdefault(self._seat, fresh)

    async def _hello(self, seconds: float) -> commands.Hello | None:
        try:
            async with asyncio.timeout(seconds):
                text = await self._next()
        except TimeoutError:
            raise NotAllowed("no_hello", "nothing was said", seconds=seconds) from None
        if text is None:
            return None
        message = read_message(text)
        if not isinstance(message, commands.Hello):
            raise Unreadable("protocol", "the first message is hello")
        self._meter.message("hello")
        return message

    async def _next(self) -> str | bytes | None:
        """The next message; None when the client, or we, have closed."""
        message = await self._receive()
        if message["type"] != "websocket.receive":
            return None
        text: str | None = message.get("text")
        return text if text is not None else message.get("bytes") or b""

    async def sit_down(self, code: str, hello: commands.Hello) -> None:
        """Listen at the table: as the seat the token opens, or as a watcher."""
        table = await self._registry.find(code)
        if hello.token is None:
            await self._worker.ask_newest(table, lambda state: self._listen(table, state, hello))
            return
        name = self._connection.name
        self._page = hello.page or name
        self._arrived_at = code
        self._worker.connections.add(name)

        def arrive(state: TableState, now: float) -> list[AnyEntry]:
            seat = seat_for(state, hello.token)
            if seat is None:
                return []
            _check_connections(table, seat)
            return decisions.arrive(state, seat, self._page, name, now)

        await self._worker.do(table, arrive, then=lambda: self._listen(table, table.state, hello))

    def _listen(self, table: LiveTable, state: TableState, hello: commands.Hello) -> None:
        """Greet the client: what it sees from now on is durable, and all that it saw before."""
        # Looked up again: an earlier job of the same pass may have freed the seat.
        seat = seat_for(state, hello.token)
        if seat is not None:
            self._check_seat(state, seat)
            if not any(table.listeners[:-1]):
                table.came_from = self._connection.address
        self._seat, self._table = seat, table
        table.listeners[-1 if seat is None else seat].add(self._connection)
        self._greet(table, hello.seen)

    def _greet(self, table: LiveTable, seen: int | None) -> None:
        """What the client missed, or all it may see."""
        missed = None if seen is None else table.publisher.missed(self._seat, seen)
        if missed is None:
            self._connection.post(table.publisher.welcome(self._seat, self._worker.now(table)))
            return
        number = table.state.sent[-1 if self._seat is None else self._seat]
        resumed = messages.SessionResumed(
            protocol=messages.PROTOCOL,
            n=number,
            seat=self._seat,
            at=round(self._worker.now(table), 3),
        )
        self._connection.post(_encode(resumed))
        for message in missed:
            self._connection.post(message)

    def _hear(self, text: str | bytes) -> None:
        try:
            message = read_message(text)
        except Refusal as refusal:
            self._meter.message("unreadable")
            self._refuse(id_in(text), refusal.code, refusal.arguments)
            return
        self._meter.message(str(message.__struct_config__.tag))
        if isinstance(message, commands.Hello):
            self._refuse(None, "hello_twice", {})
        elif isinstance(message, commands.Ping):
            at = self._worker.now(self._table) if self._table else self._worker.clock.now()
            self._connection.post(_encode(messages.Pong(id=message.id, at=round(at, 3))))
        elif self._table is None or self._seat is None:
            self._refuse(message.id, "only_watching", {})
        elif isinstance(message, commands.PreviewBid | commands.PreviewTurns):
            self._tasks.start(self._preview(self._table, self._seat, message))
        elif isinstance(message, commands.AskHint):
            self._tasks.start(self._hint(self._table, self._seat, message))
        else:
            self._command(self._table, self._seat, message)

    def _command(self, table: LiveTable, seat: int, command: commands.TableCommand) -> None:
        begun = time.perf_counter()

        def decide(state: TableState, now: float) -> list[AnyEntry]:
            self._check_seat(state, seat)
            return decisions.decide(state, seat, command, now)

        def done(refusal: Refusal | None) -> None:
            self._meter.answered(time.perf_counter() - begun)
            if refusal:
                self._answer_refused(command.id, refusal)
            else:
                self._connection.post(_encode(messages.Accepted(id=command.id)))

        self._worker.submit(table, decide, done)

    async def _preview(
        self, table: LiveTable, seat: int, question: commands.PreviewBid | commands.PreviewTurns
    ) -> None:
        def look(state: TableState) -> messages.BidPreviewed | messages.TurnsPreviewed:
            self._check_seat(state, seat)
            return previews.preview(state, seat, question)

        try:
            answer = await self._worker.ask(table, look)
        except Refusal as refusal:
            self._answer_refused(question.id, refusal)
        else:
            self._connection.post(_encode(answer))

    async def _hint(self, table: LiveTable, seat: int, asked: commands.AskHint) -> None:
        try:
            found = await self._hints.ask(table, seat, self._check_seat, self._connection.address)
        except Refusal as refusal:
            self._answer_refused(asked.id, refusal)
        except Exception as failure:  # who asked must hear something
            log_failure("hint_failed", failure)
            self._refuse(asked.id, "internal", {})
        else:
            self._connection.post(_encode(messages.Hinted(id=asked.id, hint=found)))

    def _check_seat(self, state: TableState, seat: int) -> None:
        """Refuse what comes by a connection that the log does not name for its page.

        The client has another by now, or the seat is another person's.
        """
        if state.seats[seat].pages.get(self._page) != self._connection.name:
            raise come_back()

    def _answer_refused(self, message_id: str, refusal: Refusal) -> None:
        if refusal.code in NOT_KNOWN:  # no answer: the client comes back and sends it again
            self._connection.dismiss(refusal.code)
        else:
            self._refuse(message_id, refusal.code, refusal.arguments)

    def _refuse(self, message_id: str | None, code: str, arguments: dict[str, object]) -> None:
        refused = messages.Refused(id=message_id, code=code, arguments=arguments)
        self._connection.post(_encode(refused))

    def _get_up(self) -> None:
        self._tasks.cancel()
        if self._table is not None:
            group = self._table.listeners[-1 if self._seat is None else self._seat]
            group.discard(self._connection)
        if self._arrived_at is not None:
            asyncio.get_running_loop().call_later(LINGER, self._leave, self._arrived_at)

    def _leave(self, code: str) -> None:
        name = self._connection.name
        self._worker.connections.discard(name)
        self._worker.tasks.start(leave(self._registry, self._worker, code, name))


def _check_connections(table: LiveTable, seat: int) -> None:
    if len(table.listeners[seat]) >= MOST_OF_A_SEAT:
        raise LimitReached(
            "too_many_connections",
            f"more than {MOST_OF_A_SEAT} connections of one seat",
            limit=MOST_OF_A_SEAT,
            seconds=TRY_AGAIN,
        )
