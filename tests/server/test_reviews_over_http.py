"""Reviews over HTTP: asked for, waited for, read, and refused."""

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from support.raw_sockets import play_a_match
from support.reviews import waited_for
from support.server_process import ServerProcess, serving

pytestmark = pytest.mark.server

Match = tuple[dict[str, Any], dict[str, Any]]
"""Where Ann sat, and the record."""


@pytest.fixture(scope="module")
def match(server: ServerProcess) -> Match:
    """A match that is over."""
    ann = asyncio.run(play_a_match(server))[0]
    return ann, server.ask("GET", f"/api/tables/{ann['code']}/record").json()


def refusal(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def test_my_table_and_its_record_lead_to_the_same_review(
    server: ServerProcess, match: Match
) -> None:
    ann, record = match
    asked = server.ask("POST", f"/api/tables/{ann['code']}/review", token=ann["token"])
    mine = waited_for(server, asked)
    assert mine["review"]["seat"] == ann["seat"]
    assert mine["review"]["decisions"]
    again = server.ask("POST", "/api/review", {"record": record, "seat": ann["seat"]})
    assert again.json() == mine


def test_everybodys_chance_through_the_last_deal(server: ServerProcess, match: Match) -> None:
    ann, record = match
    asked = server.ask("GET", f"/api/tables/{ann['code']}/curve")
    assert asked.status_code == 200, asked.text
    curve = asked.json()
    assert curve["deal"] == len(record["deals"])
    assert len(curve["chances"]) == len(record["deals"][-1]["rounds"]) + 1
    assert {len(chances) for chances in curve["chances"]} == {len(record["players"])}


def test_no_curve_before_a_deal_is_over(server: ServerProcess, match: Match) -> None:
    wish = {"edition": "nl", "seats": [{}, {}, {}]}
    seated = server.ask("POST", "/api/tables", {"name": "Ann", "agreement": wish}).json()
    path = f"/api/tables/{seated['code']}/curve"
    assert refusal(server.ask("GET", path)) == (409, "no_record")
    moment = {"name": "Ann", "record": match[1], "seat": 0, "step": 5}
    in_its_first_deal = server.ask("POST", "/api/practice", moment).json()
    path = f"/api/tables/{in_its_first_deal['code']}/curve"
    assert refusal(server.ask("GET", path)) == (409, "no_record")
    other = "/api/tables/22222222222222222222/curve"
    assert refusal(server.ask("GET", other)) == (404, "no_such_table")


def test_a_restart_remembers_reviews(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        ann = asyncio.run(play_a_match(server))[0]
        asked = server.ask("POST", f"/api/tables/{ann['code']}/review", token=ann["token"])
        found = waited_for(server, asked)
        server.restart()
        assert server.ask("GET", f"/api/review/{found['id']}").json() == found


def test_only_the_owner_of_a_seat_asks_at_the_table(server: ServerProcess, match: Match) -> None:
    path = f"/api/tables/{match[0]['code']}/review"
    assert refusal(server.ask("POST", path)) == (401, "no_token")
    assert refusal(server.ask("POST", path, None, "guess")) == (403, "wrong_token")
    other = "/api/tables/22222222222222222222/review"
    assert refusal(server.ask("POST", other, None, "guess")) == (404, "no_such_table")


def test_a_match_that_is_not_over_is_not_reviewed(server: ServerProcess, match: Match) -> None:
    wish = {"edition": "nl", "seats": [{}, {}, {}]}
    seated = server.ask("POST", "/api/tables", {"name": "Ann", "agreement": wish}).json()
    path = f"/api/tables/{seated['code']}/review"
    assert refusal(server.ask("POST", path, token=seated["token"])) == (409, "not_finished")
    unfinished = {name: value for name, value in match[1].items() if name != "winners"}
    unfinished["deals"] = [
        {**unfinished["deals"][0], "rounds": unfinished["deals"][0]["rounds"][:1]}
    ]
    unfinished["deals"][0].pop("scores", None)
    asked = server.ask("POST", "/api/review", {"record": unfinished, "seat": 0})
    assert refusal(asked) == (409, "not_finished")


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"record": {}}, (400, "format")),
        ({"record": 7}, (400, "wrong_value")),
        ({"seat": 4}, (400, "seat")),
        ({"seat": 6}, (400, "wrong_value")),
        ({"more": 1}, (400, "unknown_field")),
    ],
)
def test_what_cannot_be_reviewed_is_refused(
    server: ServerProcess, match: Match, change: dict[str, Any], expected: tuple[int, str]
) -> None:
    asked = server.ask("POST", "/api/review", {"record": match[1], "seat": 0, **change})
    assert refusal(asked) == expected


def test_a_record_that_cheats_is_refused(server: ServerProcess, match: Match) -> None:
    asked = server.ask("POST", "/api/review", {"record": {**match[1], "winners": []}, "seat": 0})
    assert refusal(asked) == (400, "winners")


def test_a_review_nobody_asked_for_is_not_there(server: ServerProcess) -> None:
    assert refusal(server.ask("GET", f"/api/review/{'0' * 64}")) == (404, "no_such_review")
