"""In which language a command talks."""

import json

import pytest
from command import call

from spielgeld.cli.language import usual_editions
from spielgeld.cli.reader_language import language_of_line, reader_language
from spielgeld.engine import EDITIONS
from spielgeld.texts import LANGUAGES

Capsys = pytest.CaptureFixture[str]


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "nl_BE.UTF-8"}, "nl"),
        ({"LANG": "pl"}, "pl"),
        ({"LANG": "it_IT", "LC_MESSAGES": "de_AT.UTF-8"}, "de"),
        ({"LANG": "it_IT", "LC_ALL": "fr-CH"}, "fr"),
        ({"LC_ALL": "it_IT", "LANGUAGE": "es:fr:nl"}, "fr"),
        ({"LANG": "es_ES.UTF-8"}, "en"),
        ({"LC_ALL": "C", "LANG": "it_IT"}, "en"),
        ({"LC_ALL": "POSIX"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "Polish_Poland.1250"}, "pl"),
    ],
)
def test_the_language_is_that_of_the_machine(environment: dict[str, str], language: str) -> None:
    assert reader_language(environment) == language


@pytest.mark.parametrize(
    ("line", "language"),
    [
        ("score", "nl"),
        ("score --language de", "de"),
        ("score --language=DE --json", "de"),
        ("score --lang pl", "pl"),
        ("score --language es", "nl"),
        ("score --language", "nl"),
        ("rules -- --language de", "nl"),
        ("serve --lan de", "nl"),
        ("score --json", "en"),
        ("score --js", "en"),
        ("simulate --language de", "en"),
        ("--help --language fr", "fr"),
        ("", "nl"),
    ],
)
def test_the_language_is_known_before_the_line_is_understood(line: str, language: str) -> None:
    assert language_of_line(line.split(), {"LC_ALL": "nl_NL"}) == language


def test_every_language_has_its_usual_edition() -> None:
    assert set(usual_editions()) == set(LANGUAGES)
    assert set(usual_editions().values()) <= set(EDITIONS)


SCORE = ["score", "KR10"]


def test_what_is_asked_for_goes_before_the_locale(
    capsys: Capsys, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "nl_NL.UTF-8")
    assert call(capsys, *SCORE).out.startswith("gouden munten")
    assert call(capsys, *SCORE, "--language", "DE").out.startswith("Goldmünzen")
    refused = call(capsys, *SCORE, "--language", "es")
    assert (refused.code, refused.out) == (2, "")
    assert refused.err.startswith("spielgeld: language: De taal 'es' is niet beschikbaar")


def test_the_usual_edition_goes_with_the_language(capsys: Capsys) -> None:
    refused = call(capsys, *SCORE, "--language", "pl")
    assert refused.err.startswith("spielgeld: card: W tym wydaniu nie ma karty 'KR10'")
    bids = ["order", "--bid", "Ann: *", "--bid", "Bo: Y20a"]
    assert call(capsys, *bids, "--language", "fr").code == 2
    assert call(capsys, *bids, "--language", "it").code == 0
    assert call(capsys, *bids, "--language", "fr", "--edition", "NL").code == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ["editions", "--json"],
        ["bots", "--json"],
        [*SCORE, "--json"],
        ["order", "--json", "--bid", "Y20", "--bid", "E20"],
        ["order", "--json", "--bid", "Y20", "--bid", "*"],
        ["rules", "--json"],
        ["simulate", "1", "--players", "9"],
        ["simulate", "1", "--edition", "xx"],
        ["arena", "--bots", "nobody"],
        ["check", "nowhere"],
        ["check", "--help"],
        ["simulate"],
        ["simulate", "-h"],
        ["simulate", "many"],
        ["arena", "--table", "round"],
        ["bot"],
        ["replay", "--json"],
        ["replay", "nowhere", "--json"],
        [*SCORE, "--json", "--language", "es"],
        [*SCORE, "--json", "--oops"],
    ],
)
def test_programs_get_the_same_whatever_the_locale(
    capsys: Capsys, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    before = call(capsys, *arguments)
    monkeypatch.setenv("LC_ALL", "pl_PL.UTF-8")
    assert call(capsys, *arguments) == before


def test_programs_may_ask_for_a_language(capsys: Capsys) -> None:
    told = json.loads(call(capsys, "rules", "--json", "--language", "fr").out)
    assert (told["edition"], told["language"]) == ("it", "fr")
