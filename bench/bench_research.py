"""Guards a promise: the environments are at least twice as fast as those of other projects.

    pip install -e '.[research,bench]'
    python bench/bench_research.py            # two minutes
    python bench/bench_research.py --seconds 4 --turns 5

Every environment gives the full observation and mask at every step, of which one legal action is
drawn. Steps and deals are told per second of processor time of one core: the median of the turns,
with the lowest and highest. Card-by-card steps are smaller than others' steps, so deals count too.
PettingZoo's games come in wrappers, which take most of their time: like is compared with like.
"""

import argparse
import statistics
import time
import warnings
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

import numpy as np


class Played(NamedTuple):
    """What was done so far."""

    steps: int
    deals: int


Play = Iterator[Played]
"""Plays for ever; yields its totals from time to time."""


def draw(mask: Any, rng: Random) -> int:
    legal = np.flatnonzero(mask)
    return int(legal[int(rng.random() * len(legal))])


def aec(table: Any, mask_of: Callable[[Any, Any], Any]) -> Play:
    """A game of PettingZoo, one agent after the other."""
    rng, steps, deals = Random(1), 0, 0
    while True:
        table.reset(seed=None if deals else 1)
        for _ in table.agent_iter():
            seen, _, over, cut, info = table.last()
            if over or cut:
                table.step(None)
                continue
            table.step(draw(mask_of(seen, info), rng))
            steps += 1
        deals += 1
        yield Played(steps, deals)


def ours_aec() -> Play:
    from spielgeld.research.pettingzoo_env import raw_env  # noqa: PLC0415

    return aec(raw_env(), lambda seen, _: seen["action_mask"])


def ours_aec_wrapped() -> Play:
    """In the wrappers that PettingZoo puts around its own games."""
    from pettingzoo.utils import wrappers  # noqa: PLC0415

    from spielgeld.research.pettingzoo_env import raw_env  # noqa: PLC0415

    table = wrappers.TerminateIllegalWrapper(raw_env(), illegal_reward=-1)
    table = wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(table))
    return aec(table, lambda seen, _: seen["action_mask"])


def ours_parallel() -> Play:
    from spielgeld.research.pettingzoo_env import WAIT, parallel_env  # noqa: PLC0415

    table, rng, steps, deals = parallel_env(), Random(1), 0, 0
    while True:
        seen, _ = table.reset(seed=None if deals else 1)
        while table.agents:
            actions = {name: draw(seen[name]["action_mask"], rng) for name in table.agents}
            steps += sum(action != WAIT for action in actions.values())
            seen, *_ = table.step(actions)
        deals += 1
        yield Played(steps, deals)


def ours_rllib() -> Play:
    """RLlib's form, without Ray."""
    from spielgeld.research.choosers import ALL, Choosers  # noqa: PLC0415

    table, rng, steps, deals = Choosers(), Random(1), 0, 0
    while True:
        seen, _ = table.reset(seed=None if deals else 1)
        over = False
        while not over:
            actions = {name: draw(each["action_mask"], rng) for name, each in seen.items()}
            steps += len(actions)
            seen, _, ended, _, _ = table.step(actions)
            over = ended[ALL]
        deals += 1
        yield Played(steps, deals)


def pettingzoo_classic(name: str, make: str = "env") -> Callable[[], Play]:
    def play() -> Play:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of its new way to load games, and of its own spaces
            module = __import__(f"pettingzoo.classic.{name}", fromlist=["env"])
            table = getattr(module, make)()
        return aec(table, lambda seen, _: seen["action_mask"])

    return play


def gymnasium_single(opponents: str) -> Callable[[], Play]:
    def play() -> Play:
        import gymnasium  # noqa: PLC0415

        name = "spielgeld.research.gym_env:Spielgeld-v1"
        table = gymnasium.make(name, opponents=opponents, disable_env_checker=True).unwrapped
        rng, steps, deals = Random(1), 0, 0
        while True:
            _, info = table.reset(seed=None if deals else 1)
            over = False
            while not over:
                _, _, over, _, info = table.step(draw(info["action_mask"], rng))
                steps += 1
            deals += 1
            yield Played(steps, deals)

    return play


def vector(opponents: str | None, tables: int = 256) -> Callable[[], Play]:
    def play() -> Play:
        from spielgeld.research.tables import CompiledTables  # noqa: PLC0415

        many = CompiledTables(tables, opponents=opponents, seed=1)
        steps = deals = 0
        while True:
            for _ in range(200):
                many.step(many.random_actions())
                steps, deals = steps + tables, deals + many.ended
            yield Played(steps, deals)

    return play


