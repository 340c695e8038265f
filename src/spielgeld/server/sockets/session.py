"""One connection from its greeting to its end: it is one seat, or one watcher."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from typing import Any, NamedTuple

import msgspec

from spielgeld.engine import NotAllowed, Refusal, Unreadable
from spielgeld.server.limits.address_limits import TRY_AGAIN, LimitReached, TokenBucket
from spielgeld.server.limits.costs import MOST_OF_A_SEAT
from spielgeld.server.operations.logs import log_failure
from spielgeld.server.operations.meter import Meter
from spielgeld.server.settings import Settings
from spielgeld.server.sockets.connection import Connection
from spielgeld.server.sockets.decoding import id_in, read_message
from spielgeld.server.sockets.hints import Hints
from spielgeld.server.sockets.socket import Socket
from spielgeld.server.tables import time_of_day
from spielgeld.server.tables.live_table import LiveTable
from spielgeld.server.tables.registry import TableRegistry
from spielgeld.server.tables.seat_commands import Arrival, SeatCommand
from spielgeld.server.tables.tokens import check_owner, seat_for, token_hash
from spielgeld.server.tables.worker import Worker
from spielgeld.server.upkeep.presence import leave_unless_back
from spielgeld.table import commands, decisions
from spielgeld.table.outgoing import messages, previews
from spielgeld.table.state import TableState

"""Connections of one seat: a few devices, and those that are gone but not noticed yet."""
LINGER = 1.5
"""Seconds a seat still counts as connected after its last connection: a reload is no leaving."""

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
        self._token: str | None = None
        """The hash of the seat's token."""
        self._tasks: set[asyncio.Task[None]] = set()

    async def serve(self, code: str, settings: Settings, socket: Socket) -> None:
        """Until the client, or we, have closed the connection."""
        try:
            hello = await self._hello(settings.hello_seconds)
            if hello is None:
                return
            await self.sit_down(code, hello)
        except Refusal as refusal:
            self._connection.dismiss(refusal.code, **refusal.arguments)
            await self._connection.closed.wait()
            return
        bucket = self._rate(settings)

        def hear_at_once(text: str) -> bool:
            if bucket.take(time.monotonic()):
                return False
            self._hear(text)
            return True

        socket.reader = hear_at_once
        try:
            while (text := await self._next()) is not None:
                wait = bucket.take(time.monotonic())
                if wait:
                    self._refuse(id_in(text), "too_many_messages", {"seconds": round(wait, 1)})
                    await asyncio.sleep(wait)
                    continue
                self._hear(text)
        finally:
            socket.reader = None
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

        def arrive(state: TableState, now: float) -> list[Any]:
            seat = seat_for(state, hello.token)
            if seat is None:
                return []
            return decisions.arrive(state, seat, self._worker.node, now)

        def listen() -> None:
            # Looked up again: an earlier job of the same batch may have freed the seat.
            seat = seat_for(table.state, hello.token)
            if seat is not None:
                _check_connections(table, seat)
            self._seat = seat
            self._token = None if hello.token is None else token_hash(hello.token)
            self._table = table
            if self._seat is not None and not any(table.listeners[:-1]):
                table.came_from = self._connection.address
            table.listeners[-1 if self._seat is None else self._seat].add(self._connection)
            self._greet(table, hello.seen)

        if hello.seen is not None:
            self._worker.read_first(table)  # who comes from another node may have seen more there
        await self._worker.do(
            table, arrive, exclusive=True, command=self._arrival(table, hello.token), then=listen
        )

    def _arrival(self, table: LiveTable, token: str | None) -> Arrival | None:
        """What the table's runner may decide: while people sit down, many come at once.

        Later it is decided here, so that who comes back need not wait for a node that has died.
        """
        if token is None or table.state.status != "waiting":
            return None
        hashed = token_hash(token)
        seat = decisions.seat_of(table.state, hashed)
        if seat is None:  # perhaps it is not known here yet
            return None
        return Arrival(hashed, self._worker.node, table.state.seats[seat].arrivals)

    def _greet(self, table: LiveTable, seen: int | None) -> None:
        """What the client missed, or all it may see."""
        missed = None if seen is None else table.publisher.missed(self._seat, seen)
        if missed is None:
            self._connection.post(table.publisher.welcome(self._seat, table.now()))
            return
        number = table.state.sent[-1 if self._seat is None else self._seat]
        resumed = messages.SessionResumed(
            protocol=messages.PROTOCOL, n=number, seat=self._seat, at=round(table.now(), 3)
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
            at = self._table.now() if self._table else time_of_day.now()
            self._connection.post(_encode(messages.Pong(id=message.id, at=round(at, 3))))
        elif self._table is None or self._seat is None:
            self._refuse(message.id, "only_watching", {})
        elif isinstance(message, commands.PreviewBid | commands.PreviewTurns):
            self._spawn(self._preview(self._table, self._seat, message))
        elif isinstance(message, commands.AskHint):
            self._spawn(self._hint(self._table, self._seat, message))
        else:
            self._command(self._table, self._seat, message)

    def _command(self, table: LiveTable, seat: int, command: commands.TableCommand) -> None:
        begun = time.perf_counter()

        def done(refusal: Refusal | None) -> None:
            self._meter.answered(time.perf_counter() - begun)
            if refusal:
                self._refuse(command.id, refusal.code, refusal.arguments)
            else:
                self._connection.post(_encode(messages.Accepted(id=command.id)))

        self._worker.submit_command(table, SeatCommand(seat, self._token or "", command), done)

    async def _preview(
        self, table: LiveTable, seat: int, question: commands.PreviewBid | commands.PreviewTurns
    ) -> None:
        def look(state: TableState) -> messages.BidPreviewed | messages.TurnsPreviewed:
            self._check_seat(state, seat)
            return previews.preview(state, seat, question)

        try:
            answer = await self._worker.ask(table, look)
        except Refusal as refusal:
            self._refuse(question.id, refusal.code, refusal.arguments)
        else:
            self._connection.post(_encode(answer))

    async def _hint(self, table: LiveTable, seat: int, asked: commands.AskHint) -> None:
        try:
            found = await self._hints.ask(table, seat, self._check_seat, self._connection.address)
        except Refusal as refusal:
            self._refuse(asked.id, refusal.code, refusal.arguments)
        except Exception as failure:  # who asked must hear something
            log_failure("hint_failed", failure)
            self._refuse(asked.id, "internal", {})
        else:
            self._connection.post(_encode(messages.Hinted(id=asked.id, hint=found)))

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _check_seat(self, state: TableState, seat: int) -> None:
        check_owner(state, seat, self._token)

    def _refuse(self, message_id: str | None, code: str, arguments: dict[str, Any]) -> None:
        refused = messages.Refused(id=message_id, code=code, arguments=arguments)
        self._connection.post(_encode(refused))

    def _get_up(self) -> None:
        table, seat = self._table, self._seat
        for task in self._tasks:
            task.cancel()
        if table is None:
            return
        table.listeners[-1 if seat is None else seat].discard(self._connection)
        if seat is not None:
            leave = partial(leave_unless_back, self._worker, table, seat)
            asyncio.get_running_loop().call_later(LINGER, leave)


def _check_connections(table: LiveTable, seat: int) -> None:
    if len(table.listeners[seat]) >= MOST_OF_A_SEAT:
        raise LimitReached(
            "too_many_connections",
            f"more than {MOST_OF_A_SEAT} connections of one seat",
            limit=MOST_OF_A_SEAT,
            seconds=TRY_AGAIN,
        )
