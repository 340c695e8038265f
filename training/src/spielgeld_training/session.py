"""One session of training: starts or resumes a run, reports progress, writes the weights."""

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import jax

from spielgeld.bots.heuristic.characters import PERSONALITIES
from spielgeld.bots.heuristic.temper import BEST_2026_11
from spielgeld_training.export import export
from spielgeld_training.measure import Field, measure_shares
from spielgeld_training.run import Config, Run, read_config
from spielgeld_training.tempers import ODD, tables_for


class SessionOptions(NamedTuple):
    """The options of a training session."""

    folder: Path
    """Where the run is kept."""
    config: Path | None
    """A TOML file; without one, the default settings hold."""
    seconds: float
    """How many seconds to train now, compilation not counted."""
    measure: int
    """The number of tables to measure on afterwards, in each direction; 0 for none."""
    weights: Path | None
    """Where to write the champion's file of weights."""


def train(options: SessionOptions, write: Callable[[str], object]) -> None:
    """Train, save, export and measure as the options say; every line written is JSON."""

    def report(line: object) -> None:
        write(json.dumps(line))

    began = time.monotonic()
    config = read_config(options.config) if options.config else Config()
    run = Run(config, options.folder)
    end = min(run.seconds + options.seconds, config.seconds)
    while True:
        run.train(min(config.redraw_every, end - run.seconds), report)
        run.save()
        if run.seconds >= end:
            break
        run = Run(config, options.folder)  # draws new opponents
    report({"trained until": round(run.seconds), "after": round(time.monotonic() - began)})
    if options.weights:
        report({"bytes": export(options.folder, options.weights)})
    if options.measure:
        report(_measured(run, options.measure))


def _measured(run: Run, tables: int) -> dict[str, list[float]]:
    """Return, by opponent, the share of one network among four of it, and the reverse."""
    players = {"best": BEST_2026_11, "bluffer": PERSONALITIES["bluffer"]}
    found = measure_shares(
        run.learner.average,
        run.league.potential,
        tables_for(list(players.values())),
        run.league.snapshot_selection,
        Field(games=tables),
        jax.random.key(0),
    )
    both = zip([*players, *ODD], found.alone, found.among, strict=True)
    return {name: [round(float(one), 3), round(float(other), 3)] for name, one, other in both}
