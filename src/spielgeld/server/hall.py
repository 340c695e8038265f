"""The tables in use on this node. Each has one queue: messages are handled one after the other.

A batch of commands is decided and applied, then written; only when the store has it does anybody
hear of it. Where another node wrote first, the table is read again and the batch decided anew.
"""

import asyncio
import secrets
import time
from collections.abc import Callable, Coroutine, Iterable, Iterator
from functools import partial
from typing import Any, NamedTuple, Protocol

from spielgeld.engine import NotAllowed, Refusal, Unreadable
from spielgeld.server.bus import Bus, NoBus
from spielgeld.server.logs import log_failure
from spielgeld.server.store import Append
from spielgeld.server.store.ledger import Ledger
from spielgeld.server.store.store import StoreDown
from spielgeld.server.summary import ROW_ENTRIES, row_of
from spielgeld.table import entries as entry_types
from spielgeld.table.applying import apply, open_table
from spielgeld.table.entries import AnyEntry, read_entry, write_entry
from spielgeld.table.keeping import public_record_line
from spielgeld.table.state import TableState
from spielgeld.table.table import carry_out, replay_table
from spielgeld.table.telling import Teller

CODE_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
CODE_LENGTH = 20
"""31 to the power of 20: nobody guesses a table."""
SEED_BYTES = 32

Letter = tuple[AnyEntry, list[bytes | None]]
"""An entry, and the update it brings each recipient."""
Decide = Callable[[TableState, float], list[AnyEntry]]
Then = Callable[[Refusal | None], None]


class Listener(Protocol):
    """A connection, as the hall sees it."""

    def post(self, message: bytes) -> None:
        """Send it soon; never waits."""
        ...

    def dismiss(self, code: str, /) -> None:
        """Say good-bye and close."""
        ...


class Order(NamedTuple):
    """Something to be done at a table, and who wants to hear how it went."""

    decide: Decide
    then: Then
    again: bool = False
    """It was refused, but other nodes may have written what makes it right."""


class Batch:
    """Orders that are decided and written together."""

    __slots__ = ("after", "answers", "kept", "mail", "orders", "status")

    def __init__(self, after: int, status: str, orders: list[Order]) -> None:
        self.after = after
        """The number of the last entry before."""
        self.status = status
        """The table's status before."""
        self.orders = orders
        self.answers: list[Refusal | None] = []
        """What each order is answered."""
        self.kept: list[AnyEntry] = []
        self.mail: list[Letter] = []


class HotTable:
    """A table in memory, with everybody who listens to it here."""

    def __init__(self, state: TableState) -> None:
        self.state = state
        self.teller = Teller(state)
        self.listeners: list[set[Listener]] = [set() for _ in state.sent]
        self.orders: list[Order] = []
        self.busy = False
        self.news = 0
        """The number another node says the log has reached."""
        self.broken = False
        self.used = time.monotonic()

    @property
    def code(self) -> str:
        return self.state.code

    def everybody(self) -> Iterator[Listener]:
        for group in self.listeners:
            yield from group


