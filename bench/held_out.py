"""Makes the held-out pool: players that nothing is ever trained or tuned against.

    python bench/held_out.py

It draws 200 wide tempers, keeps the eight that do best against `best-2026-11` in both directions,
breeds two more, and writes all of them to `src/spielgeld/lab/held_out.json`. The two of another
make are code, in `src/spielgeld/lab/strangers.py`. Takes about half an hour of one core.
"""

import argparse
import json
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from random import Random

import spielgeld.lab
from spielgeld.bots.heuristic.contests import shares_among
from spielgeld.bots.heuristic.temper import BEST_2026_11, Temper, draw_wide_temper
from spielgeld.engine import set_up
from spielgeld.lab.evolution import evolve, rounded

FILE = Path(spielgeld.lab.__file__).parent / "held_out.json"
SEED = "held out 2026-11-16"
SETUP = set_up("it", 5, house_rules={"deals": 1})
DRAWS, WANTED, LIKELY = 200, 8, 24


def both_ways(temper: Temper, rival: Temper, decks: int, seed: int) -> tuple[float, float]:
    """Its share of the wins among four of the rival, and the rival's among four of it."""
    return (
        float(shares_among(temper, rival, SETUP, decks, seed).mean()),
        float(shares_among(rival, temper, SETUP, decks, seed).mean()),
    )


def lead(temper: Temper, rivals: Iterable[Temper], decks: int, seed: int) -> float:
    """How far it is ahead of these in both directions, on average."""
    ways = [both_ways(temper, rival, decks, seed) for rival in rivals]
    return sum(ours - theirs for ours, theirs in ways) / len(ways)


def strongest_draws() -> list[Temper]:
    """A first look at all of them, then a closer one at the likely ones."""
    rng = Random(SEED)
    drawn = [rounded(draw_wide_temper(rng, around=BEST_2026_11)) for _ in range(DRAWS)]
    first = sorted(drawn, key=lambda each: -lead(each, [BEST_2026_11], 60, 1))[:LIKELY]
    return sorted(first, key=lambda each: -lead(each, [BEST_2026_11], 500, 2))[:WANTED]


def bred(rivals: list[Temper], name: str, generations: int) -> Temper:
    """The end of an evolution against these."""
    rng, temper = Random(f"{SEED} {name}"), BEST_2026_11
    for each in evolve(BEST_2026_11, lambda t, seed: lead(t, rivals, 40, seed), rng, generations):
        temper = each.temper
        print(f"{name}: generation {each.number}, {each.score:.3f}", flush=True)
    return rounded(temper)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--generations", type=int, default=30)
    options = parser.parse_args()
    draws = strongest_draws()
    pool = {f"held-out-{number}": temper for number, temper in enumerate(draws, 1)}
    pool["held-out-9"] = bred([BEST_2026_11], "against best", options.generations)
    pool["held-out-10"] = bred([BEST_2026_11, *draws[:3]], "against four", options.generations // 2)
    for name, temper in pool.items():
        ours, theirs = both_ways(temper, BEST_2026_11, 1000, 3)
        print(f"{name}: {ours:.3f} among four best, leaves best {theirs:.3f}", flush=True)
    told = {"seed": SEED, "tempers": {name: asdict(temper) for name, temper in pool.items()}}
    FILE.write_text(json.dumps(told, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
