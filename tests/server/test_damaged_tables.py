"""Logs that were damaged on the disk: their tables are refused, and all others go on."""

import asyncio
import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from spielgeld.bots import make_bot
from spielgeld.client import join_table, open_table, play
from spielgeld.client.http import ServerRefusal
from spielgeld.client.seat import RemoteSeat
from spielgeld.server.sockets.connection import CLOSE_CODES
from spielgeld.server.tables.table_codes import CODE_ALPHABET, CODE_LENGTH
from support.raw_sockets import ending, greet, open_alone, play_a_match, socket_to
from support.server_process import NO_LIMITS, ServerProcess, serving

pytestmark = pytest.mark.server

COPIES = 50
"""Of each table, each with another bit flipped."""
ASKED = (
    *("GET ", "GET /record", "GET /curve", "GET /qr", "GET /device-link"),
    *("POST /join", "POST /start", "POST /review", "POST /rematch", "POST /leave"),
)
"""What is asked over HTTP at each table, in this order."""
FROM_THE_ROW = {"GET ", "GET /qr"}
"""What is answered without reading the log."""
REFUSED = {
    *("already_started", "no_record", "not_finished", "not_host", "seat_taken", "seats_open"),
    *("name_taken", "wrong_token"),
}
"""How a table that can be read may refuse: a bit of a name or of a hash may have been flipped."""

Json = dict[str, Any]


@dataclass
class Looked:
    """A damaged table, and what its server said of it."""

    seated: Json
    damage: bytes
    greetings: list[str]
    """To a watcher and to a seat: `welcome`, or the code of `bye`."""
    answers: list[str]
    """To each question of `ASKED`: the code, or the status."""


@dataclass
class Looks:
    """A server with many damaged tables, after everybody has looked at them."""

    tables: list[Looked]
    lobby: httpx.Response
    sound: httpx.Response
    """What the server says of a table beside them."""
    logged: set[str]
    """The codes in its log."""
    server: ServerProcess


@pytest.fixture(scope="module")
def looks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Looks]:
    folder = tmp_path_factory.mktemp("damaged")
    with serving(folder, *NO_LIMITS) as server:
        tables = all_kinds(server)
        server.kill()
        damaged = list(damaged_copies(folder / "data" / "spielgeld.sqlite3", tables, Random(1)))
        server.start()
        with httpx.Client(base_url=server.url, trust_env=False, timeout=30) as client:
            looked = [
                Looked(seated, damage, asyncio.run(greetings(server, seated)), ask(client, seated))
                for seated, damage in damaged
            ]
            lobby = client.get("/api/tables")
            sound = client.get(f"/api/tables/{tables[0]['code']}")
        server.restart()
        logged = {json.loads(line)["code"] for line in server.lines}
        yield Looks(looked, lobby, sound, logged, server)


def all_kinds(server: ServerProcess) -> list[Json]:
    """Tables that wait, are played at, are over, or are for practice: where Ann sits."""
    wish = {"edition": "it", "seats": [{}, {}, {}, {}], "listed": True}
    waiting = open_table(server.url, "Ann", wish)
    join_table(server.url, waiting["code"], "Bo")
    over = asyncio.run(play_a_match(server))[0]
    record = server.ask("GET", f"/api/tables/{over['code']}/record").json()
    wish = {"name": "Ann", "record": record, "seat": 0, "step": 5}
    practice = server.ask("POST", "/api/practice", wish).json()
    return [waiting, asyncio.run(go_some_way(server)), over, practice]


async def go_some_way(server: ServerProcess) -> Json:
    """A table in the middle of its match."""
    opened: Json = open_alone(server)
    server.ask("POST", f"/api/tables/{opened['code']}/start", {}, opened["token"])
    async with RemoteSeat(server.url, opened["code"], opened["token"]) as seat:
        playing = asyncio.create_task(play(seat, make_bot("greedy"), Random(1)))
        await seat.until(lambda: bool(seat.view["deal"]) and seat.view["deal"]["round"] > 2)
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
    return opened


