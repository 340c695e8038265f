"""The heuristic policy: it lists candidate bids or turns and estimates the value of each.

Compiled where Numba is installed (`fast/jit.py`), so it uses only numbers and flat sequences. The
state it is given holds all hands, but of other hands it reads only the cards everybody has seen.
"""

from typing import Any, NamedTuple

from spielgeld.bots.heuristic.outlook import BIDS, PER_SHARE, ROUNDS, SHARES, USUAL_ROW, Outlook
from spielgeld.fast.jit import compiled, zeros
from spielgeld.fast.steps import (
    CARDS,
    DRAWN,
    FIRST_WAITING,
    HAND_COINS,
    HAND_NOTES,
    KEEP,
    LAST_ROUND,
    LEFT,
    LEFT_COINS,
    LEFT_NOTES,
    LYING_COINS,
    LYING_NOTES,
    PLAYERS,
    RIGHT,
    RIGHT_COINS,
    RIGHT_NOTES,
    ROUND,
    SECRET_COINS,
    SECRET_NOTES,
    TAKE_BID,
    WAITING,
    worth,
)
from spielgeld.fast.tables import Tables
from spielgeld.fast.words import CURRENCIES, MOST_CARDS, NOTE_BITS, PER_CURRENCY, SETS

CHEAPEST = 6
"""All subsets of this many of the most dispensable cards are candidate bids."""
LONGEST = 12
"""So are the most dispensable cards in ever longer runs, up to this length."""
MOST_BIDS = (1 << CHEAPEST) + MOST_CARDS + LONGEST
_SET = SETS - 1


