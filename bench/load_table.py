"""Tables of four seats that play random legal moves, deal after deal, over real sockets."""

import asyncio
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from zlib import crc32

import msgspec

from load_messages import (
    Awaiting,
    Bye,
    Happened,
    Refused,
    Seated,
    Update,
    Welcome,
    read_message,
    read_seated,
)
from load_socket import Address, WebSocket, post

SEATS = 4
MOST_BID = 2
"""Cards in a bid. If all legal bids were equally likely, a deal would take 344 moves on average,
and tables would hardly ever be opened; so it takes 81, where boardgame.io's game has 64."""
BLUFFS = 0.25
"""How often the bluff card is added."""
HARMLESS = {"salt_late"}
"""Refusals that only mean that the table has moved on."""
EDITION = "it-full"

_encode = msgspec.json.Encoder().encode


@dataclass
class Notes:
    """What the tables of one run have seen; moves and deals count only while `on`."""

    on: bool = False
    own: list[float] = field(default_factory=list)
    everybody: list[float] = field(default_factory=list)
    deals: int = 0
    errors: list[str] = field(default_factory=list)

    def forget(self) -> None:
        """Begin anew."""
        for each in (self.own, self.everybody, self.errors):
            each.clear()
        self.deals = 0


class Seat(WebSocket):
    """One player at one table, for one deal."""

    def __init__(self, table: "Table", server: Address, seated: Seated) -> None:
        super().__init__(server, f"/ws/{seated.code}")
        self._table = table
        self._token = seated.token
        self.welcomed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.number = -1
        self.told = [0] * SEATS
        """How many moves of each seat this one has been told of."""
        self._has_bid = [False] * SEATS
        self._awaiting = Awaiting("start", [])
        self._round = self._deal = self._sent = 0
        self.hand: list[str] = []
        self._turns: list[str | int] = []
        self._done: tuple[str, int, int] | None = None
        """What this seat last did, or now thinks about."""

    def opened(self) -> None:
        self.send(_encode({"type": "hello", "token": self._token}))

    def failed(self, reason: str) -> None:
        self._table.notes.errors.append(reason)
        if not self.welcomed.done():
            self.welcomed.set_exception(RuntimeError(reason))

    def heard(self, text: bytes) -> None:
        message = read_message(text)
        if type(message) is Update:
            self._hear(message)
        elif isinstance(message, Welcome):
            self.number = message.seat
            self.welcomed.set_result(None)
        elif isinstance(message, Refused) and message.code not in HARMLESS:
            self._table.notes.errors.append(f"refused: {message.code} {message.arguments}")
        elif isinstance(message, Bye):
            self._table.notes.errors.append(f"bye: {message.code}")

    def _hear(self, update: Update) -> None:
        now = time.perf_counter()
        for event in update.events:
            mover = self._mover(event)
            if mover is not None:
                self._table.told(self, mover, now)
        self._remember(update)
        if update.table is not None and update.table.status == "finished":
            self._table.finished()
        else:
            self._look()

    def _mover(self, event: Happened) -> int | None:
        """Whose bid or turn that was; the last bid of a round shows by all being turned up."""
        kind = event.type
        if kind == "exchanged":
            return event.seat
        if kind == "bid_sealed" and event.seat is not None:
            self._has_bid[event.seat] = True
            return event.seat
        if kind == "revealed":
            last = self._has_bid.index(False)
            self._has_bid = [False] * SEATS
            return last
        if kind == "scored" and self.number == 0:
            self._table.scored()
        return None

    def _remember(self, update: Update) -> None:
        """Apply an update: its fields replace those of the view."""
        if (table := update.table) is not None:
            self._awaiting = table.awaiting or self._awaiting
        if (deal := update.deal) is not None:
            self._deal, self._round = deal.deal or self._deal, deal.round or self._round
        if (hand := update.hand) is not None:
            self.hand = self.hand if hand.hand is None else hand.hand
            self._turns = self._turns if hand.legal_turns is None else hand.legal_turns

    def _look(self) -> None:
        """Act if the table waits for this seat."""
        what = self._awaiting.what
        task = (what, self._deal, self._round)
        if task == self._done:
            return
        if what == "salts":
            self._done = task
            self._command("salt", deal=self._deal + 1, salt="")
        elif what == "ready" and self.number in self._awaiting.seats:
            self._done = task
            self._command("ready", deal=self._deal + 1)
        elif what in {"bids", "turn"} and self.number in self._awaiting.seats:
            self._done = task
            self._table.think(self._act)

    def _act(self) -> None:
        if self.closing:
            return
        what, _, number = self._done or ("", 0, 0)
        self._table.moved(self.number)
        if what == "bids":
            self._command("lay_bid", deal=self._deal, round=number, cards=self._some_cards())
        else:
            turn = random.choice(self._turns)
            self._command("take_turn", deal=self._deal, round=number, turn=turn)

    def _some_cards(self) -> list[str]:
        """A small bid, at times with the bluff card; without cards that is all there is."""
        cards = random.sample(self.hand, min(len(self.hand), random.randint(1, MOST_BID)))
        return [*cards, "*"] if not cards or random.random() < BLUFFS else cards

    def _command(self, kind: str, **fields: object) -> None:
        self._sent += 1
        self.send(_encode({"type": kind, "id": str(self._sent), **fields}))


