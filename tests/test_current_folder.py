"""Modules in the folder that a command was started in are never imported."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest

from support.raw_sockets import play_a_match
from support.reviews import waited_for
from support.server_process import SCRIPT, serving

pytestmark = pytest.mark.server

TRAP = "import os; open(os.path.join(os.path.dirname(__file__), 'ran'), 'a').write(__name__ + ' ')"
OTHERS = ("msgspec", "numpy", "numba", "spielgeld_helpers", "starlette", "uvicorn")
WORK = """
import os, sys
from multiprocessing import set_start_method
from spielgeld.workers import on_all_cores

def variable(number):
    return os.environ.get("PYTHONSAFEPATH")

if __name__ == "__main__":
    set_start_method(sys.argv[1])
    print(set(on_all_cores(variable, range(20), per_task=1)), variable(0))
"""


@pytest.fixture
def trapped(tmp_path: Path) -> Path:
    """A folder with a module of the name of every module there may be."""
    folder = tmp_path / "trapped"
    folder.mkdir()
    for name in (*sys.stdlib_module_names, *OTHERS):
        (folder / f"{name}.py").write_text(TRAP)
    return folder


def ran(folder: Path) -> list[str]:
    """The modules of the folder that were imported."""
    told = folder / "ran"
    return told.read_text().split() if told.exists() else []


def test_the_trap_snaps(trapped: Path) -> None:
    subprocess.run([sys.executable, "-c", "import random"], cwd=trapped, check=False)
    assert "random" in ran(trapped)


def test_a_review_imports_nothing_from_there(
    trapped: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(trapped)
    with serving(tmp_path / "server") as server:
        ann = asyncio.run(play_a_match(server))[0]
        asked = server.ask("POST", f"/api/tables/{ann['code']}/review", token=ann["token"])
        found = waited_for(server, asked)
    assert found["review"]["decisions"]
    assert ran(trapped) == []


def simulated(folder: Path, *command: str) -> None:
    words = [*command, "simulate", "60", "--bots", "random,penny,greedy", "--seed", "7"]
    played = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    assert (played.returncode, played.stderr) == (0, "")
    assert ran(folder) == []


def test_the_command_imports_nothing_from_there(trapped: Path) -> None:
    simulated(trapped, str(SCRIPT))


def test_nor_does_our_code_when_the_package_is_run(trapped: Path) -> None:
    """What Python needs for `-m` itself, it imports before any of our code."""
    needed = [sys.executable, "-P", "-c", "import runpy, sys; print(*sys.modules)"]
    for name in subprocess.run(needed, capture_output=True, text=True, check=True).stdout.split():
        (trapped / f"{name}.py").unlink(missing_ok=True)
    simulated(trapped, sys.executable, "-m", "spielgeld")


def test_the_package_may_be_there_itself(tmp_path: Path) -> None:
    import spielgeld  # noqa: PLC0415 - where it is, not what is in it

    (tmp_path / "spielgeld").symlink_to(Path(spielgeld.__file__).parent)
    words = [sys.executable, "-m", "spielgeld", "score", "Y20"]
    assert subprocess.run(words, cwd=tmp_path, capture_output=True, check=False).returncode == 0


@pytest.mark.parametrize("before", [None, "", "1"])
@pytest.mark.parametrize("method", ["spawn", "forkserver", "fork"])
def test_processes_import_nothing_from_there(
    method: str, before: str | None, trapped: Path, tmp_path: Path
) -> None:
    """And the programs that they start have the environment of before."""
    script = tmp_path / "script.py"
    script.write_text(WORK)
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONSAFEPATH"}
    if before is not None:
        environment["PYTHONSAFEPATH"] = before
    done = subprocess.run(
        [sys.executable, str(script), method],
        cwd=trapped,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.stdout, done.stderr) == (f"{{{before!r}}} {before}\n", "")
    assert ran(trapped) == []
