"""`spielgeld bot`: where it sits down, and where it cannot."""

import subprocess
from typing import Any

import pytest
from command import SCRIPT, call

from spielgeld.client import join_table, open_table
from support.server_process import ServerProcess, server

pytestmark = pytest.mark.server

__all__ = ["server"]

PATIENCE = 60
NOBODY = "z" * 20
"""The code of no table."""


def opened(server: ServerProcess, seats: list[dict[str, Any]]) -> dict[str, Any]:
    """A table that starts by itself when the last seat is taken; Ann has the first."""
    rules = {"deals": 1}
    agreement = {"edition": "nl", "rules": rules, "seats": seats, "start": "full", "bot_pace": 0}
    return open_table(server.url, "Ann", agreement)


def test_a_second_bot_of_a_name_gets_a_number(server: ServerProcess) -> None:
    table = opened(server, [{}, {"bot": "greedy"}, {}])
    assert server.ask("POST", f"/api/tables/{table['code']}/leave", token=table["token"]).is_success
    bots = [
        subprocess.Popen([SCRIPT, "bot", table["link"]], stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    told = [bot.communicate(timeout=PATIENCE)[0] for bot in bots]
    assert [bot.returncode for bot in bots] == [0, 0]
    names = [
        seat["name"] for seat in server.ask("GET", f"/api/tables/{table['code']}").json()["seats"]
    ]
    assert sorted(names) == ["greedy", "greedy 2", "greedy 3"]
    assert all("greedy 3 " in each for each in told)


def test_a_private_link_lets_the_bot_play_that_seat(
    server: ServerProcess, capsys: pytest.CaptureFixture[str]
) -> None:
    table = opened(server, [{}, {"bot": "random"}, {"bot": "random"}])
    server.ask("POST", f"/api/tables/{table['code']}/start", {}, table["token"])
    ran = call(capsys, "bot", table["private_link"])
    assert ran.code == 0
    assert ran.out.startswith("Ann ")


def test_what_a_bot_cannot_sit_down_at(
    server: ServerProcess, capsys: pytest.CaptureFixture[str]
) -> None:
    table = opened(server, [{}, {}, {"bot": "greedy"}])
    join_table(server.url, table["code"], "Bo")
    refusals = {
        f"{server.url}/t/{NOBODY}": "no_such_table",
        f"{server.url}/t/{NOBODY}#token=guess": "no_such_table",
        f"{table['link']}#token=guess": "wrong_token",
        table["link"]: "already_started",
        f"http://127.0.0.1:1/t/{NOBODY}": "no_server",
        f"http://127.0.0.1:1/t/{NOBODY}#token=guess": "no_server",
        server.url: "url",
        f"{server.url}/x/{NOBODY}": "url",
        f"ftp://127.0.0.1/t/{NOBODY}": "url",
        "greedy": "url",
    }
    for url, code in refusals.items():
        ran = call(capsys, "bot", url)
        assert (ran.code, ran.out) == (2, ""), url
        assert f"{code}: " in ran.err, (url, ran.err)
        assert "guess" not in ran.err
    assert call(capsys, "bot", table["link"], "--name", "nobody").err.startswith("spielgeld: bot: ")
