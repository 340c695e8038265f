"""Small arenas for tests."""

from random import Random

from spielgeld.arena.entrants import read_entrants
from spielgeld.arena.plan import Conditions, Plan, all_tables, make_plan
from spielgeld.arena.runner import Arena
from spielgeld.arena.standings import Standings, standings
from spielgeld.bots.greedy_bot import GreedyBot
from spielgeld.engine import KEEP, Bid, Turn, View


def small_plan(
    *names: str, deals: int = 30, table: str = "both", seed: str = "a", bots: tuple[str, ...] = ()
) -> Plan:
    """Three players; published bots by name and others by `path.py:Class`."""
    entrants = read_entrants(names, bots)
    tables = all_tables([each.name for each in entrants], table)
    return make_plan(entrants, tables, deals, seed, Conditions("it", 3))


def played(plan: Plan) -> Standings:
    """The plan from beginning to end."""
    arena = Arena(plan)
    for _ in arena.play():
        pass
    return standings(arena.tally)


class Keeper:
    """Bids its first card and takes it back; quick and without chance."""

    def choose_bid(self, view: View, rng: Random) -> Bid:
        return Bid(view.hand[:1])

    def choose_turn(self, view: View, rng: Random) -> Turn:
        return KEEP


class Twin(GreedyBot):
    """Plays as `greedy` does."""
