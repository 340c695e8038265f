"""The search player: Monte Carlo rollouts of the choices the heuristic likes best."""

from random import Random

import numpy as np

from spielgeld.bots.heuristic.bot import seat_of
from spielgeld.bots.heuristic.rollouts import (
    Ends,
    choice_values,
    decisions_left,
    ends_after_bids,
    ends_after_turns,
    likely_bids,
    win_shares,
)
from spielgeld.bots.heuristic.temper import BEST, Temper
from spielgeld.engine import Bid, Turn, View

CANDIDATES = 12
"""The number of bids tried by rollouts: those the heuristic values most."""
EFFORT = 40_000
"""The number of bids and turns simulated for one decision, in all worlds together."""
LEAST, MOST = 2, 120
"""Bounds of the number of worlds."""


class SearchBot:
    """Tries its best choices in many sampled worlds that agree with what its seat knows.

    The temper selects the choices to try, and plays all seats in those worlds.
    """

    def __init__(self, effort: int = EFFORT, temper: Temper = BEST) -> None:
        self._effort = effort
        self._temper = temper

    def choose_bid(self, view: View, rng: Random) -> Bid:
        bids = likely_bids(view, CANDIDATES, self._temper)
        worlds = self._worlds(view, len(bids))
        return bids[_best(ends_after_bids(view, bids, worlds, rng, self._temper), view)]

    def choose_turn(self, view: View, rng: Random) -> Turn:
        turns = view.legal_turns
        worlds = self._worlds(view, len(turns))
        return turns[_best(ends_after_turns(view, turns, worlds, rng, self._temper), view)]

    def _worlds(self, view: View, choices: int) -> int:
        """As many as the effort allows. The cost depends only on what everybody sees."""
        return max(LEAST, min(MOST, self._effort // (choices * decisions_left(view))))


def _best(ends: Ends, view: View) -> int:
    seat = seat_of(view)
    return int(np.argmax(choice_values(ends, seat, win_shares(ends, seat))))
