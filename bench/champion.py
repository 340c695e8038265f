"""How strong the champion is: both directions against the yardsticks and the held-out pool.

python bench/champion.py --deals 20000 --more 2000 --search 500

Prints the tables of `docs/champion.md`. Results are kept in the folder `--out`, so that the same
command goes on where it was interrupted.
"""

import argparse
import time
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from random import Random

import numpy as np

from spielgeld.bots import Bot, make_bot, play_match
from spielgeld.engine import EDITIONS, Bid, Turn, View, set_up, shuffle
from spielgeld.lab.arena import Arena
from spielgeld.lab.entrants import read_entrants
from spielgeld.lab.plan import Conditions, Field, all_tables, make_plan
from spielgeld.lab.standings import standings

CHAMPION = "champion"
YARDSTICKS = ("best", "bluffer", "penny", "greedy")
HELD_OUT = tuple(f"held-out-{number}" for number in range(1, 13))


def both_ways(name: str, deals: int, conditions: Conditions, out: Path) -> tuple[str, str]:
    """The share of one champion among such players, and of one of them among champions."""
    plan = make_plan(
        read_entrants((CHAMPION, name), ()),
        all_tables((CHAMPION, name), "field"),
        deals,
        "champion",
        conditions,
    )
    out.mkdir(parents=True, exist_ok=True)
    kept = out / f"{name}-{conditions.edition}-{conditions.players}.jsonl"
    arena = Arena(plan, kept)
    for _ in arena.play():
        pass
    fields = standings(arena.tally).fields
    ways = Field(CHAMPION, name), Field(name, CHAMPION)
    alone, among = (fields[way].share.told(3) for way in ways)
    return alone, among


def rows(
    against: list[str], deals: int, more: int, search: int
) -> Iterator[tuple[str, int, Conditions]]:
    """Against whom, how many deals, at which table."""
    usual = Conditions()
    if deals:
        yield from ((name, deals, usual) for name in against)
    if search:
        yield "search", search, usual
    for edition in EDITIONS.values() if more else ():
        for players in edition.players:
            yield "best", more, Conditions(edition.key, players)


class Timed:
    """Passes choices on and takes their time."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self.bids: list[float] = []
        self.turns: list[float] = []

    def choose_bid(self, view: View, rng: Random) -> Bid:
        began = time.process_time()
        bid = self._bot.choose_bid(view, rng)
        self.bids.append(time.process_time() - began)
        return bid

    def choose_turn(self, view: View, rng: Random) -> Turn:
        began = time.process_time()
        turn = self._bot.choose_turn(view, rng)
        self.turns.append(time.process_time() - began)
        return turn


def timing(deals: int) -> None:
    """Milliseconds of one core for a decision, among four `best`."""
    setup = set_up("it", 5, house_rules={"deals": 1})
    timed = Timed(make_bot(CHAMPION))
    bots = [timed, *(make_bot("best") for _ in range(4))]
    for deal in range(deals):
        order = shuffle(setup.cards, Random(deal).randrange)
        chances = [Random(deal + seat) for seat in range(5)]
        deque(play_match(setup, bots, chances, [(), order].__getitem__), maxlen=0)
    for what, seconds in (("bid", timed.bids), ("turn", timed.turns)):
        mean, late = 1000 * np.mean(seconds), 1000 * np.percentile(seconds, 95)
        print(f"a {what}: {mean:.2f} ms of CPU time, p95 {late:.2f} ms ({len(seconds)} of them)")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument(
        "--against", default=",".join((*YARDSTICKS, *HELD_OUT)), help="whom, for --deals"
    )
    options.add_argument("--deals", type=int, default=0, help="against each at five seats of it")
    options.add_argument("--more", type=int, default=0, help="against best at every other table")
    options.add_argument("--search", type=int, default=0, help="against search")
    options.add_argument("--timing", type=int, default=0, help="deals to take the time in")
    options.add_argument("--out", type=Path, default=Path("champion-results"))
    chosen = options.parse_args()
    print("| edition, players | against | deals each way | one champion among them | one of them |")
    print("|---|---|---|---|---|")
    against = chosen.against.split(",")
    for name, deals, conditions in rows(against, chosen.deals, chosen.more, chosen.search):
        alone, among = both_ways(name, deals, conditions, chosen.out)
        table = f"`{conditions.edition}`, {conditions.players}"
        print(f"| {table} | `{name}` | {deals} | {alone} | {among} |", flush=True)
    if chosen.timing:
        timing(chosen.timing)


if __name__ == "__main__":
    main()
