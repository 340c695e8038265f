"""How requests are read and refused, whatever the endpoint."""

import asyncio
import logging
import socket
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import cast

import httpx
import pytest

from spielgeld.engine import EDITIONS, NotAllowed, set_up
from spielgeld.server.access.costs import RequestCost
from spielgeld.server.api.endpoint import Call
from spielgeld.server.api.endpoint_list import ENDPOINTS
from spielgeld.server.api.refusals import HttpRefusal
from spielgeld.server.tables.jobs import come_back, store_down
from support.api_server import refused

ECHO = "/api/probes/abc/echo"


def test_a_call_brings_body_path_token_and_addresses(probe: httpx.Client) -> None:
    headers = {"Authorization": "bearer  t0k"}
    answer = probe.put(ECHO, json={"name": "Ann", "numbers": [1, 2]}, headers=headers)
    assert answer.status_code == 201
    assert answer.headers["cache-control"] == "no-store"
    assert answer.json() == {
        "name": "Ann",
        "numbers": [1, 2],
        "code": "abc",
        "token": "t0k",
        "client": "127.0.0.1",
        "base_url": f"{probe.base_url}/",
    }


@pytest.mark.parametrize("unknown", [come_back, store_down])
def test_a_request_with_an_unknown_outcome_is_refused_with_one_code(
    unknown: Callable[[], NotAllowed],
) -> None:
    async def refuse(_: Call) -> None:
        raise unknown()

    endpoint = replace(ENDPOINTS[0], handler=refuse, cost=RequestCost())
    with pytest.raises(HttpRefusal) as refused:
        asyncio.run(endpoint.answer_to(cast("Call", None)))
    assert (refused.value.status, refused.value.code) == (503, "store_down")


@pytest.mark.parametrize(
    ("body", "code", "arguments"),
    [
        (b"", "json", {}),
        (b"{", "json", {}),
        (b'{"name": "x"} {}', "json", {}),
        (b'\xef\xbb\xbf{"name": "x"}', "json", {}),
        (b'{"name": "\\ud800"}', "json", {}),
        (b'{"name": "\xff"}', "encoding", {}),
        (b"[]", "wrong_value", {"place": "body"}),
        (b"[" * 60_000, "wrong_value", {"place": "body"}),
        (b'{"name": 1}', "wrong_value", {"place": "body.name"}),
        (b'{"name": "too long"}', "wrong_value", {"place": "body.name"}),
        (b'{"name": "x", "numbers": [1, "2"]}', "wrong_value", {"place": "body.numbers[1]"}),
        (b'{"name": "x", "numbers": [1e400]}', "wrong_value", {"place": "body.numbers[0]"}),
        (b'{"name": "x", "numbers": [true]}', "wrong_value", {"place": "body.numbers[0]"}),
        (
            b'{"name": "x", "numbers": [' + b"9" * 9000 + b"]}",
            "wrong_value",
            {"place": "body.numbers[0]"},
        ),
        (b"{}", "missing_field", {"place": "body", "field": "name"}),
        (b'{"name": "x", "a`b": 1}', "unknown_field", {"place": "body", "field": "a`b"}),
        (
            b'{"name": "x", "z": ' + b"[" * 30_000 + b"]" * 30_000 + b"}",
            "unknown_field",
            {"place": "body", "field": "z"},
        ),
    ],
)
def test_an_unreadable_body_is_refused_with_the_place(
    probe: httpx.Client, body: bytes, code: str, arguments: dict[str, str]
) -> None:
    answer = probe.put(ECHO, content=body, headers={"Content-Type": "application/json"})
    assert refused(answer) == (400, code, arguments)


def test_of_a_doubled_key_the_last_counts(probe: httpx.Client) -> None:
    answer = probe.put(
        ECHO, content=b'{"name": "a", "name": "b"}', headers={"Content-Type": "application/json"}
    )
    assert answer.json()["name"] == "b"


@pytest.mark.parametrize("media_type", ["text/plain", "", "application/jsonx", "multipart/json"])
def test_another_content_type_is_refused(probe: httpx.Client, media_type: str) -> None:
    answer = probe.put(ECHO, content=b'{"name": "x"}', headers={"Content-Type": media_type})
    assert refused(answer) == (415, "content_type", {"wanted": ["application/json"]})


def test_a_content_type_may_name_its_encoding(probe: httpx.Client) -> None:
    headers = {"Content-Type": "Application/JSON; charset=utf-8"}
    assert probe.put(ECHO, content=b'{"name": "x"}', headers=headers).status_code == 201


def test_a_body_up_to_the_limit_is_read(probe: httpx.Client) -> None:
    headers = {"Content-Type": "application/json"}
    at_limit = probe.post("/api/probes/small", content=b"x" * 1000, headers=headers)
    assert at_limit.status_code == 204
    beyond = probe.post("/api/probes/small", content=b"x" * 1001, headers=headers)
    assert refused(beyond) == (413, "too_large", {"limit": 1000})


def test_only_bodies_with_records_or_many_hands_may_be_large() -> None:
    """The others are decoded in a moment: meanwhile everybody waits."""
    limits = {each.name: each.cost.body for each in ENDPOINTS if each.body is not None}
    assert {name: limit for name, limit in limits.items() if limit > 4096} == {
        "score": 64 * 1024,
        "practise": 512 * 1024,
        "review_record": 512 * 1024,
        "record_views": 512 * 1024,
        "check_records": 8 * 1024 * 1024,
    }


