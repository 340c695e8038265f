"""What `deploy/` says about nginx and Caddy, with the two really running where they are installed.

Debian has both: `apt install nginx caddy openssl`.
"""

import asyncio
import json
import socket
from collections.abc import Iterator
from contextlib import AsyncExitStack, ExitStack, suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from spielgeld.bots import make_bot
from spielgeld.client import RemoteSeat, open_table, play
from spielgeld.client.http import post
from spielgeld.engine.records.format import MAX_BYTES
from support.proxies import PROXIES, SITE, Front, in_front, is_there
from support.server_process import NO_LIMITS, ServerProcess, serving

pytestmark = pytest.mark.server

WISH = {"edition": "fr", "seats": [{}, {"bot": "random"}, {"bot": "random"}], "start": "full"}
TABLES_PER_HOUR = 2


INSTALLED = [
    pytest.param(
        name, marks=pytest.mark.skipif(not is_there(name), reason=f"{name} is not installed")
    )
    for name in PROXIES
]


@pytest.fixture(scope="module", params=INSTALLED)
def front(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Front]:
    folder = tmp_path_factory.mktemp(request.param)
    with in_front(request.param, folder / "proxy") as started:
        flags = ["--public-url", started.url, "--trusted-proxies", "1"]
        flags += ["--tables-per-hour", str(TABLES_PER_HOUR)]
        with serving(folder / "server", *flags, port=started.node_ports[0]) as started.server:
            started.until_ready()
            yield started


def opened(front: Front, client: str, **headers: str) -> Any:
    body = json.dumps({"name": "Ann", "agreement": WISH}).encode()
    answer = front.ask(
        "POST", "/api/tables", body, client, Content_Type="application/json", **headers
    )
    return answer.status, json.loads(answer.text)  # type: ignore[attr-defined]


def reach(front: Front, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let clients in this process find and trust it."""
    lookup = socket.getaddrinfo

    def here(host: Any, *more: Any, **options: Any) -> Any:
        return lookup("127.0.0.1" if host == SITE else host, *more, **options)

    monkeypatch.setattr(socket, "getaddrinfo", here)
    monkeypatch.setenv("SSL_CERT_FILE", str(front.certificate))


def test_a_match_is_played_through_it_to_the_end(
    front: Front, monkeypatch: pytest.MonkeyPatch
) -> None:
    reach(front, monkeypatch)

    async def act() -> str:
        table = open_table(front.url, "Ann", {**WISH, "bot_pace": 0})
        assert table["link"].startswith(f"{front.url}/t/")
        async with asyncio.timeout(60), RemoteSeat(front.url, table["code"], table["token"]) as ann:
            await play(ann, make_bot("greedy"), Random(1))
            return str(ann.view["table"]["status"])

    assert asyncio.run(act()) == "finished"


def test_limits_count_the_address_of_the_client_whatever_it_claims(front: Front) -> None:
    for _ in range(TABLES_PER_HOUR):
        assert opened(front, "127.0.0.7")[0] == 201
    for claim in ({}, {"X_Forwarded_For": "192.0.2.9"}, {"Forwarded": "for=192.0.2.9"}):
        status, told = opened(front, "127.0.0.7", **claim)
        assert (status, told["code"]) == (429, "too_many_tables")
    assert opened(front, "127.0.0.8", X_Forwarded_For="127.0.0.7")[0] == 201


def test_a_body_may_be_as_long_as_the_server_takes_and_no_longer(front: Front) -> None:
    as_record = {"Content_Type": "application/x-ndjson"}
    longest = front.ask("POST", "/api/records/check", b" " * MAX_BYTES, **as_record)
    assert longest.status not in (413, 502)
    assert "application/json" in longest.headers["Content-Type"]
    longer = front.ask("POST", "/api/records/check", b" " * (MAX_BYTES + 1), **as_record)
    assert longer.status == 413


def test_nobody_outside_sees_the_metrics_and_the_page_wants_tls(front: Front) -> None:
    for path in ("/metrics", "/metrics/"):
        assert front.ask("GET", path).status == 404
    page = front.ask("GET", "/")
    assert page.status == 200
    assert page.headers["Strict-Transport-Security"] == "max-age=31536000"
    assert front.ask("GET", "/readyz").status == 200


def test_without_tls_one_is_sent_to_where_there_is(front: Front) -> None:
    answer = front.ask_plainly("/t/abcdefghijabcdefghij")
    assert answer.status in (301, 308)
    assert answer.headers["Location"].startswith(f"https://{SITE}")
    assert answer.headers["Location"].endswith("/t/abcdefghijabcdefghij")


def test_no_table_code_gets_into_its_logs_even_when_the_server_is_gone(front: Front) -> None:
    status, table = opened(front, "127.0.0.9")
    assert status == 201
    paths = [f"/t/{table['code']}", f"/api/tables/{table['code']}", f"/ws/{table['code']}"]

    def ask_for_all() -> list[int]:
        front.ask_plainly(paths[0])
        too_long = b" " * (MAX_BYTES + 1)
        with suppress(OSError):  # it may hang up before it has read so much
            front.ask("POST", f"{paths[1]}/join", too_long, Content_Type="application/json")
        return [front.ask("GET", path).status for path in paths[:2]]

    assert ask_for_all() == [200, 200]
    front.server.kill()
    try:
        assert {*ask_for_all(), front.ask("GET", paths[2]).status} <= {502, 503, 504}
    finally:
        front.server.start()
        front.until_ready()
    assert table["code"] not in front.logs()


@pytest.mark.parametrize("name", INSTALLED)
def test_people_of_one_table_play_through_several_processes_of_which_one_is_killed(
    name: str, tmp_path: Path, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ExitStack() as stack:
        front = stack.enter_context(in_front(name, tmp_path / "proxy", nodes=3))
        flags = ["--public-url", front.url, "--trusted-proxies", "1", *NO_LIMITS]
        processes = [
            stack.enter_context(
                serving(tmp_path / str(port), *flags, "--database", postgres_url, port=port)
            )
            for port in front.node_ports
        ]
        front.until_ready()
        reach(front, monkeypatch)
        asyncio.run(asyncio.wait_for(_play_through(front, processes), 120))


async def _play_through(front: Front, processes: list[ServerProcess]) -> None:
    seats = [{}, {}, {}, {"bot": "random"}]
    agreement = {"edition": "it-full", "rules": {"deals": 1}, "seats": seats, "bot_pace": 0.02}
    ann = open_table(front.url, "Ann", agreement)
    path = f"/api/tables/{ann['code']}/join"
    people = [ann, *[post(front.url, path, {"name": name}) for name in ("Bo", "Cy")]]
    async with AsyncExitStack() as stack:
        seated = [
            await stack.enter_async_context(RemoteSeat(front.url, each["code"], each["token"]))
            for each in people
        ]
        assert sum(map(_seats_connected, processes)) == 3
        await seated[0].send("start")
        bot = make_bot("greedy")
        playing = asyncio.gather(*[play(seat, bot, Random(1)) for seat in seated])
        await seated[0].until(lambda: (seated[0].view["deal"] or {}).get("round", 0) >= 3)
        max(processes, key=_seats_connected).kill()
        await playing
        assert [seat.view["table"]["status"] for seat in seated] == ["finished"] * 3


def _seats_connected(process: ServerProcess) -> int:
    text = process.ask("GET", "/metrics").text
    return int(text.partition("\nspielgeld_seats_connected ")[2].split(".")[0])
