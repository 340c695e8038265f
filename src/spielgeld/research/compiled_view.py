"""The observation of `observation.py`, written from the words of a compiled table.

Eight cells are one 64-bit word, so a row is ten words. Cards are bits in their piles already; a
lookup table expands eight bits to eight cells. The numbers of a row are the last bytes of its last
word. This needs a little-endian machine, as all are that Numba compiles for.
"""

from typing import Any

import numpy as np

from spielgeld.engine import Setup
from spielgeld.engine.cards import COINS
from spielgeld.fast.bits import count
from spielgeld.fast.jit import compiled
from spielgeld.fast.steps import (
    AWAITS,
    BIDS,
    CARDS,
    DRAWN,
    FIRST_WAITING,
    HAND_COINS,
    HAND_NOTES,
    IDLE_REFILLS,
    LAST_ROUND,
    LEFT_COINS,
    LEFT_NOTES,
    LYING_COINS,
    LYING_NOTES,
    OVER,
    PLAYERS,
    RIGHT_COINS,
    RIGHT_NOTES,
    ROUND,
    SECRET_COINS,
    SECRET_NOTES,
    TURN,
    WAITING,
)
from spielgeld.fast.tables import Tables
from spielgeld.fast.words import (
    BY_SERIAL,
    CURRENCIES,
    MOST_SEATS,
    NOTE_BITS,
    PER_CURRENCY,
    Words,
)
from spielgeld.research import observation as cells
from spielgeld.research.compiled_deal import (
    ACTOR,
    BID_COINS,
    BID_NOTES,
    IN_GAME,
    LAID_COINS,
    LAID_NOTES,
    SEALED,
    SHOWN_BLUFF,
    SHOWN_COINS,
    SHOWN_NOTES,
    SHOWN_PLACE,
)

ROW_WORDS = cells.COLUMNS // 8
_TWENTIES, _THIRTIES, _FORTIES, _FIFTIES, _SIXTIES = BY_SERIAL
_LYING, _BID, _KNOWN = cells.LYING, cells.BID, cells.KNOWN
_HAND, _LAID, _RIGHT, _LEFT = cells.HAND, cells.LAID, cells.RIGHT, cells.LEFT
_UNSEEN, _MOMENT = cells.UNSEEN, cells.MOMENT
_MOST = cells.MOST


def spread_bits() -> Words:
    """By byte: the word in which each of its bits is a byte."""
    bits = np.arange(256)[:, None] >> np.arange(8) & 1
    return bits.astype(np.uint8).reshape(-1).view(np.int64)


def constant_words(setup: Setup) -> Words:
    """The first three words of the last row, without what differs between tables or moments;
    all coins there are, as bits."""
    row = np.frombuffer(cells.constant_cells(setup), np.uint8).reshape(cells.SHAPE)[cells.MOMENT]
    words = row.copy()
    words[cells.IN_GAME : cells.IN_GAME + CURRENCIES] = 0
    return np.append(words.view(np.int64)[:3], (1 << len(COINS[setup.rules.coins])) - 1)


@compiled
def _write_row(
    out: Any, at: int, spread: Words, notes: int, coins: int, size: int, second: int, third: int
) -> None:
    """The cards of a pile and the first three numbers of its row."""
    out[at, 0] = spread[notes & 255]
    out[at, 1] = spread[(notes >> 8) & 255]
    out[at, 2] = spread[(notes >> 16) & 255]
    out[at, 3] = spread[(notes >> 24) & 255]
    out[at, 4] = spread[(notes >> 32) & 255]
    out[at, 5] = spread[(notes >> 40) & 255]
    out[at, 6] = spread[(notes >> 48) & 255]
    out[at, 7] = spread[((notes >> 56) & 127) | ((coins & 1) << 7)]
    out[at, 8] = spread[(coins >> 1) & 255]
    out[at, 9] = spread[(coins >> 9) & 7] | (size << 24) | (second << 32) | (third << 40)


