"""Ways to run the command: in this process, as a process, and on a terminal."""

import os
import pty
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from spielgeld.cli import main
from spielgeld.cli.commands.simulate import Plan, play_one
from spielgeld.engine import EDITIONS

SCRIPT = Path(sys.executable).parent / "spielgeld"
QUICK = ("--players", "3", "--rule", "deals=1", "--bots", "random")


class Ran(NamedTuple):
    """How a run of the command ended."""

    code: int
    out: str
    err: str


def call(capsys: pytest.CaptureFixture[str], *arguments: str) -> Ran:
    """Run the command in this process."""
    try:
        code = main(arguments)
    except SystemExit as stop:
        code = int(stop.code or 0)
    out, err = capsys.readouterr()
    return Ran(code, out, err)


def start(*arguments: str | bytes, stdin: bytes = b"", **environment: str) -> Ran:
    """Run the installed script."""
    ended = subprocess.run(
        [SCRIPT, *arguments],
        input=stdin,
        capture_output=True,
        check=False,
        env={**os.environ, **environment},
    )
    return Ran(ended.returncode, ended.stdout.decode(), ended.stderr.decode())


def on_terminal(arguments: list[str], environment: Mapping[str, str]) -> str:
    """What the script writes where standard output and standard error are a terminal."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [SCRIPT, *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**{k: v for k, v in os.environ.items() if k != "NO_COLOR"}, **environment},
    )
    os.close(theirs)
    written = b""
    try:
        while piece := os.read(ours, 4096):
            written += piece
    except OSError:
        pass  # that is how a terminal ends
    finally:
        os.close(ours)
    process.wait()
    return written.decode()


def played(folder: Path, players: int, bots: tuple[str, ...], seed: str) -> Path:
    """A file with the record of one finished deal of `it` among these bots."""
    plan = Plan((EDITIONS["it"],), players, False, {"deals": 1}, bots, seed)
    path = folder / "match.jsonl"
    path.write_bytes(play_one(plan, 0))
    return path
