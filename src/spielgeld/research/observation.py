"""What a seat knows, as a table of 24 rows and 80 columns of small numbers.

It is made from the seat's view and the cards it has already laid into its unfinished bid. A row is
a pile: 75 columns say which cards are in it, five hold numbers about it. The last row has the rules
and the state of the deal. Seats are relative: 0 is the own seat, 1 the next. Unused cells are 0.
`docs/research.md` describes it row by row.

The same observation is written by compiled code for many tables at once (`compiled_view.py`);
a test holds the two equal.
"""

from collections.abc import Callable
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from spielgeld.engine import Card, NotAllowed, Pile, Revealed, Setup, View
from spielgeld.fast.knowledge import REASONS
from spielgeld.fast.tables import values_of_sets
from spielgeld.fast.words import (
    CURRENCIES,
    MOST_CARDS,
    MOST_SEATS,
    NOTE_BITS,
    PER_CURRENCY,
    layout_of,
)

VERSION = 1
"""The version of the observation; it changes with the meaning of any cell."""

HAND, LAID, RIGHT, LEFT = 0, 1, 2, 3
LYING = 4
"""Six rows by seat: the open bid in front of it."""
BID = LYING + MOST_SEATS
"""Six rows by seat: its bid as it was turned up at the last reveal."""
KNOWN = BID + MOST_SEATS
"""Six rows by seat: what everybody has seen of its hand."""
UNSEEN = KNOWN + MOST_SEATS
MOMENT = UNSEEN + 1
ROWS = MOMENT + 1
COLUMNS = 80
SHAPE = (ROWS, COLUMNS)

SIZE = MOST_CARDS
"""The first of the five numbers of a row: how many cards there are."""
WORTH = SIZE + 1
"""Their plain sum, in tens."""
POINTS = SIZE + 2
"""In the hand's row: what all own cards score now, in tens; in the row of a pile that may be
taken: what the hand with it would score. At most 255."""
PLACE = SIZE + 3
"""LYING: 1 for the seat to act, 2 for the next …; BID: the same as of the reveal."""
BLUFF = SIZE + 4
"""BID: whether the bluff card lay there."""
UNKNOWN = SIZE + 1
"""KNOWN: how many other cards the hand has."""
DECK = SIZE + 1
"""UNSEEN: how many of the cards are in the deck; the rest is in hands."""

AWAITS_BID, AWAITS_TURN, PLAYERS = 0, 1, 2
ROUND, IDLE_REFILLS, LAST_ROUND = 6, 7, 8
SILVER_GOLD, SITS_OUT, BREAKS_TIES, LEFT_FIRST, SHORTFALL, COIN_TRIOS = range(11, 17)
IN_GAME = 17
MOST = 255

Observation = NDArray[np.uint8]
T = TypeVar("T")
_REMEMBERED = 64


def observe(view: View, laid: Pile = ()) -> Observation:
    """The observation of the view's seat, having laid these cards of its hand."""
    return complete(view, begin(view), laid)


def begin(view: View) -> bytes:
    """All cells that do not change while the seat lays cards into its bid."""
    seat, players = _seat(view), view.setup.players
    cells = bytearray(constant_cells(view.setup))
    number = _lookup(view.setup).number
    _pile(cells, number, RIGHT, view.right)
    _pile(cells, number, LEFT, view.left)
    for at in range(players):
        other = (seat + at) % players
        row = (KNOWN + at) * COLUMNS
        _cards(cells, number, KNOWN + at, view.known[other])
        cells[row + SIZE], cells[row + UNKNOWN] = view.hand_sizes[other], view.unknown[other]
        if view.lying[other]:
            _pile(cells, number, LYING + at, view.lying[other])
            cells[(LYING + at) * COLUMNS + PLACE] = 1 + view.waiting.index(other)
    _write_reveal(cells, number, view, seat)
    unseen = view.unseen
    _cards(cells, number, UNSEEN, unseen)
    cells[UNSEEN * COLUMNS + SIZE] = len(unseen)
    cells[UNSEEN * COLUMNS + DECK] = view.deck_size - len(view.open_deck)
    _write_moment(cells, view)
    return bytes(cells)


def complete(view: View, begun: bytes, laid: Pile = ()) -> Observation:
    """Complete what `begin` wrote, with these cards laid into the bid."""
    cells, lookup, seat = bytearray(begun), _lookup(view.setup), _seat(view)
    hand = tuple([card for card in view.hand if card not in laid]) if laid else view.hand
    _pile(cells, lookup.number, HAND, hand)
    _pile(cells, lookup.number, LAID, laid)
    scoring = _Scoring(lookup, hand)
    cells[HAND * COLUMNS + POINTS] = scoring.points_with(laid + view.lying[seat])
    cells[RIGHT * COLUMNS + POINTS] = scoring.points_with(view.right)
    cells[LEFT * COLUMNS + POINTS] = scoring.points_with(view.left)
    players = view.setup.players
    for other in view.waiting:
        row = LYING + (other - seat) % players
        cells[row * COLUMNS + POINTS] = scoring.points_with(view.lying[other])
    return np.frombuffer(cells, np.uint8).reshape(SHAPE)


