"""Closed, full and shared streams: a sentence and an exit code, never a traceback."""

import json
import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from command import QUICK, SCRIPT, on_terminal, start

pytestmark = pytest.mark.process

COMMANDS = ["editions", "rules nl", "score Y20", "simulate 1 --seed a", "simulate 9 --seed a"]
FULL = "spielgeld: No space left on device\n"
FULL_IN_WORDS = "spielgeld: There is no space left on the disk.\n"
"""For programs as the system says it."""
ABOUT_ITSELF = ["--version", "--help", "serve --help"]
INTERRUPTED_WHILE_LOADING = """
import os, signal, sys
class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == "spielgeld.cli.arguments":
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Interrupting())
signal.signal(signal.SIGINT, signal.default_int_handler)
from spielgeld.cli import main
sys.exit(main(["score", "Y20"]))
"""


def shell(command: str) -> subprocess.CompletedProcess[str]:
    """Run a line of shell in which `spielgeld` is our command, with buffered output."""
    line = command.replace("spielgeld", f"env -u PYTHONUNBUFFERED {shlex.quote(str(SCRIPT))}")
    return subprocess.run(["/bin/sh", "-c", line], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_closed_output_is_told(command: str) -> None:
    ran = shell(f"spielgeld {command} >&-")
    assert (ran.returncode, ran.stderr) == (2, "spielgeld: Standard output is closed.\n")


@pytest.mark.parametrize("command", [*COMMANDS, *ABOUT_ITSELF])
def test_a_full_disk_is_told(command: str) -> None:
    ran = shell(f"spielgeld {command} >/dev/full")
    assert (ran.returncode, ran.stderr) == (2, FULL if "simulate" in command else FULL_IN_WORDS)


@pytest.mark.parametrize("command", ABOUT_ITSELF)
def test_a_full_disk_is_told_without_a_buffer_too(command: str) -> None:
    with open("/dev/full", "wb") as full:
        ran = subprocess.run(
            [SCRIPT, *command.split()],
            stdout=full,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
            check=False,
        )
    assert (ran.returncode, ran.stderr) == (2, FULL_IN_WORDS.encode())


def test_an_interrupt_while_it_is_loaded_ends_it_without_a_word() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", INTERRUPTED_WHILE_LOADING], capture_output=True, check=False
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (-signal.SIGINT, b"", b"")


def test_without_standard_error_results_and_exit_codes_stay() -> None:
    fine = shell("spielgeld score Y20 2>&-")
    assert (fine.returncode, fine.stdout.splitlines()[-1]) == (0, "total 0")
    refused = shell("spielgeld score Q20 2>&-")
    assert (refused.returncode, refused.stdout) == (2, "")


def test_a_closed_input_is_told() -> None:
    ran = shell("spielgeld check - <&-")
    assert ran.returncode == 2
    assert ran.stderr == "spielgeld: -: standard input is closed\n"


def test_escapes_in_arguments_do_not_reach_the_terminal() -> None:
    assert "\x1b" not in start("rules", "--\x1b[31mevil").err
    assert "\x1b" not in start("replay", "\x1b[31mevil").err


def test_the_package_can_be_run_as_a_module() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "spielgeld", "score", "Y20"], capture_output=True, check=True
    )
    assert ran.stdout == start("score", "Y20").out.encode()


def test_long_work_shows_a_bar_on_a_terminal_and_takes_it_away(tmp_path: Path) -> None:
    out = str(tmp_path / "matches")
    shown = on_terminal(["simulate", "300", "--seed", "a", *QUICK, "--out", out], {})
    assert "simulate #" in shown
    assert shown.endswith("\r\x1b[K")
    shared = on_terminal(["simulate", "300", "--seed", "a", *QUICK], {})
    assert all(line.startswith("{") for line in shared.splitlines())


def test_a_house_rule_that_is_named_is_not_drawn() -> None:
    named = ("--rule", "coins=silver_gold", "--rule", "deals=1")
    drawn = start("simulate", "8", "--seed", "a", "--rules", "any", "--bots", "random", *named)
    for line in drawn.out.splitlines():
        assert json.loads(line)["rules"]["coins"] == "silver_gold"