class Hall:
    """Finds, runs and forgets tables."""

    def __init__(self, ledger: Ledger, bus: Bus, node: str) -> None:
        self.ledger = ledger
        self.bus = bus
        self._shared = not isinstance(bus, NoBus)
        self.node = node
        self.tables: dict[str, HotTable] = {}
        self.watch: Callable[[HotTable], None] = lambda _: None
        """Called whenever a table has changed."""
        self.met: Callable[[HotTable], None] = lambda _: None
        """Called when a table came into memory."""
        self.closing = False
        self.moves = 0
        """Entries written here."""
        self._loading: dict[str, asyncio.Future[HotTable]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._writing: set[asyncio.Future[bool]] = set()

    # ---------------------------------------------------------------- finding tables

    async def open(self, opened: entry_types.Opened, then: Iterable[Decide]) -> HotTable:
        """Make a table. `then` are the first things done at it: kept with it, or not at all."""
        code = "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))
        state = open_table(code, opened)
        kept = [write_entry(opened)]
        for decide in then:
            done = carry_out(state, decide(state, opened.at), _draw_seed)
            kept += [write_entry(each.entry) for each in done]
        created = Append(code, 0, tuple(kept), row_of(state), None, opened.at)
        if not await self.ledger.append(created):
            raise NotAllowed("store_down", "the table could not be kept")
        hot = self.tables[code] = HotTable(state)
        self.met(hot)
        return hot

    async def find(self, code: str) -> HotTable:
        """The table of that code; refused with `no_such_table`."""
        hot = self.tables.get(code)
        if hot is not None:
            hot.used = time.monotonic()
            return hot
        if len(code) != CODE_LENGTH or not set(code) <= set(CODE_ALPHABET):
            raise _no_such_table()
        if code not in self._loading:
            self._loading[code] = asyncio.ensure_future(self._load(code))
        return await asyncio.shield(self._loading[code])

    async def _load(self, code: str) -> HotTable:
        try:
            kept = await self._read(code, 0)
            if not kept:
                raise _no_such_table()
            hot = self.tables[code] = HotTable(replay_table(code, kept))
        finally:
            del self._loading[code]
        self.bus.publish(code, hot.state.number)  # as a node could not that died, or lost the store
        self.met(hot)
        return hot

    async def _read(self, code: str, after: int) -> list[AnyEntry]:
        try:
            return [read_entry(data) for data in await self.ledger.read(code, after)]
        except StoreDown:
            raise NotAllowed("store_down", "the database cannot be reached now") from None

    def forget(self, hot: HotTable) -> None:
        """Drop a table from memory; the store has it."""
        hot.broken = True
        if self.tables.get(hot.code) is hot:
            del self.tables[hot.code]

    # ---------------------------------------------------------------- doing things at a table

    def submit(self, hot: HotTable, decide: Decide, then: Then) -> None:
        """Do something at the table as soon as it is its turn."""
        hot.orders.append(Order(decide, then))
        self._wake(hot)

    async def do(self, hot: HotTable, decide: Decide) -> None:
        """Do something at the table, and wait until it is safe."""
        safe: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def then(refusal: Refusal | None) -> None:
            if safe.done():
                return
            if refusal:
                safe.set_exception(refusal)
            else:
                safe.set_result(None)

        self.submit(hot, decide, then)
        await safe

    def hear(self, code: str, number: int) -> None:
        """Another node says the table's log has reached that number."""
        hot = self.tables.get(code)
        if hot is not None and number > max(hot.news, hot.state.number):
            hot.news = number
            self._wake(hot)

    def look_first(self, hot: HotTable) -> None:
        """Before anything else, see whether other nodes have written."""
        if self._shared:
            hot.news = max(hot.news, hot.state.number + 1)
            self._wake(hot)

    def look_again(self) -> None:
        """News may have been lost: every table here looks into the store."""
        for hot in self.tables.values():
            hot.news = hot.state.number + 1
            self._wake(hot)

    def _wake(self, hot: HotTable) -> None:
        if not hot.busy:
            hot.busy = True
            # Not at once: what else comes in this turn of the loop goes into the same batch.
            asyncio.get_running_loop().call_soon(self._go_on, hot)

    def _go_on(self, hot: HotTable) -> None:
        """Take up what waits at the table; everything here comes back to this."""
        if hot.broken:
            self._turn_away(hot, [])
        elif hot.news > hot.state.number:
            self._spawn(hot, self._catch_up(hot))
        elif hot.orders:
            self._handle(hot)
        else:
            hot.busy = False

    def _handle(self, hot: HotTable) -> None:
        """Decide and apply all that waits; nobody hears of it before it is written."""
        orders, hot.orders = hot.orders, []
        batch = Batch(hot.state.number, hot.state.status, orders)
        try:
            self._decide(hot, batch)
            if not batch.kept:
                self._tell(hot, batch)
                return
            append = self._append(hot, batch)
        except Exception as error:  # whatever it is, this table's people must not wait for ever
            self._break(hot, error, orders)
            return
        written = self.ledger.append(append)
        self._writing.add(written)
        written.add_done_callback(partial(self._written, hot, batch))

    def _decide(self, hot: HotTable, batch: Batch) -> None:
        state, teller, now = hot.state, hot.teller, time.time()
        for order in batch.orders:
            try:
                for done in carry_out(state, order.decide(state, now), _draw_seed):
                    batch.kept.append(done.entry)
                    batch.mail.append((done.entry, teller.updates(done.told)))
                batch.answers.append(None)
            except Refusal as refusal:
                batch.answers.append(refusal)

    @staticmethod
    def _append(hot: HotTable, batch: Batch) -> Append:
        state, kept = hot.state, batch.kept
        ended = state.status == "finished" and batch.status != "finished"
        row = row_of(state) if ended or any(type(entry) in ROW_ENTRIES for entry in kept) else None
        record = public_record_line(state) if ended else None
        data = tuple([write_entry(entry) for entry in kept])
        return Append(hot.code, batch.after, data, row, record, state.now)

    def _written(self, hot: HotTable, batch: Batch, written: "asyncio.Future[bool]") -> None:
        self._writing.discard(written)
        error = written.exception()
        if error is not None:
            self._break(hot, error, batch.orders)
        elif written.result():
            self.moves += len(batch.kept)
            self.bus.publish(hot.code, hot.state.number)
            self._tell(hot, batch)
        else:  # another node was first
            hot.orders = batch.orders + hot.orders
            self._spawn(hot, self._read_again(hot, batch.after))

    def _tell(self, hot: HotTable, batch: Batch) -> None:
        """Everybody hears of what is safe now; on with the table."""
        gone = _deliver(hot, batch.mail)
        doubtful: list[Order] = []
        for order, answer in zip(batch.orders, batch.answers, strict=True):
            if answer is not None and self._shared and not order.again:
                doubtful.append(order._replace(again=True))
            else:
                order.then(answer)
        _dismiss(gone)
        if doubtful:
            hot.orders = doubtful + hot.orders
            self.look_first(hot)
        if batch.kept:
            self.watch(hot)
        self._go_on(hot)

    def _spawn(self, hot: HotTable, work: Coroutine[Any, Any, None]) -> None:
        async def safely() -> None:
            try:
                await work
            except Exception as error:
                self._break(hot, error, [])
            else:
                self._go_on(hot)

        task = asyncio.get_running_loop().create_task(safely())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _catch_up(self, hot: HotTable) -> None:
        """Apply what other nodes have written."""
        hot.news = 0  # first: what is heard while we read may be newer than what we read
        missing = await self._read(hot.code, hot.state.number)
        mail = [(entry, hot.teller.updates(apply(hot.state, entry))) for entry in missing]
        _dismiss(_deliver(hot, mail))
        if missing:
            self.watch(hot)

    async def _read_again(self, hot: HotTable, after: int) -> None:
        """Forget what was decided too late, and take up the table as the store has it."""
        kept = await self._read(hot.code, 0)
        hot.state = replay_table(hot.code, kept[:after])
        hot.teller = Teller(hot.state)
        mail = [(entry, hot.teller.updates(apply(hot.state, entry))) for entry in kept[after:]]
        self.bus.publish(hot.code, hot.state.number)  # it may have been ours, and untold so far
        _dismiss(_deliver(hot, mail))
        self.watch(hot)

    def _break(self, hot: HotTable, error: BaseException, orders: list[Order]) -> None:
        """Nobody knows what the store has: everybody comes back to a table read anew."""
        self.forget(hot)
        log_failure("table_broken", error)
        self._turn_away(hot, orders)
        for listener in list(hot.everybody()):
            listener.dismiss("come_back")

    @staticmethod
    def _turn_away(hot: HotTable, orders: list[Order]) -> None:
        """Whether it was done is not known; who asks again with the same id does no harm."""
        orders, hot.orders, hot.busy = orders + hot.orders, [], False
        for order in orders:
            order.then(NotAllowed("store_down", "the table has to be read again"))

    async def close(self) -> None:
        """Let everything that was begun come to its end, then send everybody away."""
        self.closing = True
        while self._tasks or self._writing:
            await asyncio.gather(*self._tasks, *self._writing, return_exceptions=True)
        for hot in list(self.tables.values()):
            for listener in list(hot.everybody()):
                listener.dismiss("come_back")


def _deliver(hot: HotTable, mail: list[Letter]) -> list[Listener]:
    """Send everybody their updates. Who has left hears no more, but may yet be answered."""
    gone: list[Listener] = []
    for entry, updates in mail:
        for group, message in zip(hot.listeners, updates, strict=True):
            if message is not None:
                for listener in group:
                    listener.post(message)
        if isinstance(entry, entry_types.Left):
            # The seat is open to others now: whoever had it must not hear another word.
            gone += hot.listeners[entry.seat]
            hot.listeners[entry.seat] = set()
    return gone


def _dismiss(gone: list[Listener]) -> None:
    for listener in gone:
        listener.dismiss("left")


def _draw_seed() -> bytes:
    return secrets.token_bytes(SEED_BYTES)


def _no_such_table() -> Unreadable:
    return Unreadable("no_such_table", "there is no such table")
