"""The systemd unit: systemd understands it, and the extra `fast` works under what it sets."""

import asyncio
import json
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from spielgeld.bots import make_bot
from spielgeld.client import RemoteSeat, open_table, play
from support.server_process import SCRIPT, ServerProcess, serving

UNIT = Path(__file__).parent.parent / "deploy" / "spielgeld.service"
HARDENED = (sys.executable, str(Path(__file__).parent / "support" / "hardened.py"))
"""What starts a command under MemoryDenyWriteExecute."""
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="systemd is Linux's")


def setting(name: str) -> list[str]:
    """All values of a setting of the unit."""
    lines = UNIT.read_text(encoding="utf-8").splitlines()
    return [line.partition("=")[2] for line in lines if line.startswith(f"{name}=")]


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not installed")
def test_systemd_understands_every_line(tmp_path: Path) -> None:
    # The server is not installed where the unit looks for it.
    text = UNIT.read_text(encoding="utf-8").replace("/opt/spielgeld/bin/spielgeld", str(SCRIPT))
    copy = tmp_path / UNIT.name
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
