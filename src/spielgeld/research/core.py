"""A deal card by card on machine words: the one core of every environment.

A deal is one row of 64-bit words: the state of `fast/steps.py`, followed by what is needed to bid
card by card. Where there is a word for each seat, the constant is the index of seat 0. The readable
form of the same deal is in the tests, which compare the two cell by cell.

Eight cells of an observation are one word. Cards are bits in their piles already; a lookup table
expands eight bits to eight cells. This needs a little-endian machine, as all are that Numba
compiles for.
"""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from spielgeld.engine import Rules, Setup
from spielgeld.engine.cards import COINS
from spielgeld.engine.rules.dealing import HAND_SIZE
from spielgeld.fast import steps
from spielgeld.fast.bits import count
from spielgeld.fast.chance import below, next_word
from spielgeld.fast.jit import compiled
from spielgeld.fast.steps import AWAITS, BIDS, FIRST_WAITING, OVER, PLAYERS, TURN, WAITING
from spielgeld.fast.tables import Tables, tables_of
from spielgeld.fast.words import (
    BY_SERIAL,
    CURRENCIES,
    MOST_CARDS,
    MOST_SEATS,
    NOTE_BITS,
    PER_CURRENCY,
    Words,
)
from spielgeld.research import observation as cells
from spielgeld.research.actions import ACTIONS, RIGHT, SEAL, SEAL_WITH_BLUFF, TAKE_NEXT

SEALED = steps.SIZE  # by seat, whether its bid is sealed; then what is in the bid so far
BID_NOTES = SEALED + MOST_SEATS
BID_COINS = BID_NOTES + MOST_SEATS
BID_BLUFF = BID_COINS + MOST_SEATS
SHOWN_NOTES = BID_BLUFF + MOST_SEATS  # the last reveal
SHOWN_COINS = SHOWN_NOTES + MOST_SEATS
SHOWN_BLUFF = SHOWN_COINS + MOST_SEATS
SHOWN_PLACE = SHOWN_BLUFF + MOST_SEATS
PLAYED_BY = SHOWN_PLACE + MOST_SEATS  # by seat: the number of its bot, or `tables.CALLER`
ACTOR = PLAYED_BY + MOST_SEATS  # the first seat that has something to choose; -1 for none
SEED = ACTOR + 1  # of the next deal
WORD = ACTOR + 2  # the state of the random number generator within the deal
IN_GAME = ACTOR + 3  # a bit for each currency
LOSER = ACTOR + 4  # the seat that acted illegally; -1 for none
WIDTH = ACTOR + 5

NOBODY, ILLEGAL, REVEALED = 6, 7, 8
"""What `step` returns instead of the next actor, or in addition to it."""
MASK_WORDS = 11
"""The length of a mask in words: eight actions each, three of the last word unused."""
ROW_WORDS = cells.COLUMNS // 8
_TWENTIES, _THIRTIES, _FORTIES, _FIFTIES, _SIXTIES = BY_SERIAL
_NEXT_SEED = 0x9E3779B97F4A7C15 - (1 << 64)
_MIX = 0xBF58476D1CE4E5B9 - (1 << 64), 0x94D049BB133111EB - (1 << 64)
_MIX_1, _MIX_2 = _MIX


class Kit(NamedTuple):
    """What all deals under the same rules share."""

    tables: Tables
    constant: Words
    """The first three words of the last row, without what differs between deals or moments; all
    coins there are, as bits."""
    spread: Words
    """By byte: the word in which each of its bits is a byte."""


@lru_cache(maxsize=64)
def kit_of(rules: Rules, players: int) -> Kit:
    """Return what deals under these rules share."""
    flags = {
        cells.SILVER_GOLD: rules.coins == "silver_gold",
        cells.SITS_OUT: rules.bluff_only_bid,
        cells.BREAKS_TIES: rules.bluff_breaks_ties,
        cells.LEFT_FIRST: rules.refill_first == "left",
        cells.SHORTFALL: rules.last_round == "shortfall",
        cells.COIN_TRIOS: rules.coin_trios,
        cells.PLAYERS + players - 3: True,
    }
    row = np.zeros(3 * 8, np.uint8)
    for column, flag in flags.items():
        row[column] = flag
    bits = np.arange(256)[:, None] >> np.arange(8) & 1
    spread = bits.astype(np.uint8).reshape(-1).view(np.int64)
    constant = np.append(row.view(np.int64), (1 << len(COINS[rules.coins])) - 1)
    return Kit(tables_of(rules), constant, spread)


