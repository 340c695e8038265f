"""Tables over HTTP: open, find, join, leave, start, play again, practise."""

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from spielgeld.engine.records import check_record, split_records
from support.raw_sockets import Json, greet, play_a_match, socket_to
from support.server_process import ServerProcess, serving

pytestmark = pytest.mark.server

PEOPLE = {"edition": "nl", "seats": [{}, {}, {}], "rules": {"deals": 1}}


def refusal(answer: httpx.Response) -> tuple[int, str]:
    """Status and code of a refusal, whose shape is checked."""
    body = answer.json()
    assert set(body) == {"code", "arguments"}
    return answer.status_code, body["code"]


def opened(server: ServerProcess, name: str = "Ann", **agreement: Any) -> Json:
    wish = {"name": name, "agreement": {**PEOPLE, **agreement}}
    answer = server.ask("POST", "/api/tables", wish)
    assert answer.status_code == 201
    seated: Json = answer.json()
    return seated


def joined(server: ServerProcess, code: str, name: str, **more: Any) -> Json:
    answer = server.ask("POST", f"/api/tables/{code}/join", {"name": name, **more})
    assert answer.status_code == 201, answer.text
    seated: Json = answer.json()
    return seated


# ---------------------------------------------------------------- open, look, join


def test_a_table_is_opened_and_joined_by_its_code(server: ServerProcess) -> None:
    ann = opened(server)
    assert ann["seat"] == 0
    assert len(ann["token"]) >= 22  # 128 bits in 6-bit characters
    assert ann["link"] == f"{server.url}/t/{ann['code']}"
    assert ann["private_link"] == f"{ann['link']}#token={ann['token']}"
    bo = joined(server, ann["code"], "  Bo  ", seat=2)
    assert (bo["seat"], bo["code"]) == (2, ann["code"])
    assert bo["token"] != ann["token"]
    seen = server.ask("GET", f"/api/tables/{ann['code']}").json()
    assert [seat["name"] for seat in seen["seats"]] == ["Ann", None, "Bo"]
    assert (seen["status"], seen["host"]) == ("waiting", 0)
    assert ann["token"] not in json.dumps(seen)


def test_who_asks_again_with_the_same_key_has_the_same_seat(server: ServerProcess) -> None:
    code = opened(server)["code"]
    bo = joined(server, code, "Bo", key="k" * 22)
    assert joined(server, code, "Bo again", key="k" * 22) == bo
    cy = joined(server, code, "Cy", key="K" * 22)
    assert cy["token"] != bo["token"]
    elsewhere = opened(server)["code"]
    assert joined(server, elsewhere, "Bo", key="k" * 22)["token"] != bo["token"]
    seen = server.ask("GET", f"/api/tables/{code}").json()
    assert [seat["name"] for seat in seen["seats"]] == ["Ann", "Bo", "Cy"]


def test_a_start_with_a_key_that_was_refused_stays_refused(server: ServerProcess) -> None:
    """A delayed copy of it could come after everybody has sat down."""
    ann = opened(server)
    path = f"/api/tables/{ann['code']}/start"
    bo = joined(server, ann["code"], "Bo")

    def start(key: str, token: str = ann["token"]) -> httpx.Response:
        return server.ask("POST", f"{path}?key={key}", {}, token)

    assert refusal(start("one")) == (409, "seats_open")
    assert refusal(start("one", bo["token"])) == (403, "not_host")
    joined(server, ann["code"], "Cy")
    assert refusal(start("one")) == (409, "seats_open")
    assert [start("two").status_code for _ in range(2)] == [204, 204]
    assert refusal(start("three")) == (409, "already_started")


def test_who_leaves_with_a_key_and_returns_is_not_sent_away_by_a_copy(
    server: ServerProcess,
) -> None:
    ann = opened(server, seats=[{}, {"bot": "random"}, {"bot": "random"}])
    path = f"/api/tables/{ann['code']}"
    assert server.ask("POST", f"{path}/start", {}, ann["token"]).status_code == 204

    def leave(key: str) -> None:
        answer = server.ask("POST", f"{path}/leave?key={key}", token=ann["token"])
        assert answer.status_code == 204

    def is_gone() -> bool:
        gone: bool = server.ask("GET", path).json()["seats"][0]["played_by_bot"]
        return gone

    async def return_and_leave_again() -> None:
        async with socket_to(server, ann["code"]) as line:
            await greet(line, ann["token"])
            assert not is_gone()
            leave("one")
            assert not is_gone()
            leave("two")
            assert is_gone()

    leave("one")
    assert is_gone()
    asyncio.run(return_and_leave_again())


