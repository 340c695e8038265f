"""Deals card by card on machine words, many at once: `deal.py` for the compiled engine.

A table is one row of 64-bit words: the state of `fast/steps.py`, followed by what is needed to bid
card by card. Where there is a word for each seat, the constant is the index of seat 0. A test holds
it equal to `deal.py`, action by action, in every edition.
"""

from typing import Any, NamedTuple

from spielgeld.bots.heuristic.outlook import Outlook
from spielgeld.bots.heuristic.policy import BidBuffers, choose_bid, choose_turn
from spielgeld.fast import steps
from spielgeld.fast.bits import count
from spielgeld.fast.chance import below, next_word
from spielgeld.fast.jit import compiled
from spielgeld.fast.steps import (
    AWAITS,
    FIRST_WAITING,
    HAND_COINS,
    HAND_NOTES,
    OVER,
    PLAYERS,
    TURN,
    WAITING,
    deal_out,
    reveal,
    take_turn,
)
from spielgeld.fast.tables import Tables
from spielgeld.fast.words import (
    CURRENCIES,
    MOST_SEATS,
    NOTE_BITS,
    PER_CURRENCY,
    Words,
)
from spielgeld.research.actions import (
    ACTIONS,
    RIGHT,
    SEAL,
    SEAL_WITH_BLUFF,
    TAKE_NEXT,
)

SEALED = steps.SIZE  # by seat, whether its bid is sealed; then the bids
BID_NOTES = SEALED + MOST_SEATS
BID_COINS = BID_NOTES + MOST_SEATS
BID_BLUFF = BID_COINS + MOST_SEATS
SHOWN_NOTES = BID_BLUFF + MOST_SEATS  # the last reveal
SHOWN_COINS = SHOWN_NOTES + MOST_SEATS
SHOWN_BLUFF = SHOWN_COINS + MOST_SEATS
SHOWN_PLACE = SHOWN_BLUFF + MOST_SEATS
PLAYED_BY = SHOWN_PLACE + MOST_SEATS  # by seat: `CALLER`, `AT_RANDOM` or a number in `Outlooks`
ACTOR = PLAYED_BY + MOST_SEATS
LAID_NOTES, LAID_COINS = ACTOR + 1, ACTOR + 2  # what the actor has laid so far
LAID_LAST = ACTOR + 3  # the number of the card it laid last; -1 for none
WORD = ACTOR + 4  # the state of the random number generator
IN_GAME = ACTOR + 5  # a bit for each currency
LOSER = ACTOR + 6  # the seat that acted illegally; -1 for none
WIDTH = ACTOR + 7

CALLER, AT_RANDOM = -2, -1
MASK_WORDS = 11
"""The length of a mask in words: eight actions each, three of the last word unused."""


class Outlooks(NamedTuple):
    """Heuristic players; each is a row of every array."""

    hand: Any
    coins: Any
    first: Any
    second: Any
    numbers: Any
    """The other fields of `Outlook`, in their order."""


@compiled
def outlook_of(outlooks: Outlooks, at: int) -> Outlook:
    """One of the outlooks."""
    numbers = outlooks.numbers[at]
    return Outlook(
        outlooks.hand[at],
        outlooks.coins[at],
        outlooks.first[at],
        outlooks.second[at],
        numbers[0],
        numbers[1],
        numbers[2],
        numbers[3],
        numbers[4],
        numbers[5],
        numbers[6],
        numbers[7],
        numbers[8],
    )