def rlcard_game(name: str) -> Callable[[], Play]:
    def play() -> Play:
        import rlcard  # noqa: PLC0415

        game = rlcard.make(name, config={"seed": 1})
        rng, steps, deals = Random(1), 0, 0
        while True:
            state, _ = game.reset()
            while not game.is_over():
                state, _ = game.step(rng.choice([*state["legal_actions"]]))
                steps += 1
            deals += 1
            yield Played(steps, deals)

    return play


def openspiel_game(name: str) -> Callable[[], Play]:
    def play() -> Play:
        import pyspiel  # noqa: PLC0415

        import spielgeld.research.openspiel_game  # noqa: F401, PLC0415

        game = pyspiel.load_game(name)
        rng, steps, deals = Random(1), 0, 0
        tensor = game.get_type().provides_information_state_tensor
        while True:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(outcomes, weights)[0])
                    continue
                if state.is_simultaneous_node():
                    seats = range(game.num_players())
                    state.apply_actions([rng.choice(state.legal_actions(seat)) for seat in seats])
                    steps += len(seats)
                    continue
                player = state.current_player()
                if tensor:
                    state.information_state_tensor(player)
                else:
                    state.observation_tensor(player)
                state.apply_action(draw(state.legal_actions_mask(player), rng))
                steps += 1
            deals += 1
            yield Played(steps, deals)

    return play


RUNS: dict[str, Callable[[], Play]] = {
    "PettingZoo AEC": ours_aec,
    "PettingZoo leduc, raw": pettingzoo_classic("leduc_holdem_v4", "raw_env"),
    "PettingZoo AEC, in its wrappers": ours_aec_wrapped,
    "PettingZoo leduc, in its wrappers": pettingzoo_classic("leduc_holdem_v4"),
    "PettingZoo no-limit hold'em, in its wrappers": pettingzoo_classic("texas_holdem_no_limit_v6"),
    "PettingZoo Parallel": ours_parallel,
    "RLlib, without Ray": ours_rllib,
    "Gymnasium, random": gymnasium_single("random"),
    "Gymnasium, best": gymnasium_single("best"),
    "Gymnasium, greedy beside the core": gymnasium_single("greedy"),
    "256 tables, every seat": vector(None),
    "256 tables against best": vector("best"),
    "RLCard doudizhu": rlcard_game("doudizhu"),
    "RLCard gin-rummy": rlcard_game("gin-rummy"),
    "RLCard leduc": rlcard_game("leduc-holdem"),
    "OpenSpiel, this game": openspiel_game("python_spielgeld"),
    "OpenSpiel gin_rummy": openspiel_game("gin_rummy"),
    "OpenSpiel hanabi": openspiel_game("hanabi"),
    "OpenSpiel leduc": openspiel_game("leduc_poker"),
}


class Rate(NamedTuple):
    """Per second of processor time."""

    steps: float
    deals: float


def turn(play: Play, before: Played, seconds: float) -> tuple[Rate, Played]:
    """Play for that many seconds."""
    began = time.process_time()
    while (used := time.process_time() - began) < seconds:
        now = next(play)
    return Rate((now.steps - before.steps) / used, (now.deals - before.deals) / used), now


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=2, help="of a turn, processor time")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--only", default="", help="those with this in their name")
    given = parser.parse_args()
    games: dict[str, tuple[Play, Played]] = {}
    for name, make in RUNS.items():
        if given.only in name:
            try:
                games[name] = (play := make()), next(play)
            except (ImportError, RuntimeError) as missing:
                print(f"{name}: left out, {missing}")
    rates: dict[str, list[Rate]] = {name: [] for name in games}
    for _ in range(given.turns):
        for name, (play, before) in games.items():
            rate, now = turn(play, before, given.seconds)
            rates[name].append(rate)
            games[name] = play, now
    print("| environment | steps/s | lowest | highest | deals/s |\n|---|---|---|---|---|")
    for name, found in rates.items():
        steps = sorted(rate.steps for rate in found)
        deals = statistics.median(rate.deals for rate in found)
        middle = statistics.median(steps)
        print(f"| {name} | {middle:,.0f} | {steps[0]:,.0f} | {steps[-1]:,.0f} | {deals:,.1f} |")


if __name__ == "__main__":
    main()
