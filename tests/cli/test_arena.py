"""`arena`: bots measured from the command line."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from command import SCRIPT, call, on_terminal, start

from spielgeld.cli.output import duration

Capsys = pytest.CaptureFixture[str]
QUICK = ("--players", "3", "--seed", "a")
PAIR = ("--bots", "greedy,random")
MINE = """
from spielgeld.bots.greedy_bot import GreedyBot

class Mine(GreedyBot):
    pass
"""


@pytest.fixture
def mine(tmp_path: Path) -> str:
    path = tmp_path / "my_bot.py"
    path.write_text(MINE)
    return f"{path}:Mine"


def test_it_tells_shares_scores_ratings_and_who_beats_whom(capsys: Capsys) -> None:
    ran = call(capsys, "arena", *PAIR, *QUICK, "--deals", "60")
    assert (ran.code, ran.err) == (0, "")
    first, *_ = ran.out.splitlines()
    assert first.startswith("Edition it, 3 players, 20 decks in 3 rotations: 60 deals")
    for heading in ("Different bots at one table", "Ratings", "One of the row among 2"):
        assert heading in ran.out
    assert ran.out.endswith("\ngreedy beats random.\n")


@pytest.mark.process
def test_a_bot_of_ones_own_plays_in_every_process(mine: str, tmp_path: Path) -> None:
    report = tmp_path / "report.html"
    bots = ("--bots", "greedy", "--bot", mine, "--table", "field")
    ran = start("arena", *bots, *QUICK, "--deals", "60", "--report", str(report))
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.endswith("greedy and Mine: not distinguishable at this number of deals.\n")
    assert report.read_text().startswith("<!doctype html>")


def test_rules_of_the_house_are_played(capsys: Capsys, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    rules = ("--edition", "nl", "--rule", "coins=silver_gold", "--table", "mixed")
    ran = call(capsys, "arena", *PAIR, *QUICK, *rules, "--deals", "3", "--out", str(out))
    assert ran.code == 0
    header = json.loads(out.read_text().splitlines()[0])
    assert (header["edition"], header["house_rules"]) == ("nl", {"coins": "silver_gold"})


@pytest.mark.process
def test_an_interrupted_arena_goes_on_to_the_same_bytes(tmp_path: Path) -> None:
    left, whole = tmp_path / "left.jsonl", tmp_path / "whole.jsonl"
    command = ["arena", *PAIR, *QUICK, "--table", "field", "--deals", "60"]
    with subprocess.Popen(
        [SCRIPT, *command, "--out", left],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        # Tests may run where interrupts are ignored, and children inherit that.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
    ) as process:
        while not left.exists() or left.read_bytes().count(b"\n") < 4:
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, b"")
    assert err.startswith(b"spielgeld: interrupted after ")
    assert 3 < left.read_bytes().count(b"\n") < 41
    again = start(*command, "--out", str(left))
    once = start(*command, "--out", str(whole))
    assert (again.code, again.out) == (0, once.out)
    assert left.read_bytes() == whole.read_bytes()


@pytest.mark.process
def test_a_bar_shows_the_time_left() -> None:
    shown = on_terminal(["arena", *PAIR, *QUICK, "--table", "field", "--deals", "60"], {})
    assert "arena #" in shown
    assert " s left" in shown


@pytest.mark.parametrize(
    ("seconds", "words"), [(0.4, "0 s"), (99, "99 s"), (720, "12 min"), (9000, "2.5 h")]
)
def test_times_are_told_as_precisely_as_anybody_wants(seconds: float, words: str) -> None:
    assert duration(seconds) == words


@pytest.mark.parametrize(
    ("code", "arguments"),
    [
        ("bots", []),
        ("bots", ["--bots", "greedy"]),
        ("bot", ["--bots", "greedy,nobody"]),
        ("bot", ["--bots", "greedy,search"]),
        ("bot", ["--bots", "greedy,search-2026-11"]),
        ("bot", ["--bots", "greedy,"]),
        ("bot_twice", ["--bots", "greedy,greedy"]),
        ("bot_place", ["--bots", "greedy", "--bot", "mine.py"]),
        ("bot_file", ["--bots", "greedy", "--bot", "nowhere.py:Mine"]),
        ("edition", [*PAIR, "--edition", "de"]),
        ("players", [*PAIR, "--players", "6"]),
        ("players", [*PAIR, "--players", "many"]),
        ("rule", [*PAIR, "--rule", "coins=brass"]),
        ("arena_deals", [*PAIR, "--rule", "deals=3"]),
        ("bot", ["--bots", "greedy,held-out-1"]),
    ],
)
def test_what_cannot_be_measured_is_refused(
    code: str, arguments: list[str], capsys: Capsys
) -> None:
    ran = call(capsys, "arena", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"spielgeld: {code}: ")


def test_the_file_of_another_plan_is_refused(capsys: Capsys, tmp_path: Path) -> None:
    out = tmp_path / "notes.txt"
    out.write_text("mine\n")
    ran = call(capsys, "arena", *PAIR, *QUICK, "--out", str(out))
    assert ran.code == 2
    assert ran.err.startswith("spielgeld: other_plan: ")
    assert out.read_text() == "mine\n"


@pytest.mark.parametrize("option", ["--out", "--report"])
def test_where_nothing_can_be_written_it_is_said_at_once(option: str, capsys: Capsys) -> None:
    ran = call(capsys, "arena", *PAIR, option, "/nowhere/file")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "spielgeld: /nowhere/file: No such file or directory\n"


@pytest.mark.parametrize("deals", ["0", "-5", "x"])
def test_a_number_of_deals_is_a_number(deals: str, capsys: Capsys) -> None:
    assert call(capsys, "arena", *PAIR, "--deals", deals).code == 2


@pytest.mark.process
def test_without_openskill_all_but_ratings_is_told(tmp_path: Path) -> None:
    script = (
        "import sys; sys.modules['openskill'] = None;"
        "from spielgeld.cli import main; sys.exit(main(sys.argv[1:]))"
    )
    report = tmp_path / "report.html"
    arguments = ["arena", *PAIR, *QUICK, "--deals", "3", "--report", str(report)]
    ended = subprocess.run(
        [sys.executable, "-c", script, *arguments], capture_output=True, text=True, check=False
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "Ratings\nRatings need OpenSkill: pip install 'spielgeld[arena]'\n" in ended.stdout
    assert report.exists()


@pytest.mark.process
def test_other_commands_start_without_what_the_arena_needs() -> None:
    script = (
        "import sys; from spielgeld.cli import main; main(['score', 'Y20']);"
        "sys.exit(bool({'numpy', 'openskill', 'spielgeld.arena'} & set(sys.modules)))"
    )
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, check=False)
    assert ended.returncode == 0, ended.stderr
