"""Settings: a flag beats the environment beats the default, and nonsense is refused by name."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from spielgeld.cli.server_arguments import tell_default
from spielgeld.engine.errors import Unreadable
from spielgeld.server.settings.options import OPTIONS
from spielgeld.server.settings.reading import Settings, default_data_folder, read_settings
from spielgeld.texts import tell_help

HOSTING = Path(__file__).parent.parent.parent / "docs" / "hosting.md"
PASSWORD = "hunter2"  # noqa: S105 - made up, to look for it where it must not be


def refusal(flags: dict[str, object], environ: dict[str, str]) -> str:
    with pytest.raises(Unreadable) as refused:
        read_settings(flags, environ)
    assert refused.value.code == "setting"
    assert refused.value.arguments["name"] == str(refused.value).split()[0]
    return str(refused.value)


def test_every_option_is_a_field_and_the_other_way_round() -> None:
    assert [option.name for option in OPTIONS] == [field.name for field in fields(Settings)]


def test_a_flag_beats_the_environment_beats_the_default() -> None:
    environ = {"SPIELGELD_KEEP_DAYS": "7"}
    assert read_settings({}, {}).keep_days == 365
    assert read_settings({"keep_days": None}, environ).keep_days == 7
    assert read_settings({"keep_days": "3"}, environ).keep_days == 3


def test_the_defaults_serve_this_machine_alone() -> None:
    settings = read_settings({}, {})
    assert settings.host == "127.0.0.1"
    assert (settings.port, settings.database, settings.database_direct_url) == (None, None, None)
    assert (settings.trusted_proxies, settings.max_message_bytes) == (0, 16 * 1024)
    assert settings.metrics
    assert not settings.metrics_public


def test_an_empty_variable_counts_as_not_given() -> None:
    environ = {"SPIELGELD_DATABASE": "", "SPIELGELD_PORT": ""}
    assert read_settings({}, environ) == read_settings({}, {})


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("port", "0", 0),
        ("port", " 65535 ", 65535),
        ("messages_per_second", "2.5", 2.5),
        ("metrics", "off", False),
        ("metrics", "YES", True),
        ("metrics_public", "1", True),
        ("log_level", "debug", "debug"),
        ("host", "::1", "::1"),
        ("host_names", "Laptop.lan, cards.lan,", {"laptop.lan", "cards.lan"}),
        ("database", "postgresql:///cards?host=/run/pg", "postgresql:///cards?host=/run/pg"),
        ("public_url", "https://Cards.Example.org/", "https://cards.example.org"),
        ("public_url", "http://[::1]:8420", "http://[::1]:8420"),
    ],
)
def test_values_are_read_from_text(name: str, text: str, value: object) -> None:
    assert getattr(read_settings({name: text}, {}), name) == value
    assert getattr(read_settings({}, {f"SPIELGELD_{name.upper()}": text}), name) == value


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("port", "-1"),
        ("port", "65536"),
        ("port", "http"),
        ("port", "8e3"),
        ("keep_days", "0"),
        ("keep_days", "9" * 5000),
        ("messages_per_second", "nan"),
        ("messages_per_second", "inf"),
        ("metrics", "perhaps"),
        ("host_names", "laptop.lan;cards.lan"),
        ("host_names", "https://cards.lan"),
        ("host_names", "*.lan"),
        ("log_format", "xml"),
        ("host", " "),
        ("host", "a\x1b[31m"),
        ("database", "mysql://localhost/cards"),
        ("database", "cards.db"),
        ("database_direct_url", "http://localhost"),
        ("public_url", "cards.example.org"),
        ("public_url", "https://"),
        ("public_url", "https://cards.example.org/path"),
        ("public_url", "https://cards.example.org:port"),
        ("public_url", "https://me@cards.example.org"),
    ],
)
def test_nonsense_is_refused_by_the_name_it_came_under(name: str, text: str) -> None:
    flag = "--" + name.replace("_", "-")
    variable = f"SPIELGELD_{name.upper()}"
    assert refusal({name: text}, {}).startswith(f"{flag} ")
    told = refusal({}, {variable: text})
    assert told.startswith(f"{variable} ")
    assert "\x1b" not in told
    assert len(told) < 200


def test_a_way_past_the_pooler_needs_a_database() -> None:
    environ = {"SPIELGELD_DATABASE_DIRECT_URL": "postgresql://localhost/cards"}
    assert "--database" in refusal({}, environ)
    told = refusal({"database_direct_url": "postgresql://localhost/cards"}, {})
    assert told.startswith("--database-direct-url ")
    settings = read_settings({"database": "postgresql://pooler/cards"}, environ)
    assert settings.database_direct_url == "postgresql://localhost/cards"


def test_passwords_are_neither_told_nor_shown() -> None:
    url = f"postgresql://cards:{PASSWORD}@localhost/cards"
    assert PASSWORD not in repr(read_settings({"database": url}, {}))
    assert PASSWORD not in refusal({"database": f"x{url}"}, {})
    assert PASSWORD not in refusal({"database_direct_url": f"x{url}"}, {})


def test_the_data_folder_is_where_the_platform_wants_it() -> None:
    home = Path("/home/ann")
    assert default_data_folder({}, "linux", home) == home / ".local/share/spielgeld"
    xdg = {"XDG_DATA_HOME": "/srv/ann"}
    assert default_data_folder(xdg, "linux", home) == Path("/srv/ann/spielgeld")
    assert default_data_folder({"XDG_DATA_HOME": "here"}, "linux", home).is_relative_to(home)
    mac = default_data_folder(xdg, "darwin", home)
    assert mac == home / "Library/Application Support/spielgeld"
    windows = default_data_folder({"LOCALAPPDATA": "/users/ann/local"}, "win32", home)
    assert windows == Path("/users/ann/local/spielgeld")


def test_the_data_folder_may_begin_at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/ann")
    assert read_settings({"data": "~/cards"}, {}).data == Path("/home/ann/cards")


def test_the_table_of_settings_in_the_docs_is_that_of_the_code() -> None:
    rows = re.findall(
        r"^\| `--(\S+?)` \| `(\S+?)` \| (.+?) \| (.+?) \|$", HOSTING.read_text("utf-8"), re.M
    )
    told = [
        (
            option.flag[2:],
            option.variable,
            tell_help("en", f"serve.{option.name}"),
            tell_default("en", option),
        )
        for option in OPTIONS
    ]
    assert rows == told
