"""The command `spielgeld-train`."""

import argparse
import json
import math
import sys
from pathlib import Path

from spielgeld_training.session import CHAMPION, SessionOptions, train


def main() -> None:
    """Start or resume training; prints a line of JSON from time to time."""
    options = argparse.ArgumentParser(
        prog="spielgeld-train", description="Train the champion's network in a league."
    )
    options.add_argument("--folder", type=Path, required=True, help="where the runs are kept")
    options.add_argument(
        "--config", type=Path, default=CHAMPION, help="TOML file; default: as the champion"
    )
    options.add_argument(
        "--seconds", type=float, default=math.inf, help="how long to train now; default: to the end"
    )
    options.add_argument("--weights", type=Path, help="then write the champion's weights there")
    train(SessionOptions(**vars(options.parse_args())), _write)


def _write(line: object) -> None:
    sys.stdout.write(json.dumps(line) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
