"""Searches for a better `best`: bred against a wide pool, in both directions.

    python bench/breed_best.py

The pool has wide draws, draws from anywhere, the strongest of 300 more, the published characters
and a stand-in for `penny`; nothing of the held-out pool. Half of a player's score is its lead over
all of them, half its lead over the tenth that is hardest for it. A player is bred, then a counter
is bred against that player and joins the pool, and so on. In the end all are compared on a second
pool, drawn from another seed. The tempers it prints are for `bots/heuristic/temper.py`.
"""

import argparse
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from statistics import fmean
from typing import NamedTuple

from spielgeld.bots.heuristic.characters import PERSONALITIES
from spielgeld.bots.heuristic.contests import shares_among
from spielgeld.bots.heuristic.temper import BEST_2026_11, Temper, draw_wide_temper
from spielgeld.engine import Setup, draw_removed, find_edition, set_up
from spielgeld.lab.evolution import BOUNDS, Breed, Score, evolve, rounded

SEED = "best 2026-11-16"


def table(edition: str, players: int) -> Setup:
    """One deal; where currencies leave the game, some of them."""
    removed = draw_removed(find_edition(edition), players, Random(SEED).randrange)
    return set_up(edition, players, removed=removed, house_rules={"deals": 1})


USUAL = table("it", 5)
OTHERS = [table("it", 3), table("it", 4), table("pl", 6), table("nl", 5)]
"""Two of five rivals are met at one of these, so that nothing is fitted to five players alone."""
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
"""A stand-in for `penny`: bids the card it needs least, and takes what scores most at once."""
START = replace(
    BEST_2026_11,
    growth=2.174,
    pull=19.53,
    spread=30.83,
    trio_hope=0.2141,
    trio_worth=0.9297,
    coin_worth=0.7292,
    money=0.2944,
    caution=0.01546,
    devotion=0.1234,
    even_first=65.56,
    even_second=45.89,
    per_rival=11.87,
    sharpness=14.13,
    row_heat=0.2367,
    round_heat=-3.501,
    last_heat=-29.53,
    thrift=0.2052,
    spite=0.3027,
    stubbornness=-0.4302,
    cards_per_round=4.731,
)
"""The result of a smaller search (`bench/results.md`)."""
WIDE, ANYWHERE, DRAWS, STRONGEST = 48, 12, 300, 16
THEIRS = 1.5
"""The weight of a rival's win, where an own win counts 1."""
DECKS, HARD_DECKS = 1, 5
"""For each rival and direction, and other ones in every generation."""
TENTH = 10
REMEMBERED = 0.8
"""The decay of the running mean of a rival's hardness."""
HOW = Breed(size=16, kept=4, first_step=0.08, widen=1.2)


class Rival(NamedTuple):
    """An opponent, and the table to play it at."""

    temper: Temper
    setup: Setup


class Ways(NamedTuple):
    """One among four of the rival, and the rival among four of that one, as if five played."""

    ours: float
    theirs: float

    @property
    def lead(self) -> float:
        """How far the one is ahead."""
        return self.ours - THEIRS * self.theirs


def both_ways(temper: Temper, rival: Rival, decks: int, seed: int) -> Ways:
    """The two shares of the wins."""
    setup = rival.setup
    ours = shares_among(temper, rival.temper, setup, decks, seed).mean()
    theirs = shares_among(rival.temper, temper, setup, decks, seed).mean()
    return Ways(float(ours) * setup.players / 5, float(theirs) * setup.players / 5)


