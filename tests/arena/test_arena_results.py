"""Files of results: interrupted and gone on with is the same as never interrupted."""

import json
from pathlib import Path

import pytest

from arena.arenas import small_plan
from spielgeld.arena.plan import Plan
from spielgeld.arena.runner import Arena
from spielgeld.arena.standings import standings
from spielgeld.engine import Refusal


@pytest.fixture(scope="module")
def plan() -> Plan:
    return small_plan("greedy", "random", deals=15)


@pytest.fixture(scope="module")
def whole(plan: Plan, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The results of the plan, played in one go."""
    path = tmp_path_factory.mktemp("arena") / "whole.jsonl"
    play(Arena(plan, path))
    return path


def play(arena: Arena, until: int | None = None) -> Arena:
    for _ in arena.play(until):
        pass
    return arena


def test_the_file_has_the_plan_and_a_line_for_every_deck(whole: Path) -> None:
    header, *decks = [json.loads(line) for line in whole.read_text().splitlines()]
    assert header["format"] == "spielgeld-arena-1"
    assert (header["edition"], header["players"], header["seed"]) == ("it", 3, "a")
    assert header["tables"][0] == {"one": "greedy", "many": "random"}
    assert [(each["deck"], each["table"]) for each in decks] == [
        (deck, table) for deck in range(5) for table in range(3)
    ]
    assert set(decks[0]) == {"table", "deck", "line_up", "scores", "rounds", "turns"}


def test_left_after_some_decks_it_goes_on(plan: Plan, whole: Path, tmp_path: Path) -> None:
    left = tmp_path / "left.jsonl"
    play(Arena(plan, left), until=4)
    assert left.read_bytes().count(b"\n") == 1 + 4
    arena = Arena(plan, left)
    assert arena.done == 4
    play(arena)
    assert left.read_bytes() == whole.read_bytes()
    told, again = standings(arena.tally), standings(Arena(plan, whole).tally)
    assert (told.fields, told.mixed, told.ratings) == (again.fields, again.mixed, again.ratings)
    assert (told.tally.scores, told.tally.turns) == (again.tally.scores, again.tally.turns)


@pytest.mark.parametrize("lines", [0, 1, 7])
def test_a_torn_line_is_mended(lines: int, plan: Plan, whole: Path, tmp_path: Path) -> None:
    kept = whole.read_bytes().splitlines(keepends=True)
    torn = tmp_path / "torn.jsonl"
    torn.write_bytes(b"".join(kept[:lines]) + kept[lines][:-9])
    arena = Arena(plan, torn)
    assert arena.done == max(0, lines - 1)
    assert torn.read_bytes() == b"".join(kept[: max(1, lines)])
    play(arena)
    assert torn.read_bytes() == whole.read_bytes()


def test_a_whole_file_is_told_without_playing(
    plan: Plan, whole: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("spielgeld.arena.runner.play_decks", pytest.fail)
    assert play(Arena(plan, whole)).done == 15


@pytest.mark.parametrize("content", [b"my diary", b"my diary\n", b'{"format": "other"}\n{}\n'])
def test_a_file_of_something_else_is_left_alone(content: bytes, plan: Plan, tmp_path: Path) -> None:
    path = tmp_path / "diary"
    path.write_bytes(content)
    with pytest.raises(Refusal) as refused:
        Arena(plan, path)
    assert refused.value.code == "other_plan"
    assert path.read_bytes() == content


def test_a_file_of_another_plan_is_refused(whole: Path) -> None:
    before = whole.read_bytes()
    with pytest.raises(Refusal) as refused:
        Arena(small_plan("greedy", "random", deals=15, seed="b"), whole)
    assert refused.value.code == "other_plan"
    assert whole.read_bytes() == before


@pytest.mark.parametrize("number", range(6))
def test_a_damaged_file_is_refused(number: int, plan: Plan, whole: Path, tmp_path: Path) -> None:
    header, *decks = whole.read_bytes().splitlines(keepends=True)
    damaged = [
        [b"nonsense\n", *decks[1:]],
        [decks[1], decks[0]],
        [*decks, decks[-1]],
        [decks[0].replace(b'"random","random"', b'"random","greedy"')],
        [decks[0].replace(b'"rounds":[', b'"rounds":[7,')],
        [decks[0].replace(b'"turns":[[', b'"turns":[[7,')],
    ][number]
    path = tmp_path / "damaged.jsonl"
    path.write_bytes(header + b"".join(damaged))
    with pytest.raises(Refusal) as refused:
        Arena(plan, path)
    assert refused.value.code == "results"
