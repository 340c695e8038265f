"""The rules of a deal on bit masks, step by step: deal, reveal, turns, refill, scores.

The state is one flat array of 64-bit integers, so that it is cheap to copy. The constants below
name its indices; where there is one per seat, the constant is that of seat 0. A pile is two
bit masks, notes and coins. A turn is a number: right, left, keep, or `TAKE_BID` plus the seat.
"""

from typing import Any

from spielgeld.engine.rules.dealing import HAND_SIZE, ROW_SIZE
from spielgeld.engine.rules.ending import STALL_AFTER
from spielgeld.fast.bits import count
from spielgeld.fast.jit import compiled, zeros
from spielgeld.fast.tables import Tables
from spielgeld.fast.words import (
    BY_SERIAL,
    MOST_CARDS,
    MOST_SEATS,
    NOTE_BITS,
    PER_CURRENCY,
    Words,
)

RIGHT, LEFT, KEEP, TAKE_BID = 0, 1, 2, 3
BIDS, TURN, OVER = 0, 1, 2
GOES_ON, DECK_EMPTY, SHORTFALL, STALL = 0, 1, 2, 3

PLAYERS, ROUND, AWAITS = 0, 1, 2
RIGHT_NOTES, RIGHT_COINS, LEFT_NOTES, LEFT_COINS = 3, 4, 5, 6
DRAWN, CARDS = 7, 8  # how many cards have left the deck; how many a deal has
IDLE_REFILLS, LAST_ROUND = 9, 10
WAITING = 11  # how many are still to act; then their seats, the next one first
FIRST_WAITING = 12
HAND_NOTES = FIRST_WAITING + MOST_SEATS
HAND_COINS = HAND_NOTES + MOST_SEATS
SECRET_NOTES = HAND_COINS + MOST_SEATS  # of the hand, what nobody else has ever seen
SECRET_COINS = SECRET_NOTES + MOST_SEATS
LYING_NOTES = SECRET_COINS + MOST_SEATS
LYING_COINS = LYING_NOTES + MOST_SEATS
SCORES = LYING_COINS + MOST_SEATS
ORDER = SCORES + MOST_SEATS  # all cards, by number, as they leave the deck
SIZE = ORDER + MOST_CARDS

_SET = (1 << PER_CURRENCY) - 1
_TWENTIES, _THIRTIES, _FORTIES, _FIFTIES, _SIXTIES = BY_SERIAL


def new_state() -> Words:
    """An empty state, to be filled by `deal_out` or by sampling."""
    return zeros(SIZE)


@compiled
def worth(tables: Tables, notes: int, coins: int) -> int:
    """The sum of the values of the cards."""
    total: int = tables.coin_sums[coins]
    while notes:
        total += tables.note_sums[notes & _SET]
        notes >>= PER_CURRENCY
    return total


@compiled
def points(tables: Tables, notes: int, coins: int) -> int:
    """What a hand scores."""
    total: int = tables.coin_scores[coins]
    while notes:
        total += tables.note_scores[notes & _SET]
        notes >>= PER_CURRENCY
    return total


@compiled
def _has_lower_serial(notes: int, coins: int, other_notes: int, other_coins: int) -> bool:
    """Whether the lowest serial of the first pile is below that of the other."""
    for all_alike in (_TWENTIES, _THIRTIES, _FORTIES, _FIFTIES, _SIXTIES):
        mine, theirs = notes & all_alike, other_notes & all_alike
        if mine or theirs:
            return _lowest_first(mine, theirs)
    return _lowest_first(coins, other_coins)


@compiled
def _lowest_first(mine: int, theirs: int) -> bool:
    if not mine or not theirs:
        return mine != 0
    return (mine & -mine) < (theirs & -theirs)


@compiled
def deal_out(state: Words, players: int, order: Words) -> None:
    """Begin a deal with the cards, by number, in this order."""
    for place in range(ORDER):
        state[place] = 0
    for at in range(len(order)):  # not by slices: lists and arrays do not mix
        state[ORDER + at] = order[at]
    state[PLAYERS], state[ROUND], state[CARDS] = players, 1, len(order)
    for seat in range(players):
        _draw(state, HAND_NOTES + seat, HAND_COINS + seat, HAND_SIZE)
        state[SECRET_NOTES + seat] = state[HAND_NOTES + seat]
        state[SECRET_COINS + seat] = state[HAND_COINS + seat]
    _draw(state, RIGHT_NOTES, RIGHT_COINS, ROW_SIZE)
    _draw(state, LEFT_NOTES, LEFT_COINS, ROW_SIZE)


@compiled
def _draw(state: Words, notes: int, coins: int, wanted: int) -> Any:
    """Draw cards from the deck onto the pile at these indices; returns how many there were."""
    first = state[DRAWN]
    last = min(first + wanted, state[CARDS])
    for at in range(first, last):
        add_card(state, notes, coins, state[ORDER + at])
    state[DRAWN] = last
    return last - first


@compiled
def add_card(state: Words, notes: int, coins: int, number: int) -> None:
    """Add the card of this number to the pile at these indices."""
    if number < NOTE_BITS:
        state[notes] |= 1 << number
    else:
        state[coins] |= 1 << (number - NOTE_BITS)


