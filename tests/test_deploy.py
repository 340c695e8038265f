"""The files for operators name settings that exist, and commands that are understood."""

import configparser
import re
import shlex
from pathlib import Path

import pytest
import yaml

from spielgeld.cli.arguments import build_parser
from spielgeld.server.app import DATABASE_FILE
from spielgeld.server.settings.options import OPTIONS

ROOT = Path(__file__).parent.parent
FILES = [*sorted((ROOT / "deploy").iterdir()), ROOT / "docs" / "hosting.md"]
VARIABLES = {option.variable for option in OPTIONS}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_only_settings_that_exist_are_named(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert set(re.findall(r"SPIELGELD_[A-Z_]+", text)) - {"SPIELGELD_NAME"} <= VARIABLES


def test_the_commands_of_the_guide_are_understood() -> None:
    guide = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    commands = re.findall(r"^spielgeld(.*)$", guide, re.MULTILINE)
    assert len(commands) == 4
    assert f"`sqlite3 {DATABASE_FILE} " in guide
    for command in commands:
        build_parser().parse_args(shlex.split(command))


def test_the_unit_starts_the_server_as_the_guide_says() -> None:
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.read(ROOT / "deploy" / "spielgeld.service")
    program, *words = shlex.split(unit["Service"]["ExecStart"])
    guide = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    assert f"python3 -m venv {Path(program).parent.parent}" in guide
    assert build_parser().parse_args(words).command == "serve"


def test_the_processes_of_the_compose_file_share_all_they_must() -> None:
    compose = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text(encoding="utf-8"))
    services = compose["services"]
    processes = [name for name in services if name.startswith("process")]
    assert len(processes) == 3
    for name in processes:
        environment = services[name]["environment"]
        assert environment["SPIELGELD_DATABASE"].endswith("@postgres/spielgeld")
        assert set(services[name]["depends_on"]) <= set(services)
        assert (ROOT / "deploy" / services[name]["build"]["context"]).resolve() == ROOT
    proxied = " ".join([f"{name}:8420" for name in processes])
    assert services["caddy"]["environment"]["SERVERS"] == proxied
    assert "{$SERVERS:" in (ROOT / "deploy" / "Caddyfile").read_text(encoding="utf-8")
