"""Searches for a better `best`: bred against a wide pool, in both directions.

    python bench/breed_best.py

The pool has the players there were, a stand-in for `penny`, and the strongest of 60 wide draws of
a seed of its own; nothing of the held-out pool. A player is bred against the pool, then a counter
is bred against that player and joins the pool, and so on. The tempers it prints are for
`bots/heuristic/temper.py`.
"""

import argparse
from dataclasses import replace
from random import Random
from statistics import fmean

from spielgeld.bots.heuristic.among import shares_among
from spielgeld.bots.heuristic.characters import PERSONALITIES
from spielgeld.bots.heuristic.temper import BEST_2026_11, Temper, draw_wide_temper
from spielgeld.engine import set_up
from spielgeld.lab.evolving import Breed, Score, evolve, rounded

SEED = "best 2026-11-16"
SETUP = set_up("it", 5, house_rules={"deals": 1})
PENNY_LIKE = replace(
    BEST_2026_11,
    **dict.fromkeys(("growth", "pull", "trio_hope", "devotion", "spite"), 0.0),
    spread=0.001,
    trio_worth=1.0,
    coin_worth=1.0,
    money=0.001,
    even_first=-1e4,
    thrift=0.11,
    stubbornness=0.05,
)
"""Bids the one card it misses least, and takes what scores most at once."""
DRAWS, WANTED = 60, 5
DECKS = 8
"""For each rival and direction, and other ones in every generation."""
THEIRS = 1.5
"""How much a win left to them counts against one of its own."""
PLAIN = 3
"""How often the stand-in for `penny` counts: beginners play plainly."""
HOW = Breed(size=16, kept=4, first_step=0.08, widen=1.2)


def results(temper: Temper, pool: list[Temper], decks: int, seed: int) -> list[tuple[float, float]]:
    """Its share among four of each, and that of each among four of it."""
    return [
        (
            float(shares_among(temper, rival, SETUP, decks, seed).mean()),
            float(shares_among(rival, temper, SETUP, decks, seed).mean()),
        )
        for rival in pool
    ]


def against(pool: list[Temper], decks: int) -> Score:
    """How far ahead of a pool: on average, and of whom it does worst against."""

    def score(temper: Temper, seed: int) -> float:
        leads = [ours - THEIRS * theirs for ours, theirs in results(temper, pool, decks, seed)]
        weights = [PLAIN if rival is PENNY_LIKE else 1 for rival in pool]
        return 0.7 * fmean(leads, weights) + 0.3 * min(leads)

    return score


def bred(start: Temper, score: Score, name: str, generations: int) -> Temper:
    rng, temper = Random(f"{SEED} {name}"), start
    for each in evolve(
        start, score, rng, generations, Breed(size=16, kept=4, first_step=0.08, widen=1.2)
    ):
        temper = each.temper
        print(f"{name}: generation {each.number}, {each.score:.3f}", flush=True)
    return rounded(temper)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--generations", type=int, nargs="+", default=[24, 20])
    rng = Random(SEED)
    drawn = [rounded(draw_wide_temper(rng, around=BEST_2026_11)) for _ in range(DRAWS)]
    old = against([BEST_2026_11], 40)
    strong = sorted(drawn, key=lambda each: -old(each, 1))[:WANTED]
    known = [PERSONALITIES[name] for name in ("bluffer", "spoiler", "pincher")]
    pool, temper = [BEST_2026_11, *known, PENNY_LIKE, *strong], BEST_2026_11
    for number, generations in enumerate(parser.parse_args().generations):
        temper = bred(temper, against(pool, DECKS), f"player {number}", generations)
        print(temper, flush=True)
        for rival, (ours, theirs) in zip(pool, results(temper, pool, 200, 9), strict=True):
            print(f"{ours:.3f} among four, leaves {theirs:.3f}: {rival}", flush=True)
        pool.append(bred(temper, against([temper], 40), f"counter {number}", generations // 2))


if __name__ == "__main__":
    main()
