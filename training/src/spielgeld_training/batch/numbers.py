"""A match of `engine/` as numbers: its rules, its cards, and piles of them."""

from collections.abc import Iterable

from spielgeld.engine import Card, Setup
from spielgeld.engine import Rules as EngineRules
from spielgeld.engine.cards import COINS, NOTES, Currency
from spielgeld_training.batch.deal import Rules
from spielgeld_training.batch.piles import BIT_OF, CURRENCIES, KIND_OF, KINDS, PER_CURRENCY


def rules_as_numbers(rules: EngineRules, players: int) -> Rules:
    """Return the rules of a match as numbers."""
    return Rules(
        players=players,
        silver_gold=int(rules.coins == "silver_gold"),
        coin_trios=int(rules.coin_trios),
        breaks_ties=int(rules.bluff_breaks_ties),
        sits_out=int(rules.bluff_only_bid),
        left_first=int(rules.refill_first == "left"),
        shortfall=int(rules.last_round == "shortfall"),
    )


def numbers_of(setup: Setup) -> dict[Card, int]:
    """Return the number of every card of a match."""
    return _numbers(setup.edition.currencies, setup.rules.coins)


def _numbers(currencies: tuple[Currency, ...], coins: str) -> dict[Card, int]:
    numbers: dict[Card, int] = {}
    for kind, currency in enumerate(currencies):
        alike = [card for card in NOTES[currencies] if card.kind == currency.code]
        numbers |= {card: kind * PER_CURRENCY + bit for bit, card in enumerate(alike)}
    first = CURRENCIES * PER_CURRENCY
    return numbers | {card: first + at for at, card in enumerate(COINS[coins])}


def pile_of(numbers: dict[Card, int], cards: Iterable[Card]) -> list[int]:
    """Return the cards as a pile of eight numbers."""
    pile = [0] * KINDS
    for card in cards:
        pile[KIND_OF[numbers[card]]] |= int(BIT_OF[numbers[card]])
    return pile