@compiled
def _tens(tables: Tables, notes: int, coins: int) -> Any:
    """What a pile is worth, in tens."""
    low = 2 * count(notes & _TWENTIES) + 3 * count(notes & _THIRTIES)
    high = 4 * count(notes & _FORTIES) + 5 * count(notes & _FIFTIES) + 6 * count(notes & _SIXTIES)
    return low + high + tables.coin_sums[coins] // 10


@compiled
def _points(tables: Tables, notes: int, coins: int) -> Any:
    """What a hand scores, in tens; written without branches, for speed."""
    of = tables.note_scores
    some = of[notes & 511] + of[(notes >> 9) & 511] + of[(notes >> 18) & 511]
    more = of[(notes >> 27) & 511] + of[(notes >> 36) & 511] + of[(notes >> 45) & 511]
    total = some + more + of[(notes >> 54) & 511] + tables.coin_scores[coins]
    return min(_MOST, total // 10)


@compiled
def write_observation(
    tables: Tables, constant: Words, spread: Words, row: Words, seat: int, out: Any
) -> None:
    """Fill in the rows, each of ten words, for the seat."""
    players = row[PLAYERS]
    laid_notes = laid_coins = 0
    if row[SEALED + seat]:
        laid_notes, laid_coins = row[BID_NOTES + seat], row[BID_COINS + seat]
    elif seat == row[ACTOR]:
        laid_notes, laid_coins = row[LAID_NOTES], row[LAID_COINS]
    notes, coins = row[HAND_NOTES + seat] & ~laid_notes, row[HAND_COINS + seat] & ~laid_coins
    lying_notes, lying_coins = row[LYING_NOTES + seat], row[LYING_COINS + seat]
    own = _points(tables, notes | laid_notes | lying_notes, coins | laid_coins | lying_coins)
    size = count(notes) + count(coins)
    _write_row(out, _HAND, spread, notes, coins, size, _tens(tables, notes, coins), own)
    size = count(laid_notes) + count(laid_coins)
    tens = _tens(tables, laid_notes, laid_coins)
    _write_row(out, _LAID, spread, laid_notes, laid_coins, size, tens, 0)
    _write_takable(out, _RIGHT, tables, spread, row[RIGHT_NOTES], row[RIGHT_COINS], notes, coins)
    _write_takable(out, _LEFT, tables, spread, row[LEFT_NOTES], row[LEFT_COINS], notes, coins)
    seen_notes = row[RIGHT_NOTES] | row[LEFT_NOTES] | row[HAND_NOTES + seat]
    seen_coins = row[RIGHT_COINS] | row[LEFT_COINS] | row[HAND_COINS + seat]
    hidden = row[AWAITS] != OVER
    for at in range(MOST_SEATS):
        if at >= players:
            out[_LYING + at, :] = 0
            out[_BID + at, :] = 0
            out[_KNOWN + at, :] = 0
            continue
        other = seat + at if seat + at < players else seat + at - players
        pile_notes, pile_coins = row[LYING_NOTES + other], row[LYING_COINS + other]
        if pile_notes or pile_coins:
            _write_takable(out, _LYING + at, tables, spread, pile_notes, pile_coins, notes, coins)
            seen_notes |= pile_notes
            seen_coins |= pile_coins
        else:
            out[_LYING + at, :] = 0
        _write_shown(out, _BID + at, tables, spread, row, other)
        known_notes, known_coins = row[HAND_NOTES + other], row[HAND_COINS + other]
        held = count(known_notes) + count(known_coins)
        unknown = 0
        if hidden:
            known_notes &= ~row[SECRET_NOTES + other]
            known_coins &= ~row[SECRET_COINS + other]
            unknown = held - count(known_notes) - count(known_coins)
        _write_row(out, _KNOWN + at, spread, known_notes, known_coins, held, unknown, 0)
        seen_notes |= known_notes
        seen_coins |= known_coins
    if row[AWAITS] == TURN:
        for at in range(row[WAITING]):
            distance = row[FIRST_WAITING + at] - seat
            out[_LYING + (distance if distance >= 0 else distance + players), 9] |= (1 + at) << 48
    _write_unseen(out, spread, row, seen_notes, seen_coins, constant[3], hidden)
    _write_moment(out, constant, row)


@compiled
def write_card_laid(tables: Tables, row: Words, seat: int, number: int, out: Any) -> None:
    """Update the observation after the seat laid this card; nothing else has changed."""
    value = _value(tables, number)
    at, byte = number >> 3, 8 * (number & 7)
    out[_HAND, at] &= ~(1 << byte)
    out[_LAID, at] |= 1 << byte
    out[_HAND, 9] -= (value << 32) | (1 << 24)
    out[_LAID, 9] += (value << 32) | (1 << 24)
    notes = row[HAND_NOTES + seat] & ~row[LAID_NOTES]
    coins = row[HAND_COINS + seat] & ~row[LAID_COINS]
    right = _points(tables, notes | row[RIGHT_NOTES], coins | row[RIGHT_COINS])
    left = _points(tables, notes | row[LEFT_NOTES], coins | row[LEFT_COINS])
    out[_RIGHT, 9] = (out[_RIGHT, 9] & ~(_MOST << 40)) | (right << 40)
    out[_LEFT, 9] = (out[_LEFT, 9] & ~(_MOST << 40)) | (left << 40)


@compiled
def _value(tables: Tables, number: int) -> Any:
    """What a card is worth, in tens."""
    if number < NOTE_BITS:
        return tables.note_sums[1 << (number % PER_CURRENCY)] // 10
    return tables.coin_sums[1 << (number - NOTE_BITS)] // 10


@compiled
def _write_takable(
    out: Any,
    at: int,
    tables: Tables,
    spread: Words,
    notes: int,
    coins: int,
    hand_notes: int,
    hand_coins: int,
) -> None:
    with_it = _points(tables, hand_notes | notes, hand_coins | coins)
    tens = _tens(tables, notes, coins)
    _write_row(out, at, spread, notes, coins, count(notes) + count(coins), tens, with_it)


@compiled
def _write_shown(out: Any, at: int, tables: Tables, spread: Words, row: Words, other: int) -> None:
    notes, coins = row[SHOWN_NOTES + other], row[SHOWN_COINS + other]
    tens = _tens(tables, notes, coins)
    _write_row(out, at, spread, notes, coins, count(notes) + count(coins), tens, 0)
    out[at, 9] |= (row[SHOWN_PLACE + other] << 48) | (row[SHOWN_BLUFF + other] << 56)


@compiled
def _write_unseen(
    out: Any, spread: Words, row: Words, notes: int, coins: int, all_coins: int, hidden: bool
) -> None:
    """All cards of the game but those that were seen; nothing once the deal is open."""
    in_game, unseen_notes, unseen_coins, deck = 0, 0, 0, 0
    if hidden:
        for currency in range(CURRENCIES):
            if (row[IN_GAME] >> currency) & 1:
                in_game |= 511 << (9 * currency)
        unseen_notes, unseen_coins = in_game & ~notes, all_coins & ~coins
        deck = row[CARDS] - row[DRAWN]
    size = count(unseen_notes) + count(unseen_coins)
    _write_row(out, _UNSEEN, spread, unseen_notes, unseen_coins, size, deck, 0)


@compiled
def _write_moment(out: Any, constant: Words, row: Words) -> None:
    awaits = row[AWAITS]
    moment = constant[0] | (min(_MOST, row[ROUND]) << 48) | (row[IDLE_REFILLS] << 56)
    if awaits == BIDS:
        moment |= 1
    elif awaits == TURN:
        moment |= 1 << 8
    out[_MOMENT, :] = 0
    out[_MOMENT, 0] = moment
    out[_MOMENT, 1] = constant[1]
    if row[LAST_ROUND]:
        out[_MOMENT, 1] |= 1 << (8 * (row[LAST_ROUND] - 1))
    in_game = 0
    for currency in range(CURRENCIES):
        in_game |= ((row[IN_GAME] >> currency) & 1) << (8 * currency + 8)
    out[_MOMENT, 2] = constant[2] | in_game