@pytest.mark.parametrize("key", ["", "k" * 21, "k" * 65, "k" * 30 + " ", "ä" * 22, 5])
def test_a_key_that_could_be_guessed_is_refused(server: ServerProcess, key: Any) -> None:
    code = opened(server)["code"]
    answer = server.ask("POST", f"/api/tables/{code}/join", {"name": "Bo", "key": key})
    assert answer.status_code == 400


def test_seats_are_taken_once_and_not_after_the_start(server: ServerProcess) -> None:
    code = opened(server, seats=[{}, {}, {"bot": "greedy"}], start="full")["code"]
    path = f"/api/tables/{code}/join"
    for seat in (0, 2, 5):
        answer = server.ask("POST", path, {"name": "Bo", "seat": seat})
        assert refusal(answer) == (409, "seat_taken")
    joined(server, code, "Bo")
    assert refusal(server.ask("POST", path, {"name": "Cy"})) == (409, "already_started")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("", (400, "name_empty")),
        (" \t ", (400, "name_empty")),
        ("x" * 25, (400, "name_long")),
        ("a\u202eb", (400, "name_character")),
        ("a\x00b", (400, "name_character")),
        ("ANN", (409, "name_taken")),
        ("Ａｎｎ", (409, "name_taken")),
        ("Аnn", (409, "name_taken")),  # Cyrillic А
        ("x" * 201, (400, "wrong_value")),
        (7, (400, "wrong_value")),
    ],
)
def test_names_that_would_mislead_are_refused(
    server: ServerProcess, name: object, expected: tuple[int, str]
) -> None:
    code = opened(server)["code"]
    answer = server.ask("POST", f"/api/tables/{code}/join", {"name": name})
    assert refusal(answer) == expected


@pytest.mark.parametrize("name", ["Łucja", "木村", "مريم", "Zoë 2", "👩‍🚀", "x" * 24])
def test_names_of_any_script_are_welcome(server: ServerProcess, name: str) -> None:
    code = opened(server, name=name)["code"]
    assert server.ask("GET", f"/api/tables/{code}").json()["seats"][0]["name"] == name


@pytest.mark.parametrize(
    ("agreement", "expected"),
    [
        ({"edition": "en"}, (400, "edition")),
        ({"seats": [{}, {}]}, (400, "players")),
        ({"seats": [{}] * 7}, (400, "wrong_value")),
        ({"seats": [{"bot": "nobody"}, {}, {}]}, (400, "bot")),
        ({"seats": [{"bot": "search"}, {}, {}]}, (400, "bot")),
        ({"seats": [{"bot": "greedy"}] * 3}, (400, "no_open_seat")),
        ({"fill_with": "nobody"}, (400, "bot")),
        ({"rules": {"deals": 0}}, (400, "rule")),
        ({"rules": {"colour": "red"}}, (400, "rule")),
        ({"clock": {"bid": 1, "turn": 1}}, (400, "wrong_value")),
        ({"watchers": "everybody"}, (400, "wrong_value")),
        ({"password": "x"}, (400, "unknown_field")),
    ],
)
def test_what_cannot_be_played_is_not_opened(
    server: ServerProcess, agreement: dict[str, Any], expected: tuple[int, str]
) -> None:
    wish = {"name": "Ann", "agreement": {**PEOPLE, **agreement}}
    assert refusal(server.ask("POST", "/api/tables", wish)) == expected


def test_only_listed_tables_can_be_found(server: ServerProcess) -> None:
    secret, listed = opened(server), opened(server, listed=True)
    lobby = server.ask("GET", "/api/tables")
    codes = [table["code"] for table in lobby.json()["tables"]]
    assert codes[0] == listed["code"]
    assert secret["code"] not in lobby.text
    for code in (secret["code"][:-1] + "2" * (secret["code"][-1] != "2"), "x", "%00", "..%2f"):
        answer = server.ask("GET", f"/api/tables/{code}")
        assert refusal(answer) in {(404, "no_such_table"), (404, "no_such_page")}


# ---------------------------------------------------------------- with a token


OWN = [("POST", "leave"), ("POST", "start"), ("POST", "rematch"), ("GET", "device-link")]


@pytest.mark.parametrize(("method", "what"), OWN)
def test_what_is_ones_own_needs_ones_token(server: ServerProcess, method: str, what: str) -> None:
    code, stranger = opened(server)["code"], opened(server)["token"]
    body: Json | None = {} if what == "start" else None
    path = f"/api/tables/{code}/{what}"
    assert refusal(server.ask(method, path, body)) == (401, "no_token")
    for token in ("x", stranger, "-"):
        assert refusal(server.ask(method, path, body, token)) == (403, "wrong_token")
    answer = server.ask(method, f"/api/tables/{'a' * 20}/{what}", body, stranger)
    assert refusal(answer) == (404, "no_such_table")


