"""Heuristic players: the same with and without Numba, and blind to what is hidden."""

import json
import os
import subprocess
import sys
from dataclasses import astuple
from random import Random
from typing import Any

import pytest

from spielgeld.bots import play_match
from spielgeld.bots.heuristic.bot import HeuristicBot, player_tables
from spielgeld.bots.heuristic.policy import bid_buffers, choose_bid, choose_turn
from spielgeld.bots.heuristic.temper import BEST, draw_temper
from spielgeld.bots.random_bot import RandomBot
from spielgeld.engine import Match, Setup, View, shuffle, view_of
from spielgeld.fast import steps
from spielgeld.fast.knowledge import known_state
from spielgeld.fast.words import layout_of
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


@pytest.mark.process
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


def with_hidden_cards(view: View, rng: Random) -> Any:
    """What the view's seat knows, with the cards it has never seen dealt to hands and deck."""
    layout, state = layout_of(view.setup), known_state(view)
    unseen = rng.sample(view.unseen, len(view.unseen))
    for seat, count in enumerate(view.unknown):
        hidden = [unseen.pop() for _ in range(0 if seat == view.seat else count)]
        notes, coins = layout.words(hidden)
        for first, word in (
            (steps.HAND_NOTES, notes),
            (steps.SECRET_NOTES, notes),
            (steps.HAND_COINS, coins),
            (steps.SECRET_COINS, coins),
        ):
            state[first + seat] |= word
    deck = steps.ORDER + state[steps.DRAWN]
    state[deck : steps.ORDER + state[steps.CARDS]] = layout.numbers(unseen)
    return state


@pytest.mark.parametrize("number", range(6))
def test_others_hands_are_not_looked_at(number: int) -> None:
    """Compiled tables choose from a state with all hands, but only by what a seat sees of it."""
    rng = Random(f"trial {number}")
    match = rng.choice(moments(any_setup(rng), rng))
    players = match.setup.players
    seat = match.deal.waiting[0] if match.deal and match.deal.waiting else rng.randrange(players)
    view = view_of(match, seat)
    player = player_tables(BEST, match.setup.rules, players)
    chosen: set[object] = set()
    states = [with_hidden_cards(view, rng) for _ in range(20)]
    assert len({tuple(state) for state in states}) > 1
    for state in states:
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
