"""The money: notes, coins, their serial numbers and their names.

A name is the currency code, the value and, where several notes are alike, a letter by rising
serial: `Y20a` has serial 1. The bluff card is no money: it never changes owner, so a bid says
whether it lies there and no pile ever holds it. It is written `*`.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from operator import attrgetter

BLUFF = "*"
"""How the bluff card is written."""

NOTE_COPIES = {20: 3, 30: 3, 40: 1, 50: 1, 60: 1}
"""How many notes of each value a currency has: nine notes, 300 in all."""

TRIO_VALUES = (20, 30)
"""The values of which a currency has three notes, so that a trio can be collected."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Card:
    """One note or coin. Every card exists once, so `is` and `==` agree; its name is its `repr`."""

    code: str
    """Its name, such as `Y20a`. Unique among the cards of one match."""
    kind: str
    """The currency of a note (`Y`), the metal of a coin (`KR`)."""
    value: int
    """What is printed on it."""
    serial: int
    """Decides ties. Unique among the cards of one match."""
    is_coin: bool

    def __repr__(self) -> str:
        return self.code

    def __reduce__(self) -> tuple[object, tuple[str, int]]:
        return _same_card, (self.code, self.serial)


Pile = tuple[Card, ...]
"""Cards lying or held together, always by rising serial: their order tells nothing."""

by_serial = attrgetter("serial")


def pile(cards: Iterable[Card]) -> Pile:
    """The cards as a pile, in the one order piles have."""
    return tuple(sorted(cards, key=by_serial))


def worth(cards: Iterable[Card]) -> int:
    """The plain sum of what is printed on the cards, whatever the currencies."""
    return sum([card.value for card in cards])


@dataclass(frozen=True, slots=True)
class Currency:
    """One of the seven currencies of an edition."""

    code: str
    """As in card names: `Y`."""
    name: str
    """In English: `yen`."""


CURRENCIES_1999 = (
    Currency("Y", "yen"),
    Currency("E", "euro"),
    Currency("P", "pound"),
    Currency("R", "rouble"),
    Currency("SK", "Swedish krona"),
    Currency("SF", "Swiss franc"),
    Currency("USD", "US dollar"),
)
"""The currencies of the 1999 game, in the order of their serial numbers (R6)."""

CURRENCIES_PL = (
    Currency("ZL", "złoty"),
    Currency("RB", "rouble"),
    Currency("USD", "US dollar"),
    Currency("GBP", "pound"),
    Currency("DM", "German mark"),
    Currency("FF", "French franc"),
    Currency("KCS", "Czechoslovak koruna"),
)
"""The currencies of the Polish game (R5), in the order of their serial numbers (R6)."""


def _notes(currencies: tuple[Currency, ...]) -> Iterator[Card]:
    """All notes by rising serial (R6): value by value, in each value currency by currency."""
    serial = 0
    for value, copies in NOTE_COPIES.items():
        for currency in currencies:
            for letter in "abc"[:copies]:
                serial += 1
                name = f"{currency.code}{value}{letter if copies > 1 else ''}"
                yield Card(name, currency.code, value, serial, is_coin=False)


def _coins(kind: str, value: int, first_serial: int) -> Iterator[Card]:
    """The six coins of one metal."""
    for number, letter in enumerate("abcdef"):
        yield Card(f"{kind}{value}{letter}", kind, value, first_serial + number, is_coin=True)


NOTES: dict[tuple[Currency, ...], Pile] = {
    currencies: tuple(_notes(currencies)) for currencies in (CURRENCIES_1999, CURRENCIES_PL)
}
"""The 63 notes that go with each set of currencies."""

COINS: dict[str, Pile] = {
    "gold": tuple(_coins("KR", 10, 91)),
    "silver_gold": (*_coins("AG", 10, 85), *_coins("AU", 20, 91)),
}
"""The coins that go with each value of the rule `coins`."""

_every_card = {
    (card.code, card.serial): card for cards in (*NOTES.values(), *COINS.values()) for card in cards
}


def _same_card(code: str, serial: int) -> Card:
    """Copying or unpickling a card gives the card itself."""
    return _every_card[code, serial]
