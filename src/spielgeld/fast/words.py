"""Piles as bit masks: all notes of a deal in one 64-bit integer, the coins in another.

Each currency has nine bits, in the order of the serial numbers of the edition: its three 20s, its
three 30s, then 40, 50 and 60. Seven currencies take 63 bits, so a signed 64-bit word is never
negative. The coins have six bits for each metal. What a set of bits is worth and scores is in
lookup tables, which are computed by `engine/`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

from spielgeld.engine import Card, Pile, Rules, Setup, score_hand, worth
from spielgeld.engine.cards import COINS, NOTE_COPIES, NOTES, Currency, pile

CURRENCIES = 7
PER_CURRENCY = 9
SETS = 1 << PER_CURRENCY
"""How many sets of notes one currency can make."""
NOTE_BITS = CURRENCIES * PER_CURRENCY
COIN_BITS = 12
MOST_CARDS = NOTE_BITS + COIN_BITS
MOST_SEATS = 6

Words = Any
"""An array of 64-bit integers for Numba, a list for plain Python."""
VALUES = tuple(value for value, copies in NOTE_COPIES.items() for _ in range(copies))
"""By bit: the value of each of the nine notes of a currency."""
_FIRST_OF_VALUE = {value: VALUES.index(value) for value in NOTE_COPIES}


def _in_every_currency(low: int, high: int) -> int:
    one = (1 << high) - (1 << low)
    return sum(one << PER_CURRENCY * currency for currency in range(CURRENCIES))


BY_SERIAL = tuple(
    _in_every_currency(first, first + NOTE_COPIES[value])
    for value, first in _FIRST_OF_VALUE.items()
)
"""All 20s, all 30s …: serials rise from one set to the next, and within a set with the bits."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Which card of a match has which bit. Cards are numbered: notes from 0, coins from 63."""

    number: dict[Card, int]
    card: dict[int, Card]

    def words(self, cards: Iterable[Card]) -> tuple[int, int]:
        """The notes and the coins among the cards, each as one word."""
        notes = coins = 0
        for card in cards:
            number = self.number[card]
            if number < NOTE_BITS:
                notes |= 1 << number
            else:
                coins |= 1 << number - NOTE_BITS
        return notes, coins

    def pile(self, notes: int, coins: int) -> Pile:
        """The cards of two words."""
        return pile(self.card[number] for number in bits(notes | coins << NOTE_BITS))

    def numbers(self, cards: Iterable[Card]) -> list[int]:
        """The numbers of the cards, in their order."""
        return [self.number[card] for card in cards]


def bits(word: int) -> Iterable[int]:
    """The numbers of the bits that are set, the lowest first."""
    while word:
        lowest = word & -word
        yield lowest.bit_length() - 1
        word ^= lowest


def layout_of(setup: Setup) -> Layout:
    """The layout of the cards of a match."""
    return _layout(setup.edition.currencies, setup.rules.coins)


@cache
def _layout(currencies: tuple[Currency, ...], coins: str) -> Layout:
    codes = [currency.code for currency in currencies]
    number = {}
    for card in NOTES[currencies]:
        copy = [each for each in NOTES[currencies] if _same_face(each, card)].index(card)
        slot = _FIRST_OF_VALUE[card.value] + copy
        number[card] = PER_CURRENCY * codes.index(card.kind) + slot
    number |= {card: NOTE_BITS + at for at, card in enumerate(COINS[coins])}
    return Layout(number, {at: card for card, at in number.items()})


def _same_face(card: Card, other: Card) -> bool:
    return card.kind == other.kind and card.value == other.value


def note_sums() -> list[int]:
    """What each set of one currency's notes is worth."""
    return [sum(VALUES[at] for at in bits(held)) for held in range(SETS)]


@cache
def _one_currency() -> Pile:
    """The notes of one currency by bit; all currencies count alike."""
    notes = next(iter(NOTES.values()))
    return tuple(card for card in notes if card.kind == notes[0].kind)


def note_scores(rules: Rules) -> list[int]:
    """What each set of one currency's notes scores, trios included."""
    return _scores(rules, _one_currency())


def coin_sums(rules: Rules) -> list[int]:
    """What each set of coins is worth."""
    coins = COINS[rules.coins]
    sets = ([coins[at] for at in bits(held)] for held in range(1 << len(coins)))
    return [worth(cards) for cards in sets]


def coin_scores(rules: Rules) -> list[int]:
    """What each set of coins scores."""
    return _scores(rules, COINS[rules.coins])


def _scores(rules: Rules, cards: Pile) -> list[int]:
    sets = ([cards[at] for at in bits(held)] for held in range(1 << len(cards)))
    return [score_hand(rules, held).total for held in sets]
