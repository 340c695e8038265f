"""What each optimisation gains, alone and all together, against a server without any.

    pip install -e '.[bench,test]'
    python bench/tricks.py                  # what is in the server: seven rounds, about 8 minutes
    python bench/tricks.py --on-top         # each on top of the others: 7 minutes
    python bench/tricks.py --rounds 2 --only short_frames
    python bench/tricks.py --gone           # those that are no longer in it, too: 14 minutes

In every round all variants run once, one after the other, each on a fresh server: saturated first,
then the same tables paced. A figure is the median over the rounds of its ratio to the plain server
of the same round, with the least and the most beside it. A trick stays if it gains 10 % in moves
per CPU-second, or saves 10 % of the 99th percentile of all answers, at either pace.
"""

import argparse
import resource
import statistics
from collections.abc import Sequence
from pathlib import Path

import uvloop

from load import play_paces
from load_report import Run
from load_server import running_servers
from tricks_server import GONE, LEFT

SERVER = str(Path(__file__).with_name("tricks_server.py"))
PER_CPU, P99 = "moves_per_server_cpu_s", "all_p99_ms"
SHOWN = ("moves_per_s", PER_CPU, P99)
PACES = {"saturated": 0.0, "paced": 1000.0}
"""Milliseconds of thought, on average."""
WARM_SECONDS = 1.5
WORTH = 0.10
"""The least gain for which a trick stays."""

Round = dict[str, dict[str, Run]]
"""By variant and pace."""


def play_round(variants: dict[str, Sequence[str]], options: argparse.Namespace) -> Round:
    """Every variant once, at every pace."""
    runs: Round = {}
    for name, tricks in variants.items():
        with running_servers(1, None, [SERVER, ",".join(tricks)]) as servers:
            played = uvloop.run(play_paces(servers, options, list(PACES.values()), WARM_SECONDS))
        runs[name] = dict(zip(PACES, played, strict=True))
        for pace, run in runs[name].items():
            figures = ", ".join(f"{each} {run.figures[each]:.1f}" for each in SHOWN)
            errors = f"  ERRORS {len(run.errors)}" if run.errors else ""
            print(f"  {name:<14} {pace:<10} {figures}{errors}", flush=True)
    return runs


def report(rounds: list[Round], compared: dict[str, tuple[str, str]]) -> None:
    """The medians, and what follows from them; `compared` names a variant and what it is beside."""
    print(f"\nmedians of {len(rounds)} rounds (least to most)\n")
    print("| trick | pace | moves per CPU-second | p99 of all answers | |\n|---|---|---:|---:|---|")
    for name, pair in compared.items():
        told = {}
        is_worth = False
        for pace in PACES:
            more, longer = (_differences(rounds, *pair, pace, each) for each in (PER_CPU, P99))
            is_worth |= statistics.median(more) >= WORTH or statistics.median(longer) <= -WORTH
            told[pace] = f"{_spread(more)} | {_spread(longer)}"
        verdict = "stays" if is_worth else "goes"
        for pace, figures in told.items():
            print(f"| {name} | {pace} | {figures} | {verdict} |")


def _differences(
    rounds: list[Round], name: str, beside: str, pace: str, figure: str
) -> list[float]:
    """By how much of the other variant's figure it is higher, round by round."""
    return [
        each[name][pace].figures[figure] / each[beside][pace].figures[figure] - 1 for each in rounds
    ]


def _spread(values: list[float]) -> str:
    return f"{statistics.median(values):+.1%} ({min(values):+.1%} to {max(values):+.1%})"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=3.0, help="measured at each pace")
    parser.add_argument("--only", choices=[*LEFT, *GONE], nargs="+", help="these tricks")
    parser.add_argument("--gone", action="store_true", help="all that were ever tried")
    parser.add_argument("--on-top", action="store_true", help="beside a server with all others")
    options = parser.parse_args()
    chosen = options.only or [*LEFT, *(GONE if options.gone else ())]
    options.deals, options.spread = 3, False
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    variants: dict[str, Sequence[str]]
    if options.on_top:
        variants = {"all": [*LEFT]}
        variants |= {f"no {name}": [each for each in LEFT if each != name] for name in LEFT}
        compared = {f"{name}, on top": ("all", f"no {name}") for name in LEFT}
    else:
        variants = {"plain": (), **{name: (name,) for name in chosen}}
        if len(chosen) > 1:
            variants["all together"] = chosen
        compared = {name: (name, "plain") for name in variants if name != "plain"}
    rounds = []
    for number in range(1, options.rounds + 1):
        print(f"round {number}")
        rounds.append(play_round(variants, options))
    report(rounds, compared)


if __name__ == "__main__":
    main()
