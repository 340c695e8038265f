"""One sitting of training: begin a run or go on with it, tell how it goes, write weights."""

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from spielgeld.bots.heuristic.characters import PERSONALITIES
from spielgeld.bots.heuristic.temper import BEST_2026_11
from spielgeld.train.export import export
from spielgeld.train.measure import shares, steady
from spielgeld.train.run import Config, Run, read_config
from spielgeld.train.tempers import ODD


class Wanted(NamedTuple):
    """What a sitting is to do."""

    folder: Path
    """Where the run is kept."""
    config: Path | None
    """TOML file; without it the usual numbers."""
    seconds: float
    """How long to go on now, compiling apart."""
    measure: int
    """Then so many tables each way; 0 for none."""
    weights: Path | None
    """Where to write the champion's file of weights."""


def sit(wanted: Wanted, write: Callable[[str], object]) -> None:
    """Do it; every line written is JSON."""

    def tell(line: object) -> None:
        write(json.dumps(line))

    began = time.monotonic()
    run = Run(read_config(wanted.config) if wanted.config else Config(), wanted.folder)
    run.go_on(wanted.seconds, tell)
    run.save()
    tell({"trained until": round(run.spent), "after": round(time.monotonic() - began)})
    if wanted.weights:
        tell({"bytes": export(wanted.folder, wanted.weights)})
    if wanted.measure:
        tell(_measured(run, wanted.measure))


def _measured(run: Run, tables: int) -> dict[str, list[float]]:
    """By opponent: the share of one network among four, and of one of them among four networks."""
    players = {"best": BEST_2026_11, "bluffer": PERSONALITIES["bluffer"]}
    alone, among, _ = shares(
        run.learner.average,
        run.league.potential,
        list(players.values()),
        games=tables,
        habit=steady(),
    )
    both = zip([*players, *ODD], alone, among, strict=True)
    return {name: [round(float(one), 3), round(float(other), 3)] for name, one, other in both}