@compiled
def reveal(tables: Tables, state: Words, notes: Words, coins: Words, bluffs: Words) -> None:
    """Turn up everybody's bids, given by seat; who bid no money sits the round out."""
    waiting = 0
    for seat in range(state[PLAYERS]):
        state[LYING_NOTES + seat], state[LYING_COINS + seat] = notes[seat], coins[seat]
        state[HAND_NOTES + seat] &= ~notes[seat]
        state[HAND_COINS + seat] &= ~coins[seat]
        state[SECRET_NOTES + seat] &= ~notes[seat]
        state[SECRET_COINS + seat] &= ~coins[seat]
        if notes[seat] == 0 and coins[seat] == 0:
            continue
        at = waiting
        while at and _acts_before(
            tables, notes, coins, bluffs, seat, state[FIRST_WAITING + at - 1]
        ):
            state[FIRST_WAITING + at] = state[FIRST_WAITING + at - 1]
            at -= 1
        state[FIRST_WAITING + at] = seat
        waiting += 1
    state[WAITING] = waiting
    state[AWAITS] = TURN
    if waiting == 0:
        _end_round(tables, state)


@compiled
def _acts_before(
    tables: Tables, notes: Words, coins: Words, bluffs: Words, seat: int, other: int
) -> Any:
    mine = worth(tables, notes[seat], coins[seat])
    theirs = worth(tables, notes[other], coins[other])
    if mine != theirs:
        return mine > theirs
    if tables.breaks_ties and bluffs[seat] != bluffs[other]:
        return bluffs[seat] != 0
    return _has_lower_serial(notes[seat], coins[seat], notes[other], coins[other])


@compiled
def take_turn(tables: Tables, state: Words, turn: int) -> None:
    """Let the seat to act do this with its bid."""
    seat = state[FIRST_WAITING]
    state[WAITING] -= 1
    for at in range(state[WAITING]):
        state[FIRST_WAITING + at] = state[FIRST_WAITING + at + 1]
    lying = LYING_NOTES + seat
    if turn == RIGHT:
        _swap(state, RIGHT_NOTES, RIGHT_COINS, seat)
    elif turn == LEFT:
        _swap(state, LEFT_NOTES, LEFT_COINS, seat)
    elif turn >= TAKE_BID:
        victim = turn - TAKE_BID
        _swap(state, LYING_NOTES + victim, LYING_COINS + victim, seat)
        _move_to_front(state, victim)
    state[HAND_NOTES + seat] |= state[lying]
    state[HAND_COINS + seat] |= state[LYING_COINS + seat]
    state[lying] = state[LYING_COINS + seat] = 0
    if state[WAITING] == 0:
        _end_round(tables, state)


@compiled
def _swap(state: Words, notes: int, coins: int, seat: int) -> None:
    """Exchange the pile at these indices with the seat's bid."""
    lying_notes, lying_coins = LYING_NOTES + seat, LYING_COINS + seat
    state[notes], state[lying_notes] = state[lying_notes], state[notes]
    state[coins], state[lying_coins] = state[lying_coins], state[coins]


@compiled
def _move_to_front(state: Words, seat: int) -> None:
    """Whose bid was taken acts next."""
    at = 0
    while state[FIRST_WAITING + at] != seat:
        at += 1
    while at:
        state[FIRST_WAITING + at] = state[FIRST_WAITING + at - 1]
        at -= 1
    state[FIRST_WAITING] = seat


@compiled
def _end_round(tables: Tables, state: Words) -> None:
    """After the last round count; else refill the rows and see whether the next is the last."""
    if state[LAST_ROUND]:
        state[AWAITS] = OVER
        for seat in range(state[PLAYERS]):
            state[SCORES + seat] = points(
                tables, state[HAND_NOTES + seat], state[HAND_COINS + seat]
            )
        return
    right = max(0, ROW_SIZE - count(state[RIGHT_NOTES]) - count(state[RIGHT_COINS]))
    left = max(0, ROW_SIZE - count(state[LEFT_NOTES]) - count(state[LEFT_COINS]))
    deck, wanted = state[CARDS] - state[DRAWN], right + left
    drawn = 0
    if not tables.left_first:
        drawn += _draw(state, RIGHT_NOTES, RIGHT_COINS, right)
    drawn += _draw(state, LEFT_NOTES, LEFT_COINS, left)
    if tables.left_first:
        drawn += _draw(state, RIGHT_NOTES, RIGHT_COINS, right)
    state[IDLE_REFILLS] = 0 if drawn else state[IDLE_REFILLS] + 1
    state[LAST_ROUND] = _last_round_reason(tables, deck, wanted, state[IDLE_REFILLS])
    state[ROUND] += 1
    state[AWAITS] = BIDS


@compiled
def _last_round_reason(tables: Tables, deck: int, wanted: int, idle_refills: int) -> int:
    if not tables.shortfall and deck <= wanted:
        return DECK_EMPTY
    if tables.shortfall and (deck < wanted or deck == 0):
        return SHORTFALL
    return STALL if idle_refills >= STALL_AFTER else GOES_ON
