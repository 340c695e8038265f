"""Beats of processes, and a server that goes away and comes back."""

from collections.abc import Iterator
from contextlib import ExitStack

import psycopg
import pytest

from server.store.appends import ROW, append, log_of, put
from spielgeld.server.store import StoreDown, StoreUnusable
from spielgeld.server.store.postgres import Postgres
from support.servers import PostgresServer

pytestmark = pytest.mark.postgres


@pytest.fixture
def store(postgres_url: str) -> Iterator[Postgres]:
    store = Postgres(postgres_url)
    store.migrate()
    yield store
    store.close()


def test_a_process_that_counts_is_known_with_its_age(store: Postgres) -> None:
    assert [(beat.name, beat.beats) for beat in store.beat("a")] == [("a", 1)]
    store.beat("b")
    beats = {beat.name: beat for beat in store.beat("b")}
    assert {name: beat.beats for name, beat in beats.items()} == {"a": 1, "b": 2}
    assert 0 <= beats["b"].age <= beats["a"].age < 60
    store.forget_processes(["a"])
    assert [beat.name for beat in store.beat("b")] == ["b"]


def test_the_lobby_forgets_tables_whose_processes_are_dead(store: Postgres) -> None:
    put(store, append("t", 0, b"1", info=ROW, at=1.0))
    assert store.listed(9) == [("t", ROW.summary)]
    store.forget_processes(["n"])
    assert store.listed(9) == []


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
    put(store, append("t", 0, b"1"))
    restartable_postgres.stop()
    for _ in range(2):
        with pytest.raises(StoreDown):
            log_of(store, "t")
    restartable_postgres.start()
    log = None
    while log is None:
        try:
            log = log_of(store, "t")
        except StoreDown:
            continue
    assert log == [b"1"]
    assert put(store, append("t", 1, b"2")) == [True]
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
        log_of(store, "t")
    assert log_of(store, "t") == []
    store.close()