def in_game(setup: Setup) -> int:
    """Return the currencies that are in the game, as bits."""
    codes = enumerate(each.code for each in setup.edition.currencies)
    return sum(1 << at for at, code in codes if code not in setup.removed)


# ---------------------------------------------------------------- the deal


@compiled
def mix(word: int) -> Any:
    """Return a well-mixed word (SplitMix64), never 0."""
    word = (word ^ ((word >> 30) & 0x3FFFFFFFF)) * _MIX_1
    word = (word ^ ((word >> 27) & 0x1FFFFFFFFF)) * _MIX_2
    word ^= (word >> 31) & 0x1FFFFFFFF
    return word if word else 1


@compiled
def begin(row: Words, players: int, removed: int, fixed: int, coins: int) -> None:
    """Begin the next deal of the row's seed: the deal depends on nothing that was played before.

    `removed` is how many currencies leave, or, if they are `fixed`, which, as bits.
    """
    word, out = mix(row[SEED]), 0
    row[SEED] += _NEXT_SEED
    if fixed:
        out = removed
    else:
        while count(out) < removed:
            word = next_word(word)
            out |= 1 << below(word, CURRENCIES)
    order, cards = np.empty(MOST_CARDS, np.int64), 0
    for number in range(NOTE_BITS + coins):
        if number >= NOTE_BITS or not (out >> (number // PER_CURRENCY)) & 1:
            order[cards] = number
            cards += 1
    for last in range(cards - 1, 0, -1):
        word = next_word(word)
        at = below(word, last + 1)
        order[last], order[at] = order[at], order[last]
    row[WORD] = word
    begin_with(row, players, ((1 << CURRENCIES) - 1) & ~out, order[:cards])


@compiled
def begin_with(row: Words, players: int, currencies: int, order: Words) -> None:
    """Deal these cards, by number, in this order; `currencies` are those in the game, as bits."""
    steps.deal_out(row, players, order)
    row[SEALED:PLAYED_BY] = 0
    row[LOSER], row[ACTOR], row[IN_GAME] = -1, 0, currencies


@compiled
def is_legal(tables: Tables, row: Words, seat: int, action: int) -> Any:
    """Return True if the seat may do this."""
    if action < 0 or action >= ACTIONS or row[LOSER] >= 0:
        return False
    if row[AWAITS] == TURN:
        return seat == row[FIRST_WAITING] and _is_legal_turn(row, seat, action)
    if row[AWAITS] == OVER or row[SEALED + seat]:
        return False
    notes, coins = row[BID_NOTES + seat], row[BID_COINS + seat]
    if action >= SEAL:
        begun = notes != 0 or coins != 0
        with_bluff = tables.breaks_ties if begun else tables.sits_out
        return (action == SEAL and begun) or (action == SEAL_WITH_BLUFF and with_bluff != 0)
    if action < NOTE_BITS:
        is_held, higher = row[HAND_NOTES + seat] >> action, (notes >> action) | coins
    else:
        at = action - NOTE_BITS
        is_held, higher = row[HAND_COINS + seat] >> at, coins >> at
    return is_held & 1 != 0 and higher == 0


HAND_NOTES, HAND_COINS = steps.HAND_NOTES, steps.HAND_COINS


@compiled
def _is_legal_turn(row: Words, seat: int, action: int) -> Any:
    if action < TAKE_NEXT:
        return action >= RIGHT
    distance = action - TAKE_NEXT + 1
    found = False
    for at in range(1, row[WAITING]):
        found |= (row[FIRST_WAITING + at] - seat) % row[PLAYERS] == distance
    return found


@compiled
def write_mask(tables: Tables, spread: Words, row: Words, seat: int, out: Any) -> None:
    """Write what the seat may do, eight actions in a word."""
    notes = coins = others = takes = 0
    if row[LOSER] >= 0:
        pass
    elif row[AWAITS] == TURN and seat == row[FIRST_WAITING]:
        others = 0b111 << (RIGHT - SEAL)
        for at in range(1, row[WAITING]):
            distance = row[FIRST_WAITING + at] - seat
            takes |= 1 << (distance - 1 if distance > 0 else distance + row[PLAYERS] - 1)
    elif row[AWAITS] == BIDS and not row[SEALED + seat]:
        laid_notes, laid_coins = row[BID_NOTES + seat], row[BID_COINS + seat]
        notes = row[HAND_NOTES + seat] & ~_up_to_highest(laid_notes)
        coins = row[HAND_COINS + seat] & ~_up_to_highest(laid_coins)
        if laid_coins:
            notes = 0
        begun = laid_notes != 0 or laid_coins != 0
        others = 1 | (tables.breaks_ties << 1) if begun else tables.sits_out << 1
    out[0] = spread[notes & 255]
    out[1] = spread[(notes >> 8) & 255]
    out[2] = spread[(notes >> 16) & 255]
    out[3] = spread[(notes >> 24) & 255]
    out[4] = spread[(notes >> 32) & 255]
    out[5] = spread[(notes >> 40) & 255]
    out[6] = spread[(notes >> 48) & 255]
    out[7] = spread[((notes >> 56) & 127) | ((coins & 1) << 7)]
    out[8] = spread[(coins >> 1) & 255]
    out[9] = spread[((coins >> 9) & 7) | (others << 3)]
    out[10] = spread[takes]


@compiled
def _up_to_highest(word: int) -> Any:
    """Return a word with all bits up to the highest of this one."""
    word |= word >> 1
    word |= word >> 2
    word |= word >> 4
    word |= word >> 8
    word |= word >> 16
    return word | word >> 32


@compiled
def step(kit: Kit, row: Words, seat: int, action: int, seen: Any, mask: Any, kept: int) -> Any:
    """Let the seat do this; returns the next actor, or `NOBODY`, or `ILLEGAL`; plus `REVEALED`.

    If `kept`, `seen` and `mask` hold what the actor observes before, and the next one after.
    """
    tables, constant, spread = kit
    if not is_legal(tables, row, seat, action):
        return ILLEGAL
    act(tables, row, seat, action)
    if action < SEAL:
        if kept and seat == row[ACTOR]:
            write_card_laid(tables, row, seat, action, seen)
            write_mask(tables, spread, row, seat, mask)
        return row[ACTOR]
    after = settle(tables, row)
    if kept and row[ACTOR] >= 0:
        write_observation(tables, constant, spread, row, row[ACTOR], seen)
        write_mask(tables, spread, row, row[ACTOR], mask)
    return after


@compiled
def act(tables: Tables, row: Words, seat: int, action: int) -> None:
    """Let the seat do this, which must be legal; `settle` does what follows from it."""
    if row[AWAITS] == TURN:
        if action >= TAKE_NEXT:
            victim = (seat + action - TAKE_NEXT + 1) % row[PLAYERS]
            steps.take_turn(tables, row, steps.TAKE_BID + victim)
        else:
            steps.take_turn(tables, row, action - RIGHT)
    elif action < NOTE_BITS:
        row[BID_NOTES + seat] |= 1 << action
    elif action < SEAL:
        row[BID_COINS + seat] |= 1 << (action - NOTE_BITS)
    else:
        row[BID_BLUFF + seat], row[SEALED + seat] = action - SEAL, 1


@compiled
def settle(tables: Tables, row: Words) -> Any:
    """Turn up the bids if all are sealed, and find the next actor; returns what `step` does."""
    revealed = 0
    while row[AWAITS] == BIDS:
        for seat in range(row[PLAYERS]):
            if not row[SEALED + seat]:
                row[ACTOR] = seat
                return seat | revealed
        turn_up(tables, row)
        revealed = REVEALED
    row[ACTOR] = -1 if row[AWAITS] == OVER else row[FIRST_WAITING]
    return (NOBODY if row[AWAITS] == OVER else row[ACTOR]) | revealed


@compiled
def turn_up(tables: Tables, row: Words) -> None:
    """Turn up all bids, which are sealed."""
    notes = row[BID_NOTES : BID_NOTES + MOST_SEATS]
    coins = row[BID_COINS : BID_COINS + MOST_SEATS]
    bluffs = row[BID_BLUFF : BID_BLUFF + MOST_SEATS]
    for place in range(3 * MOST_SEATS):
        row[SHOWN_NOTES + place] = row[BID_NOTES + place]
    steps.reveal(tables, row, notes, coins, bluffs)
    row[SEALED:SHOWN_NOTES] = 0
    row[SHOWN_PLACE:PLAYED_BY] = 0
    # If everybody sits out, the round is over already and nobody has a place in the order.
    if row[AWAITS] == TURN:
        for at in range(row[WAITING]):
            row[SHOWN_PLACE + row[FIRST_WAITING + at]] = 1 + at


@compiled
def count_now(tables: Tables, row: Words) -> None:
    """Write what all cards of each seat would score now."""
    for seat in range(row[PLAYERS]):
        notes = row[HAND_NOTES + seat] | row[steps.LYING_NOTES + seat]
        coins = row[HAND_COINS + seat] | row[steps.LYING_COINS + seat]
        row[steps.SCORES + seat] = steps.points(tables, notes, coins)


@compiled
def random_bid(tables: Tables, row: Words, seat: int) -> None:
    """Seal a bid for the seat; every legal one is equally likely."""
    word = row[WORD]
    while True:
        word = next_word(word)
        notes, bluff = row[HAND_NOTES + seat] & word, int(word < 0)
        word = next_word(word)
        coins = row[HAND_COINS + seat] & (word >> 20)
        if notes or coins or (bluff and tables.sits_out):
            break
    row[WORD] = word
    row[BID_NOTES + seat], row[BID_COINS + seat], row[BID_BLUFF + seat] = notes, coins, bluff
    row[SEALED + seat] = 1


@compiled
def redeal(tables: Tables, row: Words, own: int) -> None:
    """Deal the cards that the seat has not seen again, every way equally likely.

    A bid that another seat has sealed is replaced by a random one of its new hand, without a
    bluff card where that has no effect; cards it has laid into an unfinished bid are taken back.
    """
    if row[AWAITS] == OVER:
        return
    notes, coins = _shuffle_hidden(row, own)
    for seat in range(row[PLAYERS]):
        if seat != own:
            row[HAND_NOTES + seat] &= ~row[steps.SECRET_NOTES + seat]
            row[HAND_COINS + seat] &= ~row[steps.SECRET_COINS + seat]
            _find_secrets(row, seat, notes, coins)
            row[HAND_NOTES + seat] |= row[steps.SECRET_NOTES + seat]
            row[HAND_COINS + seat] |= row[steps.SECRET_COINS + seat]
            row[BID_NOTES + seat] = row[BID_COINS + seat] = 0
            if row[SEALED + seat]:
                random_bid(tables, row, seat)
                if not tables.breaks_ties and row[BID_NOTES + seat] | row[BID_COINS + seat]:
                    row[BID_BLUFF + seat] = 0


@compiled
def _shuffle_hidden(row: Words, own: int) -> Any:
    """Shuffle the hidden cards within the order of all cards; returns them, in two words."""
    places, hidden, notes, coins = np.empty(MOST_CARDS, np.int64), 0, 0, 0
    for place in range(row[steps.CARDS]):
        owner, number = place // HAND_SIZE, row[steps.ORDER + place]
        in_hand = owner < row[PLAYERS] and owner != own and _is_secret(row, owner, number)
        if in_hand or place >= row[steps.DRAWN]:
            places[hidden] = steps.ORDER + place
            hidden += 1
            if number < NOTE_BITS:
                notes |= 1 << number
            else:
                coins |= 1 << (number - NOTE_BITS)
    word = row[WORD]
    for last in range(hidden - 1, 0, -1):
        word = next_word(word)
        one, other = places[last], places[below(word, last + 1)]
        row[one], row[other] = row[other], row[one]
    row[WORD] = word
    return notes, coins


@compiled
def _find_secrets(row: Words, seat: int, notes: int, coins: int) -> None:
    """Write which of these cards are among the first six of the seat: nobody else has seen them."""
    row[steps.SECRET_NOTES + seat] = row[steps.SECRET_COINS + seat] = 0
    for place in range(seat * HAND_SIZE, (seat + 1) * HAND_SIZE):
        number = row[steps.ORDER + place]
        if number < NOTE_BITS:
            row[steps.SECRET_NOTES + seat] |= notes & (1 << number)
        else:
            row[steps.SECRET_COINS + seat] |= coins & (1 << (number - NOTE_BITS))


@compiled
def _is_secret(row: Words, seat: int, number: int) -> Any:
    if number < NOTE_BITS:
        return (row[steps.SECRET_NOTES + seat] >> number) & 1 != 0
    return (row[steps.SECRET_COINS + seat] >> (number - NOTE_BITS)) & 1 != 0


# ---------------------------------------------------------------- observations


@compiled
def _write_row(
    out: Any, at: int, spread: Words, notes: int, coins: int, size: int, second: int, third: int
) -> None:
    """Write the cards of a pile and the first three numbers of its row."""
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
    """Return what a pile is worth, in tens."""
    low = 2 * count(notes & _TWENTIES) + 3 * count(notes & _THIRTIES)
    high = 4 * count(notes & _FORTIES) + 5 * count(notes & _FIFTIES) + 6 * count(notes & _SIXTIES)
    return low + high + tables.coin_sums[coins] // 10


@compiled
def _points(tables: Tables, notes: int, coins: int) -> Any:
    """Return what a hand scores, in tens; written without branches, for speed."""
    of = tables.note_scores
    some = of[notes & 511] + of[(notes >> 9) & 511] + of[(notes >> 18) & 511]
    more = of[(notes >> 27) & 511] + of[(notes >> 36) & 511] + of[(notes >> 45) & 511]
    total = some + more + of[(notes >> 54) & 511] + tables.coin_scores[coins]
    return min(cells.MOST, total // 10)


@compiled
def write_observation(
    tables: Tables, constant: Words, spread: Words, row: Words, seat: int, out: Any
) -> None:
    """Write the observation of the seat: 24 rows of ten words."""
    players = row[PLAYERS]
    laid_notes, laid_coins = row[BID_NOTES + seat], row[BID_COINS + seat]
    notes, coins = row[HAND_NOTES + seat] & ~laid_notes, row[HAND_COINS + seat] & ~laid_coins
    own_notes = row[HAND_NOTES + seat] | row[steps.LYING_NOTES + seat]
    own = _points(tables, own_notes, row[HAND_COINS + seat] | row[steps.LYING_COINS + seat])
    size = count(notes) + count(coins)
    _write_row(out, cells.HAND, spread, notes, coins, size, _tens(tables, notes, coins), own)
    _write_pile(out, cells.LAID, tables, spread, laid_notes, laid_coins, 0)
    seen_notes, seen_coins = row[HAND_NOTES + seat], row[HAND_COINS + seat]
    for at in range(2):
        pile_notes, pile_coins = row[steps.RIGHT_NOTES + 2 * at], row[steps.RIGHT_COINS + 2 * at]
        with_it = _points(tables, notes | pile_notes, coins | pile_coins)
        _write_pile(out, cells.RIGHT + at, tables, spread, pile_notes, pile_coins, with_it)
        seen_notes |= pile_notes
        seen_coins |= pile_coins
    hidden = row[AWAITS] != OVER
    for at in range(MOST_SEATS):
        if at >= players:
            out[cells.LYING + at, :] = 0
            out[cells.BID + at, :] = 0
            out[cells.KNOWN + at, :] = 0
            continue
        other = seat + at if seat + at < players else seat + at - players
        pile_notes, pile_coins = row[steps.LYING_NOTES + other], row[steps.LYING_COINS + other]
        if pile_notes or pile_coins:
            with_it = _points(tables, notes | pile_notes, coins | pile_coins)
            _write_pile(out, cells.LYING + at, tables, spread, pile_notes, pile_coins, with_it)
        else:
            out[cells.LYING + at, :] = 0
        shown_notes, shown_coins = row[SHOWN_NOTES + other], row[SHOWN_COINS + other]
        _write_pile(out, cells.BID + at, tables, spread, shown_notes, shown_coins, 0)
        out[cells.BID + at, 9] |= row[SHOWN_PLACE + other] << 48 | row[SHOWN_BLUFF + other] << 56
        known_notes, known_coins = row[HAND_NOTES + other], row[HAND_COINS + other]
        held = count(known_notes) + count(known_coins)
        if hidden:
            known_notes &= ~row[steps.SECRET_NOTES + other]
            known_coins &= ~row[steps.SECRET_COINS + other]
        unknown = held - count(known_notes) - count(known_coins)
        _write_row(out, cells.KNOWN + at, spread, known_notes, known_coins, held, unknown, 0)
        seen_notes |= pile_notes | known_notes
        seen_coins |= pile_coins | known_coins
    if row[AWAITS] == TURN:
        for at in range(row[WAITING]):
            distance = row[FIRST_WAITING + at] - seat
            place = distance if distance >= 0 else distance + players
            out[cells.LYING + place, 9] |= (1 + at) << 48
    _write_unseen(out, constant[3], spread, row, seen_notes, seen_coins)
    _write_moment(out, constant, row)


@compiled
def look(kit: Kit, row: Words, seen: Any, masks: Any) -> None:
    """Write the observations and masks of all seats."""
    tables, constant, spread = kit
    for seat in range(row[PLAYERS]):
        write_observation(tables, constant, spread, row, seat, seen[seat])
        write_mask(tables, spread, row, seat, masks[seat])


@compiled
def _write_pile(
    out: Any, at: int, tables: Tables, spread: Words, notes: int, coins: int, third: int
) -> None:
    tens = _tens(tables, notes, coins)
    _write_row(out, at, spread, notes, coins, count(notes) + count(coins), tens, third)


@compiled
def write_card_laid(tables: Tables, row: Words, seat: int, number: int, out: Any) -> None:
    """Update the observation after the seat laid this card; nothing else has changed."""
    if number < NOTE_BITS:
        value = tables.note_sums[1 << (number % PER_CURRENCY)] // 10
    else:
        value = tables.coin_sums[1 << (number - NOTE_BITS)] // 10
    at, byte = number >> 3, 8 * (number & 7)
    out[cells.HAND, at] &= ~(1 << byte)
    out[cells.LAID, at] |= 1 << byte
    out[cells.HAND, 9] -= (value << 32) | (1 << 24)
    out[cells.LAID, 9] += (value << 32) | (1 << 24)
    notes = row[HAND_NOTES + seat] & ~row[BID_NOTES + seat]
    coins = row[HAND_COINS + seat] & ~row[BID_COINS + seat]
    right = _points(tables, notes | row[steps.RIGHT_NOTES], coins | row[steps.RIGHT_COINS])
    left = _points(tables, notes | row[steps.LEFT_NOTES], coins | row[steps.LEFT_COINS])
    out[cells.RIGHT, 9] = (out[cells.RIGHT, 9] & ~(cells.MOST << 40)) | (right << 40)
    out[cells.LEFT, 9] = (out[cells.LEFT, 9] & ~(cells.MOST << 40)) | (left << 40)


@compiled
def _write_unseen(
    out: Any, all_coins: int, spread: Words, row: Words, notes: int, coins: int
) -> None:
    """Write all cards of the game but those that were seen; nothing once the deal is open."""
    unseen_notes, unseen_coins, deck = 0, 0, 0
    if row[AWAITS] != OVER:
        currencies = 0
        for currency in range(CURRENCIES):
            if (row[IN_GAME] >> currency) & 1:
                currencies |= 511 << (9 * currency)
        unseen_notes, unseen_coins = currencies & ~notes, all_coins & ~coins
        deck = row[steps.CARDS] - row[steps.DRAWN]
    size = count(unseen_notes) + count(unseen_coins)
    _write_row(out, cells.UNSEEN, spread, unseen_notes, unseen_coins, size, deck, 0)


@compiled
def _write_moment(out: Any, constant: Words, row: Words) -> None:
    moment = min(cells.MOST, row[steps.ROUND]) << 48 | row[steps.IDLE_REFILLS] << 56
    if row[AWAITS] == BIDS:
        moment |= 1
    elif row[AWAITS] == TURN:
        moment |= 1 << 8
    out[cells.MOMENT, :] = 0
    out[cells.MOMENT, 0] = constant[0] | moment
    out[cells.MOMENT, 1] = constant[1]
    if row[steps.LAST_ROUND]:
        out[cells.MOMENT, 1] |= 1 << (8 * (row[steps.LAST_ROUND] - 1))
    currencies = 0
    for currency in range(CURRENCIES):
        currencies |= ((row[IN_GAME] >> currency) & 1) << (8 * currency + 8)
    out[cells.MOMENT, 2] = constant[2] | currencies
