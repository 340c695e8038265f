"""Compiled rollouts: hidden cards are drawn at random, then all seats play by the policy.

Every choice is tried in the same sampled worlds (common random numbers), which cancels luck when
choices are compared. The result is an array of final points by choice, world and seat.
"""

from typing import Any, NamedTuple

from spielgeld.bots.heuristic.outlook import Outlook
from spielgeld.bots.heuristic.policy import Weighed, choose_bid, choose_turn, room
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


class Trial(NamedTuple):
    """Buffers for a rollout."""

    world: Any
    """What the hidden cards may be."""
    after: Any
    """The same after a choice."""
    notes: Any
    """The bids of a round by seat."""
    coins: Any
    bluffs: Any
    later_notes: Any
    """The bids of the rounds after it."""
    later_coins: Any
    weighed: Weighed


def trial(tables: Tables) -> Trial:
    """Buffers for one rollout at a time."""
    return Trial(
        world=new_state(),
        after=new_state(),
        notes=zeros(MOST_SEATS),
        coins=zeros(MOST_SEATS),
        bluffs=as_words([tables.breaks_ties] * MOST_SEATS),
        later_notes=zeros(MOST_SEATS),
        later_coins=zeros(MOST_SEATS),
        weighed=room(),
    )


@compiled
def bid_all(
    tables: Tables, outlook: Outlook, state: Any, notes: Any, coins: Any, weighed: Weighed
) -> None:
    """Choose every seat's bid by the heuristic policy."""
    for seat in range(state[PLAYERS]):
        chosen = choose_bid(tables, outlook, state, seat, weighed, 0)
        notes[seat], coins[seat] = weighed.notes[chosen], weighed.coins[chosen]


@compiled
def end_round(tables: Tables, outlook: Outlook, state: Any, weighed: Weighed) -> None:
    """Let every seat still to act take its turn by the heuristic policy."""
    while state[AWAITS] == TURN:
        turn = choose_turn(tables, outlook, state, state[FIRST_WAITING], weighed, 0)
        take_turn(tables, state, turn)


@compiled
def play_out(tables: Tables, outlook: Outlook, state: Any, room: Trial) -> None:
    """Play the deal to its end by the heuristic policy."""
    end_round(tables, outlook, state, room.weighed)
    while state[AWAITS] != OVER:
        bid_all(tables, outlook, state, room.later_notes, room.later_coins, room.weighed)
        reveal(tables, state, room.later_notes, room.later_coins, room.bluffs)
        end_round(tables, outlook, state, room.weighed)


@compiled
def _play_and_keep(
    tables: Tables, outlook: Outlook, room: Trial, ends: Words, choice: int, world: int
) -> None:
    """Play out what came after a choice, and keep how it ended."""
    play_out(tables, outlook, room.after, room)
    for seat in range(room.after[PLAYERS]):
        ends[choice, world, seat] = room.after[SCORES + seat]


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
    room: Trial,
    word: int,
) -> None:
    """Fill in how deals may end after each of these bids of the seat."""
    for at in range(ends.shape[1]):
        word = sample(knowledge, room.world, word)
        bid_all(tables, outlook, room.world, room.notes, room.coins, room.weighed)
        usual = room.bluffs[seat]
        for bid in range(len(bid_notes)):
            room.after[:] = room.world
            room.notes[seat], room.coins[seat] = bid_notes[bid], bid_coins[bid]
            room.bluffs[seat] = bid_bluffs[bid]
            reveal(tables, room.after, room.notes, room.coins, room.bluffs)
            room.bluffs[seat] = usual
            _play_and_keep(tables, outlook, room, ends, bid, at)


@compiled
def try_turns(
    tables: Tables,
    outlook: Outlook,
    knowledge: Knowledge,
    turns: Words,
    ends: Words,
    room: Trial,
    word: int,
) -> None:
    """Fill in how deals may end after each of these turns of the seat to act."""
    for at in range(ends.shape[1]):
        word = sample(knowledge, room.world, word)
        for turn in range(len(turns)):
            room.after[:] = room.world
            take_turn(tables, room.after, turns[turn])
            _play_and_keep(tables, outlook, room, ends, turn, at)