def _seat(view: View) -> int:
    if view.seat is None:
        raise NotAllowed("no_hand", "a spectator has no observation")
    return view.seat


def _once_a_setup(make: Callable[[Setup], T]) -> Callable[[Setup], T]:
    """Caches by the identity of the setup, because hashing one is slow."""
    known: dict[int, tuple[Setup, T]] = {}

    def remembered(setup: Setup) -> T:
        found = known.get(id(setup))
        if found is None or found[0] is not setup:
            if len(known) >= _REMEMBERED:
                known.clear()
            found = known[id(setup)] = setup, make(setup)
        return found[1]

    return remembered


class _Lookup(NamedTuple):
    """What is needed of the cards and rules of a match."""

    number: dict[Card, int]
    place: dict[Card, tuple[int, int]]
    """The kind of a card, coins being the last, and its bit there."""
    scores: list[list[int]]
    """By kind and set: what it scores."""


@_once_a_setup
def _lookup(setup: Setup) -> _Lookup:
    number, values = layout_of(setup).number, values_of_sets(setup.rules)
    place = {card: divmod(at, PER_CURRENCY) for card, at in number.items() if at < NOTE_BITS}
    place |= {card: (CURRENCIES, at - NOTE_BITS) for card, at in number.items() if at >= NOTE_BITS}
    bits = {card: (kind, 1 << bit) for card, (kind, bit) in place.items()}
    return _Lookup(number, bits, [values.note_scores] * CURRENCIES + [values.coin_scores])


class _Scoring:
    """What a hand scores together with other cards."""

    def __init__(self, lookup: _Lookup, hand: Pile) -> None:
        self._place, self._scores = lookup.place, lookup.scores
        self._sets = self._sets_with([0] * (CURRENCIES + 1), hand)

    def points_with(self, cards: Pile) -> int:
        """In tens, as a cell holds it."""
        sets = self._sets_with(self._sets, cards)
        return min(MOST, sum([s[held] for s, held in zip(self._scores, sets, strict=True)]) // 10)

    def _sets_with(self, sets: list[int], cards: Pile) -> list[int]:
        sets, place = sets[:], self._place
        for card in cards:
            kind, bit = place[card]
            sets[kind] |= bit
        return sets


def _cards(cells: bytearray, number: dict[Card, int], row: int, cards: Pile) -> None:
    first = row * COLUMNS
    for card in cards:
        cells[first + number[card]] = 1


def _pile(cells: bytearray, number: dict[Card, int], row: int, cards: Pile) -> None:
    first, total = row * COLUMNS, 0
    for card in cards:
        cells[first + number[card]] = 1
        total += card.value
    cells[first + SIZE], cells[first + WORTH] = len(cards), total // 10


def _write_reveal(cells: bytearray, number: dict[Card, int], view: View, seat: int) -> None:
    shown = next((each for each in reversed(view.history) if isinstance(each, Revealed)), None)
    if shown is None:
        return
    players = view.setup.players
    for other, bid in enumerate(shown.bids):
        row = BID + (other - seat) % players
        _pile(cells, number, row, bid.cards)
        cells[row * COLUMNS + BLUFF] = bid.bluff
    for at, place in enumerate(shown.order):
        cells[(BID + (place.seat - seat) % players) * COLUMNS + PLACE] = 1 + at


def _write_moment(cells: bytearray, view: View) -> None:
    first = MOMENT * COLUMNS
    cells[first + AWAITS_BID] = view.awaits == "bids"
    cells[first + AWAITS_TURN] = view.awaits == "turn"
    cells[first + ROUND] = min(MOST, view.round)
    cells[first + IDLE_REFILLS] = view.idle_refills
    if view.last_round:
        cells[first + LAST_ROUND + REASONS[view.last_round] - 1] = 1


@_once_a_setup
def constant_cells(setup: Setup) -> bytes:
    """The cells that stay as they are for the whole match: number of players, rules, currencies."""
    rules = setup.rules
    flags = {
        SILVER_GOLD: rules.coins == "silver_gold",
        SITS_OUT: rules.bluff_only_bid,
        BREAKS_TIES: rules.bluff_breaks_ties,
        LEFT_FIRST: rules.refill_first == "left",
        SHORTFALL: rules.last_round == "shortfall",
        COIN_TRIOS: rules.coin_trios,
        PLAYERS + setup.players - 3: True,
    }
    for at, currency in enumerate(setup.edition.currencies):
        flags[IN_GAME + at] = currency.code not in setup.removed
    cells = bytearray(ROWS * COLUMNS)
    for column, flag in flags.items():
        cells[MOMENT * COLUMNS + column] = flag
    return bytes(cells)
