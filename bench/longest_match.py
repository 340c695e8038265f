"""Guards a promise: no match that people or bots play is longer than records may be.

Plays 1,000 matches in every edition with every number of players, of as many deals as a table
allows, and prints the steps of the longest, and those of the longest deal. The bots of each match
are drawn from the levels and the characters that play quickly. Ten times the longest match of all,
rounded up to thousands, is `MOST_STEPS` in `server/access/costs.py`. `MOST_DEAL_STEPS` has to be
well above the longest deal.

    python bench/longest_match.py [--matches 1000] [--seed SEED]
"""

import argparse
import json
from functools import partial
from random import Random

from spielgeld.bots.registry import PUBLISHED
from spielgeld.cli.commands.simulate import Plan, play_one
from spielgeld.engine.editions import EDITIONS, RULE_VALUES, Edition
from spielgeld.engine.records import Record, count_steps
from spielgeld.workers import on_all_cores

KINDS = {"level", "personality"}
SLOW = {"level4", "level5"}
BOTS = [name for name, kind in PUBLISHED.items() if kind in KINDS and name not in SLOW]
MOST_DEALS = RULE_VALUES["deals"][-1]


def longest(edition: Edition, players: int, matches: int, seed: str) -> tuple[int, int]:
    """Return the steps of the longest match, and of the longest deal."""
    play = partial(steps_of, edition.key, players, seed)
    of_matches, of_deals = zip(*on_all_cores(play, range(matches), 10), strict=True)
    return max(of_matches), max(of_deals)


def steps_of(edition: str, players: int, seed: str, number: int) -> tuple[int, int]:
    """Play one match and return its steps, and those of its longest deal."""
    bots = tuple(Random(f"{seed}/{number}/bots").choices(BOTS, k=players))
    plan = Plan((EDITIONS[edition],), players, False, {"deals": MOST_DEALS}, bots, seed)
    record: Record = json.loads(play_one(plan, number))
    deals = [count_steps({**record, "deals": [deal]}) for deal in record["deals"]]
    return sum(deals), max(deals)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--seed", default="longest")
    asked = parser.parse_args()
    match = deal = 0
    for edition in EDITIONS.values():
        for players in edition.players:
            steps, of_deal = longest(edition, players, asked.matches, asked.seed)
            match, deal = max(match, steps), max(deal, of_deal)
            print(f"{edition.key:8} {players} players  {steps:5} steps, deal {of_deal}", flush=True)
    print(f"the longest of all: {match} steps, deal {deal}")


if __name__ == "__main__":
    main()
