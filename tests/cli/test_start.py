"""The command starts without loading what it does not need."""

import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.process

HEAVY = {
    "asyncio",
    "concurrent.futures",
    "ctypes",
    "hashlib",
    "multiprocessing",
    "socket",
    "sqlite3",
    "ssl",
    "subprocess",
    "tkinter",
    "unittest",
}
ROOMS = ("spielgeld.engine", "spielgeld.bots", "spielgeld.table", "starlette", "uvicorn")
RUN = """
from contextlib import suppress
from spielgeld.cli import main
with suppress(SystemExit):
    main({})
"""


def loaded_by(statement: str) -> set[str]:
    program = f"{statement}\nimport sys\nsys.stderr.write(chr(10).join(sys.modules))"
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    return set(ran.stderr.split())


@pytest.mark.parametrize("statement", ["import spielgeld", "import spielgeld.cli"])
def test_an_import_loads_no_heavy_module(statement: str) -> None:
    loaded = loaded_by(statement)
    assert "spielgeld" in loaded
    assert not loaded & HEAVY
    assert "spielgeld.engine" not in loaded


@pytest.mark.parametrize(
    "arguments", [["--help"], ["--version"], ["simulate", "--help"], ["serve", "--help"]]
)
def test_help_waits_for_nothing(arguments: list[str]) -> None:
    loaded = loaded_by(RUN.format(arguments))
    assert "spielgeld.cli.arguments" in loaded
    assert not loaded & HEAVY
    assert not {name for name in loaded if name.startswith(ROOMS)}


@pytest.mark.parametrize("arguments", [["score", "Y20"], ["editions"], ["rules"]])
def test_a_question_loads_neither_bots_nor_other_commands(arguments: list[str]) -> None:
    loaded = loaded_by(RUN.format(arguments))
    assert f"spielgeld.cli.commands.{arguments[0]}" in loaded
    assert not loaded & {"asyncio", "concurrent.futures", "multiprocessing"}
    assert not loaded & {
        "spielgeld.bots",
        "spielgeld.cli.commands.simulate",
        "spielgeld.cli.commands.replay",
    }


def test_the_engine_needs_no_heavy_module() -> None:
    loaded = loaded_by("import spielgeld.engine.records")
    assert not loaded & (HEAVY - {"hashlib"})


@pytest.mark.parametrize("chosen", [None, "3"])
def test_matrices_are_multiplied_on_one_thread_unless_somebody_chose_otherwise(
    chosen: str | None,
) -> None:
    """NumPy reads it when it is loaded; a champion among others is ten times as slow without."""
    name = "OPENBLAS_NUM_THREADS"
    around = {key: value for key, value in os.environ.items() if key != name}
    program = f"{RUN.format(['--version'])}\nimport os\nprint(os.environ[{name!r}])"
    ran = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        env={**around, **({} if chosen is None else {name: chosen})},
    )
    assert ran.stdout.split()[-1] == (chosen or "1")
