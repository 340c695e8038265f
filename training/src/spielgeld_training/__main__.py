"""The command `spielgeld-train`."""

import argparse
import sys
from pathlib import Path

from spielgeld_training.session import SessionOptions, train


def main() -> None:
    """Start or resume a training run; prints a line of JSON from time to time."""
    options = argparse.ArgumentParser(
        prog="spielgeld-train", description="Train the champion's network in a league."
    )
    options.add_argument("--folder", type=Path, required=True, help="where the run is kept")
    options.add_argument("--config", type=Path, help="TOML file with the settings of the run")
    options.add_argument(
        "--seconds", type=float, default=540.0, help="how long to train now; default: 540"
    )
    options.add_argument(
        "--measure", type=int, default=0, metavar="N", help="then play N tables each way"
    )
    options.add_argument("--weights", type=Path, help="then write the champion's weights there")
    train(SessionOptions(**vars(options.parse_args())), _write)


def _write(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
