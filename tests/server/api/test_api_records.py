"""Checking records and walking through them over HTTP."""

import json
from random import Random
from typing import Any

import httpx
import msgspec
import pytest

from spielgeld.engine import Step, event_for, view_of
from spielgeld.engine.records import make_record, record_line
from spielgeld.server.api.record_endpoints import split_file
from spielgeld.table.outgoing.encoding import event_json, view_json
from support.api_server import refused
from support.play import open_deal, random_setup, random_steps

JSON = {"Content-Type": "application/json"}
LINES = {"Content-Type": "application/x-ndjson"}


def played(edition: str = "nl", **rules: object) -> list[Step]:
    rng = Random(7)
    return list(random_steps(random_setup(edition, 3, rng, rules), rng))


def record_of(steps: list[Step], names: tuple[str, ...] = ("Ann", "Bo", "Cy")) -> bytes:
    events = [event for step in steps for event in step.events]
    return record_line(make_record(steps[0].match.setup, names, events))


def plain(value: object) -> Any:
    return json.loads(msgspec.json.encode(value))


def test_every_record_of_a_file_is_checked(client: httpx.Client) -> None:
    fine = record_of(played(deals=1))
    wrong = json.loads(fine)
    wrong["deals"][0]["rounds"][0]["bids"][1] = ["Z99"]
    data = fine + b"\n" + json.dumps(wrong).encode() + b"\n[1"
    told = client.post("/api/records/check", content=data, headers=LINES).json()["records"]
    assert told[0] == {"line": 1, "ok": True, "code": None, "place": None, "arguments": {}}
    assert told[1]["line"] == 3
    assert (told[1]["ok"], told[1]["code"]) == (False, "bid")
    assert told[1]["place"] == "deals[0].rounds[0].bids[1]"
    assert "Z99" in str(told[1]["arguments"])
    assert (told[2]["line"], told[2]["code"]) == (4, "json")


def test_one_document_over_many_lines_is_one_record(client: httpx.Client) -> None:
    pretty = json.dumps(json.loads(record_of(played(deals=1))), indent=1).encode()
    told = client.post("/api/records/check", content=pretty, headers=JSON).json()["records"]
    assert [each["ok"] for each in told] == [True]


@pytest.mark.parametrize(
    ("data", "codes"),
    [
        (b"", []),
        (b"\xff\xfe{\0}\0", ["encoding"]),
        (b"\xff", ["encoding"]),
        (b"[" * 100_000, ["json"]),
        (b'{"format": ' + b"9" * 10_000 + b"}", ["format"]),
        (b'{"a": 1, "a": 2}', ["duplicate_key"]),
        (b'{"\\ud800": 1, "\\ud800": 2}', ["duplicate_key"]),
        (b'{"format": 1e999}', ["format"]),
    ],
)
def test_odd_bytes_are_faults_like_others(
    client: httpx.Client, data: bytes, codes: list[str]
) -> None:
    answer = client.post("/api/records/check", content=data, headers=JSON)
    assert [each["code"] for each in answer.json()["records"]] == codes


def test_too_many_records_and_too_large_files_are_refused(client: httpx.Client) -> None:
    answer = client.post("/api/records/check", content=b"1\n" * 1001, headers=LINES)
    assert refused(answer) == (400, "too_many_records", {"limit": 1000})
    limit = 8 * 1024 * 1024
    answer = client.post("/api/records/check", content=b" " * (limit + 1), headers=LINES)
    assert refused(answer) == (413, "too_large", {"limit": limit})


def test_blank_lines_are_passed_over() -> None:
    first, second = split_file(b"\n" * 2_000_000 + b" \n\t\r\n1\n\n2\n")
    assert (first.line, first.data) == (2_000_003, b"1")
    assert (second.line, second.data) == (2_000_005, b"2")


@pytest.mark.parametrize("seat", [0, 2, None])
def test_a_seat_gets_its_own_views_and_nothing_else(client: httpx.Client, seat: int | None) -> None:
    steps = played(deals=1)
    who = "spectator" if seat is None else seat
    url = f"/api/records/views?seat={who}&from=0&count=100"
    told = client.post(url, content=record_of(steps), headers=JSON).json()
    assert (told["total"], told["finished"]) == (len(steps), True)
    assert told["players"] == ["Ann", "Bo", "Cy"]
    for step, shown in zip(steps, told["steps"], strict=False):
        assert shown["view"] == plain(view_json(view_of(step.match, seat)))
        events = [event_json(event_for(event, seat)) for event in step.events]
        assert shown["events"] == [plain(event) for event in events]
        assert shown["open"] is None
    dealt = told["steps"][0]["events"][0]
    assert dealt["cards"] is None
    assert [hand is not None for hand in dealt["hands"]] == [each == seat for each in range(3)]


def test_everything_can_be_open(client: httpx.Client) -> None:
    steps = played(deals=1)
    told = client.post("/api/records/views?seat=all", content=record_of(steps), headers=JSON).json()
    for step, shown in zip(steps, told["steps"], strict=False):
        deal = open_deal(step.match)
        assert shown["open"]["deck"] == [card.code for card in deal.deck]
        assert shown["open"]["hands"] == [[card.code for card in hand] for hand in deal.hands]
        assert shown["view"]["own"] is None
    assert told["steps"][0]["events"][0]["cards"] is not None


def test_steps_come_in_portions(client: httpx.Client) -> None:
    steps = played()
    data = record_of(steps)
    assert len(steps) > 130
    numbers = []
    for first in range(0, len(steps) + 50, 50):
        url = f"/api/records/views?seat=spectator&from={first}&count=50"
        told = client.post(url, content=data, headers=JSON).json()
        numbers += [step["number"] for step in told["steps"]]
    assert numbers == list(range(len(steps)))
    told = client.post("/api/records/views?seat=spectator", content=data, headers=JSON).json()
    assert len(told["steps"]) == 100


def test_a_match_under_way_is_shown_too(client: httpx.Client) -> None:
    steps = played(deals=2)[:9]
    url = "/api/records/views?seat=1"
    told = client.post(url, content=record_of(steps), headers=JSON).json()
    assert (told["total"], told["finished"]) == (9, False)
    assert told["agreed"]["house_rules"] == {"deals": 2}
    before = make_record(steps[0].match.setup, ("Ann", "Bo", "Cy"), [])
    told = client.post(url, content=record_line(before), headers=JSON).json()
    assert (told["agreed"], told["steps"]) == (None, [])


def test_what_cannot_be_shown_is_refused(client: httpx.Client) -> None:
    data = record_of(played(deals=1))
    wrong = json.loads(data)
    wrong["deals"][0]["scores"] = [1, 2, 3]
    bodies = {
        "one_record": data * 2,
        "scores": json.dumps(wrong).encode(),
        "format": b"{}",
        "json": b"nope",
    }
    for code, body in bodies.items():
        answer = client.post("/api/records/views?seat=0", content=body, headers=JSON)
        assert refused(answer)[:2] == (400, code)
    answer = client.post("/api/records/views?seat=0", content=bodies["scores"], headers=JSON)
    assert refused(answer)[2]["place"] == "deals[0].scores"
    for steps in ("from=0", "from=90000"):
        answer = client.post(f"/api/records/views?seat=3&{steps}", content=data, headers=JSON)
        assert refused(answer)[:2] == (400, "seat")


def test_half_a_character_in_a_name_is_harmless(client: httpx.Client) -> None:
    data = record_of(played(deals=1), ("A\ud800", "Bo", "Cy"))
    told = client.post("/api/records/views?seat=0", content=data, headers=JSON).json()
    assert told["players"][0] == "A?"
