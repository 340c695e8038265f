"""The example of last rounds: OpenSpiel's solvers solve them, and they are the engine's."""

import sys
from pathlib import Path
from random import Random

import pyspiel
import pytest

from spielgeld.engine import EDITIONS, Bid, NotAllowed, reveal, take_turn, view_of
from spielgeld.research.episode import Dealer

sys.path.append(str(Path(__file__).parents[2] / "examples"))
from last_rounds import (
    cheapest_bids,
    every_bid,
    every_world,
    last_round,
    write_efg,
)


def test_a_last_round_with_its_hidden_cards_is_solved() -> None:
    worlds = every_world(last_round(0))
    assert len(worlds) > 1
    game = pyspiel.load_efg_game(write_efg(worlds, cheapest_bids(1)))
    assert game.num_players() == 3
    assert game.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(60):
        solver.evaluate_and_update_policy()
    assert pyspiel.nash_conv(game, solver.average_policy(), True) < 0.01


def test_every_path_through_the_file_is_a_path_through_the_engine() -> None:
    """Play the file and the engine side by side: the same choices and the same end."""
    match, bids = last_round(0), cheapest_bids(3)
    state = pyspiel.load_efg_game(write_efg(match, bids)).new_initial_state()
    rng, sealed = Random(5), list[Bid]()
    while not state.is_terminal():
        seat = state.current_player()
        at = rng.choice(state.legal_actions())
        chosen = state.legal_actions().index(at)
        if match.awaits == "bids":
            assert seat == len(sealed)
            bid = bids(view_of(match, seat))[chosen]
            assert state.action_to_string(seat, at) == str(bid)
            sealed.append(bid)
            if len(sealed) == 3:
                match = reveal(match, sealed).match
        else:
            assert match.deal
            assert seat == match.deal.waiting[0]
            match = take_turn(match, seat, view_of(match, seat).legal_turns[chosen]).match
        state.apply_action(at)
    shares = [share + 1 / 3 for share in state.returns()]
    won = [points == max(match.scores[-1]) for points in match.scores[-1]]
    assert shares == pytest.approx([each / sum(won) for each in won], abs=1e-6)


def test_what_is_no_last_round_or_too_large_is_refused() -> None:
    match = Dealer("it", players=3, seed=1).deal().match
    with pytest.raises(NotAllowed) as early:
        write_efg(match)
    with pytest.raises(NotAllowed) as large:
        every_world(match)
    assert (early.value.code, large.value.code) == ("not_now", "too_large")
    assert len(every_bid(view_of(match, 0))) == 2**6 - 1 + EDITIONS["it"].rules.bluff_only_bid
