"""Training the champion further, or a new one."""

import sys
from argparse import Namespace
from importlib.util import find_spec

from spielgeld.cli.output import FINE, REFUSED, complain


def run(chosen: Namespace) -> int:
    """Start or resume a run in a folder; prints a line of JSON from time to time."""
    if find_spec("jax") is None:
        complain("training needs JAX: pip install 'spielgeld[train]'")
        return REFUSED
    from spielgeld.train.session import SessionOptions, train  # noqa: PLC0415 - may not be there

    options = SessionOptions(
        chosen.folder, chosen.config, chosen.seconds, chosen.measure, chosen.weights
    )
    train(options, _write)
    return FINE


def _write(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
