"""The heuristic player."""

from functools import lru_cache
from random import Random
from typing import NamedTuple

from spielgeld.bots.heuristic.outlook import Outlook, outlook
from spielgeld.bots.heuristic.policy import bid_buffers, choose_bid, choose_turn
from spielgeld.bots.heuristic.temper import BEST, Temper
from spielgeld.engine import Bid, NotAllowed, Rules, Turn, View
from spielgeld.fast.jit import ready
from spielgeld.fast.knowledge import known_state
from spielgeld.fast.tables import Tables, tables_of
from spielgeld.fast.turns import turn_of
from spielgeld.fast.words import layout_of

CHANCE_BITS = 31


class PlayerTables(NamedTuple):
    """The lookup tables a temper plays by, for given rules and number of players."""

    tables: Tables
    outlook: Outlook


@lru_cache(maxsize=128)
def player_tables(temper: Temper, rules: Rules, players: int) -> PlayerTables:
    """The tables of a temper for the rules and the number of players."""
    return PlayerTables(tables_of(rules), ready(outlook(temper, players, rules)))


class HeuristicBot:
    """Values what its hand may become, and estimates how early each bid lets it act."""

    def __init__(self, temper: Temper = BEST) -> None:
        self._temper = temper

    def choose_bid(self, view: View, rng: Random) -> Bid:
        player = player_tables(self._temper, view.setup.rules, view.setup.players)
        buffers, chance = bid_buffers(), rng.getrandbits(CHANCE_BITS)
        state = known_state(view)
        chosen = choose_bid(player.tables, player.outlook, state, seat_of(view), buffers, chance)
        cards = layout_of(view.setup).pile(int(buffers.notes[chosen]), int(buffers.coins[chosen]))
        return Bid(cards, bluff=view.setup.rules.bluff_breaks_ties)

    def choose_turn(self, view: View, rng: Random) -> Turn:
        player = player_tables(self._temper, view.setup.rules, view.setup.players)
        chance = rng.getrandbits(CHANCE_BITS)
        state = known_state(view)
        return turn_of(
            choose_turn(player.tables, player.outlook, state, seat_of(view), bid_buffers(), chance)
        )


def seat_of(view: View) -> int:
    """The seat whose view it is; a spectator's is refused."""
    if view.seat is None:
        raise NotAllowed("not_now", "a spectator has nothing to choose", awaits=view.awaits)
    return view.seat
