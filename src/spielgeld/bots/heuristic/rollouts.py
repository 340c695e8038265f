"""Rollouts from a view: the final points after each choice, and the value of the choices."""

from collections.abc import Sequence
from random import Random

import numpy as np
from numpy.typing import NDArray

from spielgeld.bots.heuristic.bot import player_tables, seat_of
from spielgeld.bots.heuristic.policy import bid_buffers, weigh_bids
from spielgeld.bots.heuristic.rollout_kernels import rollout_buffers, try_bids, try_turns
from spielgeld.bots.heuristic.temper import BEST, Temper
from spielgeld.engine import Bid, Turn, View
from spielgeld.fast.jit import as_words
from spielgeld.fast.knowledge import knowledge_of, known_state
from spielgeld.fast.turns import number_of
from spielgeld.fast.words import layout_of

Ends = NDArray[np.int64]
"""Final points by choice, world and seat."""

LEAD_WEIGHT = 0.0003
"""The value of a point of lead over the best rival, where a win is 1."""
_CARDS_PER_ROUND = 5


def likely_bids(view: View, most: int, temper: Temper = BEST) -> list[Bid]:
    """The bids the heuristic policy values most, the best first."""
    player = player_tables(temper, view.setup.rules, view.setup.players)
    buffers = bid_buffers()
    found = weigh_bids(player.tables, player.outlook, known_state(view), seat_of(view), buffers)
    values = np.asarray(buffers.values[:found])
    layout, bluff = layout_of(view.setup), view.setup.rules.bluff_breaks_ties
    order = np.argsort(-values, kind="stable")[:most]
    return [Bid(layout.pile(int(buffers.notes[at]), int(buffers.coins[at])), bluff) for at in order]


def ends_after_bids(
    view: View, bids: Sequence[Bid], worlds: int, rng: Random, temper: Temper = BEST
) -> Ends:
    """The final points after each of these bids of the view's seat; all play by the temper."""
    player = player_tables(temper, view.setup.rules, view.setup.players)
    words = [layout_of(view.setup).words(bid.cards) for bid in bids]
    ends = np.zeros((len(bids), worlds, view.setup.players), np.int64)
    try_bids(
        player.tables,
        player.outlook,
        knowledge_of(view),
        seat_of(view),
        as_words([notes for notes, _ in words]),
        as_words([coins for _, coins in words]),
        as_words([int(bid.bluff) for bid in bids]),
        ends,
        rollout_buffers(player.tables),
        _word(rng),
    )
    return ends


def ends_after_turns(
    view: View, turns: Sequence[Turn], worlds: int, rng: Random, temper: Temper = BEST
) -> Ends:
    """The final points after each of these turns of the view's seat, which is to act."""
    player = player_tables(temper, view.setup.rules, view.setup.players)
    ends = np.zeros((len(turns), worlds, view.setup.players), np.int64)
    numbers = as_words([number_of(turn) for turn in turns])
    buffers = rollout_buffers(player.tables)
    try_turns(player.tables, player.outlook, knowledge_of(view), numbers, ends, buffers, _word(rng))
    return ends


def decisions_left(view: View) -> int:
    """The approximate number of bids and turns left in the deal: the cost of one rollout."""
    rounds = 1 if view.last_round else 2 + view.deck_size // _CARDS_PER_ROUND
    return 2 * rounds * view.setup.players


def win_shares(ends: Ends, seat: int) -> NDArray[np.float64]:
    """The seat's share of the win, by choice and world."""
    best = ends.max(axis=2, keepdims=True)
    shared = (ends == best).sum(axis=2)
    won: NDArray[np.float64] = (ends[:, :, seat] == best[:, :, 0]) / shared
    return won


def choice_values(ends: Ends, seat: int, shares: NDArray[np.float64]) -> NDArray[np.float64]:
    """The value of each choice: its mean share of the win, with the lead as a tie-break."""
    value: NDArray[np.float64] = (shares + LEAD_WEIGHT * leads(ends, seat)).mean(axis=1)
    return value


def leads(ends: Ends, seat: int) -> Ends:
    """How far the seat is ahead of its best rival, by choice and world."""
    rivals = np.delete(ends, seat, axis=2).max(axis=2)
    return ends[:, :, seat] - rivals  # type: ignore[no-any-return]


def _word(rng: Random) -> int:
    return rng.getrandbits(62) | 1
