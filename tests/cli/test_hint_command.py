"""`spielgeld hint`: advice for a seat at a moment of a record."""

import io
import json
import sys
from pathlib import Path

import pytest
from command import call, played

from spielgeld.engine.records import read_record, record_line, replay, rewind

Capsys = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def match(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return played(tmp_path_factory.mktemp("hint"), 4, ("best", "penny"), "hints")


def test_a_bid_is_advised_in_words(capsys: Capsys, match: Path) -> None:
    ran = call(capsys, "hint", str(match), "--deal", "1", "--round", "3", "--seat", "1")
    assert ran.code == 0, ran.err
    lines = ran.out.splitlines()
    assert lines[0] == "Deal 1, round 3: penny 1 to bid"
    assert [line[:7] for line in lines if line[1:2] == "."] == ["1. bid ", "2. bid ", "3. bid "]
    assert "   wins the deal in " in ran.out
    assert lines[-1] == "The champion’s estimate, from what penny 1 knows."


def test_a_turn_is_advised_to_who_acts_and_reasons_are_in_the_language(
    capsys: Capsys, match: Path
) -> None:
    words = ["hint", str(match), "--deal", "1", "--round", "2", "--turn"]
    by_default = call(capsys, *words)
    assert by_default.code == 0, by_default.err
    assert "to act" in by_default.out.splitlines()[0]
    german = call(capsys, *words, "--language", "de").out
    assert german.splitlines()[0].startswith("Durchgang 1, Runde 2")
    assert "Punkte" in german
    assert "points" not in german
    assert call(capsys, *words).out == by_default.out


def test_for_programs(capsys: Capsys, match: Path) -> None:
    ran = call(capsys, "hint", str(match), "--round", "1", "--seat", "best 0", "--json")
    told = json.loads(ran.out)
    assert set(told) == {"options", "is_match"}
    assert len(told["options"]) == 3
    assert set(told["options"][0]) == {
        "bid", "turn", "points", "wins_deal", "wins_match", "share", "reasons"
    }  # fmt: skip


def test_the_moment_now_of_a_match_under_way(
    capsys: Capsys, match: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = read_record(match.read_bytes())
    steps = replay(record)
    at = next(n for n, step in enumerate(steps, start=1) if step.match.awaits == "turn")
    now = io.TextIOWrapper(io.BytesIO(record_line(rewind(record, at))))
    monkeypatch.setattr(sys, "stdin", now)
    ran = call(capsys, "hint", "-")
    assert ran.code == 0, ran.err
    assert ran.out.startswith("Deal 1, round 1: ")
    assert "to act" in ran.out.splitlines()[0]


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ((), "moment"),
        (("--deal", "2"), "moment"),
        (("--deal", "1", "--round", "99", "--seat", "0"), "moment"),
        (("--round", "1"), "seat"),
        (("--round", "1", "--seat", "Zoe"), "seat"),
        (("--match", "2"), "match"),
        (("--round", "1", "--seat", "0", "--language", "xx"), "language"),
    ],
)
def test_what_is_not_there_is_refused(
    capsys: Capsys, match: Path, words: tuple[str, ...], code: str
) -> None:
    ran = call(capsys, "hint", str(match), *words)
    assert (ran.code, ran.out) == (2, "")
    assert f"spielgeld: {code}: " in ran.err


def test_a_broken_record_is_told_with_its_place(capsys: Capsys, tmp_path: Path) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text("{}")
    ran = call(capsys, "hint", str(broken))
    assert ran.code == 2
    assert f"{broken}:1: format: " in ran.err
