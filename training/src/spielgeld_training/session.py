"""One session of training: starts or resumes runs, reports progress, writes the weights."""

import time
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from spielgeld_training.export import export
from spielgeld_training.run import (
    Config,
    Report,
    Run,
    read_configs,
    seconds_trained,
)

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
    weights: Path | None
    """Where to write the champion's file of weights."""


def train(options: SessionOptions, write: Report) -> None:
    """Train, save and export as the options say; report by lines for JSON.

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
