"""How fast the readable engine plays, beside two well-known peers in the same run.

    pip install -e '.[bench]' && python bench/bench_engine.py

A decision is one bid or one turn (for the peers: one action of one player). All three play random
games through their public, checked interfaces on one thread; figures are decisions per CPU-second,
the median of several short runs taken in turn, so that a busy machine hits all alike.
"""

import argparse
import random
import statistics
import time
from collections.abc import Callable

import numpy as np
import pyspiel
from rlcard.games.uno import Game as UnoGame

from spielgeld.engine import (
    deal_cards,
    legal_bids,
    legal_turns,
    reveal,
    set_up,
    shuffle,
    start_match,
    take_turn,
)

PLAYERS = 5
SETUP = set_up("it", PLAYERS, house_rules={"deals": 1})
UNO = UnoGame()
UNO.np_random = np.random.RandomState(1)
GOOFSPIEL = pyspiel.load_game("goofspiel", {"players": 4})


def play_spielgeld(rng: random.Random) -> int:
    """One random five-player deal of `it`."""
    decisions = 0
    match = deal_cards(start_match(SETUP), shuffle(SETUP.cards, rng.randrange)).match
    while (awaits := match.awaits) != "nothing":
        if awaits == "bids":
            bids = [legal_bids(match, seat).draw(rng) for seat in range(PLAYERS)]
            match = reveal(match, bids).match
            decisions += PLAYERS
        elif match.deal:
            turn = rng.choice(legal_turns(match))
            match = take_turn(match, match.deal.waiting[0], turn).match
            decisions += 1
    return decisions


def play_uno(rng: random.Random) -> int:
    """One random game of RLCard's `uno`, stepped at game level."""
    decisions = 0
    UNO.init_game()
    while not UNO.is_over():
        UNO.step(rng.choice(UNO.get_legal_actions()))
        decisions += 1
    return decisions


def play_goofspiel(rng: random.Random) -> int:
    """One random game of OpenSpiel's four-player `goofspiel`, from Python."""
    decisions = 0
    state = GOOFSPIEL.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(rng.choice(state.legal_actions()))
        else:
            state.apply_actions([rng.choice(state.legal_actions(seat)) for seat in range(4)])
            decisions += 4
    return decisions


GAMES: dict[str, Callable[[random.Random], int]] = {
    "spielgeld engine, it, 5 players": play_spielgeld,
    "RLCard uno, game level": play_uno,
    "OpenSpiel goofspiel, 4 players": play_goofspiel,
}


def decisions_per_cpu_second(play: Callable[[random.Random], int], seconds: float) -> float:
    rng = random.Random(1)
    begun = time.process_time()
    decisions = 0
    while time.process_time() - begun < seconds:
        decisions += play(rng)
    return decisions / (time.process_time() - begun)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=1.0)
    options = parser.parse_args()
    speeds: dict[str, list[float]] = {name: [] for name in GAMES}
    for _ in range(options.runs):
        for name, play in GAMES.items():
            speeds[name].append(decisions_per_cpu_second(play, options.seconds))
    ours = statistics.median(speeds["spielgeld engine, it, 5 players"])
    for name, measured in speeds.items():
        median = statistics.median(measured)
        print(
            f"{name:34} {median:>9,.0f} decisions per CPU-second"
            f"  ({min(measured):,.0f} to {max(measured):,.0f}); ours is {ours / median:.2f} of it"
        )


if __name__ == "__main__":
    main()
