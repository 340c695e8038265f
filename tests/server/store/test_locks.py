"""What passes rely on: PostgreSQL's locks, time-outs and hashes, each on a real server."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import psycopg
import pytest

from server.store.appends import ROW, append, log_of
from spielgeld.server.store import StoreDown
from spielgeld.server.store.lane import PostgresLane, PostgresNotices, cut
from spielgeld.server.store.log_hash import chain
from spielgeld.server.store.postgres import PASSES, Postgres

pytestmark = pytest.mark.postgres

FREED_WITHIN = 20.0


@pytest.fixture
def url(postgres_url: str) -> Iterator[str]:
    """A database with one table, `t`, of one entry."""
    store = Postgres(postgres_url)
    store.migrate()
    store.create(append("t", 0, b"1")._replace(head=chain(0, [b"1"])))
    yield postgres_url
    store.close()


@asynccontextmanager
async def lanes(url: str, *names: str) -> AsyncIterator[list[PostgresLane]]:
    opened = [PostgresLane(url, name) for name in names]
    yield opened
    for lane in opened:
        await lane.close()


async def until_free(lane: PostgresLane) -> float:
    """Return the seconds until the row of `t` can be locked."""
    began = time.monotonic()
    while not await lane.lock(["t"]):
        await lane.commit([])
        assert time.monotonic() - began < FREED_WITHIN
        await asyncio.sleep(0.02)
    return time.monotonic() - began


def test_a_row_is_locked_by_one_and_skipped_by_others(url: str) -> None:
    async def scene() -> None:
        async with lanes(url, "a", "b") as (one, other):
            assert set(await one.lock(["t"])) == {"t"}
            assert await other.lock(["t"]) == {}
            await one.commit([])
            await other.commit([])
            assert set(await other.lock(["t"])) == {"t"}

    asyncio.run(scene())


def test_the_lock_shows_what_was_committed_just_before(url: str) -> None:
    async def scene() -> None:
        async with lanes(url, "a", "b") as (one, other):
            for number in range(1, 30):
                await one.lock(["t"])
                entry = b"%d" % number
                await one.commit([append("t", number, entry)._replace(head=number)])
                row = (await other.lock(["t"]))["t"]
                assert (row.last, row.head) == (number + 1, number)
                await other.commit([])
            newer = (await other.newer({"t": 28}))["t"]
            assert (newer.last, newer.author, newer.entries) == (30, "a", [b"28", b"29"])

    asyncio.run(scene())


def test_an_idle_holder_loses_its_lock(url: str) -> None:
    async def scene() -> None:
        async with lanes(url, "a", "b") as (frozen, other):
            await frozen.lock(["t"])
            assert await until_free(other) > 1.0
            await other.commit([append("t", 1, b"2")])
            with pytest.raises(StoreDown):
                await frozen.commit([append("t", 1, b"late")])
            assert (await other.newer({"t": 0}))["t"].entries == [b"1", b"2"]

    asyncio.run(scene())


HOLDER = """
import sys, time, psycopg
with psycopg.connect(sys.argv[1], autocommit=True, application_name=sys.argv[2]) as connection:
    connection.execute(
        "BEGIN; SET LOCAL idle_in_transaction_session_timeout = 2000;"
        "SELECT code FROM tables WHERE code = 't' FOR UPDATE"
    )
    if sys.argv[3] == "reading":
        connection.pgconn.send_query(b"SELECT repeat('x', 10000) FROM generate_series(1, 5000)")
    elif sys.argv[3] == "half":
        import os, struct
        statement = b"INSERT INTO entries VALUES ('t', 2, 'late'); COMMIT\\0"
        message = b"Q" + struct.pack("!i", len(statement) + 4) + statement
        os.write(connection.fileno(), message[: len(message) // 2])
    print("locked", flush=True)
    time.sleep(100)
"""


@asynccontextmanager
async def a_holder(url: str, does: str) -> AsyncIterator[int]:
    """The pid of a process that holds the lock."""
    command = [sys.executable, "-c", HOLDER, url, PASSES, does]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        await asyncio.to_thread(process.stdout.readline)
        yield process.pid
        process.kill()


@pytest.mark.parametrize("does", ["idle", "half"])
def test_a_frozen_holder_loses_its_lock(url: str, does: str) -> None:
    """Also if it was frozen in the middle of a message."""

    async def scene() -> None:
        async with lanes(url, "a") as (lane,), a_holder(url, does) as pid:
            os.kill(pid, signal.SIGSTOP)
            await until_free(lane)
            assert (await lane.newer({"t": 0}))["t"].entries == [b"1"]

    asyncio.run(scene())


def test_a_killed_holder_loses_its_lock(url: str) -> None:
    async def scene() -> None:
        async with lanes(url, "a") as (lane,), a_holder(url, "idle") as pid:
            os.kill(pid, signal.SIGKILL)
            assert await until_free(lane) < 2.0  # sooner than by the time-out

    asyncio.run(scene())


def test_the_reaper_frees_a_holder_that_does_not_read(url: str) -> None:
    """It is not idle, so the time-out does not end its transaction."""

    async def scene() -> None:
        store = Postgres(url)
        store.migrate()
        async with lanes(url, "a") as (lane,), a_holder(url, "reading") as pid:
            os.kill(pid, signal.SIGSTOP)
            await asyncio.sleep(3.5)
            assert await lane.lock(["t"]) == {}
            await lane.commit([])
            assert store.reap() == 1
            await until_free(lane)
        store.close()

    asyncio.run(scene())


def test_the_reaper_leaves_others_alone(url: str) -> None:
    store = Postgres(url)
    store.migrate()
    with psycopg.connect(url, application_name="pg_dump") as dumping:
        dumping.execute("SELECT 1")
        time.sleep(3.2)
        assert store.reap() == 0
        dumping.execute("SELECT 1")
    store.close()


def test_a_statement_without_an_answer_is_given_up(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("spielgeld.server.store.lane.ANSWERED_WITHIN", 0.2)

    async def scene() -> None:
        async with lanes(url, "a") as (lane,):
            with psycopg.connect(url) as holder:
                holder.execute("LOCK TABLE tables")
                with pytest.raises(StoreDown):
                    await lane.lock(["t"])
            assert set(await lane.lock(["t"])) == {"t"}

    asyncio.run(scene())


def test_a_connection_can_be_cut_without_waiting(url: str) -> None:
    async def scene() -> None:
        async with await psycopg.AsyncConnection.connect(url) as connection:
            asyncio.get_running_loop().call_later(0.1, cut, connection)
            with pytest.raises(psycopg.OperationalError):
                await connection.execute("SELECT pg_sleep(60)")

    asyncio.run(scene())


def test_a_deleted_table_is_skipped_and_not_found(url: str) -> None:
    async def scene() -> None:
        async with lanes(url, "a") as (lane,):
            with psycopg.connect(url) as connection:
                connection.execute("DELETE FROM tables")
            assert await lane.lock(["t"]) == {}
            assert await lane.newer({"t": 1}) == {}

    asyncio.run(scene())


def test_what_changes_beside_the_log_is_written_with_it(url: str) -> None:
    async def scene() -> None:
        store = Postgres(url)
        store.migrate()
        async with lanes(url, "a") as (lane,):
            await lane.lock(["t"])
            row = ROW._replace(through=("a", "b"), summary=b"it's")
            await lane.commit([append("t", 1, b"it's", b"\0", info=row, record=b"'R'")])
        assert log_of(store, "t") == [b"1", b"it's", b"\0"]
        assert (store.summary("t"), store.record("t")) == (b"it's", b"'R'")
        with psycopg.connect(url) as connection:
            found = connection.execute("SELECT through, status FROM tables").fetchone()
            assert found == (["a", "b"], "playing")
        store.close()

    asyncio.run(scene())


def test_the_same_number_is_never_written_twice(url: str) -> None:
    """The second guard, should two processes ever write without a lock."""

    async def scene() -> None:
        async with lanes(url, "a", "b") as (one, other):
            await one.commit([append("t", 1, b"2")])
            with pytest.raises(StoreDown, match="duplicate key"):
                await other.commit([append("t", 1, b"two")])

    asyncio.run(scene())


def test_a_notification_reaches_all_and_a_lost_connection_is_noticed(url: str) -> None:
    async def scene() -> None:
        notices, heard = PostgresNotices(url, url), asyncio.Queue[str]()
        listening = asyncio.create_task(notices.listen(heard.put_nowait))
        while heard.empty():
            await notices.send("it's t 5")
            await asyncio.sleep(0.05)
        assert await heard.get() == "it's t 5"
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE query LIKE 'LISTEN%' AND datname = current_database()"
            )
        with pytest.raises(StoreDown):
            await listening
        await notices.close()

    asyncio.run(asyncio.wait_for(scene(), 30))
