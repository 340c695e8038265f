"""Saying what a first start does before anything else."""

import sys
from collections.abc import Iterable

from spielgeld.bots import BOTS
from spielgeld.bots.preparing import is_prepared, prepare


def prepare_bots(names: Iterable[str] = BOTS) -> None:
    """Compile the players if one of them needs it and it has not been done."""
    kinds = {BOTS[name].kind for name in names if name in BOTS}
    if kinds <= {"yardstick", "own"} or is_prepared():
        return
    sys.stderr.write("Compiling the fast players: once, about half a minute.\n")
    sys.stderr.flush()
    prepare()
