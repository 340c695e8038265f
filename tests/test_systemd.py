"""The systemd unit: systemd understands it, and the extra `fast` works under what it sets."""

import asyncio
import json
import shutil
import subprocess
import sys
from functools import partial
from pathlib import Path
from random import Random
from urllib.request import urlopen

import pytest

from spielgeld.bots import make_bot
from spielgeld.client import RemoteSeat, open_table, play
from support.server_process import SCRIPT, ServerProcess, serving
from support.servers import postgres_server, postgres_url
from support.waiting import wait_until

__all__ = ["postgres_server", "postgres_url"]

UNIT = Path(__file__).parent.parent / "deploy" / "spielgeld.service"
TEMPLATE = UNIT.with_name("spielgeld@.service")
HARDENED = (sys.executable, str(Path(__file__).parent / "support" / "hardened.py"))
"""What starts a command under MemoryDenyWriteExecute."""
pytestmark = [
    pytest.mark.server,
    pytest.mark.skipif(sys.platform != "linux", reason="systemd is Linux's"),
]


def setting(name: str) -> list[str]:
    """All values of a setting of the unit."""
    lines = UNIT.read_text(encoding="utf-8").splitlines()
    return [line.partition("=")[2] for line in lines if line.startswith(f"{name}=")]


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not installed")
@pytest.mark.parametrize(
    ("unit", "started"),
    [(UNIT, "spielgeld.service"), (TEMPLATE, "spielgeld@1.service")],
    ids=["alone", "several"],
)
def test_systemd_understands_every_line(tmp_path: Path, unit: Path, started: str) -> None:
    # The server is not installed where the unit looks for it.
    text = unit.read_text(encoding="utf-8").replace("/opt/spielgeld/bin/spielgeld", str(SCRIPT))
    copy = tmp_path / started
    copy.write_text(text, encoding="utf-8")
    ran = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", copy],  # noqa: S607 - wherever it is
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")


def test_numba_compiles_under_what_the_unit_sets(tmp_path: Path) -> None:
    (cache,) = [each for each in setting("Environment") if each.startswith("NUMBA_CACHE_DIR=")]
    assert cache == f"NUMBA_CACHE_DIR=%C/{setting('CacheDirectory')[0]}"
    program = tmp_path / "program.py"
    program.write_text(
        "from spielgeld.fast.jit import IS_COMPILED, compiled\n"
        "@compiled\ndef twice(number):\n    return 2 * number\n"
        "assert IS_COMPILED\nprint(twice(21))\n"
    )
    under = HARDENED if setting("MemoryDenyWriteExecute") == ["yes"] else ()
    ran = subprocess.run(
        [*under, sys.executable, program],
        env={"HOME": "/", "NUMBA_CACHE_DIR": str(tmp_path / "cache")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stdout) == (0, "42\n"), ran.stderr
    assert list((tmp_path / "cache").rglob("program.twice-*.nbi"))


def test_where_nothing_can_be_kept_it_is_compiled_all_the_same(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.write_text("no folder, so nobody, not even root, can write into it")
    folder = tmp_path / "code"
    folder.mkdir()
    (folder / "__pycache__").write_text("no folder either")
    (folder / "program.py").write_text(
        "from spielgeld.fast.jit import compiled\n"
        "@compiled\ndef twice(number):\n    return 2 * number\n"
        "print(twice(21))\n"
    )
    ran = subprocess.run(
        [sys.executable, "-B", folder / "program.py"],
        env={"HOME": str(home)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stdout) == (0, "42\n"), ran.stderr


async def play_a_match(server: ServerProcess) -> str:
    seats = [{}, {"bot": "level4"}, {"bot": "best"}]
    wish = {"edition": "fr", "seats": seats, "start": "full", "bot_pace": 0}
    opened = open_table(server.url, "Ann", wish)
    async with asyncio.timeout(120), RemoteSeat(server.url, opened["code"], opened["token"]) as ann:
        await ann.until(lambda: 0 in ann.view["table"]["awaiting"]["seats"])
        assert (await ann.send("ask_hint"))["type"] == "hinted"
        await play(ann, make_bot("greedy"), Random(1))
        return str(ann.view["table"]["status"])


def test_where_compiling_is_forbidden_the_server_goes_on_in_plain_python(tmp_path: Path) -> None:
    with serving(tmp_path, "--log-level", "info", under=HARDENED) as server:
        assert asyncio.run(play_a_match(server)) == "finished"
        told = [json.loads(line) for line in server.lines]
    assert [line["code"] for line in told if line["level"] != "info"] == ["compiling_forbidden"]


def test_the_template_differs_from_the_unit_where_it_must() -> None:
    """Two processes of one machine share the settings, and nothing else."""
    alone, several = (each.read_text(encoding="utf-8").splitlines() for each in (UNIT, TEMPLATE))
    own = [line for line in several if line not in alone and not line.startswith("#")]
    assert own == [
        "Description=Spielgeld, tables for the card game Money!, process %i",
        "Environment=SPIELGELD_DATA=%S/spielgeld-%i",
        "Environment=SPIELGELD_PORT=842%i",
        "Environment=NUMBA_CACHE_DIR=%C/spielgeld-%i",
        "EnvironmentFile=/etc/spielgeld.env",
        "Restart=always",
        "StateDirectory=spielgeld-%i",
        "CacheDirectory=spielgeld-%i",
    ]


def test_two_processes_start_as_the_template_says(tmp_path: Path, postgres_url: str) -> None:
    text = TEMPLATE.read_text(encoding="utf-8")
    (start,) = [line for line in text.splitlines() if line.startswith("ExecStart=")]
    words = start.partition("=")[2].replace("/opt/spielgeld/bin/spielgeld", str(SCRIPT)).split()
    processes = []
    try:
        for number in "12":
            # Ports of the template, moved to where no other test listens.
            environ = {"PATH": "/usr/bin", "HOME": str(tmp_path), "SPIELGELD_PORT": f"2842{number}"}
            environ |= {"SPIELGELD_DATABASE": postgres_url}
            environ["SPIELGELD_DATA"] = str(tmp_path / number)
            processes.append(subprocess.Popen(words, env=environ, stdout=subprocess.DEVNULL))
        for number in "12":
            place = f"http://127.0.0.1:2842{number}/readyz"
            wait_until(partial(_is_ready, place), f"an answer of {place}")
    finally:
        for process in processes:
            process.terminate()
        assert [process.wait(60) for process in processes] == [0, 0]


def _is_ready(url: str) -> bool:
    try:
        with urlopen(url, timeout=5) as answer:  # noqa: S310
            return bool(answer.status == 200)
    except OSError:
        return False
