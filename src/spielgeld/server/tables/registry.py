"""The tables in use on this node. Each has one queue: messages are handled one after the other.

A batch of commands is decided and applied, then written; only when the store has it does anybody
hear of it. Where another node wrote first, the table is read again and the batch decided anew.
"""

import asyncio
import secrets
import time
from collections.abc import Callable, Coroutine, Iterable
from functools import partial
from typing import Any

from spielgeld.engine import NotAllowed, Refusal, Unreadable
from spielgeld.server.operations.logs import log, log_failure
from spielgeld.server.store import Append
from spielgeld.server.store.async_store import Ledger
from spielgeld.server.store.interface import StoreTrouble
from spielgeld.server.tables.bus import Bus, NoBus
from spielgeld.server.tables.live_table import (
    Batch,
    Decide,
    HotTable,
    Order,
    Then,
    deliver,
    dismiss_all,
)
from spielgeld.server.tables.scheduler import Line
from spielgeld.server.tables.summary import ROW_ENTRIES, row_of
from spielgeld.table import entries
from spielgeld.table.effects import apply, open_table
from spielgeld.table.entries import AnyEntry, read_entry, write_entry
from spielgeld.table.outgoing.publisher import Publisher
from spielgeld.table.public_record import public_record_line
from spielgeld.table.transitions import carry_out, replay_table

CODE_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
CODE_LENGTH = 20
"""31 to the power of 20: nobody guesses a table."""
SEED_BYTES = 32
MOST_WRITING = 8
"""So many batches of one table may be on their way to the store."""
STORE_DOWN_EVERY = 10.0
"""Seconds between two lines of the log about the same trouble."""


