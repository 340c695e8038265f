"""Guards a promise: the compiled engine is 25 times as fast as OpenSpiel's C++ `goofspiel`.

    pip install -e '.[bench,test]' && python bench/bench_fast.py

A decision is one bid or one turn (for the peer: one bid of one player that is not forced). Both
play random games on one thread with compiled players, the peer with its own uniform bots; figures
are per CPU-second, the median of short runs taken in turn, so that a busy machine hits both alike.
"""

import argparse
import statistics
import time
from collections.abc import Callable

import numpy as np
import pyspiel

from random_batch import play_batch
from random_deals import random_deals
from spielgeld.engine import set_up
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
    begun = time.perf_counter()
    batch = play_batch(SETUP, 400_000, 1)
    seconds = time.perf_counter() - begun
    print(f"{'all cores, random deals':32} {batch.decisions / seconds / 1e6:8.2f} million a second")


if __name__ == "__main__":
    main()
