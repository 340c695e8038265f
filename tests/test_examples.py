"""The examples for bot authors: one over the wire, playing with `spielgeld bot`; one to serve."""

import ast
import json
import re
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from spielgeld.bots import Bot, play_match
from spielgeld.bots.bot_files import load_bot
from spielgeld.bots.conformance import check_bot
from spielgeld.bots.random_bot import RandomBot
from spielgeld.client import open_table
from spielgeld.engine import shuffle
from spielgeld.engine.records import check_record, split_records
from support.play import table
from support.server_process import SCRIPT, ServerProcess, server

__all__ = ["server"]

OWN = Path(__file__).parent.parent / "examples" / "my_bot.py"
EXAMPLE = Path(__file__).parent.parent / "examples" / "remote_bot.py"
PATIENCE = 60
DEALS = 100


def opened(server: ServerProcess, seats: list[dict[str, Any]]) -> dict[str, Any]:
    """A table that starts by itself when the last seat is taken; Ann has the first."""
    rules = {"deals": 1}
    agreement = {"edition": "nl", "rules": rules, "seats": seats, "start": "full", "bot_pace": 0}
    return open_table(server.url, "Ann", agreement)


@pytest.mark.server
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


@pytest.mark.server
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


def test_a_bot_of_your_own_needs_twenty_lines() -> None:
    source = OWN.read_text(encoding="utf-8")
    about = ast.get_docstring(ast.parse(source), clean=False)
    assert about
    lines = [line for line in source.replace(about, "").splitlines() if line.strip('" ')]
    assert 10 < len(lines) <= 20


def test_a_bot_of_your_own_is_a_bot_and_beats_random() -> None:
    name, make = load_bot(f"{OWN}:MyBot")
    assert name == "MyBot"
    check_bot(make)
    assert sum(_wins(make(), deal) for deal in range(DEALS)) >= 0.95 * DEALS


def _wins(bot: Bot, deal: int) -> bool:
    """Whether the bot, in a seat that goes round, has the most points among random players."""
    setup = table("it", deals=1)
    bots: list[Bot] = [RandomBot() for _ in range(setup.players)]
    bots[deal % setup.players] = bot
    order = shuffle(setup.cards, Random(f"deck {deal}").randrange)
    chances = [Random(f"{deal}/{seat}") for seat in range(setup.players)]
    *_, last = play_match(setup, bots, chances, lambda _: order)
    (scores,) = last.match.scores
    others = [points for seat, points in enumerate(scores) if bots[seat] is not bot]
    return scores[deal % setup.players] > max(others)
