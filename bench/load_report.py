"""The results of a run of the load test, and how they are printed."""

import math
import statistics
from collections import Counter
from dataclasses import dataclass, field

ONE_NODE = "one node"
COLUMNS = {
    "moves_per_s": 0,
    "deals_per_s": 1,
    "own_p50_ms": 2,
    "own_p99_ms": 2,
    "all_p50_ms": 2,
    "all_p99_ms": 2,
    "server_cores": 2,
    "client_cores": 2,
    "moves_per_server_cpu_s": 0,
    "rss_start_mb": 0,
    "rss_connected_mb": 0,
    "rss_end_mb": 0,
    "load1": 2,
}
"""The figures of a run, and how many decimal places are worth printing."""


@dataclass(frozen=True, kw_only=True)
class Run:
    """One run of one server."""

    who: str
    figures: dict[str, float]
    cores: dict[str, float] = field(default_factory=dict)
    """What each process used, the client and all other programs too."""
    stalled: int = 0
    errors: list[str] = field(default_factory=list)


def percentiles(name: str, seconds: list[float]) -> dict[str, float]:
    """Median and 99th percentile, in ms."""
    if not seconds:
        raise SystemExit("nobody was told of a move while it was measured")
    times = sorted(seconds)
    at = {share: times[len(times) * share // 100] * 1000 for share in (50, 99)}
    return {f"{name}_p{share}_ms": time for share, time in at.items()}


def print_heading() -> None:
    print("| server | " + " | ".join(COLUMNS) + " |")
    print("|---|" + "---:|" * len(COLUMNS))


def print_run(run: Run) -> None:
    cells = [f"{run.figures[name]:.{digits}f}" for name, digits in COLUMNS.items()]
    print(f"| {run.who} | " + " | ".join(cells) + " |", flush=True)
    if run.cores:
        print("cores: " + ", ".join(f"{name} {used:.3f}" for name, used in run.cores.items()))
    if run.stalled:
        print(f"STALLED: {run.stalled} tables")
    for error, times in Counter(run.errors).most_common(10):
        print(f"ERROR, {times} times: {error}")


def print_verdict(pairs: list[tuple[Run, Run]], *, deals: int, paced: bool) -> None:
    """Medians and spreads of both, and how they stand to what is asked of ours."""
    ours, theirs = ([pair[side] for pair in pairs] for side in (0, 1))
    print(f"\n{len(pairs)} pairs")
    print(
        "\n| median (least to most) | ours | boardgame.io | ours / theirs |\n|---|---:|---:|---:|"
    )
    ratios: dict[str, float] = {}
    for name, digits in COLUMNS.items():
        mine, other = ([run.figures[name] for run in runs] for runs in (ours, theirs))
        ratios[name] = statistics.median(mine) / (statistics.median(other) or math.nan)
        told = f"{_spread(mine, digits)} | {_spread(other, digits)} | {ratios[name]:.2f}"
        print(f"| {name} | {told} |")
    _print_openings(ours, deals)
    _print_openings(theirs, 1)
    if paced:
        p99, their_p99 = (
            statistics.median(run.figures["own_p99_ms"] for run in runs) for runs in (ours, theirs)
        )
        print(f"own p99 {p99 - their_p99:+.1f} ms beside theirs; the disk's own p99 is allowed")
    else:
        speed, wait = ratios["moves_per_server_cpu_s"], ratios["own_p99_ms"]
        wanted = "at least 1.3 x the moves per CPU-second"
        _print_target(wanted, f"{speed:.2f} x", met=speed >= 1.3)
        _print_target("a lower own p99", f"{wait:.2f}", met=wait < 1)


def print_nodes_verdict(others: str, pairs: list[tuple[Run, Run]]) -> None:
    """How much of the others' moves per CPU-second a cluster brings; it is the first of a pair."""
    name = "moves_per_server_cpu_s"
    shares = [several.figures[name] / one.figures[name] for several, one in pairs]
    share = statistics.median(shares)
    print(f"\nmoves per CPU-second beside {others}: {_spread(shares, 2)}, {len(pairs)} pairs")
    if others == ONE_NODE:
        _print_target("at least 0.75 of one node's", f"{share:.2f}", met=share >= 0.75)


def _print_openings(runs: list[Run], deals_a_table: int) -> None:
    """How often a table had to be opened: that costs too."""
    moves, deals = (
        statistics.median(run.figures[name] for run in runs)
        for name in ("moves_per_s", "deals_per_s")
    )
    often = f"every {deals_a_table * moves / deals:.0f} moves" if deals else "never"
    print(f"{runs[0].who}: a new table {often}")


def _spread(values: list[float], digits: int) -> str:
    middle, least, most = statistics.median(values), min(values), max(values)
    return f"{middle:.{digits}f} ({least:.{digits}f} to {most:.{digits}f})"


def _print_target(target: str, measured: str, *, met: bool) -> None:
    print(f"{target}: {measured}, {'met' if met else 'NOT MET'}")
