"""Compiled rollouts: hidden cards are drawn at random, then all seats play by the policy.

Every choice is tried in the same sampled worlds (common random numbers), which cancels luck when
choices are compared. The result is an array of final points by choice, world and seat.
"""

from typing import Any, NamedTuple

from spielgeld.bots.heuristic.outlook import Outlook
from spielgeld.bots.heuristic.policy import BidBuffers, bid_buffers, choose_bid, choose_turn
from spielgeld.fast.jit import as_words, compiled, zeros
from spielgeld.fast.knowledge import Knowledge, sample
from spielgeld.fast.steps import (
    AWAITS,
    FIRST_WAITING,
    OVER,
    PLAYERS,
    SCORES,
    TURN,
    new_state,
    reveal,
    take_turn,
)
from spielgeld.fast.tables import Tables
from spielgeld.fast.words import MOST_SEATS, Words


class RolloutBuffers(NamedTuple):
    """Buffers for a rollout."""

    world: Any
    """The state of a sampled world."""
    after: Any
    """Its state after a choice."""
    notes: Any
    """The bids of a round by seat."""
    coins: Any
    bluffs: Any
    later_notes: Any
    """The bids of the rounds after it."""
    later_coins: Any
    bids: BidBuffers


def rollout_buffers(tables: Tables) -> RolloutBuffers:
    """Buffers for one rollout at a time."""
    return RolloutBuffers(
        world=new_state(),
        after=new_state(),
        notes=zeros(MOST_SEATS),
        coins=zeros(MOST_SEATS),
        bluffs=as_words([tables.breaks_ties] * MOST_SEATS),
        later_notes=zeros(MOST_SEATS),
        later_coins=zeros(MOST_SEATS),
        bids=bid_buffers(),
    )


@compiled
def bid_all(
    tables: Tables, outlook: Outlook, state: Any, notes: Any, coins: Any, buffers: BidBuffers
) -> None:
    """Choose every seat's bid by the heuristic policy."""
    for seat in range(state[PLAYERS]):
        chosen = choose_bid(tables, outlook, state, seat, buffers, 0)
        notes[seat], coins[seat] = buffers.notes[chosen], buffers.coins[chosen]


@compiled
def end_round(tables: Tables, outlook: Outlook, state: Any, buffers: BidBuffers) -> None:
    """Let every seat still to act take its turn by the heuristic policy."""
    while state[AWAITS] == TURN:
        turn = choose_turn(tables, outlook, state, state[FIRST_WAITING], buffers, 0)
        take_turn(tables, state, turn)


@compiled
def play_out(tables: Tables, outlook: Outlook, state: Any, buffers: RolloutBuffers) -> None:
    """Play the deal to its end by the heuristic policy."""
    end_round(tables, outlook, state, buffers.bids)
    while state[AWAITS] != OVER:
        bid_all(tables, outlook, state, buffers.later_notes, buffers.later_coins, buffers.bids)
        reveal(tables, state, buffers.later_notes, buffers.later_coins, buffers.bluffs)
        end_round(tables, outlook, state, buffers.bids)


@compiled
def _play_and_keep(
    tables: Tables, outlook: Outlook, buffers: RolloutBuffers, ends: Words, choice: int, world: int
) -> None:
    """Play the deal to its end after a choice, and store the points."""
    play_out(tables, outlook, buffers.after, buffers)
    for seat in range(buffers.after[PLAYERS]):
        ends[choice, world, seat] = buffers.after[SCORES + seat]


@compiled
def try_bids(
    tables: Tables,
    outlook: Outlook,
    knowledge: Knowledge,
    seat: int,
    bid_notes: Words,
    bid_coins: Words,
    bid_bluffs: Words,
    ends: Words,
    buffers: RolloutBuffers,
    word: int,
) -> None:
    """Fill in the final points after each of these bids of the seat, world by world."""
    for at in range(ends.shape[1]):
        word = sample(knowledge, buffers.world, word)
        bid_all(tables, outlook, buffers.world, buffers.notes, buffers.coins, buffers.bids)
        usual = buffers.bluffs[seat]
        for bid in range(len(bid_notes)):
            buffers.after[:] = buffers.world
            buffers.notes[seat], buffers.coins[seat] = bid_notes[bid], bid_coins[bid]
            buffers.bluffs[seat] = bid_bluffs[bid]
            reveal(tables, buffers.after, buffers.notes, buffers.coins, buffers.bluffs)
            buffers.bluffs[seat] = usual
            _play_and_keep(tables, outlook, buffers, ends, bid, at)


@compiled
def try_turns(
    tables: Tables,
    outlook: Outlook,
    knowledge: Knowledge,
    turns: Words,
    ends: Words,
    buffers: RolloutBuffers,
    word: int,
) -> None:
    """Fill in the final points after each of these turns of the seat to act, world by world."""
    for at in range(ends.shape[1]):
        word = sample(knowledge, buffers.world, word)
        for turn in range(len(turns)):
            buffers.after[:] = buffers.world
            take_turn(tables, buffers.after, turns[turn])
            _play_and_keep(tables, outlook, buffers, ends, turn, at)
