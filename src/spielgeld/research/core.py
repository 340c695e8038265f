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
from spielgeld.fast.steps import (
    AWAITS,
    BIDS,
    FIRST_WAITING,
    HAND_COINS,
    HAND_NOTES,
    OVER,
    PLAYERS,
    TURN,
    WAITING,
)
from spielgeld.fast.tables import Tables, tables_of
from spielgeld.fast.words import (
    BY_SERIAL,
    COIN_BITS,
    CURRENCIES,
    MOST_CARDS,
    MOST_SEATS,
    NOTE_BITS,
    PER_CURRENCY,
    Words,
)
from spielgeld.research import observation as cells
from spielgeld.research.actions import ACTIONS, RIGHT, SEAL, TAKE_NEXT

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
_TAKE_BIT = TAKE_NEXT - NOTE_BITS - 1
"""Before the bits of taking a bid."""
_NEXT_SEED = 0x9E3779B97F4A7C15 - (1 << 64)
_MIX_1, _MIX_2 = 0xBF58476D1CE4E5B9 - (1 << 64), 0x94D049BB133111EB - (1 << 64)


class Kit(NamedTuple):
    """What all deals under the same rules share."""

    tables: Tables
    constant: Words
    """The first three words of the last row, without what differs between deals or moments; all
    coins there are, as bits."""
    spread: Words
    """By byte: the word in which each of its bits is a byte."""
    seals: int
    """Two bits each: how a bid of money may be sealed, and how one without."""


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
    seals = 1 | rules.bluff_breaks_ties << 1 | rules.bluff_only_bid << 3
    return Kit(tables_of(rules), constant, spread, seals)


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
def legal_actions(seals: int, row: Words, seat: int) -> Any:
    """Return what the seat may do, a bit for each action: first the notes, then all others."""
    if row[AWAITS] == OVER or row[LOSER] >= 0:
        return 0, 0
    if row[AWAITS] == TURN:
        return 0, _legal_turns(row, seat) if seat == row[FIRST_WAITING] else 0
    if row[SEALED + seat]:
        return 0, 0
    laid_notes, laid_coins = row[BID_NOTES + seat], row[BID_COINS + seat]
    notes = 0 if laid_coins else row[HAND_NOTES + seat] & ~_up_to_highest(laid_notes)
    coins = row[HAND_COINS + seat] & ~_up_to_highest(laid_coins)
    begun = laid_notes != 0 or laid_coins != 0
    return notes, coins | (seals & 3 if begun else seals >> 2) << COIN_BITS


@compiled
def _legal_turns(row: Words, seat: int) -> Any:
    turns = 0b111 << (RIGHT - NOTE_BITS)
    for at in range(1, row[WAITING]):
        distance = row[FIRST_WAITING + at] - seat
        turns |= 1 << (_TAKE_BIT + (distance if distance > 0 else distance + row[PLAYERS]))
    return turns


@compiled
def is_legal(seals: int, row: Words, seat: int, action: int) -> Any:
    """Return True if the seat may do this."""
    notes, others = legal_actions(seals, row, seat)
    if action < 0 or action >= ACTIONS:
        return False
    bits = notes >> action if action < NOTE_BITS else others >> (action - NOTE_BITS)
    return bits & 1 != 0


@compiled
def write_mask(seals: int, spread: Words, row: Words, seat: int, masks: Any, at: int) -> None:
    """Write what the seat may do into this mask, eight actions in a word."""
    notes, others = legal_actions(seals, row, seat)
    _write_bits(masks, at, spread, notes, others)
    masks[at, 10] = spread[others >> 17]


@compiled
def _write_bits(out: Any, at: int, spread: Words, notes: int, others: int) -> None:
    """Write 80 bits as cells: those of the notes, then the first 17 others."""
    for word in range(7):
        out[at, word] = spread[(notes >> 8 * word) & 255]
    out[at, 7] = spread[((notes >> 56) & 127) | ((others & 1) << 7)]
    out[at, 8] = spread[(others >> 1) & 255]
    out[at, 9] = spread[(others >> 9) & 255]


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
    tables, constant, spread, seals = kit
    if not is_legal(seals, row, seat, action):
        return ILLEGAL
    act(tables, row, seat, action)
    if action < SEAL:
        if kept and seat == row[ACTOR]:
            write_own(tables, spread, row, seat, seen)
            write_mask(seals, spread, row, seat, mask, 0)
        return row[ACTOR]
    after = settle(tables, row)
    if kept and row[ACTOR] >= 0:
        write_observation(tables, constant, spread, row, row[ACTOR], seen)
        write_mask(seals, spread, row, row[ACTOR], mask, 0)
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
    elif action < SEAL:
        steps.add_card(row, BID_NOTES + seat, BID_COINS + seat, action)
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
def write_rewards(are_points: int, points: Words, loser: int, rewards: Any) -> None:
    """Write the reward of each seat; a loser, who acted illegally, wins and scores nothing."""
    most = winners = 0
    for seat in range(len(points)):
        score = points[seat] if loser < 0 else int(seat != loser)
        if score > most:
            most, winners = score, 0
        winners += score == most
    for seat in range(len(points)):
        score = points[seat] if loser < 0 else int(seat != loser)
        if are_points:
            rewards[seat] = 0.0 if seat == loser else points[seat] / 100
        else:
            rewards[seat] = (1.0 / winners if score == most else 0.0) - 1.0 / len(points)


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
    _deal_hidden(row, own)
    for seat in range(row[PLAYERS]):
        if seat != own:
            row[BID_NOTES + seat] = row[BID_COINS + seat] = 0
            if row[SEALED + seat]:
                random_bid(tables, row, seat)
                if not tables.breaks_ties and row[BID_NOTES + seat] | row[BID_COINS + seat]:
                    row[BID_BLUFF + seat] = 0


