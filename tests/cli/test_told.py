"""What the command tells people stays as it was read and approved."""

from pathlib import Path

import pytest

from support.told_text import FOLDER, everything


def test_told_word_for_word(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    expected = {path.stem: path.read_text(encoding="utf-8") for path in FOLDER.iterdir()}
    found = everything(tmp_path)
    assert set(found) == set(expected)
    for name, text in found.items():
        assert text.splitlines() == expected[name].splitlines(), name


def test_no_sign_of_any_language_is_lost() -> None:
    for path in FOLDER.iterdir():
        assert "\ufffd" not in path.read_text(encoding="utf-8"), path.name
