"""The socket: one connection is one seat, or one watcher."""

import asyncio
import hashlib
import time
from collections.abc import Callable
from typing import Any

import msgspec
from starlette.types import Receive, Scope, Send

from spielgeld.engine import NotAllowed, Refusal, Unreadable
from spielgeld.server.limits.rates import TRY_AGAIN, ConnectionLimits, LimitReached, TokenBucket
from spielgeld.server.operations.instruments import Instruments
from spielgeld.server.operations.logs import log_failure
from spielgeld.server.security.addresses import client_address
from spielgeld.server.security.origins import origin_allowed
from spielgeld.server.settings import Settings
from spielgeld.server.sockets.connection import Connection
from spielgeld.server.sockets.hints import Hints
from spielgeld.server.sockets.outbox import Soon
from spielgeld.server.tables import clock
from spielgeld.server.tables.live_table import HotTable
from spielgeld.server.tables.registry import Hall
from spielgeld.server.transport.websocket_protocol import EXTENSION, QuickSockets
from spielgeld.server.upkeep.presence import going
from spielgeld.server.validation import explain
from spielgeld.table import commands, decisions
from spielgeld.table.outgoing import messages, previews
from spielgeld.table.state import TableState

MOST_OF_A_SEAT = 16
"""Connections of one seat: a few devices, and those that are gone but not noticed yet."""
SENT_AWAY_WITHIN = 1.0
"""Seconds for a client to agree that there is no room."""
LINGER = 1.5
"""Seconds a seat still counts as connected after its last connection: a reload is no leaving."""

_decoder = msgspec.json.Decoder(commands.FromClient)
_encode = msgspec.json.Encoder().encode


