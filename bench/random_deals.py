"""Whole deals of random play in one compiled function, without calls that pass arrays.

The same rules as in `fast/steps.py`, written out for speed: the state is a few local
variables. Tests replay its deals on `engine/`.
"""

import numpy as np

from spielgeld.engine.rules.dealing import HAND_SIZE, ROW_SIZE
from spielgeld.engine.rules.ending import STALL_AFTER
from spielgeld.fast.bits import count
from spielgeld.fast.chance import below, next_word
from spielgeld.fast.jit import compiled
from spielgeld.fast.tables import Tables
from spielgeld.fast.words import (
    BY_SERIAL,
    MOST_SEATS,
    NOTE_BITS,
    PER_CURRENCY,
    SETS,
    Words,
)

_SET = SETS - 1
TWENTIES, THIRTIES, FORTIES, FIFTIES, SIXTIES = BY_SERIAL
_CLASS = 64  # more than there are notes or coins of one value


@compiled
def lowest(word: int) -> int:
    """The number of the lowest bit that is set; there must be one."""
    return count((word & -word) - 1)


@compiled
def _note_worth(notes: int) -> int:
    low = 20 * count(notes & TWENTIES) + 30 * count(notes & THIRTIES)
    high = 40 * count(notes & FORTIES) + 50 * count(notes & FIFTIES) + 60 * count(notes & SIXTIES)
    return low + high


@compiled
def _lowest_serial(notes: int, coins: int) -> int:
    """A number that rises with the lowest serial of a pile."""
    if notes & TWENTIES:
        return lowest(notes & TWENTIES)
    if notes & THIRTIES:
        return _CLASS + lowest(notes & THIRTIES)
    if notes & FORTIES:
        return 2 * _CLASS + lowest(notes & FORTIES)
    if notes & FIFTIES:
        return 3 * _CLASS + lowest(notes & FIFTIES)
    if notes & SIXTIES:
        return 4 * _CLASS + lowest(notes & SIXTIES)
    return 5 * _CLASS + lowest(coins)


@compiled
def random_deals(
    tables: Tables, players: int, cards: Words, seed: int, scores: Words, rounds: Words
) -> int:
    """Fill in the scores (deal by seat) and rounds of random deals; how many decisions they took.

    Every subset of a hand is equally likely as a bid, with or without the bluff card, and so is
    every turn. The seed is any number but 0.
    """
    note_scores, coin_scores, coin_sums = tables.note_scores, tables.coin_scores, tables.coin_sums
    breaks_ties, left_first = tables.breaks_ties, tables.left_first
    shortfall, sits_out = tables.shortfall, tables.sits_out
    order = cards.copy()
    hand_notes, hand_coins = np.zeros(MOST_SEATS, np.int64), np.zeros(MOST_SEATS, np.int64)
    lying_notes, lying_coins = np.zeros(MOST_SEATS, np.int64), np.zeros(MOST_SEATS, np.int64)
    keys, waiting = np.zeros(MOST_SEATS, np.int64), np.zeros(MOST_SEATS, np.int64)
    size, word, decisions = len(order), seed, 0

    for deal in range(len(rounds)):
        for last in range(size - 1, 0, -1):
            word = next_word(word)
            at = below(word, last + 1)
            order[last], order[at] = order[at], order[last]
        drawn = 0
        for pile in range(players):
            notes = coins = 0
            for _ in range(HAND_SIZE):
                number = order[drawn]
                drawn += 1
                if number < NOTE_BITS:
                    notes |= 1 << number
                else:
                    coins |= 1 << (number - NOTE_BITS)
            hand_notes[pile], hand_coins[pile] = notes, coins
        right_notes = right_coins = left_notes = left_coins = 0
        right_missing = left_missing = ROW_SIZE
        first_is_left = 0  # the first rows are laid right before left in every edition
        round_number, idle_refills, is_last = 0, 0, False

        while True:
            # Refill: the first row, then the other.
            before = drawn
            for turn in range(2):
                is_left = turn != first_is_left
                wanted = left_missing if is_left else right_missing
                notes = coins = 0
                while wanted and drawn < size:
                    number = order[drawn]
                    drawn += 1
                    wanted -= 1
                    if number < NOTE_BITS:
                        notes |= 1 << number
                    else:
                        coins |= 1 << (number - NOTE_BITS)
                if is_left:
                    left_notes |= notes
                    left_coins |= coins
                else:
                    right_notes |= notes
                    right_coins |= coins
            if round_number:
                deck, all_missing = size - before, right_missing + left_missing
                idle_refills = 0 if drawn > before else idle_refills + 1
                is_last = deck < all_missing or deck == 0 if shortfall else deck <= all_missing
                is_last = is_last or idle_refills >= STALL_AFTER
            first_is_left = left_first
            round_number += 1

            # Bids, in the order in which they act.
            acting = 0
            for seat in range(players):
                notes = coins = bluff = 0
                while notes == 0 and coins == 0:
                    word = next_word(word)
                    notes = hand_notes[seat] & word
                    bluff = word < 0
                    if hand_coins[seat]:
                        word = next_word(word)
                        coins = hand_coins[seat] & (word >> 20)
                    if sits_out and bluff:
                        break
                lying_notes[seat], lying_coins[seat] = notes, coins
                hand_notes[seat] ^= notes
                hand_coins[seat] ^= coins
                if notes == 0 and coins == 0:
                    continue
                key = (_note_worth(notes) + coin_sums[coins]) * 2 + (breaks_ties and bluff)
                key = key * 512 - _lowest_serial(notes, coins)
                at = acting
                while at and keys[at - 1] < key:
                    keys[at], waiting[at] = keys[at - 1], waiting[at - 1]
                    at -= 1
                keys[at], waiting[at] = key, seat
                acting += 1
            decisions += players + acting

            # Turns.
            for place in range(acting):
                seat = waiting[place]
                word = next_word(word)
                pick = below(word, acting - place + 2)
                notes, coins = lying_notes[seat], lying_coins[seat]
                if pick == 0:
                    notes, right_notes = right_notes, notes
                    coins, right_coins = right_coins, coins
                elif pick == 1:
                    notes, left_notes = left_notes, notes
                    coins, left_coins = left_coins, coins
                elif pick > 2:
                    at = place + pick - 2
                    victim = waiting[at]
                    notes, lying_notes[victim] = lying_notes[victim], notes
                    coins, lying_coins[victim] = lying_coins[victim], coins
                    while at > place + 1:  # whose bid was taken acts next
                        waiting[at] = waiting[at - 1]
                        at -= 1
                    waiting[at] = victim
                hand_notes[seat] |= notes
                hand_coins[seat] |= coins
            if is_last:
                break
            right_missing = max(0, ROW_SIZE - count(right_notes) - count(right_coins))
            left_missing = max(0, ROW_SIZE - count(left_notes) - count(left_coins))

        rounds[deal] = round_number
        for seat in range(players):
            total = coin_scores[hand_coins[seat]]
            notes = hand_notes[seat]
            while notes:
                total += note_scores[notes & _SET]
                notes >>= PER_CURRENCY
            scores[deal, seat] = total
    return decisions
