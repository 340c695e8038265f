"""`spielgeld doctor` finds what is wrong with a set-up, and says what to do."""

import asyncio
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager

import psycopg
import pytest
from command import call

from spielgeld.cli.commands import doctor
from support.server_process import ServerProcess, serving
from support.servers import PostgresServer, postgres_server, postgres_url

pytestmark = [pytest.mark.postgres, pytest.mark.server]

__all__ = ["postgres_server", "postgres_url"]

FINE = """\
ok       the database can be reached and written to
ok       the clocks agree
ok       notifications arrive
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with serving(tmp_path_factory.mktemp("doctor")) as started:
        yield started


def asked(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    ran = call(capsys, "doctor", *arguments)
    return ran.code, ran.out


def test_a_database_in_order(postgres_url: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert asked(capsys, "--database", postgres_url) == (0, FINE)


def test_a_database_that_is_not_there(
    postgres_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    nowhere = postgres_url.replace("host=", "host=/nowhere")
    code, told = asked(capsys, "--database", nowhere)
    assert code == 2
    assert told.startswith("PROBLEM  the database can be reached and written to: check address")


def test_a_standby(
    postgres_server: PostgresServer, postgres_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    name = postgres_url.partition("?")[0].rpartition("/")[2]
    with psycopg.connect(postgres_server.url, autocommit=True) as database:
        # As a standby behaves, as far as a client can tell.
        database.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on".encode())
    code, told = asked(capsys, "--database", postgres_url)
    assert code == 2
    assert "that it is no standby" in told


def test_notifications_that_do_not_arrive(
    postgres_url: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(doctor, "ANSWERED_WITHIN", 0.5)
    nowhere = postgres_url.replace("host=", "host=/nowhere")
    code, told = asked(capsys, "--database", postgres_url, "--database-direct-url", nowhere)
    assert code == 2
    assert "PROBLEM  notifications arrive: name an address past the pooler" in told


def test_clocks_that_differ(
    postgres_url: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    true = time.time
    monkeypatch.setattr(time, "time", lambda: true() + 60)
    code, told = asked(capsys, "--database", postgres_url)
    assert code == 2
    assert "PROBLEM  the clocks agree: they are 60 s apart" in told


def test_a_proxy_in_order(server: ServerProcess, capsys: pytest.CaptureFixture[str]) -> None:
    code, told = asked(capsys, "--public-url", server.url, "--seconds", "0.5")
    assert (code, told.count("ok  ")) == (0, 2)


def test_a_server_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    code, told = asked(capsys, "--public-url", "http://127.0.0.1:9")
    assert code == 2
    assert "check proxy and server" in told


@contextmanager
def proxy(server: ServerProcess, seconds: float, *, upgrades: bool = True) -> Iterator[str]:
    """A proxy that closes every connection after so many seconds."""
    port = int(server.url.rpartition(":")[2])
    number: Future[int] = Future()
    loop, over = asyncio.new_event_loop(), asyncio.Event()

    async def copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65536):
            writer.write(data if upgrades else data.replace(b"Upgrade: websocket\r\n", b""))

    async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        up = await asyncio.open_connection("127.0.0.1", port)
        copying = [
            asyncio.create_task(copy(reader, up[1])),
            asyncio.create_task(copy(up[0], writer)),
        ]
        try:
            await asyncio.wait(copying, timeout=seconds)
        finally:
            for task in copying:
                task.cancel()
            for each in (writer, up[1]):
                each.transport.abort()

    async def listen() -> None:
        async with await asyncio.start_server(pass_on, "127.0.0.1", 0) as listening:
            number.set_result(listening.sockets[0].getsockname()[1])
            await over.wait()

    def run() -> None:
        with asyncio.Runner(loop_factory=lambda: loop) as runner:
            runner.run(listen())

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{number.result(60)}"
    loop.call_soon_threadsafe(over.set)
    thread.join()


def test_a_proxy_with_short_time_limits(
    server: ServerProcess, capsys: pytest.CaptureFixture[str]
) -> None:
    with proxy(server, 2.0) as url:
        code, told = asked(capsys, "--public-url", url, "--seconds", "20")
    assert code == 2
    assert "raise the proxy's time limits to 90 s" in told


def test_a_proxy_that_passes_no_sockets(
    server: ServerProcess, capsys: pytest.CaptureFixture[str]
) -> None:
    with proxy(server, 20.0, upgrades=False) as url:
        code, told = asked(capsys, "--public-url", url)
    assert code == 2
    assert "let the proxy pass the headers Upgrade, Connection and Host" in told


def test_a_set_up_has_to_be_named(capsys: pytest.CaptureFixture[str]) -> None:
    ran = call(capsys, "doctor")
    assert (ran.code, ran.out) == (2, "")
    assert "--database, --public-url" in ran.err
