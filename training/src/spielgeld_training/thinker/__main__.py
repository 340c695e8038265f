"""The command that fits the model of other players."""

import argparse
import json
import sys
from pathlib import Path

from spielgeld_training.thinker.fit import Options, fit


def main() -> None:
    """Fit the model, or go on with it; prints a line of JSON from time to time."""
    parser = argparse.ArgumentParser(
        prog="python -m spielgeld_training.thinker", description="Fit a model of others' bids."
    )
    add = parser.add_argument
    add("--folder", type=Path, required=True, help="where the model is kept")
    add("--seconds", type=float, default=240, help="how long to fit in all")
    add("--players", type=int, default=768, help="how many heuristic players to learn from")
    add("--processes", type=int, default=1, help="processes that make the players' tables")
    add("--games", type=int, default=16000, help="tables at once")
    add("--rounds", type=int, default=8, help="rounds between two passes of learning")
    add("--batch", type=int, default=8192, help="tables in a batch")
    fit(Options(**vars(parser.parse_args())), _write)


def _write(line: object) -> None:
    sys.stdout.write(json.dumps(line) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
