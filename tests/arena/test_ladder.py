"""The published ladder: generated between two marks, the same for the same seed."""

from pathlib import Path
from types import SimpleNamespace

import pytest

import ladder as module
from ladder import (
    BEGIN,
    END,
    MEASURED_PER_CORE,
    check_time,
    ladder_plans,
    prepare_ladder,
    write_ladder,
)
from spielgeld.arena.plan import Field
from spielgeld.arena.runner import Arena
from spielgeld.engine import EDITIONS, Refusal
from spielgeld.workers import core_count

NAMES = ["level1", "level2", "level3"]


def test_the_full_matrix_once_and_neighbouring_levels_everywhere_else() -> None:
    main, *others = ladder_plans(["greedy", *NAMES], deals=30, seed="a")
    assert (main.edition, main.players, len(main.tables)) == ("it", 5, 4 * 3 + 1)
    everywhere = [(key, count) for key, each in EDITIONS.items() for count in each.players]
    assert [("it", 5), *[(each.edition, each.players) for each in others]] == sorted(
        everywhere, key=lambda each: (each != ("it", 5), everywhere.index(each))
    )
    assert {each.tables for each in others} == {
        (
            *[Field("level2", "level1"), Field("level1", "level2")],
            *[Field("level3", "level2"), Field("level2", "level3")],
        )
    }


def test_without_levels_there_is_the_matrix_alone() -> None:
    [main] = ladder_plans(["random", "greedy"], deals=30, seed="a")
    assert main.names == ("random", "greedy")


@pytest.mark.slow
def test_the_document_is_written_between_its_marks(tmp_path: Path) -> None:
    document = tmp_path / "bots.md"
    document.write_text(f"# Bots\n\n{BEGIN}\nold\n{END}\n\nThe rest.\n")
    texts = []
    for _ in range(2):  # the second time from what the first has kept
        ladder = prepare_ladder(["level1", "level3"], 1, "a", tmp_path / "kept")
        write_ladder(document, ladder, "the command")
        texts.append(document.read_text())
    text = texts[0]
    assert texts[1] == text
    assert text.startswith(f"# Bots\n\n{BEGIN}\n\nMade by `the command`: 5 deals")
    assert text.endswith(f"{END}\n\nThe rest.\n")
    assert "old" not in text
    assert "| one of, among | `level1` | `level3` |" in text
    assert text.count("\n| `pl` | ") == 4
    assert text.count("\n| `it` | ") == 2
    assert len(list((tmp_path / "kept").iterdir())) == 16
    assert ladder.seconds_left == 0


@pytest.mark.slow
def test_the_command_says_how_long_it_takes_and_writes_the_same_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document = tmp_path / "bots.md"
    document.write_text(f"{BEGIN}\n{END}\n")
    words = [str(document), "--bots", "greedy,random", "--deals", "10"]
    module.main(words)
    assert capsys.readouterr().out.startswith("This will take about ")
    text = document.read_text()
    assert f"`python bench/ladder.py {document} --bots greedy,random --deals 10 --seed" in text
    module.main(words)
    assert document.read_text() == text


@pytest.mark.slow
def test_a_ladder_is_played_to_its_end() -> None:
    ladder = prepare_ladder(["greedy", "random"], 100, "a")
    [arena] = ladder.arenas
    assert arena.plan.task_count == 3 * 20
    assert arena.done == min(60, max(3, MEASURED_PER_CORE * core_count()))
    assert ladder.seconds_left == pytest.approx((60 - arena.done) * ladder.seconds[0])
    assert list(ladder.play())[-1] == 0
    assert arena.done == 60


def test_two_tables_whose_results_come_together_still_take_their_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = iter([5.0, 5.0, 7.0, 7.0, 9.0, 9.0, 11.0, 11.0])
    monkeypatch.setattr(module, "core_count", lambda: 2)
    monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    arena = Arena(ladder_plans(["penny", "best"], deals=1000, seed="a")[0])
    monkeypatch.setattr(arena, "play", lambda until: range(1, until + 1))
    assert module.measure(arena) == 1.0


def test_an_unknown_bot_is_refused() -> None:
    with pytest.raises(Refusal) as refused:
        ladder_plans(["penny", "nobody"], deals=30, seed="a")
    assert refused.value.code == "bot"


@pytest.mark.parametrize("text", ["", f"{END}\n{BEGIN}", BEGIN])
def test_a_document_without_marks_is_refused(text: str, tmp_path: Path) -> None:
    document = tmp_path / "bots.md"
    document.write_text(text)
    ladder = prepare_ladder(["greedy", "random"], 1, "a")
    with pytest.raises(Refusal) as refused:
        write_ladder(document, ladder, "")
    assert refused.value.code == "ladder_marks"
    assert document.read_text() == text


def test_a_ladder_that_takes_too_long_is_refused_with_what_would_fit() -> None:
    check_time(3000, deals=1000)
    with pytest.raises(Refusal) as refused:
        check_time(6000, deals=1000)
    assert refused.value.code == "ladder_time"
    assert "100 minutes" in str(refused.value)
    assert "--deals 500" in str(refused.value)
