"""Tempers against each other in compiled code, fast enough to search for better tempers."""

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spielgeld.bots.heuristic.bot import player_tables
from spielgeld.bots.heuristic.outlook import Outlook
from spielgeld.bots.heuristic.policy import choose_bid, choose_turn
from spielgeld.bots.heuristic.rollout_kernels import RolloutBuffers, rollout_buffers
from spielgeld.bots.heuristic.temper import Temper
from spielgeld.engine import Setup
from spielgeld.fast.chance import below, next_word
from spielgeld.fast.jit import as_words, compiled
from spielgeld.fast.steps import (
    AWAITS,
    FIRST_WAITING,
    OVER,
    SCORES,
    TURN,
    deal_out,
    reveal,
    take_turn,
)
from spielgeld.fast.tables import Tables, tables_of
from spielgeld.fast.words import Words, layout_of

Shares = NDArray[np.float64]
"""By deck: the share of the wins, averaged over all seats."""


def shares_among(one: Temper, many: Temper, setup: Setup, decks: int, seed: int) -> Shares:
    """The win shares of one temper among others of one kind; the same seed gives the same decks."""
    tables = tables_of(setup.rules)
    alone, others = [
        player_tables(temper, setup.rules, setup.players).outlook for temper in (one, many)
    ]
    cards = as_words(layout_of(setup).numbers(setup.cards))
    shares = np.zeros(decks)
    first = int(next_word(2 * seed + 1))
    _fill_in(tables, alone, others, setup.players, cards, first, _buffers(setup), shares)
    return shares


@lru_cache(maxsize=8)
def _buffers(setup: Setup) -> RolloutBuffers:
    return rollout_buffers(tables_of(setup.rules))


@compiled
def _fill_in(
    tables: Tables,
    one: Outlook,
    many: Outlook,
    players: int,
    cards: Words,
    word: int,
    buffers: RolloutBuffers,
    shares: Shares,
) -> None:
    order = cards.copy()
    for deck in range(len(shares)):
        for last in range(len(order) - 1, 0, -1):
            word = next_word(word)
            at = below(word, last + 1)
            order[last], order[at] = order[at], order[last]
        for place in range(players):
            deal_out(buffers.world, players, order)
            _play_deal(tables, one, many, players, place, buffers, word)
            shares[deck] += _won(buffers.world, players, place) / players


@compiled
def _play_deal(
    tables: Tables,
    one: Outlook,
    many: Outlook,
    players: int,
    place: int,
    buffers: RolloutBuffers,
    word: int,
) -> None:
    state = buffers.world
    while state[AWAITS] != OVER:
        if state[AWAITS] == TURN:
            seat = state[FIRST_WAITING]
            word = next_word(word)
            outlook = one if seat == place else many
            turn = choose_turn(tables, outlook, state, seat, buffers.bids, _chance(word))
            take_turn(tables, state, turn)
            continue
        for seat in range(players):
            word = next_word(word)
            outlook = one if seat == place else many
            chosen = choose_bid(tables, outlook, state, seat, buffers.bids, _chance(word))
            buffers.notes[seat] = buffers.bids.notes[chosen]
            buffers.coins[seat] = buffers.bids.coins[chosen]
        reveal(tables, state, buffers.notes, buffers.coins, buffers.bluffs)


@compiled
def _chance(word: int) -> int:
    """The random bits of a hasty player's errors: 31, as `HeuristicBot` draws them."""
    return (word >> 20) & 0x7FFFFFFF


@compiled
def _won(state: Any, players: int, place: int) -> float:
    """The seat's share of the win."""
    level = 0
    for seat in range(players):
        if state[SCORES + seat] > state[SCORES + place]:
            return 0.0
        level += state[SCORES + seat] == state[SCORES + place]
    return 1.0 / level