def damaged_copies(file: Path, tables: list[Json], rng: Random) -> Iterator[tuple[Json, bytes]]:
    """Copies of the tables, each with a bit flipped in one entry; half of them are awake."""
    with closing(sqlite3.connect(file)) as database, database:
        for table in tables:
            old = table["code"]
            sql = "SELECT number, entry FROM entries WHERE code = ?"
            log = dict(database.execute(sql, (old,)).fetchall())
            for awake in (0, 1) * (COPIES // 2):
                code = "".join(rng.choices(CODE_ALPHABET, k=CODE_LENGTH))
                number = rng.choice(list(log))
                damage = flipped(log[number], rng)
                database.execute(
                    "INSERT INTO tables SELECT ?, status, listed, ?, summary, created, touched"
                    " FROM tables WHERE code = ?",
                    (code, awake, old),
                )
                rows = [(code, *row) for row in {**log, number: damage}.items()]
                database.executemany("INSERT INTO entries VALUES (?, ?, ?)", rows)
                yield {**table, "code": code}, damage


def flipped(data: bytes, rng: Random) -> bytes:
    changed = bytearray(data)
    changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
    return bytes(changed)


async def greetings(server: ServerProcess, seated: Json) -> list[str]:
    return [await greeting(server, seated["code"], token) for token in (None, seated["token"])]


async def greeting(server: ServerProcess, code: str, token: str | None) -> str:
    async with socket_to(server, code) as socket:
        first = await greet(socket, token)
        if first["type"] == "welcome":
            return "welcome"
        assert first["type"] == "bye", first
        assert (await ending(socket))[1] == CLOSE_CODES[first["code"]]
        return str(first["code"])


def ask(client: httpx.Client, seated: Json) -> list[str]:
    found = []
    headers = {"Authorization": f"Bearer {seated['token']}"}
    for method, path in [each.split(" ") for each in ASKED]:
        body = {"name": "Newcomer"} if path == "/join" else {} if path == "/start" else None
        address = f"/api/tables/{seated['code']}{path}"
        answer = client.request(method, address, headers=headers, json=body)
        found.append(answer.json()["code"] if answer.is_error else str(answer.status_code))
    return found


def told(tables: Iterable[Looked]) -> set[str]:
    return {code for table in tables for code in (*table.greetings, *table.answers)}


def test_a_table_is_refused_by_all_ways_or_by_none(looks: Looks) -> None:
    refused = [table for table in looks.tables if "table_unreadable" in told([table])]
    assert len(refused) > COPIES
    assert told(refused) == {"table_unreadable", "200"}
    for table in refused:
        answers = dict(zip(ASKED, table.answers, strict=True))
        shown = {question for question, answer in answers.items() if answer == "200"}
        assert shown == FROM_THE_ROW
    whole = [table for table in looks.tables if table not in refused]
    assert len(whole) > COPIES // 2
    assert told(whole) - REFUSED == {"welcome", "no_watchers", "200", "201", "204"}


def test_nothing_else_goes_wrong(looks: Looks) -> None:
    assert looks.sound.json()["seats"][0]["name"] == "Ann"
    assert looks.lobby.is_success
    assert len(looks.lobby.json()["tables"]) > COPIES
    bot_of_a_damaged_name = {"bot_failed"}
    expected = {"started", "request", "table_unreadable"}
    assert looks.logged - bot_of_a_damaged_name == expected


def test_a_program_does_not_come_back_to_it(looks: Looks) -> None:
    seated = next(each.seated for each in looks.tables if "table_unreadable" in told([each]))

    async def sit_down() -> None:
        async with asyncio.timeout(10), RemoteSeat(looks.server.url, *place):
            pass

    place = (seated["code"], seated["token"])
    with pytest.raises(ServerRefusal, match="table_unreadable"):
        asyncio.run(sit_down())


def test_a_damaged_summary_hides_no_other_table(tmp_path: Path) -> None:
    wish = {"edition": "it", "seats": [{}, {}, {}, {}], "listed": True}
    with serving(tmp_path) as server:
        codes = [open_table(server.url, "Ann", wish)["code"] for _ in range(3)]
        server.kill()
        file = tmp_path / "data" / "spielgeld.sqlite3"
        with closing(sqlite3.connect(file)) as database, database:
            for code, damage in zip(codes, (b"{", b'"\xff"'), strict=False):
                sql = "UPDATE tables SET summary = ? WHERE code = ?"
                database.execute(sql, (damage, code))
        server.start()
        lobby = server.ask("GET", "/api/tables")
        assert [table["code"] for table in lobby.json()["tables"]] == codes[2:]
