"""Several processes on a real PostgreSQL: who acts, who is dead, and what was not heard."""

import asyncio
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, NamedTuple, cast

import psycopg
import pytest

from spielgeld.server.operations.meter import Meter
from spielgeld.server.store.interface import SILENT_AFTER, Beat, StoreDown
from spielgeld.server.store.sqlite import Sqlite
from spielgeld.server.tables.live_table import LiveTable
from spielgeld.server.tables.news import News
from spielgeld.server.tables.others import Others
from spielgeld.server.tables.tokens import token_hash
from spielgeld.server.upkeep.duty import LAG, MORE_LAG, lag
from spielgeld.server.upkeep.processes import FORGOTTEN_AFTER, OUTAGE_AFTER, Processes
from spielgeld.table import commands, decisions, entries
from spielgeld.table.agreement import Agreement, SeatWish
from spielgeld.table.entries import read_entry
from support.cluster import sharing
from support.nodes import Node, a_node, a_shared_node
from support.servers import PostgresServer
from support.waiting import until, wait_until


class Deaf:
    """A connection that hears nothing."""

    def __init__(self, node: Node) -> None:
        self.name = f"{node.worker.name}.1"
        node.worker.connections.add(self.name)

    def post(self, message: bytes) -> None:
        pass

    def dismiss(self, code: str, /) -> None:
        pass


async def a_table(node: Node, seats: list[SeatWish]) -> LiveTable:
    """A table with a person who is connected here."""
    agreement = Agreement(edition="nl", seats=[SeatWish(), *seats], bot_pace=0.0)
    opened = entries.Opened(at=node.worker.clock.now(), agreement=agreement)
    table = await node.registry.open(
        opened, [lambda state, now: decisions.join(state, "Ann", token_hash("ann"), None, now)]
    )
    await arrive(node, table)
    return table


async def arrive(node: Node, table: LiveTable) -> None:
    deaf = Deaf(node)
    table.listeners[0].add(deaf)
    await node.worker.do(
        table, lambda state, now: decisions.arrive(state, 0, deaf.name, deaf.name, now)
    )


async def do(node: Node, table: LiveTable, command: commands.TableCommand) -> None:
    await node.worker.do(table, lambda state, now: decisions.decide(state, 0, command, now))


