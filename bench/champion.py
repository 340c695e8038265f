"""Guards a promise: how strong the champion is, as `docs/champion.md` says, and how quick.

python bench/champion.py --deals 20000 --more 2000
python bench/champion.py --deals 2000 --against best,bluffer,penny --tables nl:5,pl:5,pl:6

Prints the tables of `docs/champion.md`; with `--timing 20` the time of a decision at every table
(set OPENBLAS_NUM_THREADS=1). Results are kept in the folder `--out`, so that the same command goes
on where it was interrupted.
"""

import argparse
import time
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from random import Random

import numpy as np

from held_out import HELD_OUT, entrants
from spielgeld.arena.plan import Conditions, Field, all_tables, make_plan
from spielgeld.arena.runner import Arena
from spielgeld.arena.standings import standings
from spielgeld.bots import Bot, make_bot, play_match
from spielgeld.engine import (
    EDITIONS,
    Bid,
    Turn,
    View,
    draw_removed,
    find_edition,
    set_up,
    shuffle,
)

CHAMPION = "champion"
YARDSTICKS = ("best", "bluffer", "penny", "greedy")


def both_ways(name: str, deals: int, conditions: Conditions, out: Path) -> tuple[str, str]:
    """The share of one champion among such players, and of one of them among champions."""
    plan = make_plan(
        entrants((CHAMPION, name)),
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
    alone, among = (fields[way].share.as_text(3) for way in ways)
    return alone, among


def table_of(name: str) -> Conditions:
    """`pl:6` is six players of `pl`."""
    edition, _, players = name.partition(":")
    return Conditions(edition, int(players))


def rows(
    against: list[str], tables: list[Conditions], deals: int, more: int
) -> Iterator[tuple[str, int, Conditions]]:
    """Against whom, how many deals, at which table."""
    for each in tables if deals else ():
        yield from ((name, deals, each) for name in against)
    for edition in EDITIONS.values() if more else ():
        for players in edition.players:
            yield "best", more, Conditions(edition.key, players)


class Timed:
    """Wraps a bot and measures the time of its choices."""

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
    """Milliseconds of one core for a decision at every table, the others being `best`."""
    print("| edition, players | a bid, mean | p95 | a turn, mean | p95 | bids and turns |")
    print("|---|---|---|---|---|---|")
    for edition in EDITIONS.values():
        for players in edition.players:
            timed = _timed(edition.key, players, deals)
            bids, turns = [1000 * np.array(each) for each in (timed.bids, timed.turns)]
            told = [f"{number:.2f}" for each in (bids, turns) for number in _mean_and_late(each)]
            asked = f"{len(bids)}, {len(turns)}"
            print(f"| `{edition.key}`, {players} | {' | '.join(told)} | {asked} |", flush=True)


def _timed(edition: str, players: int, deals: int) -> Timed:
    """The champion after so many deals."""
    timed = Timed(make_bot(CHAMPION))
    bots = [timed, *(make_bot("best") for _ in range(players - 1))]
    for deal in range(deals):
        chance = Random(deal)
        removed = draw_removed(find_edition(edition), players, chance.randrange)
        setup = set_up(edition, players, removed=removed, house_rules={"deals": 1})
        order = shuffle(setup.cards, chance.randrange)
        chances = [Random(deal + seat) for seat in range(players)]
        deque(play_match(setup, bots, chances, [(), order].__getitem__), maxlen=0)
    return timed


def _mean_and_late(numbers: np.ndarray) -> tuple[float, float]:
    return float(numbers.mean()), float(np.percentile(numbers, 95))


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument(
        "--against", default=",".join((*YARDSTICKS, *HELD_OUT)), help="whom, for --deals"
    )
    options.add_argument("--deals", type=int, default=0, help="against each at each of --tables")
    options.add_argument("--tables", default="it:5", help="edition and players: it:5,pl:6")
    options.add_argument("--more", type=int, default=0, help="against best at every other table")
    options.add_argument(
        "--timing", type=int, default=0, help="take the time, in so many deals at each table"
    )
    options.add_argument("--out", type=Path, default=Path("champion-results"))
    chosen = options.parse_args()
    against = chosen.against.split(",")
    tables = [table_of(each) for each in chosen.tables.split(",")]
    wanted = list(rows(against, tables, chosen.deals, chosen.more))
    if wanted:
        print("| edition, players | against | deals each way | one champion | one of them |")
        print("|---|---|---|---|---|")
    for name, deals, conditions in wanted:
        alone, among = both_ways(name, deals, conditions, chosen.out)
        table = f"`{conditions.edition}`, {conditions.players}"
        print(f"| {table} | `{name}` | {deals} | {alone} | {among} |", flush=True)
    if chosen.timing:
        timing(chosen.timing)


if __name__ == "__main__":
    main()
