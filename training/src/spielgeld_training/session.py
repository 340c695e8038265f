"""One session of training: starts or resumes runs, reports progress, writes the weights."""

import time
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import jax

from spielgeld.bots.heuristic.characters import PERSONALITIES
from spielgeld.bots.heuristic.temper import BEST_2026_11
from spielgeld_training.checkpoints import load_average
from spielgeld_training.export import export
from spielgeld_training.measure import Field, measure_shares, without_exploration
from spielgeld_training.run import (
    MIXING_PLAYED,
    Config,
    Report,
    Run,
    potential_table,
    read_configs,
    seconds_trained,
)
from spielgeld_training.tempers import ODD, tables_for

CHAMPION = Path(__file__).parent / "champion.toml"
"""The settings with which the published champion was trained."""


class SessionOptions(NamedTuple):
    """The options of a training session."""

    folder: Path
    """Where the runs are kept, each in a folder named by its number."""
    config: Path
    """A TOML file with the settings of the runs."""
    seconds: float
    """How many seconds to train now, compilation not counted."""
    measure: int
    """The number of tables to measure on afterwards, in each direction; 0 for none."""
    weights: Path | None
    """Where to write the champion's file of weights."""


def train(options: SessionOptions, write: Report) -> None:
    """Train, save, export and measure as the options say; report by lines for JSON.

    The runs follow one another: each begins with the networks with which the one before ended,
    unless its settings say otherwise.
    """
    began, trained, latest = time.monotonic(), 0.0, ""
    for number, each in enumerate(read_configs(options.config), 1):
        config, folder = replace(each, start=each.start or latest), options.folder / str(number)
        trained += _continue(config, folder, options.seconds - trained, write)
        latest = str(folder)
        if trained >= options.seconds:
            break
    write({"trained for": round(trained), "after": round(time.monotonic() - began)})
    if options.weights:
        write({"bytes": export(Path(latest), options.weights)})
    if options.measure:
        write(_measured(Path(latest), options.measure))


def _continue(config: Config, folder: Path, seconds: float, write: Report) -> float:
    """Train a run for so many seconds, or until it is over; return the seconds it took."""
    before = trained = seconds_trained(folder)
    end = min(before + seconds, config.seconds)
    while trained < end:
        run = Run(config, folder)  # draws new opponents
        run.train(min(config.redraw_every, end - trained), write)
        run.save()
        trained = run.seconds
    return trained - before


def _measured(folder: Path, tables: int) -> dict[str, list[float]]:
    """Return, by opponent, the share of one network among four of it, and the reverse."""
    players = {"best": BEST_2026_11, "bluffer": PERSONALITIES["bluffer"]}
    found = measure_shares(
        load_average(folder),
        potential_table(),
        tables_for(list(players.values())),
        without_exploration(MIXING_PLAYED),
        Field(games=tables),
        jax.random.key(0),
    )
    both = zip([*players, *ODD], found.alone, found.among, strict=True)
    return {name: [round(float(one), 3), round(float(other), 3)] for name, one, other in both}