@compiled
def begin(row: Words, players: int, removed: int, fixed: int, coins: int, order: Words) -> None:
    """Draw the currencies that leave, unless they are fixed, shuffle and deal.

    `removed` is how many leave, or which, as bits; `order` is a buffer for all cards.
    """
    word, out = row[WORD], 0
    if fixed:
        out = removed
    else:
        while count(out) < removed:
            word = next_word(word)
            out |= 1 << below(word, CURRENCIES)
    cards = 0
    for number in range(NOTE_BITS):
        if not (out >> (number // PER_CURRENCY)) & 1:
            order[cards] = number
            cards += 1
    for number in range(NOTE_BITS, NOTE_BITS + coins):
        order[cards] = number
        cards += 1
    for last in range(cards - 1, 0, -1):
        word = next_word(word)
        at = below(word, last + 1)
        order[last], order[at] = order[at], order[last]
    row[WORD] = word
    begin_with(row, players, ((1 << CURRENCIES) - 1) & ~out, order[:cards])


@compiled
def begin_with(row: Words, players: int, in_game: int, order: Words) -> None:
    """Deal these cards, by number, in this order; `in_game` has a bit for each currency."""
    deal_out(row, players, order)
    row[SEALED:PLAYED_BY] = 0
    row[LOSER], row[ACTOR], row[IN_GAME] = -1, 0, in_game
    _lay_nothing(row)


@compiled
def _lay_nothing(row: Words) -> None:
    row[LAID_NOTES] = row[LAID_COINS] = 0
    row[LAID_LAST] = -1


@compiled
def is_legal(tables: Tables, row: Words, action: int) -> Any:
    """Whether the actor may do this."""
    if action < 0 or action >= ACTIONS:
        return False
    if row[AWAITS] == TURN:
        return _is_legal_turn(row, action)
    if action >= SEAL:
        begun = row[LAID_LAST] >= 0
        with_bluff = tables.breaks_ties if begun else tables.sits_out
        return (action == SEAL and begun) or (action == SEAL_WITH_BLUFF and with_bluff != 0)
    notes, coins = row[HAND_NOTES + row[ACTOR]], row[HAND_COINS + row[ACTOR]]
    held = notes >> action if action < NOTE_BITS else coins >> (action - NOTE_BITS)
    return action > row[LAID_LAST] and held & 1 != 0


@compiled
def _is_legal_turn(row: Words, action: int) -> Any:
    if action < TAKE_NEXT:
        return action >= RIGHT
    distance = action - TAKE_NEXT + 1
    found = False
    for at in range(1, row[WAITING]):
        found |= (row[FIRST_WAITING + at] - row[ACTOR]) % row[PLAYERS] == distance
    return found


@compiled
def write_mask(tables: Tables, spread: Words, row: Words, out: Any) -> None:
    """What the actor may do, eight actions in a word."""
    notes = coins = others = takes = 0
    actor, players, last = row[ACTOR], row[PLAYERS], row[LAID_LAST]
    if row[AWAITS] == TURN:
        others = 0b111 << (RIGHT - SEAL)
        for at in range(1, row[WAITING]):
            distance = row[FIRST_WAITING + at] - actor
            takes |= 1 << (distance - 1 if distance > 0 else distance + players - 1)
    elif row[AWAITS] != OVER:
        notes, coins = row[HAND_NOTES + actor], row[HAND_COINS + actor]
        if last >= NOTE_BITS:
            notes = 0
            coins &= ~((1 << (last - NOTE_BITS + 1)) - 1)
        elif last >= 0:
            notes &= ~((1 << (last + 1)) - 1)
        others = 1 | (tables.breaks_ties << 1) if last >= 0 else tables.sits_out << 1
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
def act(tables: Tables, row: Words, action: int) -> None:
    """Let the actor do this, which must be legal."""
    actor = row[ACTOR]
    if row[AWAITS] == TURN:
        if action >= TAKE_NEXT:
            victim = (actor + action - TAKE_NEXT + 1) % row[PLAYERS]
            take_turn(tables, row, steps.TAKE_BID + victim)
        else:
            take_turn(tables, row, action - RIGHT)
    elif action < NOTE_BITS:
        row[LAID_NOTES] |= 1 << action
        row[LAID_LAST] = action
    elif action < SEAL:
        row[LAID_COINS] |= 1 << (action - NOTE_BITS)
        row[LAID_LAST] = action
    else:
        bluff = action - SEAL
        _seal(row, actor, row[LAID_NOTES], row[LAID_COINS], bluff)
        _lay_nothing(row)


@compiled
def _seal(row: Words, seat: int, notes: int, coins: int, bluff: int) -> None:
    row[BID_NOTES + seat], row[BID_COINS + seat], row[BID_BLUFF + seat] = notes, coins, bluff
    row[SEALED + seat] = 1


@compiled
def go_on(tables: Tables, outlooks: Outlooks, row: Words, buffers: BidBuffers) -> None:
    """Play the bots' choices and reveals until the caller has to choose or the deal is over."""
    players = row[PLAYERS]
    while row[AWAITS] != OVER:
        if row[AWAITS] == TURN:
            seat = row[FIRST_WAITING]
            if row[PLAYED_BY + seat] == CALLER:
                row[ACTOR] = seat
                return
            _bot_turn(tables, outlooks, row, seat, buffers)
            continue
        for seat in range(players):
            if not row[SEALED + seat]:
                if row[PLAYED_BY + seat] == CALLER:
                    row[ACTOR] = seat
                    return
                _bot_bid(tables, outlooks, row, seat, buffers)
        turn_up(tables, row)


@compiled
def turn_up(tables: Tables, row: Words) -> None:
    """All bids are sealed: turn them up."""
    notes = row[BID_NOTES : BID_NOTES + MOST_SEATS]
    coins = row[BID_COINS : BID_COINS + MOST_SEATS]
    bluffs = row[BID_BLUFF : BID_BLUFF + MOST_SEATS]
    for place in range(4 * MOST_SEATS - MOST_SEATS):
        row[SHOWN_NOTES + place] = row[BID_NOTES + place]
    reveal(tables, row, notes, coins, bluffs)
    for seat in range(MOST_SEATS):
        row[SEALED + seat] = row[SHOWN_PLACE + seat] = 0
    # If everybody sits out, the round is over already and nobody has a place in the order.
    if row[AWAITS] == TURN:
        for at in range(row[WAITING]):
            row[SHOWN_PLACE + row[FIRST_WAITING + at]] = 1 + at


@compiled
def _bot_bid(
    tables: Tables, outlooks: Outlooks, row: Words, seat: int, buffers: BidBuffers
) -> None:
    word = row[WORD] = next_word(row[WORD])
    player = row[PLAYED_BY + seat]
    if player == AT_RANDOM:
        _random_bid(tables, row, seat)
        return
    chance = (word >> 20) & 0x7FFFFFFF
    at = choose_bid(tables, outlook_of(outlooks, player), row, seat, buffers, chance)
    _seal(row, seat, buffers.notes[at], buffers.coins[at], tables.breaks_ties)


@compiled
def _random_bid(tables: Tables, row: Words, seat: int) -> None:
    """Every legal bid is equally likely."""
    word = row[WORD]
    while True:
        word = next_word(word)
        notes, bluff = row[HAND_NOTES + seat] & word, int(word < 0)
        word = next_word(word)
        coins = row[HAND_COINS + seat] & (word >> 20)
        if notes or coins or (bluff and tables.sits_out):
            break
    row[WORD] = word
    _seal(row, seat, notes, coins, bluff)


@compiled
def _bot_turn(
    tables: Tables, outlooks: Outlooks, row: Words, seat: int, buffers: BidBuffers
) -> None:
    word = row[WORD] = next_word(row[WORD])
    player = row[PLAYED_BY + seat]
    if player == AT_RANDOM:
        at = below(word, row[WAITING] + 2)
        turn = at if at < steps.TAKE_BID else steps.TAKE_BID + row[FIRST_WAITING + at - 2]
    else:
        chance = (word >> 20) & 0x7FFFFFFF
        turn = choose_turn(tables, outlook_of(outlooks, player), row, seat, buffers, chance)
    take_turn(tables, row, turn)