def run(scene: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(asyncio.wait_for(scene(), 60))


BOTS = [SeatWish(bot="random")] * 2


async def deal(node: Node, table: LiveTable) -> None:
    await do(node, table, commands.Start(id="start"))
    await do(node, table, commands.Salt(id="salt", deal=1, salt=""))


async def until_bid(table: LiveTable) -> None:
    await until(lambda: len(table.state.sealed) == 2, "the bids of both bots")


# ---------------------------------------------------------------- bots, clocks, news


@pytest.mark.postgres
def test_the_author_acts_and_others_wait(postgres_url: str) -> None:
    async def scene() -> None:
        async with a_shared_node(postgres_url) as one, a_shared_node(postgres_url) as other:
            table = await a_table(one, BOTS)
            seen = await other.registry.find(table.code)
            await arrive(other, seen)
            await deal(one, table)
            await until_bid(table)
            await until_bid(seen)
            await asyncio.sleep(LAG + MORE_LAG + 0.5)
            log = (await one.store.load(table.code)).entries
            bids = [each for each in map(read_entry, log) if isinstance(each, entries.BidLaid)]
            assert len(bids) == 2
            assert (table.author, seen.author) == (one.worker.name, one.worker.name)

    run(scene)


@pytest.mark.postgres
def test_a_bot_goes_on_when_its_author_does_not(postgres_url: str) -> None:
    async def scene() -> None:
        async with a_shared_node(postgres_url) as one, a_shared_node(postgres_url) as other:
            table = await a_table(one, BOTS)
            seen = await other.registry.find(table.code)
            await arrive(other, seen)
            await one.tables._bots.close()
            began = time.monotonic()
            await deal(one, table)
            await until_bid(seen)
            assert time.monotonic() - began >= LAG
            await until(lambda: seen.author == other.worker.name, "bids of the other process")

    run(scene)


@pytest.mark.postgres
def test_a_clock_goes_on_when_its_author_does_not(postgres_url: str) -> None:
    async def scene() -> None:
        async with a_shared_node(postgres_url) as one, a_shared_node(postgres_url) as other:
            table = await a_table(one, BOTS)
            seen = await other.registry.find(table.code)
            await arrive(other, seen)
            one.registry.observers.remove(one.tables._clocks.set_timer)  # as if it were frozen
            await do(one, table, commands.Start(id="start"))
            await until(lambda: not seen.is_busy and seen.state.match is not None, "a deal")
            log = map(read_entry, (await one.store.load(table.code)).entries)
            assert [type(each) for each in log].count(entries.SaltsClosed) == 1

    run(scene)


@pytest.mark.postgres
def test_a_lost_notification_costs_a_second(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(News, "tell", lambda *_: None)

    async def scene() -> None:
        async with a_shared_node(postgres_url) as one, a_shared_node(postgres_url) as other:
            table = await a_table(one, BOTS)
            seen = await other.registry.find(table.code)
            await arrive(other, seen)
            await do(one, table, commands.Start(id="start"))
            await until(lambda: seen.number == table.number, "what the other process wrote", 10)

    run(scene)


@pytest.mark.postgres
def test_without_notifications_it_is_said_and_play_goes_on(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("spielgeld.server.upkeep.processes.HEARD_WITHIN", 0.5)
    said: list[str] = []
    monkeypatch.setattr(
        "spielgeld.server.upkeep.processes.log", lambda code, *_, **__: said.append(code)
    )
    nowhere = postgres_url.replace("host=", "host=/nowhere")

    async def scene() -> None:
        async with (
            a_shared_node(postgres_url) as one,
            a_shared_node(postgres_url, notices=nowhere) as deaf,
        ):
            table = await a_table(one, BOTS)
            seen = await deaf.registry.find(table.code)
            await arrive(deaf, seen)
            await do(one, table, commands.Start(id="start"))
            await until(lambda: seen.number == table.number, "what the other process wrote")
            await until(lambda: "notifications_missing" in said, "that the log says so")

    run(scene)


def test_alone_writes_nothing_new(tmp_path: Path) -> None:
    async def scene() -> None:
        async with a_node(Sqlite(str(tmp_path / "tables.sqlite3"))) as node:
            table = await a_table(node, BOTS)
            await deal(node, table)
            await until_bid(table)
            log = [read_entry(each) for each in (await node.store.load(table.code)).entries]
            new = (entries.Lost, entries.Outage, entries.RequestRefused)
            assert not [each for each in log if isinstance(each, new)]
            assert table.author == node.worker.name

    run(scene)


# ---------------------------------------------------------------- which processes live


class Hand:
    """A clock moved by hand, and the beats that the store shows."""

    @property
    def database(self) -> "Hand":
        return self

    async def ask(self, question: Callable[[], Any]) -> Any:
        return question()

    def __init__(self) -> None:
        self.now = 1000.0
        self.beats: dict[str, tuple[int, float]] = {"me": (1, 0.0)}
        self.forgotten: list[str] = []
        self.is_away = False

    def beat(self, _: str) -> list[Beat]:
        if self.is_away:
            raise StoreDown
        found = self.beats.items()
        return [Beat(name, beats, age, 5000.0 + self.now) for name, (beats, age) in found]

    def forget_processes(self, names: list[str]) -> None:
        self.forgotten += names

    def ping(self) -> None:
        pass


class NoTables(NamedTuple):
    tables: dict[str, Any]


class Watch:
    """A process that watches others."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.processes = Processes("me", cast("Any", hand), cast("Any", hand), Meter())
        self.processes._registry = NoTables({})  # type: ignore[assignment]

    def look(self, seconds: float = 1.0, **beats: tuple[int, float]) -> None:
        """Look again after so many seconds."""
        self.hand.now += seconds
        self.hand.beats |= beats
        asyncio.run(self.processes._beat())

    def is_silent(self, name: str) -> bool:
        return self.processes.is_silent(name)


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    hand = Hand()
    monkeypatch.setattr(time, "monotonic", lambda: hand.now)
    return Watch(hand)


def test_a_process_that_does_not_count_is_silent(watch: Watch) -> None:
    watch.look(a=(1, 0.0))
    for beat in range(2, 5):
        watch.look(a=(beat, 0.0))
    assert not watch.is_silent("a")
    for _ in range(int(SILENT_AFTER)):
        watch.look()
        assert not watch.is_silent("a")
    watch.look()
    assert watch.is_silent("a")
    watch.look(a=(5, 0.0))
    assert not watch.is_silent("a")


def test_a_process_that_was_dead_before_is_known_at_once(watch: Watch) -> None:
    watch.look(a=(7, 3600.0), b=(7, 1.0))
    assert watch.is_silent("a")
    assert not watch.is_silent("b")


def test_an_unknown_process_has_until_the_next_look(watch: Watch) -> None:
    watch.look()
    assert not watch.is_silent("new")
    watch.look(new=(1, 0.0))
    assert not watch.is_silent("new")
    assert not watch.is_silent("older than the table")
    watch.look()
    assert watch.is_silent("older than the table")


def test_a_process_that_has_ended_is_silent_at_once(watch: Watch) -> None:
    watch.look(a=(1, 0.0))
    del watch.hand.beats["a"]
    watch.look()
    assert watch.is_silent("a")


def test_this_process_is_never_silent(watch: Watch) -> None:
    watch.look()
    watch.hand.now += 3600
    assert not watch.is_silent("me")


@pytest.mark.parametrize("seconds", [60.0, 3600.0])
def test_what_could_not_be_watched_is_no_silence(watch: Watch, seconds: float) -> None:
    """This process was frozen, or the database was away for all."""
    watch.look(a=(1, 0.0))
    watch.look(a=(2, 0.0))
    watch.look(seconds)
    assert not watch.is_silent("a")
    for _ in range(int(SILENT_AFTER) + 1):
        watch.look()
    assert watch.is_silent("a")


def test_long_dead_processes_are_forgotten(watch: Watch) -> None:
    watch.look(a=(1, FORGOTTEN_AFTER + 1), b=(1, FORGOTTEN_AFTER - 60))
    assert watch.hand.forgotten == ["a"]


@pytest.mark.parametrize(("seconds", "counts"), [(OUTAGE_AFTER - 1, False), (60.0, True)])
def test_time_does_not_count_while_the_database_is_away(
    watch: Watch, seconds: float, counts: bool
) -> None:
    watch.look()
    watch.processes._away_from = watch.hand.now
    watch.look(seconds)
    assert (watch.processes.outage > 0) is counts
    watch.processes.check_ready()
    watch.hand.now += OUTAGE_AFTER
    with pytest.raises(StoreDown):
        watch.processes.check_ready()


def test_others_act_at_once_for_a_silent_author() -> None:
    class Table(NamedTuple):
        author: str

    others = Others("me")
    assert lag(cast("LiveTable", Table("me")), others) == 0
    assert lag(cast("LiveTable", Table("")), others) == 0
    assert lag(cast("LiveTable", Table("dead")), others) == 0


# ---------------------------------------------------------------- readiness


@pytest.mark.postgres
def test_a_process_is_ready_as_long_as_the_database_takes_its_beats(
    tmp_path: Path, restartable_postgres: PostgresServer
) -> None:
    def until_answered(status: int) -> None:
        wait_until(
            lambda: process.ask("GET", "/readyz").status_code == status, f"/readyz with {status}"
        )

    with sharing(tmp_path, 1, restartable_postgres.url) as cluster:
        process = cluster.nodes[0]
        until_answered(200)
        restartable_postgres.stop()
        until_answered(503)
        assert process.ask("GET", "/healthz").status_code == 200
        restartable_postgres.start()
        until_answered(200)
        with psycopg.connect(restartable_postgres.url, autocommit=True) as database:
            database.execute("ALTER DATABASE postgres SET default_transaction_read_only = on")
            database.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE application_name LIKE 'spielgeld%'"
            )
        until_answered(503)  # as after a failover to a standby that takes no writes
