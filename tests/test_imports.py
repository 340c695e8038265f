"""Which package may import which, and the engine's promise to need nothing else."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "spielgeld"
FORBIDDEN_IN_ENGINE = {"asyncio", "io", "os", "pathlib", "socket", "subprocess", "sys", "time"}


def imported_modules(file: Path) -> set[str]:
    modules = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            modules |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            modules.add(node.module.split(".")[0])
    return modules


def test_the_engine_imports_the_standard_library_only_and_does_no_input_or_output() -> None:
    files = list((SOURCE / "engine").rglob("*.py"))
    assert len(files) > 20
    for file in files:
        foreign = imported_modules(file) - sys.stdlib_module_names - {"spielgeld"}
        assert not foreign, f"{file.name} imports {foreign}"
        assert not imported_modules(file) & FORBIDDEN_IN_ENGINE, file.name


def test_the_engine_never_prints_opens_or_asks_the_process_for_chance() -> None:
    for file in (SOURCE / "engine").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in {"print", "open", "input"}, file.name
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                assert node.value.id != "random", f"{file.name} uses the process-wide generator"


@pytest.mark.process
def test_packages_import_only_what_they_may() -> None:
    linted = subprocess.run(
        [Path(sys.executable).parent / "lint-imports"],
        cwd=SOURCE.parent.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert linted.returncode == 0, linted.stdout
