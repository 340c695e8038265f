"""What a command says when it has to compile the players first."""

import pytest

from spielgeld.cli import compilation


@pytest.mark.parametrize("kept", [True, False])
def test_who_compiles_at_every_start_is_told_how_not_to(
    kept: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    prepared = iter([False, kept])
    monkeypatch.setattr(compilation, "is_prepared", lambda: next(prepared))
    monkeypatch.setattr(compilation, "prepare", lambda: None)
    compilation.prepare_bots(["best"])
    assert ("NUMBA_CACHE_DIR" in capsys.readouterr().err) is not kept
