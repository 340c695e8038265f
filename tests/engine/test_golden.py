"""Golden matches: what was agreed once stays so, move by move and view by view."""

import pytest

from support.golden_text import FOLDER, golden_file, golden_text, wanted


@pytest.mark.parametrize(("edition", "players"), wanted())
def test_golden_match(edition: str, players: int) -> None:
    expected = golden_file(edition, players).read_text(encoding="utf-8")
    assert golden_text(edition, players).splitlines() == expected.splitlines()


def test_no_golden_match_is_missing_or_left_over() -> None:
    there = {path.name for path in FOLDER.iterdir()}
    assert there == {golden_file(*each).name for each in wanted()}
