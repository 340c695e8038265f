"""A seat knows the same on arrays as in its view, and the network is told the same of it."""

from random import Random
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from spielgeld.bots.champion import features
from spielgeld.bots.champion.inference import positions_of
from spielgeld.bots.champion.options import ROUNDS_AHEAD, bid_options, turn_options
from spielgeld.bots.champion.position import Position
from spielgeld.engine import (
    Match,
    deal_cards,
    legal_bids,
    legal_turns,
    reveal,
    shuffle,
    start_match,
    take_turn,
    view_of,
)
from spielgeld.fast.turns import number_of
from spielgeld_training import history as counts
from spielgeld_training.batch import deal as batch_deal
from spielgeld_training.batch.numbers import numbers_of, pile_of, rules_as_numbers
from spielgeld_training.batch.piles import CARDS, KINDS, SEATS
from spielgeld_training.positions import position_of
from support.play import any_setup

BY_RIVAL = ("present", "known", "lying", "sizes", "unknown", "place", "history")
POTENTIAL = np.random.default_rng(1).integers(0, 2000, (ROUNDS_AHEAD, 512), np.int32)

_deal_out, _reveal = jax.jit(batch_deal.deal_out), jax.jit(batch_deal.reveal)
_take, _end = jax.jit(batch_deal.take_turn), jax.jit(batch_deal.end_round)
_revealed, _turned = jax.jit(counts.after_reveal), jax.jit(counts.after_turn)


def _described(deal: Any, history: Any, seat: Any) -> Any:
    position = position_of(deal, history, jnp.int32(1), seat)
    found = features.see(jnp, position)
    bids = bid_options(jnp, position, found.order, jnp.asarray(POTENTIAL))
    return position, found, bids, turn_options(jnp, position, found.order)


_told = jax.jit(_described)


def _compare(match: Match, deal: Any, history: Any, seat: int) -> None:
    many = positions_of([view_of(match, seat)])
    wanted = Position._make(each[0] for each in many)
    position, found, bids, turns = jax.tree.map(np.asarray, _told(deal, history, seat))
    # Empty seats stand among the others on arrays, behind them at the table.
    first = np.argsort(position.present == 0, kind="stable")
    ordered = position._replace(**{name: getattr(position, name)[first] for name in BY_RIVAL})
    for name, mine, theirs in zip(wanted._fields, wanted, ordered, strict=True):
        np.testing.assert_array_equal(mine, theirs, err_msg=name)
    here = features.see(np, wanted)
    np.testing.assert_array_equal(here.table, found.table)
    np.testing.assert_array_equal(here.rivals, found.rivals[first])
    if match.awaits == "bids":
        mine = bid_options(np, wanted, here.order, POTENTIAL)
        np.testing.assert_array_equal(mine.legal, bids.legal)
        np.testing.assert_array_equal(mine.acts[mine.legal], bids.acts[bids.legal])
        np.testing.assert_array_equal(mine.piles[mine.legal], bids.piles[bids.legal])
    else:
        mine = turn_options(np, wanted, here.order)
        options = np.append(np.arange(3), 3 + first)
        np.testing.assert_array_equal(mine.legal, turns.legal[options])
        np.testing.assert_array_equal(mine.acts, turns.acts[options])


@pytest.mark.parametrize("number", range(12))
def test_views_and_arrays_tell_the_same(number: int) -> None:
    rng = Random(f"positions {number}")
    setup = any_setup(rng)
    numbers = numbers_of(setup)
    order = shuffle(setup.cards, rng.randrange)
    match = deal_cards(start_match(setup), order).match
    numbered = [numbers[card] for card in order]
    behind = [card for card in range(CARDS) if card not in set(numbered)]
    in_game = [int(each.code not in setup.removed) for each in setup.edition.currencies]
    rules = jax.tree.map(jnp.int32, rules_as_numbers(setup.rules, setup.players))
    deal = _deal_out(rules, jnp.array(in_game), jnp.array(numbered + behind))
    history = counts.no_history()
    rounds = 0
    while match.awaits != "nothing" and rounds < 8:
        rounds += 1
        for seat in range(setup.players):
            _compare(match, deal, history, seat)
        bids = [legal_bids(match, seat).draw(rng) for seat in range(setup.players)]
        empty = SEATS - setup.players
        piles = [pile_of(numbers, bid.cards) for bid in bids] + [[0] * KINDS] * empty
        match = reveal(match, bids).match
        bluffs = [int(bid.bluff) for bid in bids] + [0] * empty
        deal = _reveal(deal, jnp.array(piles), jnp.array(bluffs))
        history = _revealed(history, deal)
        while match.awaits == "turn" and match.deal:
            seat = match.deal.waiting[0]
            _compare(match, deal, history, seat)
            turn = rng.choice(legal_turns(match))
            told = number_of(turn)
            history = _turned(history, deal, told)
            deal = _take(deal, told)
            match = take_turn(match, seat, turn).match
        deal = _end(deal)
    assert rounds > 1
