"""What is compiled once is found again, also where Numba was told to keep it."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from spielgeld.bots import compilation


def told_to(monkeypatch: pytest.MonkeyPatch, folder: Path) -> Path:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(folder))
    return folder


def read_only(monkeypatch: pytest.MonkeyPatch, folder: Path) -> Path:
    """An install nobody may write to: Numba takes the user's cache folder."""
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder))
    monkeypatch.setattr(os, "access", lambda *_: False)
    return folder / "numba"


@pytest.mark.parametrize("keeping", [told_to, read_only])
def test_what_was_compiled_is_found_where_numba_keeps_it(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    keeping: Callable[[pytest.MonkeyPatch, Path], Path],
) -> None:
    monkeypatch.setattr(compilation, "IS_COMPILED", True)
    folder = keeping(monkeypatch, tmp_path)
    assert not compilation.is_prepared()
    index = folder / "heuristic_0123" / f"policy.choose_turn-60.py3{sys.version_info.minor}.nbi"
    index.parent.mkdir(parents=True)
    index.touch()
    assert compilation.is_prepared()
    compilation.clear_cache()
    assert not index.exists()
