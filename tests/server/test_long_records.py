"""Records that are legal and far longer than any that is played."""

import json
import sqlite3
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from long_record import long_record
from spielgeld.engine.records import count_steps
from spielgeld.server.access import costs
from spielgeld.server.access.costs import MOST_DEAL_STEPS, MOST_STEPS
from spielgeld.server.app import create_app
from spielgeld.server.settings.reading import read_settings
from spielgeld.server.tables.sleeping_tables import SleepingTables
from support.api_server import serving as serving_app
from support.server_process import SCRIPT, ServerProcess, serving

pytestmark = pytest.mark.server

TOO_LONG = long_record()
LONGEST = long_record(3)
assert count_steps(LONGEST) <= MOST_STEPS < count_steps(TOO_LONG)
THIRD_DEAL = count_steps(long_record(2))
"""The step after which the third deal of the longest begins."""

GAUGE = "spielgeld_tables "


@pytest.fixture(scope="module")
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that nothing else uses, so that its memory can be looked at."""
    with serving(tmp_path_factory.mktemp("long")) as server:
        yield server


WAYS: list[tuple[str, dict[str, Any]]] = [
    ("/api/records/views?seat=all", TOO_LONG),  # type: ignore[list-item]
    ("/api/practice", {"name": "Ann", "record": TOO_LONG, "step": 10}),
    ("/api/practice", {"name": "Ann", "record": TOO_LONG, "deal": 1}),
    ("/api/review", {"record": TOO_LONG, "seat": 0}),
]


@pytest.mark.parametrize(("path", "body"), WAYS)
def test_a_record_that_is_too_long_is_refused(
    own_server: ServerProcess, path: str, body: dict[str, Any]
) -> None:
    answer = own_server.ask("POST", path, body)
    assert answer.status_code == 400
    refusal = answer.json()
    assert refusal["code"] == "record_too_long"
    assert refusal["arguments"]["steps"] == count_steps(TOO_LONG)
    assert refusal["arguments"]["most"] == MOST_STEPS


def test_in_a_file_the_one_that_is_too_long_is_named_and_the_others_are_checked(
    own_server: ServerProcess,
) -> None:
    lines = b"\n".join(json.dumps(each).encode() for each in (LONGEST, TOO_LONG, LONGEST))
    url = f"{own_server.url}/api/records/check"
    headers = {"Content-Type": "application/x-ndjson"}
    answer = httpx.post(url, content=lines, headers=headers, trust_env=False, timeout=60)
    found = [(each["line"], each["ok"], each["code"]) for each in answer.json()["records"]]
    assert found == [(1, True, None), (2, False, "record_too_long"), (3, True, None)]


def test_practice_keeps_one_deal_of_a_record(own_server: ServerProcess) -> None:
    wish = {"name": "Ann", "record": LONGEST, "step": THIRD_DEAL + MOST_DEAL_STEPS}
    opened = own_server.ask("POST", "/api/practice", wish)
    assert opened.status_code == 201
    file = own_server.folder / "data" / "spielgeld.sqlite3"
    with sqlite3.connect(file) as database:
        rows = database.execute(
            "SELECT entry FROM entries WHERE code = ? AND number = 1", (opened.json()["code"],)
        ).fetchall()
    database.close()
    entry = json.loads(rows[0][0])
    assert len(entry["practice"]["deals"]) == 1
    assert entry["earlier"] == [deal["scores"] for deal in LONGEST["deals"][:2]]


def test_practice_does_not_go_on_from_late_in_an_endless_deal(own_server: ServerProcess) -> None:
    """A table replays what was played of its deal in one go."""
    wish = {"name": "Ann", "record": LONGEST, "step": THIRD_DEAL + MOST_DEAL_STEPS + 1}
    answer = own_server.ask("POST", "/api/practice", wish)
    assert answer.status_code == 409
    arguments = {"steps": MOST_DEAL_STEPS + 1, "most": MOST_DEAL_STEPS}
    assert answer.json() == {"code": "deal_too_long", "arguments": arguments}


def test_a_practice_table_takes_no_memory_before_somebody_asks_for_it(tmp_path: Path) -> None:
    def tables() -> str:
        [line] = [line for line in get("/metrics").text.splitlines() if line.startswith(GAUGE)]
        return line.removeprefix(GAUGE)

    def get(path: str) -> httpx.Response:
        return httpx.get(url + path, trust_env=False)

    with serving_app(create_app(read_settings({"data": tmp_path}, {}))) as url:
        wish = {"name": "Ann", "position": "sit_out"}
        opened = httpx.post(f"{url}/api/practice", json=wish, trust_env=False).json()
        assert tables() == "0.0"
        assert get(f"/api/tables/{opened['code']}/record").status_code == 200
        assert tables() == "1.0"


def test_long_records_leave_the_server_as_small_as_it_was(own_server: ServerProcess) -> None:
    wish = {"record": LONGEST, "seat": 0}
    for _ in range(2):
        assert own_server.ask("POST", "/api/review", wish).status_code == 200
        own_server.ask("POST", "/api/records/views?seat=all&from=6000", LONGEST)
    before = own_server.memory
    for _ in range(10):
        own_server.ask("POST", "/api/records/views?seat=all&from=6000", LONGEST)
        own_server.ask("POST", "/api/records/check", LONGEST)
    assert own_server.memory < before + 20_000_000


def test_the_command_line_checks_records_of_any_length(tmp_path: Path) -> None:
    file = tmp_path / "long.json"
    file.write_text(json.dumps(TOO_LONG))
    checked = subprocess.run([SCRIPT, "check", str(file)], capture_output=True, check=False)
    assert checked.returncode == 0


def test_a_server_reads_no_table_before_somebody_asks_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = read_settings({"data": tmp_path}, {})
    wish = {"name": "Ann", "agreement": {"edition": "nl", "seats": [{}, {}, {}], "start": "full"}}
    with serving_app(create_app(settings)) as url:
        opened = httpx.post(f"{url}/api/tables", json=wish, trust_env=False).json()
    with sqlite3.connect(tmp_path / "spielgeld.sqlite3") as database:
        database.execute("UPDATE tables SET awake = 1")  # as if it had been killed meanwhile
    database.close()
    read: list[str] = []
    real = SleepingTables.read

    async def note(tables: SleepingTables, code: str) -> Any:
        read.append(code)
        return await real(tables, code)

    monkeypatch.setattr(SleepingTables, "read", note)
    with serving_app(create_app(settings)) as url:
        assert httpx.get(f"{url}/readyz", trust_env=False).status_code == 200
        assert read == []
        at = f"{url}/api/tables/{opened['code']}/record"
        assert httpx.get(at, trust_env=False).json()["code"] == "no_record"
        assert read == [opened["code"]]


def test_no_large_body_is_parsed_where_people_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Parsing holds the interpreter, and all tables of the process would wait."""
    parsed: list[int] = []

    def watch(module: Any, name: str) -> None:
        real = getattr(module, name)

        def watched(data: Any, *given: Any, **more: Any) -> Any:
            parsed.append(len(data))
            return real(data, *given, **more)

        monkeypatch.setattr(module, name, watched)

    with serving_app(create_app(read_settings({"data": tmp_path}, {}))) as url:
        watch(json, "loads")
        watch(msgspec.json, "decode")
        keys = b"{" + b",".join(b'"%x":0' % number for number in range(40_000)) + b"}"
        for path in (
            "/api/records/check",
            "/api/records/views?seat=0",
            "/api/practice",
            "/api/review",
        ):
            headers = {"Content-Type": "application/json"}
            answer = httpx.post(
                url + path, content=keys, headers=headers, trust_env=False, timeout=60
            )
            assert answer.status_code in (200, 400), path
            assert b'"code":' in answer.content
    assert max(parsed, default=0) <= costs.BODY
