"""One address that asks for much, and others who want to play: seen from outside."""

import asyncio
import socket
import threading
from asyncio.subprocess import Process
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from spielgeld.bots import make_bot
from spielgeld.client import RemoteSeat, ServerRefusal, open_table, play
from spielgeld.server.app import create_app
from spielgeld.server.settings.reading import read_settings
from spielgeld.server.work import processes
from spielgeld.server.work.process import Outcome, Task
from spielgeld.table.practice import positions
from support.api_server import serving as serving_app
from support.server_process import ServerProcess, serving
from support.waiting import wait_until

pytestmark = pytest.mark.server

PATIENCE = 30.0
PUPILS = 30
FLOODER, NEWCOMER = "192.0.2.1", "192.0.2.2"


class Slow:
    """Work that takes until it is let go."""

    def __init__(self) -> None:
        self.go_on = threading.Event()
        self.begun = 0

    async def outcome_of(self) -> Outcome:
        self.begun += 1
        assert await asyncio.to_thread(self.go_on.wait, 3 * PATIENCE)
        return True, []

    @contextmanager
    def as_work(self, kind: str) -> Iterator[None]:
        """Let work of this kind alone be slow."""
        real = processes.outcome_of

        async def outcome_of(process: Process, task: Task) -> Outcome:
            is_slow = task[0].__module__.endswith(kind)
            return await (self.outcome_of() if is_slow else real(process, task))

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(processes, "outcome_of", outcome_of)
            yield

    def until_begun(self, count: int) -> None:
        wait_until(lambda: self.begun >= count, f"{count} tasks that are begun")


@pytest.fixture
def slow() -> Iterator[Slow]:
    stand_in = Slow()
    yield stand_in
    stand_in.go_on.set()


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    with serving_app(create_app(read_settings({"data": tmp_path, "trusted_proxies": 1}, {}))) as at:
        yield at


def ask(url: str, address: str, method: str, path: str, **more: Any) -> httpx.Response:
    headers = {"X-Forwarded-For": address, "Content-Type": "application/json"}
    with httpx.Client(trust_env=False, timeout=PATIENCE) as client:
        return client.request(method, url + path, headers=headers, **more)


def begin_check(url: str, address: str, body: bytes, length: int | None = None) -> socket.socket:
    """A record check whose sender does not wait for the answer; perhaps more is promised."""
    place = ("127.0.0.1", int(url.rpartition(":")[2]))
    connection = socket.create_connection(place, PATIENCE)
    connection.sendall(
        f"POST /api/records/check HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: {address}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {length or len(body)}\r\n\r\n".encode()
        + body
    )
    return connection


def practise(url: str, address: str) -> int:
    wish = {"name": "Ann", "position": next(iter(positions()))}
    return ask(url, address, "POST", "/api/practice", json=wish).status_code


def test_practice_does_not_wait_for_record_checks(url: str, slow: Slow) -> None:
    with slow.as_work("record_endpoints"), ExitStack() as stack:
        for number in range(20):
            stack.enter_context(begin_check(url, f"192.0.2.{number}", b"{}"))
        slow.until_begun(2)
        assert practise(url, "192.0.2.1") == 201
        assert practise(url, NEWCOMER) == 201


def test_a_record_check_does_not_wait_for_another_addresses(url: str, slow: Slow) -> None:
    with ExitStack() as stack:
        with slow.as_work("record_endpoints"):
            for _ in range(20):
                stack.enter_context(begin_check(url, FLOODER, b"{}"))
            slow.until_begun(1)
        answer = ask(url, NEWCOMER, "POST", "/api/records/check", content=b"{}")
        assert answer.status_code == 200


def test_checks_nobody_waits_for_are_not_begun(url: str, slow: Slow) -> None:
    with slow.as_work("record_endpoints"), begin_check(url, FLOODER, b"{}"):
        slow.until_begun(1)
        for _ in range(20):
            begin_check(url, FLOODER, b"{}").close()
        for _ in range(3):  # answered in the order of arrival: the server has seen them go
            assert ask(url, NEWCOMER, "GET", "/healthz").status_code == 200
        slow.go_on.set()
        answer = ask(url, FLOODER, "POST", "/api/records/check", content=b"{}")
        assert answer.status_code == 200
        assert slow.begun == 2


def test_bodies_are_not_read_while_they_wait(url: str, slow: Slow) -> None:
    size = 8_000_000
    taken: list[int] = []

    def send(connection: socket.socket) -> None:
        connection.settimeout(1.0)
        sent = 0
        try:
            while sent < size - 2:
                sent += connection.send(b" " * min(65536, size - 2 - sent))
        except OSError:
            pass
        taken.append(sent)

    with slow.as_work("record_endpoints"), ExitStack() as stack, ThreadPoolExecutor(12) as pool:
        connections = [
            stack.enter_context(begin_check(url, FLOODER, b"{}", size)) for _ in range(12)
        ]
        list(pool.map(send, connections))
    whole = [each for each in taken if each == size - 2]
    assert len(whole) <= 2  # the others are in the buffers of the system


def at_school(server: ServerProcess, number: int) -> None:
    """A pupil plays a match against bots, with a hint, a practice table and a record to check."""
    seats = [{}, {"bot": "greedy"}, {"bot": "level3"}]
    wish = {"edition": "fr", "seats": seats, "bot_pace": 0, "start": "full"}
    opened = open_table(server.url, f"Pupil {number}", wish)

    async def match() -> None:
        async with RemoteSeat(server.url, opened["code"], opened["token"]) as seat:
            await seat.until(lambda: seat.view["table"]["shuffle"] is not None)
            try:
                await seat.send("salt", deal=1, salt="00")
            except ServerRefusal as refused:  # on a busy machine the deal began without it
                if refused.code != "salt_late":
                    raise
            await seat.until(lambda: 0 in seat.view["table"]["awaiting"]["seats"])
            assert (await seat.send("ask_hint"))["type"] == "hinted"
            await play(seat, make_bot("random"), Random(number))

    asyncio.run(match())
    record = server.ask("GET", f"/api/tables/{opened['code']}/record")
    checked = server.ask("POST", "/api/records/check", record.json())
    assert [each["ok"] for each in checked.json()["records"]] == [True]
    assert practise(server.url, "127.0.0.1") == 201


def test_a_school_behind_one_address_is_served(tmp_path: Path) -> None:
    """With all limits as they are."""
    with serving(tmp_path) as server, ThreadPoolExecutor(PUPILS) as pupils:
        for done in [pupils.submit(at_school, server, number) for number in range(PUPILS)]:
            done.result(300)
        assert not [line for line in server.lines if '"error"' in line]