class Table:
    """Four people who play one match after the other, each at a table of its own."""

    def __init__(
        self,
        servers: Sequence[Address],
        think: float | None,
        deals: int,
        notes: Notes,
        *,
        spread: bool = False,
    ) -> None:
        rules = {"deals": deals}
        self._agreement = {"edition": EDITION, "rules": rules, "seats": [{}] * SEATS}
        self._all_servers = servers
        self._spread = spread
        """Whether each seat goes to the next server, and not all to the one the code names."""
        self.pace = think
        """Seconds a move takes on average; None for people who never move."""
        self.notes = notes
        self.last = time.perf_counter()
        """When somebody was last told of a move."""
        self._host = Seated("", "")
        self._seats: list[Seat] = []
        self._stopped = False
        self._next: asyncio.Task[None] | None = None

    async def sit_down(self) -> None:
        """Open a table, join it and connect every seat."""
        self._sent: list[list[float]] = [[] for _ in range(SEATS)]
        self._reached: list[list[int]] = [[] for _ in range(SEATS)]
        self._playing = SEATS
        opening = {"name": "p0", "agreement": self._agreement}
        self._host = read_seated(await post(self._all_servers[0], "/api/tables", opening))
        self._servers = self._servers_for(self._host.code)
        everybody = [self._host]
        path = f"/api/tables/{self._host.code}/join"
        for number in range(1, SEATS):
            joined = await post(self._servers[number], path, {"name": f"p{number}"})
            everybody.append(read_seated(joined))
        connecting = zip(self._servers, everybody, strict=True)
        self._seats = await asyncio.gather(*[self._connect(*each) for each in connecting])

    def _servers_for(self, code: str) -> list[Address]:
        """By seat."""
        servers = self._all_servers
        if not self._spread:
            servers = [servers[crc32(code.encode()) % len(servers)]]
        return [servers[number % len(servers)] for number in range(SEATS)]

    async def _connect(self, server: Address, seated: Seated) -> Seat:
        seat = Seat(self, server, seated)
        await asyncio.get_running_loop().create_connection(lambda: seat, *server)
        await seat.welcomed
        return seat

    @property
    def dealt(self) -> bool:
        """Whether every seat here has seen its cards."""
        return all(seat.hand for seat in self._seats)

    async def start(self) -> None:
        """Let the match begin."""
        self.last = time.perf_counter()
        path = f"/api/tables/{self._host.code}/start"
        await post(self._servers[0], path, {}, self._host.token)

    def think(self, act: Callable[[], None]) -> None:
        """Act when it has been thought about: at once, later, or never."""
        if self.pace == 0:
            act()
        elif self.pace is not None:
            seconds = self.pace * (0.5 + random.random())
            asyncio.get_running_loop().call_later(seconds, act)

    def moved(self, mover: int) -> None:
        """That seat sends a bid or a turn now."""
        self._sent[mover].append(time.perf_counter())
        self._reached[mover].append(0)

    def told(self, seat: Seat, mover: int, now: float) -> None:
        """A seat was told of that seat's next move."""
        number = seat.told[mover]
        seat.told[mover] += 1
        self._reached[mover][number] += 1
        self.last = now
        if not self.notes.on:
            return
        took = now - self._sent[mover][number]
        if mover == seat.number:
            self.notes.own.append(took)
        if self._reached[mover][number] == SEATS:
            self.notes.everybody.append(took)

    def scored(self) -> None:
        """A deal is over."""
        self.notes.deals += self.notes.on

    def finished(self) -> None:
        """A seat knows that the match is over; when all do, on to the next."""
        self._playing -= 1
        if self._playing or self._stopped:
            return
        self._next = asyncio.create_task(self._play_again())

    async def _play_again(self) -> None:
        self._get_up()
        try:
            await self.sit_down()
            await self.start()
        except (OSError, RuntimeError, msgspec.DecodeError) as error:
            if not self._stopped:
                self.notes.errors.append(str(error))

    def _get_up(self) -> None:
        for seat in self._seats:
            seat.close()
        self._seats = []

    async def stop(self) -> None:
        """Play no further."""
        self._stopped = True
        if self._next is not None:
            await self._next
        self._get_up()