class Sockets:
    """Serves all connections of this node."""

    def __init__(
        self, hall: Hall, hints: Hints, settings: Settings, instruments: Instruments
    ) -> None:
        self._hall = hall
        self._hints = hints
        self._settings = settings
        self._instruments = instruments
        self.outbox: Soon[Connection] = Soon(asyncio.get_running_loop(), Connection.start_flushing)
        """The connections with something to send."""
        self._limits = ConnectionLimits(settings.connections_per_address, settings.connections)

    @property
    def open(self) -> int:
        """How many connections there are."""
        return self._limits.total

    async def __call__(self, code: str, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()  # that somebody wants to connect
        if not origin_allowed(scope["headers"], self._settings):
            await send({"type": "websocket.close", "code": 4403})
            return
        await send({"type": "websocket.accept"})
        quick: QuickSockets | None = scope.get("extensions", {}).get(EXTENSION)
        address = client_address(scope, self._settings.trusted_proxies)
        write_at_once = quick.write_at_once if quick else None
        connection = Connection(send, self.outbox, write_at_once, address)
        try:
            self._limits.enter(address)
        except LimitReached as refusal:
            if quick is not None:
                quick.close_timeout = SENT_AWAY_WITHIN
            connection.dismiss(refusal.code, **refusal.arguments)
            await connection.closed.wait()
            return
        try:
            guest = _Guest(self._hall, self._hints, connection, receive, self._instruments)
            await guest.serve(code, self._settings, quick)
        finally:
            self._limits.leave(address)


class _Guest:
    """One connection from its greeting to its end."""

    def __init__(
        self,
        hall: Hall,
        hints: Hints,
        connection: Connection,
        receive: Receive,
        instruments: Instruments,
    ) -> None:
        self._hall = hall
        self._hints = hints
        self._instruments = instruments
        self._connection = connection
        self._receive = receive
        self._table: HotTable | None = None
        self._seat: int | None = None
        self._token: str | None = None
        """The hash of the seat's token."""
        self._tasks: set[asyncio.Task[None]] = set()

    async def serve(self, code: str, settings: Settings, quick: QuickSockets | None) -> None:
        try:
            hello = await self._hello(settings.hello_seconds)
            if hello is None:
                return
            await self._sit_down(code, hello)
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

        if quick is not None:
            quick.reader = hear_at_once
        try:
            while (text := await self._next()) is not None:
                wait = bucket.take(time.monotonic())
                if wait:
                    self._refuse(_id_in(text), "too_many_messages", {"seconds": round(wait, 1)})
                    await asyncio.sleep(wait)
                    continue
                self._hear(text)
        finally:
            if quick is not None:
                quick.reader = None
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
        message = _read(text)
        if not isinstance(message, commands.Hello):
            raise Unreadable("protocol", "the first message is hello")
        return message

    async def _next(self) -> str | bytes | None:
        """The next message; None when the client, or we, have closed."""
        message = await self._receive()
        if message["type"] != "websocket.receive":
            return None
        text: str | None = message.get("text")
        return text if text is not None else message.get("bytes") or b""

    async def _sit_down(self, code: str, hello: commands.Hello) -> None:
        table = await self._hall.find(code)
        loop = asyncio.get_running_loop()
        seated: asyncio.Future[None] = loop.create_future()
        found: list[int | None] = []

        def decide(state: TableState, now: float) -> list[Any]:
            seat = seat_for(state, hello.token)
            found[:] = [seat]
            if seat is not None:
                _check_connections(table, seat)
            return [] if seat is None else decisions.arrive(state, seat, self._hall.node, now)

        def then(refusal: Refusal | None, seated: "asyncio.Future[None]" = seated) -> None:
            if seated.done():
                return
            if refusal:
                seated.set_exception(refusal)
                return
            self._seat = found[0]
            self._token = token_hash(hello.token) if hello.token is not None else None
            if self._seat is not None and table.state.seats[self._seat].token != self._token:
                # Got up in the same batch: whoever sits there next is none of their business.
                seated.set_exception(NotAllowed("wrong_token", "that seat is no longer yours"))
                return
            self._table = table
            if self._seat is not None and not any(table.listeners[:-1]):
                table.came_from = self._connection.address
            table.listeners[-1 if self._seat is None else self._seat].add(self._connection)
            self._greet(table, hello.seen)
            seated.set_result(None)

        if hello.seen is not None:
            self._hall.look_first(table)  # who comes from another node may have seen more there
        self._hall.submit(table, decide, then, settled=True)
        try:
            await seated
        finally:
            del seated, then  # a refusal leads to this frame: they must not hold each other

    def _greet(self, table: HotTable, seen: int | None) -> None:
        """What the client missed, or all it may see."""
        missed = None if seen is None else table.publisher.missed(self._seat, seen)
        if missed is None:
            self._connection.post(table.publisher.welcome(self._seat, table.now()))
            return
        number = table.state.sent[-1 if self._seat is None else self._seat]
        resumed = messages.Resumed(
            protocol=messages.PROTOCOL, n=number, seat=self._seat, at=round(table.now(), 3)
        )
        self._connection.post(_encode(resumed))
        for message in missed:
            self._connection.post(message)

    def _hear(self, text: str | bytes) -> None:
        instruments = self._instruments
        try:
            message = _read(text)
        except Refusal as refusal:
            instruments.messages["unreadable"].add()
            self._refuse(_id_in(text), refusal.code, refusal.arguments)
            return
        kind = str(message.__struct_config__.tag)
        instruments.messages[kind].add()
        if isinstance(message, commands.Hello):
            self._refuse(None, "hello_twice", {})
        elif isinstance(message, commands.Ping):
            at = self._table.now() if self._table else clock.now()
            pong = messages.Pong(id=message.id, at=round(at, 3))
            self._connection.post(_encode(pong))
        elif self._table is None or self._seat is None:
            self._refuse(message.id, "only_watching", {})
        elif isinstance(message, commands.PreviewBid | commands.PreviewTurns):
            self._preview(self._table, self._seat, message)
        elif isinstance(message, commands.AskHint):
            self._start_hint(self._table, self._seat, message)
        else:
            self._command(self._table, self._seat, message)

    def _command(self, table: HotTable, seat: int, command: commands.TableCommand) -> None:
        begun, instruments = time.perf_counter(), self._instruments

        def then(refusal: Refusal | None) -> None:
            instruments.answers.observe(time.perf_counter() - begun)
            if refusal:
                self._refuse(command.id, refusal.code, refusal.arguments)
            else:
                self._connection.post(_encode(messages.Accepted(id=command.id)))

        def decide(state: TableState, now: float) -> list[Any]:
            self._check_seat(state, seat)
            return decisions.decide(state, seat, command, now)

        self._hall.submit(table, decide, then)

    def _preview(
        self, table: HotTable, seat: int, question: commands.PreviewBid | commands.PreviewTurns
    ) -> None:
        answer: list[bytes] = []

        def look(state: TableState, _: float) -> list[Any]:
            self._check_seat(state, seat)
            answer.append(_encode(previews.preview(state, seat, question)))
            return []

        def then(refusal: Refusal | None) -> None:
            if refusal:
                self._refuse(question.id, refusal.code, refusal.arguments)
            else:
                self._connection.post(answer[-1])

        self._hall.submit(table, look, then, settled=True)

    def _start_hint(self, table: HotTable, seat: int, asked: commands.AskHint) -> None:
        task = asyncio.get_running_loop().create_task(self._hint(table, seat, asked))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _hint(self, table: HotTable, seat: int, asked: commands.AskHint) -> None:
        try:
            found = await self._hints.ask(table, seat, self._check_seat, self._connection.address)
        except Refusal as refusal:
            self._refuse(asked.id, refusal.code, refusal.arguments)
        except Exception as failure:  # who asked must hear something
            log_failure("hint_failed", failure)
            self._refuse(asked.id, "internal", {})
        else:
            self._connection.post(_encode(messages.Hinted(id=asked.id, hint=found)))

    def _check_seat(self, state: TableState, seat: int) -> None:
        """Refuse who has got up meanwhile: the seat may be another's by now."""
        if state.seats[seat].token != self._token:
            raise NotAllowed("wrong_token", "that seat is no longer yours")

    def _refuse(self, message_id: str | None, code: str, arguments: dict[str, Any]) -> None:
        refused = messages.Refused(id=message_id, code=code, arguments=arguments)
        self._connection.post(_encode(refused))

    def _get_up(self) -> None:
        table, seat = self._table, self._seat
        for task in self._tasks:
            task.cancel()  # nobody waits for that hint any more
        if table is None:
            return
        table.listeners[-1 if seat is None else seat].discard(self._connection)
        if seat is not None:
            loop = asyncio.get_running_loop()
            loop.call_later(LINGER, _leave_unless_back(self._hall, table, seat))


def _check_connections(table: HotTable, seat: int) -> None:
    if len(table.listeners[seat]) >= MOST_OF_A_SEAT:
        raise LimitReached(
            "too_many_connections",
            f"more than {MOST_OF_A_SEAT} connections of one seat",
            limit=MOST_OF_A_SEAT,
            seconds=TRY_AGAIN,
        )


def _leave_unless_back(hall: Hall, table: HotTable, seat: int) -> Callable[[], None]:
    def leave() -> None:
        if table.broken or hall.closing:
            return
        hall.submit(table, going(table, seat, hall.node), lambda _: None)

    return leave


def seat_for(state: TableState, token: str | None) -> int | None:
    """The seat the token opens; None for a watcher, if watching is allowed."""
    if token is None:
        if state.agreement.watchers == "nobody":
            raise NotAllowed("no_watchers", "this table is not open to watchers")
        return None
    return seat_with(state, token)


def seat_with(state: TableState, token: str) -> int:
    """The seat the token opens; refused with `wrong_token`."""
    seat = decisions.seat_of(state, token_hash(token))
    if seat is None:
        raise NotAllowed("wrong_token", "that token opens no seat of this table")
    return seat


def token_hash(token: str) -> str:
    """What is kept of a seat's token."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def _read(text: str | bytes) -> Any:
    try:
        return _decoder.decode(text)
    except msgspec.ValidationError as error:
        code, arguments = explain(error, "message")
        raise Unreadable(code, str(error), **arguments) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Unreadable("json", "that is not JSON") from None


class _OnlyId(msgspec.Struct):
    id: str | None = None


_id_decoder = msgspec.json.Decoder(_OnlyId)


def _id_in(text: str | bytes) -> str | None:
    """The id of a message that cannot be read otherwise."""
    try:
        found = _id_decoder.decode(text).id
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return found[:40] if found else None
