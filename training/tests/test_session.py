"""A session trains one run after the other, for as long as it is asked to."""

import json
from dataclasses import asdict
from pathlib import Path

import pytest

from spielgeld_training import session
from spielgeld_training.batch.piles import SEATS
from spielgeld_training.run import (
    SNAPSHOTS,
    STATE,
    Config,
    Report,
    read_configs,
    seconds_trained,
)
from spielgeld_training.session import CHAMPION, SessionOptions, train

TWO = "[[runs]]\nseed = 7\nseconds = 100\nredraw_every = 60\n[[runs]]\nseconds = 50\n"


class FakeRun:
    """A run that only counts seconds."""

    begun: list[tuple[str, float, str]]

    def __init__(self, config: Config, folder: Path) -> None:
        self.folder, self.seconds = folder, seconds_trained(folder)
        self.begun.append((folder.name, self.seconds, Path(config.start).name))

    def train(self, seconds: float, report: Report) -> None:
        self.seconds += seconds
        report({"seconds": self.seconds})

    def save(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        (self.folder / STATE).write_text(json.dumps({"seconds": self.seconds}), encoding="utf-8")


@pytest.fixture
def two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of settings of two runs, whose training takes no time."""
    monkeypatch.setattr(session, "Run", FakeRun)
    monkeypatch.setattr(FakeRun, "begun", [], raising=False)
    file = tmp_path / "two.toml"
    file.write_text(TWO, encoding="utf-8")
    return file


def _train(config: Path, seconds: float) -> float:
    """Train for so many seconds; return for how long it says it has trained."""
    written: list[dict[str, float]] = []
    train(SessionOptions(config.parent / "runs", config, seconds, None), written.append)
    return written[-1]["trained for"]


def test_a_run_begins_with_the_networks_of_the_one_before(two: Path) -> None:
    assert _train(two, float("inf")) == 150
    assert FakeRun.begun == [("1", 0, ""), ("1", 60, ""), ("2", 0, "1")]


def test_the_same_command_goes_on_where_it_ended(two: Path) -> None:
    _train(two, 70)
    assert FakeRun.begun == [("1", 0, ""), ("1", 60, "")]
    _train(two, 70)
    assert FakeRun.begun[2:] == [("1", 70, ""), ("2", 0, "1")]
    _train(two, 70)
    assert FakeRun.begun[4:] == [("2", 40, "1")]
    assert _train(two, 70) == 0


def test_settings_are_read(two: Path) -> None:
    first, second = read_configs(two)
    assert asdict(first) == asdict(Config()) | {"seed": 7, "seconds": 100, "redraw_every": 60}
    assert second == Config(seconds=50)


def test_the_settings_of_the_champion_are_three_runs_whose_tables_can_be_shared_out() -> None:
    runs = read_configs(CHAMPION)
    assert [(run.seed, run.seconds) for run in runs] == [(1, 1235), (2, 780), (3, 940)]
    for run in runs:
        assert {*run.games} == {*Config().games}
        assert run.games["snapshots"] * (SEATS - 1) % SNAPSHOTS == 0