def test_a_seat_that_was_left_is_open_again_and_its_token_dead(server: ServerProcess) -> None:
    ann = opened(server)
    bo = joined(server, ann["code"], "Bo")
    path = f"/api/tables/{ann['code']}"
    assert server.ask("POST", f"{path}/leave", token=ann["token"]).status_code == 204
    seen = server.ask("GET", path).json()
    assert (seen["seats"][0]["kind"], seen["host"]) == ("open", 1)
    answer = server.ask("GET", f"{path}/device-link", token=ann["token"])
    assert refusal(answer) == (403, "wrong_token")
    link = server.ask("GET", f"{path}/device-link", token=bo["token"]).json()["private_link"]
    assert link == bo["private_link"]


def test_only_the_host_starts_and_bots_fill_up(server: ServerProcess) -> None:
    ann = opened(server)
    bo = joined(server, ann["code"], "Bo")
    path = f"/api/tables/{ann['code']}/start"
    assert refusal(server.ask("POST", path, {}, bo["token"])) == (403, "not_host")
    assert refusal(server.ask("POST", path, {}, ann["token"])) == (409, "seats_open")
    nobody = {"fill_with": "nobody"}
    assert refusal(server.ask("POST", path, nobody, ann["token"])) == (400, "bot")
    greedy = {"fill_with": "greedy"}
    assert server.ask("POST", path, greedy, ann["token"]).status_code == 204
    assert refusal(server.ask("POST", path, greedy, ann["token"])) == (409, "already_started")
    seen = server.ask("GET", f"/api/tables/{ann['code']}").json()
    assert (seen["status"], seen["seats"][2]["bot"]) == ("playing", "greedy")


def test_a_record_is_there_when_something_was_played_and_passes_the_check(
    server: ServerProcess,
) -> None:
    fresh = opened(server)
    answer = server.ask("GET", f"/api/tables/{fresh['code']}/record")
    assert refusal(answer) == (409, "no_record")
    answer = server.ask("POST", f"/api/tables/{fresh['code']}/rematch", token=fresh["token"])
    assert refusal(answer) == (409, "not_finished")
    seated = asyncio.run(play_a_match(server))
    code = seated[0]["code"]
    record = server.ask("GET", f"/api/tables/{code}/record")
    [entry] = split_records([record.content])
    check_record(entry)
    assert record.json()["winners"]
    again = [
        server.ask("POST", f"/api/tables/{code}/rematch", token=each["token"]) for each in seated
    ]
    assert [answer.json()["seat"] for answer in again] == [1, 2, 0]
    assert len({answer.json()["code"] for answer in again}) == 1
    next_table = server.ask("GET", f"/api/tables/{again[0].json()['code']}").json()
    assert [seat["name"] for seat in next_table["seats"]] == ["Cy", "Ann", "Bo"]
    assert next_table["host"] == 1


def test_practice_from_a_position_and_from_a_record(server: ServerProcess) -> None:
    names = server.ask("GET", "/api/practice").json()["positions"]
    assert names
    wish = {"name": "Ann", "position": names[0], "bot_pace": 0}
    answer = server.ask("POST", "/api/practice", wish)
    assert answer.status_code == 201
    seen = server.ask("GET", f"/api/tables/{answer.json()['code']}").json()
    assert (seen["practice"], seen["status"]) == (True, "playing")
    for wrong, expected in (
        ({"position": "nowhere"}, (400, "position")),
        ({}, (400, "practice_source")),
        ({"record": {}, "position": names[0]}, (400, "practice_source")),
        ({"record": {"format": "x"}}, (400, "format")),
    ):
        answer = server.ask("POST", "/api/practice", {"name": "Ann", **wrong})
        assert refusal(answer) == expected


# ---------------------------------------------------------------- limits by address


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    flags = ("--tables-per-hour", "3", "--joins-per-hour", "2")
    with serving(tmp_path_factory.mktemp("strict"), *flags) as started:
        yield started


def test_tables_and_joins_of_an_address_are_limited(strict: ServerProcess) -> None:
    codes = [opened(strict)["code"] for _ in range(3)]
    joined(strict, codes[0], "Bo")
    joined(strict, codes[0], "Cy")
    wish = {"name": "Ann", "agreement": PEOPLE}
    for answer, code in (
        (strict.ask("POST", "/api/tables", wish), "too_many_tables"),
        (strict.ask("POST", "/api/practice", {"name": "Ann", "position": "x"}), "too_many_tables"),
        (strict.ask("POST", f"/api/tables/{codes[1]}/join", {"name": "Bo"}), "too_many_joins"),
    ):
        assert refusal(answer) == (429, code)
        assert int(answer.headers["Retry-After"]) > 60
