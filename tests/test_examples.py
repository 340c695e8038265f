"""Bots over the wire: the example for outside authors, playing with `spielgeld bot`."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from server_process import SCRIPT, ServerProcess, server
from spielgeld.client import open_table
from spielgeld.engine.records import check_record, split_records

__all__ = ["server"]

EXAMPLE = Path(__file__).parent.parent / "examples" / "remote_bot.py"
PATIENCE = 60


def opened(server: ServerProcess, seats: list[dict[str, Any]]) -> dict[str, Any]:
    """A table that starts by itself when the last seat is taken; Ann has the first."""
    rules = {"deals": 1}
    agreement = {"edition": "nl", "rules": rules, "seats": seats, "start": "full", "bot_pace": 0}
    return open_table(server.url, "Ann", agreement)


def test_the_match_of_the_readme_is_played(server: ServerProcess) -> None:
    readme = (EXAMPLE.parent.parent / "README.md").read_text(encoding="utf-8")
    shown = re.search(r"curl -s http://\S+?(/\S+) .*?-d '(.+?)'", readme, re.DOTALL)
    assert shown
    answer = server.ask("POST", shown[1], json.loads(shown[2]))
    assert answer.status_code == 201
    links = answer.json()["private_link"], answer.json()["link"]
    bots = [
        subprocess.Popen([str(SCRIPT), "bot", link], stdout=subprocess.PIPE, text=True)
        for link in links
    ]
    told = [bot.communicate(timeout=PATIENCE)[0] for bot in bots]
    assert [bot.returncode for bot in bots] == [0, 0]
    assert all("Ann" in words and "random" in words for words in told)


def test_the_example_is_short() -> None:
    assert len(EXAMPLE.read_text(encoding="utf-8").splitlines()) < 40


def test_the_example_and_a_bot_over_the_wire_finish_a_match(server: ServerProcess) -> None:
    table = opened(server, [{}, {}, {"bot": "greedy"}])
    assert server.ask("POST", f"/api/tables/{table['code']}/leave", token=table["token"]).is_success
    commands = [sys.executable, str(EXAMPLE)], [str(SCRIPT), "bot", "--name", "random"]
    example, bot = [
        subprocess.Popen([*command, table["link"]], stdout=subprocess.PIPE, text=True)
        for command in commands
    ]
    (shown, _), (told, _) = example.communicate(timeout=PATIENCE), bot.communicate(timeout=PATIENCE)
    assert (example.returncode, bot.returncode) == (0, 0)
    record = server.ask("GET", f"/api/tables/{table['code']}/record")
    (entry,) = split_records([record.content])
    check_record(entry)
    scores = record.json()["deals"][0]["scores"]
    assert json.loads(shown) == [scores]
    assert sorted(record.json()["players"]) == ["Wire", "greedy", "random"]
    for name, points in zip(record.json()["players"], scores, strict=True):
        assert f"{name} {points}" in told