@compiled
def look_round(tables: Tables, outlook: Outlook, state: Any, seat: int, places: Any) -> None:
    """Fill in each currency's offset into `outlook.hand`: by rounds to come and rivals' share."""
    rounds = 0
    if not state[LAST_ROUND]:
        rounds = min(ROUNDS - 1, 1 + int((state[CARDS] - state[DRAWN]) / outlook.cards_per_round))
    elsewhere = 0
    for other in range(state[PLAYERS]):
        if other != seat:
            elsewhere |= state[HAND_NOTES + other] & ~state[SECRET_NOTES + other]
    for currency in range(CURRENCIES):
        held = tables.note_sums[(elsewhere >> (PER_CURRENCY * currency)) & _SET]
        places[currency] = (rounds * SHARES + min(SHARES - 1, held // PER_SHARE)) * SETS


@compiled
def value(outlook: Outlook, places: Any, notes: int, coins: int) -> float:
    """The expected final value of a hand."""
    total: float = outlook.coins[coins]
    most = 0.0
    for currency in range(CURRENCIES):
        part = outlook.hand[places[currency] + (notes & _SET)]
        total += part
        most = max(most, part)
        notes >>= PER_CURRENCY
    return total + outlook.devotion * most


class BidBuffers(NamedTuple):
    """Buffers for the candidate bids and their values, reused to avoid allocation."""

    notes: Any
    coins: Any
    values: Any
    places: Any
    easiest: Any
    """Cards by number, the most dispensable first."""
    losses: Any


def bid_buffers() -> BidBuffers:
    """Buffers for one decision at a time."""
    return BidBuffers(
        notes=zeros(MOST_BIDS),
        coins=zeros(MOST_BIDS),
        values=zeros(MOST_BIDS, 0.0),
        places=zeros(CURRENCIES),
        easiest=zeros(MOST_CARDS),
        losses=zeros(MOST_CARDS, 0.0),
    )


@compiled
def weigh_bids(tables: Tables, outlook: Outlook, state: Any, seat: int, buffers: BidBuffers) -> int:
    """Fill in the candidate bids and their values; returns how many there are."""
    look_round(tables, outlook, state, seat, buffers.places)
    held = _sort_by_loss(outlook, state[HAND_NOTES + seat], state[HAND_COINS + seat], buffers)
    found = _list_bids(held, buffers)
    hand_notes, hand_coins = state[HAND_NOTES + seat], state[HAND_COINS + seat]
    keeping = value(outlook, buffers.places, hand_notes, hand_coins)
    richer = max(
        worth(tables, state[RIGHT_NOTES], state[RIGHT_COINS]),
        worth(tables, state[LEFT_NOTES], state[LEFT_COINS]),
    )
    heat = outlook.row_heat * (richer - USUAL_ROW) + outlook.round_heat * (state[ROUND] - 1)
    if state[LAST_ROUND]:
        heat += outlook.last_heat
    for at in range(found):
        notes, coins = buffers.notes[at], buffers.coins[at]
        rest_notes, rest_coins = hand_notes & ~notes, hand_coins & ~coins
        right = value(
            outlook,
            buffers.places,
            rest_notes | state[RIGHT_NOTES],
            rest_coins | state[RIGHT_COINS],
        )
        left = value(
            outlook, buffers.places, rest_notes | state[LEFT_NOTES], rest_coins | state[LEFT_COINS]
        )
        money = worth(tables, notes, coins)
        tens = min(BIDS - 1, max(0, int((money - heat) / 10)))
        first, second = outlook.first[tens], outlook.second[tens]
        later = second * max(keeping, min(right, left)) + (1 - second) * keeping
        buffers.values[at] = (
            first * max(keeping, right, left) + (1 - first) * later - outlook.thrift * money
        )
    return found


@compiled
def _sort_by_loss(outlook: Outlook, notes: int, coins: int, buffers: BidBuffers) -> int:
    """Sort the cards of the hand, the most dispensable first; returns how many there are."""
    held = 0
    for number in range(NOTE_BITS):
        if (notes >> number) & 1:
            currency = number // PER_CURRENCY
            place = buffers.places[currency]
            alike = (notes >> (PER_CURRENCY * currency)) & _SET
            without = alike & ~(1 << (number % PER_CURRENCY))
            loss = outlook.hand[place + alike] - outlook.hand[place + without]
            _insert(buffers, held, number, loss)
            held += 1
    number = NOTE_BITS
    while coins >> (number - NOTE_BITS):
        coin = 1 << (number - NOTE_BITS)
        if coins & coin:
            _insert(buffers, held, number, outlook.coins[coins] - outlook.coins[coins & ~coin])
            held += 1
        number += 1
    return held


@compiled
def _insert(buffers: BidBuffers, held: int, number: int, loss: float) -> None:
    at = held
    while at and buffers.losses[at - 1] > loss:
        buffers.losses[at] = buffers.losses[at - 1]
        buffers.easiest[at] = buffers.easiest[at - 1]
        at -= 1
    buffers.losses[at], buffers.easiest[at] = loss, number


@compiled
def _list_bids(held: int, buffers: BidBuffers) -> int:
    """Every subset of the most dispensable cards, every other single card, and ever longer runs."""
    few = min(held, CHEAPEST)
    found = (1 << few) - 1
    for chosen in range(1, found + 1):
        at = chosen - 1
        buffers.notes[at] = buffers.coins[at] = 0
        for place in range(few):
            if (chosen >> place) & 1:
                _lay(buffers, at, buffers.easiest[place])
    for place in range(few, held):
        buffers.notes[found] = buffers.coins[found] = 0
        _lay(buffers, found, buffers.easiest[place])
        found += 1
    for longer in range(few, min(held, LONGEST)):
        before = (1 << few) - 2 if longer == few else found - 1
        buffers.notes[found], buffers.coins[found] = buffers.notes[before], buffers.coins[before]
        _lay(buffers, found, buffers.easiest[longer])
        found += 1
    return found


@compiled
def _lay(buffers: BidBuffers, at: int, number: int) -> None:
    if number < NOTE_BITS:
        buffers.notes[at] |= 1 << number
    else:
        buffers.coins[at] |= 1 << (number - NOTE_BITS)


@compiled
def choose_bid(
    tables: Tables, outlook: Outlook, state: Any, seat: int, buffers: BidBuffers, chance: int
) -> int:
    """The index of the chosen candidate bid in the buffers."""
    found = weigh_bids(tables, outlook, state, seat, buffers)
    best = 0
    for at in range(found):
        if outlook.haste:
            buffers.values[at] += outlook.haste * misjudged(chance, at)
        if buffers.values[at] > buffers.values[best]:
            best = at
    return best


@compiled
def misjudged(chance: int, at: int) -> float:
    """The random error of a hasty player about a choice, from -1 to 1."""
    mixed = chance ^ (at * 40503)
    for _ in range(3):
        mixed = ((mixed & 0x7FFFFFFF) * 1103515245 + 12345) & 0x7FFFFFFF
        mixed ^= mixed >> 13
    return mixed / 0x3FFFFFFF - 1.0


@compiled
def weigh_turn(outlook: Outlook, state: Any, seat: int, places: Any, turn: int) -> float:
    """The value of a turn to the seat to act."""
    given_notes, given_coins = state[LYING_NOTES + seat], state[LYING_COINS + seat]
    right_notes, right_coins = state[RIGHT_NOTES], state[RIGHT_COINS]
    left_notes, left_coins = state[LEFT_NOTES], state[LEFT_COINS]
    liked = 0.0
    if turn == RIGHT:
        notes, coins = right_notes, right_coins
        right_notes, right_coins = given_notes, given_coins
    elif turn == LEFT:
        notes, coins = left_notes, left_coins
        left_notes, left_coins = given_notes, given_coins
    elif turn == KEEP:
        notes, coins = given_notes, given_coins
        liked = outlook.stubbornness
    else:
        victim = turn - TAKE_BID
        notes, coins = state[LYING_NOTES + victim], state[LYING_COINS + victim]
    hand_notes, hand_coins = state[HAND_NOTES + seat], state[HAND_COINS + seat]
    liked += value(outlook, places, hand_notes | notes, hand_coins | coins)
    if not outlook.spite or state[WAITING] < 2:
        return liked
    rival = turn - TAKE_BID if turn >= TAKE_BID else state[FIRST_WAITING + 1]
    known_notes = state[HAND_NOTES + rival] & ~state[SECRET_NOTES + rival]
    known_coins = state[HAND_COINS + rival] & ~state[SECRET_COINS + rival]
    better = max(
        value(outlook, places, known_notes | right_notes, known_coins | right_coins),
        value(outlook, places, known_notes | left_notes, known_coins | left_coins),
    )
    return liked - outlook.spite * (better - value(outlook, places, known_notes, known_coins))


@compiled
def choose_turn(
    tables: Tables, outlook: Outlook, state: Any, seat: int, buffers: BidBuffers, chance: int
) -> int:
    """The turn the seat to act chooses."""
    look_round(tables, outlook, state, seat, buffers.places)
    best, best_value = KEEP, -1e9
    for at in range(state[WAITING] + 2):
        turn = at if at < TAKE_BID else TAKE_BID + state[FIRST_WAITING + at - 2]
        liked = weigh_turn(outlook, state, seat, buffers.places, turn)
        if outlook.haste:
            liked += outlook.haste * misjudged(chance, at)
        if liked > best_value:
            best, best_value = turn, liked
    return best
