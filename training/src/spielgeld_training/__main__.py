"""`spielgeld train` where only NumPy and JAX are installed: `python -m spielgeld_training`."""

import argparse
import sys
from pathlib import Path

from spielgeld_training.session import SessionOptions, train


def main() -> None:
    """Train for a while and save."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--folder", type=Path, required=True)
    options.add_argument("--config", type=Path)
    options.add_argument("--seconds", type=float, default=540.0)
    options.add_argument("--measure", type=int, default=0)
    options.add_argument("--weights", type=Path)
    train(SessionOptions(**vars(options.parse_args())), _write)


def _write(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
