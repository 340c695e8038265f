"""`spielgeld review`: a finished match looked at again, in words."""

import json
from pathlib import Path

import msgspec
import pytest
from command import call, played

from spielgeld.advice.types import Review
from spielgeld.engine.records import read_record, record_line, rewind

Capsys = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def match(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return played(tmp_path_factory.mktemp("review"), 3, ("random", "best"), "reviews")


@pytest.mark.slow
def test_a_review_in_words_and_for_programs(capsys: Capsys, match: Path) -> None:
    ran = call(capsys, "review", str(match), "--seat", "0", "--json")
    assert ran.code == 0, ran.err
    judged = msgspec.convert(json.loads(ran.out), Review)
    assert judged.worst
    words = call(capsys, "review", str(match), "--seat", "random 0", "--language", "en").out
    assert words.splitlines()[0] == f"How random 0 played: {len(judged.decisions)} decisions"
    picture = [line for line in words.splitlines() if "% |" in line]
    assert len(picture) == 11
    width = max(len(line.split("|")[1]) for line in picture)
    assert width == len(judged.curve)
    stars = [line.split("|")[1].ljust(width) for line in picture]
    assert ["".join(column).count("*") for column in zip(*stars, strict=True)] == [1] * width
    for number, at in enumerate(judged.worst, start=1):
        lost = judged.decisions[at]
        told = f"{number}. Deal 1, round {lost.round}: gave up {100 * lost.lost:.1f}%"
        assert told in words
    assert "better: " in words
    assert f"own decisions −{-100 * judged.skill:.1f}%" in words
    for habit in ("overpaid by", "trios", "sat out"):
        assert any(line.startswith(habit) for line in words.splitlines())


@pytest.mark.parametrize(("words", "code"), [("9", "seat"), ("0", "not_finished")])
def test_what_cannot_be_reviewed_is_refused(
    capsys: Capsys, match: Path, tmp_path: Path, words: str, code: str
) -> None:
    under_way = tmp_path / "under-way.json"
    under_way.write_bytes(record_line(rewind(read_record(match.read_bytes()), 9)))
    ran = call(capsys, "review", str(under_way), "--seat", words)
    assert (ran.code, ran.out) == (2, "")
    assert f"spielgeld: {code}: " in ran.err


def test_a_broken_record_is_told_with_its_place(capsys: Capsys, tmp_path: Path) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text("[]")
    ran = call(capsys, "review", str(broken), "--seat", "0")
    assert ran.code == 2
    assert f"{broken}:1: format: " in ran.err