@compiled
def _deal_hidden(row: Words, own: int) -> None:
    """Shuffle the cards that the seat has not seen, in the order of all cards and in the hands."""
    places, hidden = np.empty(MOST_CARDS, np.int64), 0
    for place in range(row[steps.CARDS]):
        if place >= row[steps.DRAWN] or _is_hidden(row, own, place):
            places[hidden] = place
            hidden += 1
    for seat in range(row[PLAYERS]):
        if seat != own:
            row[HAND_NOTES + seat] &= ~row[steps.SECRET_NOTES + seat]
            row[HAND_COINS + seat] &= ~row[steps.SECRET_COINS + seat]
            row[steps.SECRET_NOTES + seat] = row[steps.SECRET_COINS + seat] = 0
    word, order = row[WORD], row[steps.ORDER : steps.SIZE]
    for last in range(hidden - 1, -1, -1):
        word = next_word(word)
        place, other = places[last], places[below(word, last + 1)]
        order[place], order[other] = order[other], order[place]
        seat = place // HAND_SIZE
        if seat < row[PLAYERS]:
            steps.add_card(row, HAND_NOTES + seat, HAND_COINS + seat, order[place])
            secret = steps.SECRET_NOTES + seat
            steps.add_card(row, secret, steps.SECRET_COINS + seat, order[place])
    row[WORD] = word


@compiled
def _is_hidden(row: Words, own: int, place: int) -> Any:
    """Return whether the card dealt in this place is in another's hand, and unseen since."""
    seat, number = place // HAND_SIZE, row[steps.ORDER + place]
    if seat >= row[PLAYERS] or seat == own:
        return False
    if number < NOTE_BITS:
        return (row[steps.SECRET_NOTES + seat] >> number) & 1 != 0
    return (row[steps.SECRET_COINS + seat] >> (number - NOTE_BITS)) & 1 != 0


# ---------------------------------------------------------------- observations


@compiled
def _write_row(
    out: Any, at: int, spread: Words, notes: int, coins: int, size: int, second: int, third: int
) -> None:
    """Write the cards of a pile and the first three numbers of its row."""
    _write_bits(out, at, spread, notes, coins)
    out[at, 9] |= (size << 24) | (second << 32) | (third << 40)


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
def write_own(tables: Tables, spread: Words, row: Words, seat: int, out: Any) -> Any:
    """Write the rows that change with each card the seat lays; returns what it still holds."""
    laid_notes, laid_coins = row[BID_NOTES + seat], row[BID_COINS + seat]
    notes, coins = row[HAND_NOTES + seat] & ~laid_notes, row[HAND_COINS + seat] & ~laid_coins
    own_notes = row[HAND_NOTES + seat] | row[steps.LYING_NOTES + seat]
    own = _points(tables, own_notes, row[HAND_COINS + seat] | row[steps.LYING_COINS + seat])
    _write_pile(out, cells.HAND, tables, spread, notes, coins, own)
    _write_pile(out, cells.LAID, tables, spread, laid_notes, laid_coins, 0)
    for at in range(2):
        pile_notes, pile_coins = row[steps.RIGHT_NOTES + 2 * at], row[steps.RIGHT_COINS + 2 * at]
        with_it = _points(tables, notes | pile_notes, coins | pile_coins)
        _write_pile(out, cells.RIGHT + at, tables, spread, pile_notes, pile_coins, with_it)
    return notes, coins


@compiled
def write_observation(
    tables: Tables, constant: Words, spread: Words, row: Words, seat: int, out: Any
) -> None:
    """Write the observation of the seat: 24 rows of ten words."""
    players = row[PLAYERS]
    notes, coins = write_own(tables, spread, row, seat, out)
    seen_notes = row[HAND_NOTES + seat] | row[steps.RIGHT_NOTES] | row[steps.LEFT_NOTES]
    seen_coins = row[HAND_COINS + seat] | row[steps.RIGHT_COINS] | row[steps.LEFT_COINS]
    hidden = row[AWAITS] != OVER
    out[cells.LYING : cells.UNSEEN] = 0
    for at in range(players):
        other = seat + at if seat + at < players else seat + at - players
        pile_notes, pile_coins = row[steps.LYING_NOTES + other], row[steps.LYING_COINS + other]
        if pile_notes or pile_coins:
            with_it = _points(tables, notes | pile_notes, coins | pile_coins)
            _write_pile(out, cells.LYING + at, tables, spread, pile_notes, pile_coins, with_it)
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
    _write_moment(out, constant, spread, row)


@compiled
def look(kit: Kit, row: Words, seen: Any, masks: Any) -> None:
    """Write the observations and masks of all seats."""
    tables, constant, spread, seals = kit
    for seat in range(row[PLAYERS]):
        write_observation(tables, constant, spread, row, seat, seen[seat])
        write_mask(seals, spread, row, seat, masks, seat)


@compiled
def _write_pile(
    out: Any, at: int, tables: Tables, spread: Words, notes: int, coins: int, third: int
) -> None:
    tens = _tens(tables, notes, coins)
    _write_row(out, at, spread, notes, coins, count(notes) + count(coins), tens, third)


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
def _write_moment(out: Any, constant: Words, spread: Words, row: Words) -> None:
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
    out[cells.MOMENT, 2] = constant[2] | spread[row[IN_GAME]] << 8
