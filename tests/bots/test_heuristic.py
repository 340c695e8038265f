"""Heuristic players: the same with and without Numba, and blind to what is hidden."""

import json
import os
import subprocess
import sys
from dataclasses import astuple
from random import Random

import numpy as np
import pytest

from spielgeld.bots import play_match
from spielgeld.bots.heuristic.bot import HeuristicBot, player_tables
from spielgeld.bots.heuristic.policy import bid_buffers, choose_bid, choose_turn
from spielgeld.bots.heuristic.rollouts import decisions_left, ends_after_turns, win_shares
from spielgeld.bots.heuristic.temper import BEST, draw_temper
from spielgeld.bots.random_bot import RandomBot
from spielgeld.engine import Match, Setup, shuffle, view_of
from spielgeld.fast import steps
from spielgeld.fast.knowledge import knowledge_of, sample
from support.play import any_setup

SCRIPT = """
import json, sys
if "bare" in sys.argv:
    sys.modules["numpy"] = sys.modules["numba"] = None  # as if they were not installed
from random import Random
from spielgeld.bots.heuristic.bot import HeuristicBot
from spielgeld.bots.heuristic.temper import BEST, draw_temper
from spielgeld.bots.matches import play_match
from spielgeld.engine import shuffle
from spielgeld.fast.jit import IS_COMPILED
from support.play import any_setup

rng = Random(4)
told = []
for _ in range(12):
    setup = any_setup(rng)
    order = shuffle(setup.cards, rng.randrange)
    bots = [HeuristicBot(draw_temper(rng, around=BEST)) for _ in range(setup.players)]
    for step in play_match(setup, bots, [rng] * setup.players, lambda _: order):
        told += [str(event) for event in step.events]
print(json.dumps([IS_COMPILED, bool(sys.modules.get("numpy")), told]))
"""


def told_by(*words: str) -> list[object]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    ran = subprocess.run(
        [sys.executable, "-c", SCRIPT, *words], env=environment, capture_output=True, check=True
    )
    told: list[object] = json.loads(ran.stdout)
    return told


def test_they_choose_alike_compiled_and_without_numba_and_numpy() -> None:
    compiled, bare = told_by(), told_by("bare")
    assert [compiled[:2], bare[:2]] == [[True, True], [False, False]]
    assert compiled[2] == bare[2]


def moments(setup: Setup, rng: Random) -> list[Match]:
    """Every moment of a random deal at which something is chosen."""
    order = shuffle(setup.cards, rng.randrange)
    bots = [RandomBot()] * setup.players
    return [step.match for step in play_match(setup, bots, [rng] * setup.players, lambda _: order)][
        :-1
    ]


@pytest.mark.parametrize("number", range(6))
def test_in_trials_others_hands_are_not_looked_at(number: int) -> None:
    """In a rollout the state holds all hands; a choice must depend only on what its seat sees."""
    rng = Random(f"trial {number}")
    match = rng.choice(moments(any_setup(rng), rng))
    players = match.setup.players
    seat = match.deal.waiting[0] if match.deal and match.deal.waiting else rng.randrange(players)
    view = view_of(match, seat)
    player, knowledge = player_tables(BEST, match.setup.rules, players), knowledge_of(view)
    chosen: set[object] = set()
    word = 7
    for _ in range(20):
        state = steps.new_state()
        word = sample(knowledge, state, word)
        buffers = bid_buffers()
        if match.awaits == "turn":
            chosen.add(choose_turn(player.tables, player.outlook, state, seat, buffers, 0))
        else:
            at = choose_bid(player.tables, player.outlook, state, seat, buffers, 0)
            chosen.add((buffers.notes[at], buffers.coins[at]))
    assert len(chosen) == 1


def test_tempers_can_be_drawn_at_random() -> None:
    rng = Random(1)
    drawn = [draw_temper(rng, spread=0.3) for _ in range(3)]
    assert len({astuple(each) for each in drawn}) == 3
    for each in drawn:
        for value, usual in zip(astuple(each), astuple(BEST), strict=True):
            assert abs(value - usual) <= 0.3 * abs(usual) + 1e-9
    assert HeuristicBot(drawn[0])


def test_a_share_of_the_win_is_split_among_those_who_are_level() -> None:
    rng = Random(3)
    match = next(each for each in moments(any_setup(rng), rng) if each.awaits == "turn")
    assert match.deal
    view = view_of(match, match.deal.waiting[0])
    ends = ends_after_turns(view, view.legal_turns, 8, Random(1))
    shares = [win_shares(ends, seat) for seat in range(match.setup.players)]
    assert np.allclose(np.sum(shares, axis=0), 1)


def test_what_a_search_costs_is_the_same_whatever_the_own_cards() -> None:
    """The number of worlds, and with it the time, must not tell how hard a choice is."""
    rng = Random(5)
    for match in moments(any_setup(rng), rng)[::7]:
        lefts = {decisions_left(view_of(match, seat)) for seat in range(match.setup.players)}
        assert len(lefts) == 1
