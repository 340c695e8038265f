"""Guards a promise: `fast/` and `engine/` play the same, over very many random deals.

pip install -e '.[test]' && python bench/equality.py --deals 100000
"""

import argparse
import sys
import time
from pathlib import Path
from random import Random

from spielgeld.cli.output import Progress
from spielgeld.workers import on_all_cores

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from support.fast_equality import check_deal
from support.play import any_setup


def check(number: int) -> int:
    """One deal, the same for the same number; how many decisions it had."""
    rng = Random(f"equality {number}")
    return check_deal(any_setup(rng), rng)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=100_000)
    options = parser.parse_args()
    begun, decisions = time.monotonic(), 0
    with Progress("equality", options.deals) as progress:
        for done, count in enumerate(on_all_cores(check, range(options.deals), per_task=50), 1):
            decisions += count
            progress.update(done)
    minutes = (time.monotonic() - begun) / 60
    print(f"{options.deals:,} deals, {decisions:,} decisions: equal ({minutes:.1f} minutes)")


if __name__ == "__main__":
    main()
