"""Guards the limit on the length of records: how long are the longest matches that bots play?

Plays 1,000 matches in every edition with every number of players, of as many deals as a table
allows, and prints the steps of the longest. The bots of each match are drawn from the levels and
the characters that play quickly. Ten times the longest of all, rounded up to thousands, is
`MOST_STEPS` in `server/access/costs.py`.

    python bench/longest_match.py [--matches 1000] [--seed SEED]
"""

import argparse
import json
from functools import partial
from random import Random

from spielgeld.bots.registry import PUBLISHED
from spielgeld.cli.commands.simulate import Plan, play_one
from spielgeld.engine.editions import EDITIONS, RULE_VALUES, Edition
from spielgeld.engine.records import count_steps
from spielgeld.workers import on_all_cores

KINDS = {"level", "personality"}
SLOW = {"level4", "level5"}
BOTS = [name for name, kind in PUBLISHED.items() if kind in KINDS and name not in SLOW]
MOST_DEALS = RULE_VALUES["deals"][-1]


def longest(edition: Edition, players: int, matches: int, seed: str) -> int:
    """Return the steps of the longest match."""
    play = partial(steps_of, edition.key, players, seed)
    return max(on_all_cores(play, range(matches), 10))


def steps_of(edition: str, players: int, seed: str, number: int) -> int:
    """Play one match and return its steps."""
    bots = tuple(Random(f"{seed}/{number}/bots").choices(BOTS, k=players))
    plan = Plan((EDITIONS[edition],), players, False, {"deals": MOST_DEALS}, bots, seed)
    return count_steps(json.loads(play_one(plan, number)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--seed", default="longest")
    asked = parser.parse_args()
    of_all = 0
    for edition in EDITIONS.values():
        for players in edition.players:
            steps = longest(edition, players, asked.matches, asked.seed)
            of_all = max(of_all, steps)
            print(f"{edition.key:8} {players} players  {steps:5} steps", flush=True)
    print(f"the longest of all: {of_all} steps")


if __name__ == "__main__":
    main()
