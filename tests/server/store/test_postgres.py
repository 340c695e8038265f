"""Leases of several nodes, and a server that goes away and comes back."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any
from urllib.parse import quote

import psycopg
import pytest

from server.store.appends import ROW, append
from spielgeld.server.store import StoreDown, StoreUnusable
from spielgeld.server.store.postgres import Postgres
from support.servers import PostgresServer


@pytest.fixture
def store(postgres_url: str) -> Iterator[Postgres]:
    store = Postgres(postgres_url)
    store.migrate()
    yield store
    store.close()


def test_a_living_node_keeps_its_tables(store: Postgres) -> None:
    store.beat("a", 60)
    store.write([append("t", 0, b"1", info=ROW)], "a")
    assert store.beat("b", 60) == []
    assert store.claim("t", "b", 60) == "a"
    assert store.claim("t", "a", 60) == "a"


def test_a_silent_node_loses_its_awake_tables_to_the_first_that_beats(store: Postgres) -> None:
    store.beat("a", 60)
    store.write([append("t", 0, b"1", info=ROW), append("asleep", 0, b"1")], "a")
    assert store.beat("b", 0) == ["t"]  # after no time at all, a is taken for dead
    assert store.beat("c", 60) == []
    assert store.claim("t", "a", 60) == "b"


def test_a_dead_nodes_table_goes_to_who_claims_it(store: Postgres) -> None:
    store.write([append("t", 0, b"1", info=ROW)], "never beat")
    store.beat("a", 60)
    store.retire("a")
    store.write([append("u", 0, b"1")], "a")
    store.beat("b", 0)
    assert store.claim("u", "b", 60) == "b"
    assert store.claim("t", "c", 60) == "b"


def test_a_sleeping_table_goes_to_who_claims_it(store: Postgres) -> None:
    store.beat("a", 60)
    store.beat("b", 60)
    store.write([append("t", 0, b"1", info=ROW._replace(awake=False))], "a")
    assert store.claim("t", "b", 60) == "b"


def test_a_table_whose_match_has_not_begun_stays_with_its_living_node(store: Postgres) -> None:
    store.beat("a", 60)
    store.beat("b", 60)
    store.write([append("t", 0, b"1", info=ROW._replace(status="waiting", awake=False))], "a")
    assert store.claim("t", "b", 60) == "a"
    assert store.claim("t", "b", 0) == "b"  # after no time at all, a is taken for dead


def test_a_node_hands_over_what_it_runs_and_nothing_else(store: Postgres) -> None:
    for node in "abc":
        store.beat(node, 60)
    store.write([append("t", 0, b"1", info=ROW), append("u", 0, b"1", info=ROW)], "a")
    store.write([append("v", 0, b"1", info=ROW)], "b")
    assert store.hand_over({"t": "c", "v": "c", "nowhere": "c"}, "a") == ["t"]
    assert store.runners(["t", "u", "v", "nowhere"]) == ["c", "a", "b", ""]
    assert store.cluster("c", 60).mine == ["t"]


def test_a_table_that_is_being_written_to_is_handed_over_later(store: Postgres) -> None:
    store.write([append("t", 0, b"1", info=ROW)], "a")
    with store.connection() as writer, writer.transaction():
        writer.execute("SELECT FROM tables WHERE code = 't' FOR UPDATE")
        assert store.hand_over({"t": "b"}, "a") == []
    assert store.hand_over({"t": "b"}, "a") == ["t"]


def test_all_living_nodes_are_known(store: Postgres) -> None:
    for node in "abc":
        store.beat(node, 60)
    store.retire("c")
    assert sorted(store.cluster("a", 60).alive) == ["a", "b"]
    assert store.cluster("a", 0).alive == []


def test_a_node_that_retires_is_followed_at_once(store: Postgres) -> None:
    store.beat("a", 60)
    store.write([append("t", 0, b"1", info=ROW)], "a")
    store.retire("a")
    assert store.beat("b", 60) == ["t"]


def test_nodes_gone_for_a_day_are_forgotten(store: Postgres, postgres_url: str) -> None:
    store.beat("a", 60)
    store.beat("b", 60)
    with psycopg.connect(postgres_url) as connection:
        connection.execute("UPDATE nodes SET beat = beat - interval '2 days' WHERE node = 'a'")
        connection.commit()
        store.purge(0)
        assert connection.execute("SELECT node FROM nodes").fetchall() == [("b",)]


def test_a_batch_is_one_statement(store: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    sent = []
    plain: Any = psycopg.Cursor.execute

    def counted(self: object, query: str, *values: object, **more: object) -> object:
        sent.append(query)
        return plain(self, query, *values, **more)

    monkeypatch.setattr(psycopg.Cursor, "execute", counted)
    batch = [append(f"t{number}", 0, b"1", b"2", info=ROW, record=b"R") for number in range(50)]
    assert all(store.write(batch, "n"))
    assert len(sent) == 1


WAITING = """
SELECT count(*) FROM pg_stat_activity
WHERE wait_event_type = 'Lock' AND datname = current_database()
"""


def test_batches_lock_in_one_order_however_the_database_plans_it(postgres_url: str) -> None:
    # With these settings rows are found in the order in which the batch names them.
    plans = "-c enable_hashjoin=off -c enable_mergejoin=off -c enable_seqscan=off"
    store = Postgres(f"{postgres_url}&options={quote(plans)}")
    store.migrate()
    codes = [f"table{number:02}" for number in range(20)]
    store.write([append(code, 0, b"1") for code in codes], "n")

    def write(order: list[str]) -> list[bool]:
        return store.write([append(code, 1, b"x") for code in order], "n")

    with (
        psycopg.connect(postgres_url) as holder,
        psycopg.connect(postgres_url, autocommit=True) as watcher,
        ThreadPoolExecutor(2) as threads,
    ):
        holder.execute("SELECT FROM tables WHERE code = 'table10' FOR UPDATE")
        up, down = threads.submit(write, codes), threads.submit(write, codes[::-1])
        while watcher.execute(WAITING).fetchone() != (2,):  # halfway, each from its end
            pass
        holder.rollback()
        assert sorted([up.result(), down.result()]) == [[False] * 20, [True] * 20]
    store.close()


@pytest.mark.usefixtures("store")
def test_a_database_of_a_newer_version_is_refused(postgres_url: str) -> None:
    with psycopg.connect(postgres_url) as connection:
        connection.execute("INSERT INTO migrations VALUES (9999, 'from_the_future')")
    again = Postgres(postgres_url)
    with pytest.raises(StoreUnusable, match=r"newer version of Spielgeld \(migration 9999\)"):
        again.migrate()
    again.close()


def test_an_address_that_cannot_be_read_is_not_repeated() -> None:
    with pytest.raises(StoreUnusable) as refused:
        Postgres("postgresql://me:hunter2@host:port:5432/?no=such")
    assert "hunter2" not in str(refused.value)
    assert refused.value.__suppress_context__


def test_a_server_that_is_not_there_is_named(postgres_url: str) -> None:
    nowhere = Postgres(postgres_url.replace("host=", "host=/nowhere"))
    with pytest.raises(StoreDown, match="/nowhere"):
        nowhere.migrate()
    nowhere.close()


def test_a_user_who_may_not_create_tables_is_told(postgres_url: str) -> None:
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute("CREATE ROLE guest LOGIN")
        try:
            guest = Postgres(postgres_url.replace("postgres:@", "guest:@"))
            with pytest.raises(StoreUnusable, match="cannot be prepared: permission denied"):
                guest.migrate()
            guest.close()
        finally:
            connection.execute("DROP ROLE guest")


def test_the_pool_recovers_when_the_server_comes_back(restartable_postgres: PostgresServer) -> None:
    store = Postgres(restartable_postgres.url)
    store.migrate()
    store.write([append("t", 0, b"1")], "n")
    restartable_postgres.stop()
    for _ in range(2):
        with pytest.raises(StoreDown):
            store.read("t")
    restartable_postgres.start()
    log = None
    while log is None:
        try:
            log = store.read("t")
        except StoreDown:
            continue
    assert log == [b"1"]
    assert store.write([append("t", 1, b"2")], "n") == [True]
    store.close()


def test_one_broken_connection_tells_of_the_others(restartable_postgres: PostgresServer) -> None:
    store = Postgres(restartable_postgres.url)
    store.migrate()
    with ExitStack() as all_at_once:
        for _ in range(4):
            all_at_once.enter_context(store.connection())
    restartable_postgres.stop()
    restartable_postgres.start()
    with pytest.raises(StoreDown):
        store.read("t")
    assert store.read("t") == []
    store.close()
