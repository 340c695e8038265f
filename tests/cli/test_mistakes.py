"""What is wrong with a line, and what the system refuses, told in the reader's language."""

import argparse
import errno
import json
import os
from importlib.resources import files
from pathlib import Path

import pytest
from command import call, start

from spielgeld.cli.arguments import build_parser
from spielgeld.cli.parser import Parser
from spielgeld.cli.reader_language import PROGRAMS
from spielgeld.cli.system_errors import CLOSED_INPUT, tell_system_error
from spielgeld.engine import Refusal
from spielgeld.server.settings.reading import read_settings
from spielgeld.texts import LANGUAGES, load_refusals, tell, tell_help, tell_refusal, tell_whole

Capsys = pytest.CaptureFixture[str]
MISTAKES = {
    "order": ("required", {"names": "--bid"}),
    "score Y20 --edition": ("one_value", {"option": "--edition"}),
    "score Y20 --json=yes --language {language}": (
        "no_value",
        {"option": "--json", "found": "'yes'"},
    ),
    "replay x --seat 1 --spectator": ("together", {"option": "--spectator", "other": "--seat"}),
    "replay x --s 1": ("ambiguous", {"found": "--s", "names": "--seat, --spectator"}),
    "score Y20 --oops --why": ("left_over", {"words": "--oops --why"}),
    "editions pl": ("left_over", {"words": "pl"}),
    "serve now": ("left_over", {"words": "now"}),
    "--oops": ("left_over", {"words": "--oops"}),
    "--host 127.0.0.1 --lan": ("together", {"option": "--lan", "other": "--host"}),
    "serv": ("command_alike", {"found": "'serv'", "alike": "serve"}),
}
"""A line, the mistake in it, and what the sentence names."""


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    spoken = str(request.param)
    monkeypatch.setenv("LC_ALL", f"{spoken}_XX.UTF-8")
    return spoken


def mistake(capsys: Capsys, *words: str) -> str:
    """The sentence in which the line is refused, after how the command is used."""
    ran = call(capsys, *words)
    assert (ran.code, ran.out) == (2, "")
    *usage, sentence = ran.err.splitlines()
    assert usage
    return sentence.split(": ", 1)[1]


@pytest.mark.parametrize("line", MISTAKES)
def test_a_mistake_in_a_line_is_told_in_the_language_of_the_reader(
    capsys: Capsys, language: str, line: str
) -> None:
    name, named = MISTAKES[line]
    expected = tell(language, f"mistakes.{name}", **named)
    assert "–" not in expected
    assert mistake(capsys, *line.format(language=language).split()) == expected


def test_what_is_missing_is_called_as_in_the_help(capsys: Capsys, language: str) -> None:
    told = tell(language, "mistakes.required", names=tell_help(language, "names.card"))
    assert mistake(capsys, "score") == told


def test_a_command_that_is_none_is_told_with_all_there_are(capsys: Capsys, language: str) -> None:
    names = build_parser().commands
    told = tell(language, "mistakes.command", found="'xyzzy'", names=[*names])
    assert mistake(capsys, "xyzzy") == told


def test_a_number_that_is_none_is_told_with_its_option(capsys: Capsys, language: str) -> None:
    most = tell_whole(language, 10**12)
    told = tell(language, "mistakes.whole_number", found="'0'", least=1, most=most)
    assert mistake(capsys, "hint", "x", "--deal", "0") == f"--deal: {told}"
    assert mistake(capsys, "replay", "x", "--match", "0") == f"--match: {told}"


def test_every_mistake_there_is_a_sentence_for_can_be_made() -> None:
    made = {name for name, _ in MISTAKES.values()} | {"command", "whole_number"}
    texts = json.loads(files("spielgeld.texts").joinpath("en", "commands.json").read_text("utf-8"))
    assert made == set(texts["mistakes"])


def test_what_argparse_words_otherwise_is_told_as_it_is(capsys: Capsys) -> None:
    parser = Parser(language="de", prog="spielgeld")
    with pytest.raises(SystemExit):
        parser.error("quite a new sentence")
    assert capsys.readouterr().err.endswith("spielgeld: quite a new sentence\n")
    parser.add_argument("--level", choices=["one", "two"])
    with pytest.raises(SystemExit):
        parser.parse_args(["--level", "six"])
    assert "\nspielgeld: --level: invalid choice: 'six'" in capsys.readouterr().err


def test_how_a_command_is_used_begins_in_the_language(capsys: Capsys, language: str) -> None:
    for line in (["--help"], ["serve", "-h"], *[[name, "--help"] for name in people()]):
        ran = call(capsys, *line)
        assert (ran.code, ran.err) == (0, "")
        assert ran.out.startswith(f"{tell_help(language, 'layout.usage')} spielgeld")
        assert f"{tell_help(language, 'layout.options')}:\n" in ran.out
    assert f"{tell_help(language, 'layout.arguments')}:\n" in call(capsys, "score", "-h").out
    assert f"{tell_help(language, 'layout.commands')}:\n" in call(capsys, "-h").out


