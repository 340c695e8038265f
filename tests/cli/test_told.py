"""What the command tells people stays as it was read and approved."""

from pathlib import Path

import pytest

from told_text import COMMANDS, FOLDER, told


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_told_word_for_word(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    expected = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert told(name, tmp_path).splitlines() == expected.splitlines()


def test_nothing_told_is_missing_or_left_over() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(COMMANDS)