def test_all_hands_of_the_longest_match_can_be_counted(client: httpx.Client) -> None:
    for edition in EDITIONS:
        deck = [card.code for card in set_up(edition, 5).cards]
        deals = [[deck[seat::5] for seat in range(5)]] * 9
        wish = {"edition": edition, "deals": deals, "house_rules": {"deals": 9}}
        assert client.post("/api/score", json=wish).status_code == 200


def test_a_body_without_a_length_is_read_up_to_the_limit_only(probe: httpx.Client) -> None:
    def pieces() -> Iterator[bytes]:
        for _ in range(11):
            yield b"x" * 100

    headers = {"Content-Type": "application/json"}
    answer = probe.post("/api/probes/small", content=pieces(), headers=headers)
    assert "content-length" not in answer.request.headers
    assert refused(answer) == (413, "too_large", {"limit": 1000})


def test_who_hangs_up_in_the_middle_of_a_body_is_no_failure(
    probe: httpx.Client, caplog: pytest.LogCaptureFixture
) -> None:
    head = "Host: x\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n"
    with socket.create_connection((probe.base_url.host, probe.base_url.port)) as hasty:
        hasty.sendall(f"POST /api/probes/small HTTP/1.1\r\n{head}[".encode())
        hasty.shutdown(socket.SHUT_WR)
        assert hasty.recv(100) == b""
    assert probe.post("/api/probes/nothing").status_code == 204
    assert not caplog.records


def test_parameters_are_read_strictly(probe: httpx.Client, client: httpx.Client) -> None:
    unknown = probe.post("/api/probes/nothing?x=1")
    assert refused(unknown) == (400, "unknown_field", {"place": "query", "field": "x"})
    views = "/api/records/views"
    missing = client.post(views, json={})
    assert refused(missing) == (400, "missing_field", {"place": "query", "field": "seat"})
    twice = client.post(f"{views}?seat=0&seat=1", json={})
    assert refused(twice) == (400, "parameter_twice", {"field": "seat"})
    for wrong in ("from=x", "from=-1", "from=1.5", "from=", "count=0", "count=101"):
        place = f"query.{wrong.partition('=')[0]}"
        answer = client.post(f"{views}?seat=all&{wrong}", json={})
        assert refused(answer) == (400, "wrong_value", {"place": place})


@pytest.mark.parametrize("header", [None, "", "Bearer", "Basic eDp5", "t0k"])
def test_where_a_token_is_needed_a_request_without_is_refused(
    probe: httpx.Client, header: str | None
) -> None:
    headers = {} if header is None else {"Authorization": header}
    answer = probe.delete("/api/probes/seat", headers=headers)
    assert refused(answer) == (401, "no_token", {})
    assert answer.headers["www-authenticate"] == "Bearer"


def test_with_a_token_it_is_answered(probe: httpx.Client) -> None:
    answer = probe.delete("/api/probes/seat", headers={"Authorization": "Bearer t"})
    assert (answer.status_code, answer.content) == (204, b"")


def test_a_limit_tells_when_to_come_back(probe: httpx.Client) -> None:
    answer = probe.get("/api/probes/too_many")
    assert refused(answer) == (429, "too_many_tables", {"seconds": 2.5, "limit": 3})
    assert answer.headers["retry-after"] == "3"


def test_what_the_rules_forbid_now_is_a_conflict_and_keeps_its_words(probe: httpx.Client) -> None:
    answer = probe.get("/api/probes/not_now")
    assert refused(answer) == (409, "not_now", {"awaits": "bids", "offered": "turn"})


def test_odd_arguments_are_told_shortly_and_as_plain_json(probe: httpx.Client) -> None:
    status, code, arguments = refused(probe.get("/api/probes/odd"))
    assert (status, code) == (400, "odd")
    assert arguments["text"] == "?" + "x" * 78 + "…"
    assert arguments["number"] == "a very long number"
    assert "object" in str(arguments["other"])


def test_a_failure_is_logged_and_not_shown(
    probe: httpx.Client, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR):
        answer = probe.get("/api/probes/fail")
    assert refused(answer) == (500, "internal", {})
    assert "the secret is 42" in caplog.text
    assert "Traceback" in caplog.text


@pytest.mark.parametrize("path", ["/api", "/api/", "/api/nope", "/api/bots/", "/api/bots/x/%ff%00"])
def test_what_does_not_exist_is_refused_in_the_same_shape(client: httpx.Client, path: str) -> None:
    assert refused(client.get(path)) == (404, "no_such_page", {})
    assert refused(client.post(path)) == (404, "no_such_page", {})


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "TRACE"])
def test_another_method_is_refused_with_those_there_are(client: httpx.Client, method: str) -> None:
    answer = client.request(method, "/api/bots")
    assert refused(answer) == (405, "method", {"allowed": ["GET", "HEAD", "OPTIONS"]})
    assert answer.headers["allow"] == "GET, HEAD, OPTIONS"


def test_head_is_get_without_the_body(client: httpx.Client) -> None:
    head, get = client.head("/api/bots"), client.get("/api/bots")
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["content-length"] == get.headers["content-length"]
    assert client.head("/api/score").status_code == 405


def test_options_tells_the_methods(client: httpx.Client) -> None:
    answer = client.options("/api/score")
    assert (answer.status_code, answer.content) == (204, b"")
    assert answer.headers["allow"] == "OPTIONS, POST"