def people() -> list[str]:
    return [name for name in build_parser().commands if name not in PROGRAMS]


def options_of(language: str, command: str) -> dict[str, str | None]:
    """What help says of each option and argument of the command."""
    (commands,) = [
        action
        for action in build_parser(language)._actions
        if isinstance(action, argparse._SubParsersAction)
    ]
    return {action.dest: action.help for action in commands.choices[command]._actions}


@pytest.mark.parametrize("command", people())
def test_help_leaves_no_option_in_english(command: str, language: str) -> None:
    english, own = options_of("en", command), options_of(language, command)
    assert english.keys() == own.keys()
    for option, told in own.items():
        assert told, option
        assert language == "en" or told != english[option], option


@pytest.mark.parametrize("command", sorted(PROGRAMS))
def test_commands_for_programs_have_their_options_told_in_english(command: str) -> None:
    assert options_of("pl", command) == options_of("en", command)


@pytest.mark.parametrize(
    ("number", "name"),
    [(errno.ENOENT, "missing"), (errno.EPERM, "forbidden"), (errno.EIO, "damaged")],
)
def test_the_system_is_told_in_words(language: str, number: int, name: str) -> None:
    error = OSError(number, os.strerror(number), "cards")
    assert tell_system_error(language, error) == tell(language, f"system.{name}")
    assert tell_system_error(None, error) == os.strerror(number)


def test_what_we_have_no_words_for_stays_as_the_system_says_it(language: str) -> None:
    error = OSError(errno.EPIPE, "Broken pipe")
    assert tell_system_error(language, error) == "Broken pipe"
    assert tell_system_error(language, OSError("odd")) == "odd"
    closed = OSError(errno.EBADF, CLOSED_INPUT, "-")
    assert tell_system_error(language, closed) == tell(language, "system.closed_input")


def test_a_file_that_cannot_be_read_is_told(capsys: Capsys, language: str, tmp_path: Path) -> None:
    for command in (["replay"], ["hint"], ["review", "--seat", "0"]):
        for file, name in ((tmp_path / "none", "missing"), (tmp_path, "folder")):
            ran = call(capsys, *command, str(file))
            told = tell(language, f"system.{name}")
            assert (ran.code, ran.err) == (2, f"spielgeld: {file}: {told}\n")


def test_a_folder_that_cannot_be_used_is_told_with_the_reason(
    capsys: Capsys, language: str, tmp_path: Path
) -> None:
    file = tmp_path / "file"
    file.touch()
    ran = call(capsys, "serve", "--data", str(file / "folder"), "--no-browser")
    told = tell_refusal(language, "data_folder", {"folder": str(file / "folder")})
    reason = tell(language, "system.no_folder")
    assert (ran.code, ran.err) == (2, f"spielgeld: data_folder: {told} ({reason})\n")


SETTINGS = [
    {"log_level": "loud"},
    {"host": " "},
    {"metrics": "perhaps"},
    {"port": "all"},
    {"hello_seconds": "soon"},
    {"host_names": "a b"},
    {"database": "mysql://x"},
    {"public_url": "https://cards.example.org/path"},
    {"database_direct_url": "postgresql://x"},
]


@pytest.mark.parametrize("flags", SETTINGS, ids=lambda flags: str(*flags))
def test_a_setting_is_refused_in_every_language(flags: dict[str, str]) -> None:
    with pytest.raises(Refusal) as refused:
        read_settings(flags, {})
    arguments = refused.value.arguments
    for language in LANGUAGES:
        told = tell_refusal(language, "setting", arguments)
        assert "--" + str(*flags).replace("_", "-") in told
        assert "–" not in told
        assert arguments["why"] in load_refusals(language)


def test_every_refusal_of_a_setting_can_happen() -> None:
    names = set()
    for flags in SETTINGS:
        with pytest.raises(Refusal) as refused:
            read_settings(flags, {})
        names.add(refused.value.arguments["why"])
    assert names == {each for each in load_refusals("en") if each.startswith("setting_")}


@pytest.mark.process
def test_the_start_of_the_server_speaks_too() -> None:
    ran = start("--host", "192.0.2.1", "--no-browser", LC_ALL="de_DE.UTF-8")
    assert (ran.code, ran.out) == (2, "")
    told = tell_refusal("de", "host_foreign", {"address": "192.0.2.1"})
    assert ran.err == f"spielgeld: host_foreign: {told}\n"
