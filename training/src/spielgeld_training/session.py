"""One session of training: start or resume a run, report progress, write the weights."""

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import jax

from spielgeld.bots.heuristic.characters import PERSONALITIES
from spielgeld.bots.heuristic.temper import BEST_2026_11
from spielgeld_training.export import export
from spielgeld_training.measure import Field, shares
from spielgeld_training.run import Config, Run, read_config
from spielgeld_training.tempers import ODD, tables_for


class SessionOptions(NamedTuple):
    """The options of a training session."""

    folder: Path
    """Where the run is kept."""
    config: Path | None
    """TOML file; the defaults without one."""
    seconds: float
    """How many seconds to train now, compilation not counted."""
    measure: int
    """Number of tables to measure on afterwards, in each direction; 0 for none."""
    weights: Path | None
    """Where to write the champion's file of weights."""


def train(options: SessionOptions, write: Callable[[str], object]) -> None:
    """Train, save, export and measure as the options say; every line written is JSON."""

    def tell(line: object) -> None:
        write(json.dumps(line))

    began = time.monotonic()
    config = read_config(options.config) if options.config else Config()
    run = Run(config, options.folder)
    end = min(run.spent + options.seconds, config.seconds)
    while True:
        run.go_on(min(config.piece, end - run.spent), tell)
        run.save()
        if run.spent >= end:
            break
        run = Run(config, options.folder)
    tell({"trained until": round(run.spent), "after": round(time.monotonic() - began)})
    if options.weights:
        tell({"bytes": export(options.folder, options.weights)})
    if options.measure:
        tell(_measured(run, options.measure))


def _measured(run: Run, tables: int) -> dict[str, list[float]]:
    """By opponent: the win share of one network among four of it, and the reverse."""
    players = {"best": BEST_2026_11, "bluffer": PERSONALITIES["bluffer"]}
    found = shares(
        run.learner.average,
        run.league.potential,
        tables_for(list(players.values())),
        run.league.steady,
        Field(games=tables),
        jax.random.key(0),
    )
    both = zip([*players, *ODD], found.alone, found.among, strict=True)
    return {name: [round(float(one), 3), round(float(other), 3)] for name, one, other in both}