class Pool:
    """Rivals, and how far ahead of each the player is that is being bred."""

    def __init__(self, rivals: Sequence[Rival]) -> None:
        self.rivals = list(rivals)
        self._leads = [0.0] * len(rivals)

    def add(self, rival: Rival) -> None:
        self.rivals.append(rival)
        self._leads.append(-1.0)

    def look_again(self, temper: Temper, seed: int) -> None:
        """See which of them are hard for that player."""
        for at, rival in enumerate(self.rivals):
            lead = both_ways(temper, rival, 2 * DECKS, seed).lead
            self._leads[at] = REMEMBERED * self._leads[at] + (1 - REMEMBERED) * lead

    def score(self, temper: Temper, seed: int) -> float:
        """Half the lead over all of them, half that over the hardest."""
        hardest = sorted(range(len(self.rivals)), key=self._leads.__getitem__)
        hard = [self.rivals[at] for at in hardest[: len(self.rivals) // TENTH]]
        everybody = fmean(both_ways(temper, each, DECKS, seed).lead for each in self.rivals)
        return (
            everybody + fmean(both_ways(temper, each, HARD_DECKS, seed).lead for each in hard)
        ) / 2


def anywhere(rng: Random) -> Temper:
    """A temper drawn uniformly within the bounds of the search."""
    return Temper(**{name: rng.uniform(low, high) for name, (low, high) in BOUNDS.items()})


def drawn(seed: str) -> list[Rival]:
    """A wide pool: what is drawn, the strong ones among many more, and the published ones."""
    rng = Random(seed)
    wide = [draw_wide_temper(rng, around=BEST_2026_11) for _ in range(WIDE)]
    odd = [anywhere(rng) for _ in range(ANYWHERE)]
    many = [draw_wide_temper(rng, around=BEST_2026_11) for _ in range(DRAWS)]
    old = Rival(BEST_2026_11, USUAL)
    strong = sorted(many, key=lambda each: -both_ways(each, old, 20, 1).lead)[:STRONGEST]
    tempers = [*map(rounded, [*wide, *odd, *strong]), *PERSONALITIES.values()]
    tables = [*OTHERS, *[USUAL] * 6]
    return [
        *[Rival(temper, tables[at % len(tables)]) for at, temper in enumerate(tempers)],
        *[Rival(temper, USUAL) for temper in (BEST_2026_11, PENNY_LIKE)],
    ]


def bred(start: Temper, score: Score, name: str, generations: int, pool: Pool | None) -> Temper:
    rng, temper = Random(f"{SEED} {name}"), start
    if pool:
        pool.look_again(start, 0)
    for each in evolve(start, score, rng, generations, HOW):
        temper = each.temper
        if pool:
            pool.look_again(temper, each.number)
        print(f"{name}: generation {each.number}, {each.score:.3f}", flush=True)
    return rounded(temper)


def tell(name: str, temper: Temper, rivals: Sequence[Rival], decks: int) -> None:
    """How it does against all of them, and against the tenth it does worst against."""
    ways = sorted(
        (both_ways(temper, each, decks, 9) for each in rivals), key=lambda each: each.lead
    )
    hard = ways[: len(ways) // TENTH]
    told = [
        f"{fmean(each.ours for each in some):.3f} among four, leaves"
        f" {fmean(each.theirs for each in some):.3f}"
        for some in (ways, hard)
    ]
    print(f"{name}: {told[0]}; of the hardest tenth {told[1]}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--generations", type=int, nargs="+", default=[24, 14, 12])
    parser.add_argument("--decks", type=int, default=40, help="for each rival of the second pool")
    options = parser.parse_args()
    pool, temper = Pool(drawn(SEED)), START
    found = {"best-2026-11": BEST_2026_11, "start": START}
    for number, generations in enumerate(options.generations):
        temper = bred(temper, pool.score, f"player {number}", generations, pool)
        found[f"player {number}"] = temper
        print(temper, flush=True)
        met = Rival(temper, USUAL)

        def against(each: Temper, seed: int, met: Rival = met) -> float:
            return both_ways(each, met, 40, seed).lead

        counter = bred(temper, against, f"counter {number}", generations // 2, None)
        pool.add(Rival(counter, USUAL))
        print(counter, flush=True)
    second = drawn(f"{SEED}, the second pool")
    for name, each in found.items():
        tell(name, each, second, options.decks)


if __name__ == "__main__":
    main()
