"""Guards a promise: the rules on arrays are the engine's, over very many random deals.

    pip install -e '.[test]' -e ./training && python bench/batch.py --deals 100000

Deals of random rules are played on `engine/` by all cores, then with the same choices in JAX, on
whatever device JAX finds, and compared after every round.
"""

import argparse
import os
import sys
import time
from multiprocessing import get_context
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "training" / "tests")]


def _engine(task: tuple[int, str]) -> object:
    from batch_equality import play_on_engine  # noqa: PLC0415 - in the worker

    return play_on_engine(*task)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--deals", type=int, default=100_000)
    options.add_argument("--part", type=int, default=2500, help="deals compared at once")
    chosen = options.parse_args()
    os.environ["JAX_PLATFORMS"] = "cpu"  # for the workers, which only make records
    tasks = [(chosen.part, f"equality {at}") for at in range(chosen.deals // chosen.part)]
    began, rounds = time.monotonic(), 0
    with get_context("spawn").Pool() as pool:
        made = pool.imap(_engine, tasks)
        first = next(made)
        os.environ.pop("JAX_PLATFORMS")
        from batch_equality import check  # noqa: PLC0415 - JAX starts here

        rounds += check(first)  # type: ignore[arg-type]
        for played in made:
            rounds += check(played)  # type: ignore[arg-type]
    seconds = time.monotonic() - began
    print(f"{len(tasks) * chosen.part} deals, {rounds} rounds: equal ({seconds:.0f} s)")


if __name__ == "__main__":
    main()
