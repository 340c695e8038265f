"""Compiling is told once, before anything is played, and asks for Numba where there is none."""

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from spielgeld.bots.compilation import is_prepared
from spielgeld.engine import Refusal
from spielgeld.research import compiling
from spielgeld.research.deal import Deal
from spielgeld.research.episode import Dealer
from spielgeld.research.policy_bot import PolicyBot
from spielgeld.research.tables import CompiledTables


def test_every_form_compiles_before_it_plays_and_says_so_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    done: list[str] = []
    dealt = Dealer(seed=1).deal()
    capsys.readouterr()
    makers: list[Callable[[], object]] = [
        Dealer,
        lambda: CompiledTables(1),
        lambda: PolicyBot(lambda *_: 0),
        lambda: Deal.begin(dealt.setup, dealt.setup.cards),
    ]
    for make in makers:
        monkeypatch.setattr(compiling, "_asked", set())
        prepared = iter([False, True, True])
        monkeypatch.setattr(compiling, "is_prepared", lambda *_: next(prepared))  # noqa: B023
        monkeypatch.setattr(compiling, "clear_cache", lambda _: done.append("cleared"))
        monkeypatch.setattr(
            "spielgeld.research.tables.compile_all", lambda: done.append("compiled")
        )
        for _ in range(2):
            make()
        told = capsys.readouterr().err
        assert told.count("\n") == 1
        assert "30 seconds" in told
    assert done == ["cleared", "compiled"] * len(makers)


def test_without_numba_a_sentence_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "_asked", set())
    monkeypatch.setattr(compiling, "IS_COMPILED", False)
    with pytest.raises(Refusal, match="Numba"):
        Dealer()


def test_only_a_change_of_the_core_compiles_it_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    core = compiling._CORE
    assert {file.name for file in core} <= {file.name for file in compiling._HERE.glob("*.py")}
    assert not is_prepared(compiling._HERE, compiling._LAST, core)
    version = "".join(map(str, sys.version_info[:2]))
    index = tmp_path / "research_0123" / f"core.redeal-1.py{version}.nbi"
    index.parent.mkdir()
    index.touch()
    assert is_prepared(compiling._HERE, compiling._LAST, core)
    newer = tmp_path / "core.py"
    newer.touch()
    os.utime(newer, (time.time() + 9, time.time() + 9))
    assert not is_prepared(compiling._HERE, compiling._LAST, [*core, newer])