class Hall:
    """Finds, runs and forgets tables."""

    def __init__(self, ledger: Ledger, bus: Bus, node: str) -> None:
        self._loop = asyncio.get_running_loop()  # asked once: in Python 3.11 it is a system call
        self.ledger = ledger
        self.bus = bus
        self._shared = not isinstance(bus, NoBus)
        self.node = node
        self.tables: dict[str, HotTable] = {}
        self.watch: Callable[[HotTable], None] = lambda _: None
        """Called whenever a table has changed."""
        self.met: Callable[[HotTable], None] = lambda _: None
        """Called when a table came into memory."""
        self.told: Callable[[], None] = lambda: None
        """Called when several tables may have told something."""
        self.closing = False
        self.moves = 0
        """Entries written here."""
        self._line = Line(self._loop, self._take_up)
        self._loading: dict[str, asyncio.Future[HotTable]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._store_down_said = -STORE_DOWN_EVERY

    # ---------------------------------------------------------------- finding tables

    async def open(self, opened: entries.Opened, then: Iterable[Decide]) -> HotTable:
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
        check_code(code)
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
        self.look_first(hot)  # what was written while we read was no news to us yet
        return hot

    async def _read(self, code: str, after: int) -> list[AnyEntry]:
        try:
            return [read_entry(data) for data in await self.ledger.read(code, after)]
        except StoreTrouble:
            raise NotAllowed("store_down", "the database cannot be reached now") from None

    def forget(self, hot: HotTable) -> None:
        """Drop a table from memory; the store has it."""
        hot.broken = True
        if self.tables.get(hot.code) is hot:
            del self.tables[hot.code]

    # ---------------------------------------------------------------- doing things at a table

    def submit(self, hot: HotTable, decide: Decide, then: Then, *, settled: bool = False) -> None:
        """Do something at the table as soon as it is its turn."""
        hot.orders.append(Order(decide, then, settled))
        self._wake(hot)

    async def do(self, hot: HotTable, decide: Decide, *, settled: bool = False) -> None:
        """Do something at the table, and wait until it is safe."""
        safe: asyncio.Future[None] = self._loop.create_future()

        def then(refusal: Refusal | None, safe: "asyncio.Future[None]" = safe) -> None:
            if safe.done():
                return
            if refusal:
                safe.set_exception(refusal)
            else:
                safe.set_result(None)

        self.submit(hot, decide, then, settled=settled)
        try:
            await safe
        finally:
            del safe, then  # a refusal leads to this frame: they must not hold each other

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
        if not hot.is_called and not hot.is_reading:
            hot.is_called = True
            self._line.add(hot)

    def _take_up(self, tables: list[HotTable]) -> None:
        """Decide, write and tell in one go what came in together."""
        for hot in tables:
            try:
                self._go_on(hot)
            except Exception as error:  # one table's trouble is not the others'
                log_failure("loop_failed", error)
        self.ledger.write_now()
        self.told()

    def _go_on(self, hot: HotTable) -> None:
        """Take up what waits at the table; everything here comes back to this."""
        hot.is_called = False
        if hot.broken:
            self._turn_away(hot)
        elif hot.is_reading:
            return
        elif hot.news > hot.state.number:
            if not hot.writing:
                self._read_alone(hot, self._catch_up(hot))
        elif hot.orders and self._may_decide(hot):
            self._handle(hot)

    def _may_decide(self, hot: HotTable) -> bool:
        """Whether the next orders can be decided although others are still being written.

        Not where other nodes write too: one of theirs could come between two of ours.
        """
        if not hot.writing:
            return True
        if self._shared or len(hot.writing) >= MOST_WRITING:
            return False
        return not hot.orders[0].settled and not hot.writing[-1].orders[0].settled

    def _handle(self, hot: HotTable) -> None:
        """Decide and apply what waits; nobody hears of it before it is written."""
        batch = Batch(hot.state.number, hot.state.status, hot.take_orders())
        hot.writing.append(batch)
        try:
            self._decide(hot, batch)
            if batch.kept:
                self.ledger.write_soon(self._append(hot, batch), partial(self._written, hot))
            elif len(hot.writing) == 1:
                self._written(hot, True)
        except Exception as error:  # whatever it is, this table's people must not wait for ever
            self._break(hot, error)
            return
        if hot.orders:
            self._wake(hot)

    def _decide(self, hot: HotTable, batch: Batch) -> None:
        state, publisher, now = hot.state, hot.publisher, hot.now()
        for order in batch.orders:
            try:
                for done in carry_out(state, order.decide(state, now), _draw_seed):
                    batch.kept.append(done.entry)
                    batch.mail.append((done.entry, publisher.updates(done.effect)))
                batch.answers.append(None)
            except Refusal as refusal:
                # Its traceback would lead back to the batch, and keep all of it alive.
                batch.answers.append(refusal.with_traceback(None))

    @staticmethod
    def _append(hot: HotTable, batch: Batch) -> Append:
        state, kept = hot.state, batch.kept
        ended = state.status == "finished" and batch.status != "finished"
        row = row_of(state) if ended or any(type(entry) in ROW_ENTRIES for entry in kept) else None
        record = public_record_line(state) if ended else None
        data = tuple([write_entry(entry) for entry in kept])
        return Append(hot.code, batch.after, data, row, record, state.now)

    def _written(self, hot: HotTable, outcome: bool | Exception) -> None:
        """The first batch that was being written is safe, or it is not."""
        if hot.broken:
            return
        if isinstance(outcome, Exception):
            self._break(hot, outcome)
            return
        batch = hot.writing.popleft()
        if outcome:
            self._tell(hot, batch)
        elif hot.writing:  # somebody else writes to our own store
            hot.writing.appendleft(batch)
            self._break(hot, RuntimeError("the log was written by another program"))
            return
        else:  # another node was first
            hot.orders = batch.orders + hot.orders
            self._read_alone(hot, self._read_again(hot, batch.after))
        # What needed no writing only waited for those before it.
        while hot.writing and not hot.writing[0].kept:
            self._tell(hot, hot.writing.popleft())
        if hot.orders or hot.news > hot.state.number:
            self._wake(hot)

    def _tell(self, hot: HotTable, batch: Batch) -> None:
        """Everybody hears of what is safe now."""
        if batch.kept:
            self.moves += len(batch.kept)
            self.bus.publish(hot.code, batch.after + len(batch.kept))
        gone = deliver(hot, batch.mail)
        doubtful: list[Order] = []
        for order, answer in zip(batch.orders, batch.answers, strict=True):
            if answer is not None and self._shared and not order.again:
                doubtful.append(order._replace(again=True))
            else:
                order.then(answer)
        dismiss_all(gone)
        if doubtful:
            hot.orders = doubtful + hot.orders
            self.look_first(hot)
        if batch.kept:
            self.watch(hot)

    def _read_alone(self, hot: HotTable, work: Coroutine[Any, Any, None]) -> None:
        """Read the store while nothing is decided at the table."""
        hot.is_reading = True

        async def safely() -> None:
            try:
                await work
            except Exception as error:
                self._break(hot, error)
            finally:
                hot.is_reading = False
            self._wake(hot)

        task = self._loop.create_task(safely())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _catch_up(self, hot: HotTable) -> None:
        """Apply what other nodes have written."""
        hot.news = 0  # first: what is heard while we read may be newer than what we read
        missing = await self._read(hot.code, hot.state.number)
        mail = [(entry, hot.publisher.updates(apply(hot.state, entry))) for entry in missing]
        dismiss_all(deliver(hot, mail))
        if missing:
            self.watch(hot)

    async def _read_again(self, hot: HotTable, after: int) -> None:
        """Forget what was decided too late, and take up the table as the store has it."""
        kept = await self._read(hot.code, 0)
        hot.state = replay_table(hot.code, kept[:after])
        hot.publisher = Publisher(hot.state)
        mail = [(entry, hot.publisher.updates(apply(hot.state, entry))) for entry in kept[after:]]
        self.bus.publish(hot.code, hot.state.number)  # it may have been ours, and untold so far
        dismiss_all(deliver(hot, mail))
        self.watch(hot)

    def _break(self, hot: HotTable, error: BaseException) -> None:
        """Nobody knows what the store has: everybody comes back to a table read anew."""
        self.forget(hot)
        if isinstance(error, StoreTrouble):
            self._say_that_store_is_down()
        else:
            log_failure("table_broken", error)
        self._turn_away(hot)
        for listener in list(hot.everybody()):
            listener.dismiss("come_back")

    def _say_that_store_is_down(self) -> None:
        """Now and then: it is the same for every table and every try."""
        now = time.monotonic()
        if now - self._store_down_said > STORE_DOWN_EVERY:
            self._store_down_said = now
            log("store_down", "warning")

    @staticmethod
    def _turn_away(hot: HotTable) -> None:
        """Whether it was done is not known; who asks again with the same id does no harm."""
        orders = [order for batch in hot.writing for order in batch.orders] + hot.orders
        hot.orders = []
        hot.writing.clear()
        for order in orders:
            order.then(NotAllowed("store_down", "the table has to be read again"))

    async def close(self) -> None:
        """Let everything that was begun come to its end, then send everybody away."""
        self.closing = True
        while self._tasks or any(hot.writing for hot in self.tables.values()):
            await asyncio.sleep(0.01)
        for hot in list(self.tables.values()):
            for listener in list(hot.everybody()):
                listener.dismiss("come_back")


def _draw_seed() -> bytes:
    return secrets.token_bytes(SEED_BYTES)


def check_code(code: str) -> None:
    """Refuse what cannot be the code of a table."""
    if len(code) != CODE_LENGTH or not set(code) <= set(CODE_ALPHABET):
        raise _no_such_table()


def _no_such_table() -> Unreadable:
    return Unreadable("no_such_table", "there is no such table")
