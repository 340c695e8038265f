"""How fast the compiled engine plays, beside OpenSpiel's C++ `goofspiel` in the same run.

    pip install -e '.[bench,test]' && python bench/bench_fast.py

A decision is one bid or one turn (for the peer: one bid of one player that is not forced). Both
play random games on one thread with compiled players, the peer with its own uniform bots; figures
are per CPU-second, the median of short runs taken in turn, so that a busy machine hits both alike.
"""

import argparse
import statistics
import time
from collections.abc import Callable
from random import Random

import numpy as np
import pyspiel

from random_batch import play_batch
from random_deals import random_deals
from spielgeld.bots import Bot, play_match
from spielgeld.bots.heuristic.bot import HeuristicBot, player_tables
from spielgeld.bots.heuristic.rollout_kernels import bid_all, end_round, play_out, rollout_buffers
from spielgeld.bots.heuristic.search_bot import SearchBot
from spielgeld.bots.heuristic.temper import BEST
from spielgeld.engine import (
    Bid,
    Turn,
    View,
    deal_cards,
    set_up,
    shuffle,
    start_match,
    view_of,
)
from spielgeld.fast.knowledge import knowledge_of, sample
from spielgeld.fast.steps import new_state, reveal
from spielgeld.fast.tables import tables_of
from spielgeld.fast.words import layout_of

PLAYERS = 5
SETUP = set_up("it", PLAYERS, house_rules={"deals": 1})
TABLES = tables_of(SETUP.rules)
CARDS = np.array(layout_of(SETUP).numbers(SETUP.cards))
SCORES, ROUNDS = np.zeros((2000, PLAYERS), np.int64), np.zeros(2000, np.int64)
GOOFSPIEL = pyspiel.load_game("goofspiel", {"players": 4})
GOOFSPIEL_DECISIONS = 4 * 12
"""The thirteenth card of each player is forced."""
BOTS = [pyspiel.make_uniform_random_bot(player, player) for player in range(4)]
WANTED = 25


def play_spielgeld(number: int) -> int:
    """2,000 random five-player deals of `it`, with all scores."""
    return random_deals(TABLES, PLAYERS, CARDS, 2 * number + 1, SCORES, ROUNDS)


def play_goofspiel(number: int) -> int:
    """One random game of four players, in C++ from beginning to end."""
    pyspiel.evaluate_bots(GOOFSPIEL.new_initial_state(), BOTS, number)
    return GOOFSPIEL_DECISIONS


class Position:
    """The first bid of a deal: worlds are drawn and played on from there."""

    def __init__(self) -> None:
        dealt = deal_cards(start_match(SETUP), shuffle(SETUP.cards, Random(1).randrange))
        self.knowledge = knowledge_of(view_of(dealt.match, 0))
        self.player = player_tables(BEST, SETUP.rules, PLAYERS)
        self.buffers = rollout_buffers(self.player.tables)
        self.state, self.word = new_state(), 1

    def draw(self, _: int) -> int:
        """Sample one state."""
        self.word = sample(self.knowledge, self.state, self.word)
        return 1

    def play_round(self, _: int) -> int:
        """Sample one state, and play a round by the heuristic policy."""
        self.draw(0)
        tables, outlook = self.player
        bid_all(
            tables, outlook, self.state, self.buffers.notes, self.buffers.coins, self.buffers.bids
        )
        reveal(tables, self.state, self.buffers.notes, self.buffers.coins, self.buffers.bluffs)
        end_round(tables, outlook, self.state, self.buffers.bids)
        return 1

    def play_deal(self, _: int) -> int:
        """Sample one state, and play the deal by the heuristic policy."""
        self.play_round(0)
        play_out(*self.player, self.state, self.buffers)
        return 1


class Clocked(SearchBot):
    """The bot that searches, with the CPU time of each of its decisions."""

    def __init__(self) -> None:
        super().__init__()
        self.seconds: list[float] = []

    def choose_bid(self, view: View, rng: Random) -> Bid:
        begun = time.process_time()
        bid = super().choose_bid(view, rng)
        self.seconds.append(time.process_time() - begun)
        return bid

    def choose_turn(self, view: View, rng: Random) -> Turn:
        begun = time.process_time()
        turn = super().choose_turn(view, rng)
        self.seconds.append(time.process_time() - begun)
        return turn


def time_search(deals: int) -> list[float]:
    """CPU seconds of each decision of `search` among four `best`, the first ones left out."""
    clocked = Clocked()
    for number in range(deals + 1):
        rng = Random(number)
        order = shuffle(SETUP.cards, rng.randrange)
        bots: list[Bot] = [clocked, *[HeuristicBot() for _ in range(PLAYERS - 1)]]
        list(play_match(SETUP, bots, [rng] * PLAYERS, lambda _, order=order: order))  # type: ignore[misc]
        if number == 0:
            clocked.seconds.clear()  # warm-up: it loaded compiled code
    return sorted(clocked.seconds)


def per_cpu_second(play: Callable[[int], int], seconds: float) -> float:
    """How much it does in a CPU-second."""
    play(0)
    begun, done, number = time.process_time(), 0, 0
    while time.process_time() - begun < seconds:
        number += 1
        done += play(number)
    return done / (time.process_time() - begun)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=1.0)
    options = parser.parse_args()
    ours, theirs = [], []
    for _ in range(options.runs):
        ours.append(per_cpu_second(play_spielgeld, options.seconds))
        theirs.append(per_cpu_second(play_goofspiel, options.seconds))
    ratio = statistics.median(ours) / statistics.median(theirs)
    for name, speeds in (("spielgeld fast, it, 5 players", ours), ("goofspiel, C++", theirs)):
        middle = statistics.median(speeds) / 1e6
        span = f"{min(speeds) / 1e6:.2f} to {max(speeds) / 1e6:.2f}"
        print(f"{name:32} {middle:8.2f} million decisions per CPU-second  ({span})")
    print(f"ratio {ratio:.1f}; wanted {WANTED}: {'met' if ratio >= WANTED else 'NOT MET'}")
    position = Position()
    for name, play in (
        ("states drawn from a view", position.draw),
        ("with a round played by `best`", position.play_round),
        ("with the deal played by `best`", position.play_deal),
    ):
        speeds = [per_cpu_second(play, options.seconds) for _ in range(3)]
        print(f"{name:32} {statistics.median(speeds):12,.0f} per CPU-second")
    taken = time_search(12)
    p50, p95 = (1000 * taken[int(len(taken) * part)] for part in (0.5, 0.95))
    print(f"{'a decision of `search`':32} {p50:8.0f} ms of one core, p95 {p95:.0f} ms; limit 150")
    begun = time.perf_counter()
    batch = play_batch(SETUP, 400_000, 1)
    seconds = time.perf_counter() - begun
    print(f"{'all cores, random deals':32} {batch.decisions / seconds / 1e6:8.2f} million a second")


if __name__ == "__main__":
    main()
