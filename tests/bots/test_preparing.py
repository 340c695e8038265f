"""What is compiled once is found again, also where Numba was told to keep it."""

import sys
from pathlib import Path

import pytest

from spielgeld.bots import preparing


def test_what_was_compiled_is_found_where_numba_keeps_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(preparing, "IS_COMPILED", True)
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    assert not preparing.is_prepared()
    index = tmp_path / "heuristic_0123" / f"ahead.try_turns-60.py3{sys.version_info.minor}.nbi"
    index.parent.mkdir()
    index.touch()
    assert preparing.is_prepared()
    preparing._forget_what_was_compiled()
    assert not index.exists()
