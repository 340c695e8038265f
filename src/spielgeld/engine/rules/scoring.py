"""What a hand scores when the deal is over."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from spielgeld.engine.cards import TRIO_VALUES, Card
from spielgeld.engine.editions import Rules


@dataclass(frozen=True, slots=True)
class CurrencyScore:
    """What the notes of one currency bring."""

    currency: str
    total: int
    """The sum of the notes."""
    points: int
    """What that sum scores."""
    trios: tuple[int, ...]
    """The values of which all three notes are there."""
    bonus: int
    """What the trios score."""


@dataclass(frozen=True, slots=True)
class CoinScore:
    """What the coins of one kind bring."""

    kind: str
    count: int
    points: int
    """Their face value."""
    trios: int
    """How many complete threes score a bonus."""
    bonus: int


@dataclass(frozen=True, slots=True)
class HandScore:
    """A hand counted line by line."""

    currencies: tuple[CurrencyScore, ...]
    coins: tuple[CoinScore, ...]
    total: int


FULL_FROM = 200
"""A currency from this sum on scores in full."""
FEE = 100
"""What a smaller sum loses; what is left, if anything, scores."""
TRIO_SIZE = 3
"""The number of equal notes that make a trio."""
TRIO_BONUS = 100


def score_hand(rules: Rules, cards: Iterable[Card]) -> HandScore:
    """Count a hand: currencies, trios and coins. The bluff card scores nothing."""
    values: dict[str, list[int]] = {}
    coins: dict[str, list[int]] = {}
    for card in cards:
        (coins if card.is_coin else values).setdefault(card.kind, []).append(card.value)
    by_currency = tuple([score_currency(kind, tuple(notes)) for kind, notes in values.items()])
    by_coin = tuple([_score_coins(rules, kind, faces) for kind, faces in coins.items()])
    lines: tuple[CurrencyScore | CoinScore, ...] = (*by_currency, *by_coin)
    return HandScore(by_currency, by_coin, sum([line.points + line.bonus for line in lines]))


@cache  # a currency has few possible hands, and they are counted all the time
def score_currency(currency: str, notes: tuple[int, ...]) -> CurrencyScore:
    """Count the notes of one currency, given by their values.

    The trio bonus comes on top, whatever the sum scored, and does not help it over 100 or 200.
    """
    total = sum(notes)
    trios = tuple([value for value in TRIO_VALUES if notes.count(value) == TRIO_SIZE])
    return CurrencyScore(currency, total, sum_scores(total), trios, TRIO_BONUS * len(trios))


def sum_scores(total: int) -> int:
    """What the sum of one currency scores: all of it from 200 on (R9), else what exceeds 100."""
    return total if total >= FULL_FROM else max(0, total - FEE)


def _score_coins(rules: Rules, kind: str, faces: list[int]) -> CoinScore:
    """Coins score their face value; with `coin_trios` each three of a kind 100 more."""
    trios = len(faces) // TRIO_SIZE if rules.coin_trios else 0
    return CoinScore(kind, len(faces), sum(faces), trios, TRIO_BONUS * trios)
