"""What each trick for speed brings, alone and all together, against a server without any.

    pip install -e '.[bench,test]'
    python bench/tricks.py                  # what is in the server: seven rounds, about 7 minutes
    python bench/tricks.py --rounds 2 --only short_frames
    python bench/tricks.py --gone           # those that are no longer in it, too: 14 minutes
    python bench/tricks.py --think 1000     # paced instead of saturated

In every round all variants run once, one after the other, on fresh servers; a figure is the median
over the rounds of its ratio to the plain server of the same round, with the least and the most
beside it. A trick stays if it brings a tenth of the moves per CPU-second, or takes a tenth off the
99th percentile of all answers.
"""

import argparse
import resource
import statistics
import sys
from collections.abc import Sequence
from pathlib import Path

from load import play_ours
from load_report import Run
from tricks_server import GONE, LEFT

SERVER = str(Path(__file__).with_name("tricks_server.py"))
PER_CPU, P99 = "moves_per_server_cpu_s", "all_p99_ms"
SHOWN = ("moves_per_s", PER_CPU, P99)
WORTH = 0.10
"""What a trick has to bring."""


def play_round(variants: dict[str, Sequence[str]], options: argparse.Namespace) -> dict[str, Run]:
    """Every variant once."""
    runs = {}
    for name, tricks in variants.items():
        options.program = [SERVER, ",".join(tricks)]
        run = runs[name] = play_ours(options)
        figures = ", ".join(f"{each} {run.figures[each]:.1f}" for each in SHOWN)
        print(f"  {name:<16} {figures}" + (f"  ERRORS {len(run.errors)}" if run.errors else ""))
        sys.stdout.flush()
    return runs


def report(rounds: list[dict[str, Run]]) -> None:
    """The medians, and what follows from them."""
    print(f"\nbeside plain, medians of {len(rounds)} rounds (least to most)\n")
    print("| trick | moves per CPU-second | p99 of all answers | |\n|---|---:|---:|---|")
    for name in rounds[0]:
        if name == "plain":
            continue
        more, longer = (_differences(rounds, name, figure) for figure in (PER_CPU, P99))
        is_worth = statistics.median(more) >= WORTH or statistics.median(longer) <= -WORTH
        verdict = "stays" if is_worth else "goes"
        print(f"| {name} | {_spread(more)} | {_spread(longer)} | {verdict} |")


def _differences(rounds: list[dict[str, Run]], name: str, figure: str) -> list[float]:
    """By how much of the plain server's figure it is higher, round by round."""
    return [each[name].figures[figure] / each["plain"].figures[figure] - 1 for each in rounds]


def _spread(values: list[float]) -> str:
    return f"{statistics.median(values):+.1%} ({min(values):+.1%} to {max(values):+.1%})"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=4.0, help="measured, after a warm-up")
    parser.add_argument("--think", type=float, default=0.0, metavar="MS", help="before each move")
    parser.add_argument("--only", choices=[*LEFT, *GONE], nargs="+", help="these tricks")
    parser.add_argument("--gone", action="store_true", help="all that were ever tried")
    options = parser.parse_args()
    chosen = options.only or [*LEFT, *(GONE if options.gone else ())]
    options.nodes, options.database, options.redis, options.deals = 1, None, None, 3
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    variants: dict[str, Sequence[str]] = {"plain": (), **{name: (name,) for name in chosen}}
    if len(chosen) > 1:
        variants["all together"] = chosen
    rounds = []
    for number in range(1, options.rounds + 1):
        print(f"round {number}")
        rounds.append(play_round(variants, options))
    report(rounds)


if __name__ == "__main__":
    main()
