"""A hand counted as people look at it: sums of currencies, trios, points."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from spielgeld.engine import Card, Rules, score_hand
from spielgeld.engine.rules.scoring import FEE, FULL_FROM


@dataclass(frozen=True, slots=True)
class Holding:
    """A hand, counted."""

    points: int
    totals: dict[str, int]
    """Sums by currency."""
    brings: dict[str, int]
    """Points by currency, trios included."""
    trios: frozenset[tuple[str, int]]
    """Currency and value."""
    coin_trios: Counter[str]

    def total(self, currency: str) -> int:
        """The sum of that currency."""
        return self.totals.get(currency, 0)


def count(rules: Rules, cards: Iterable[Card]) -> Holding:
    """Count a hand."""
    counted = score_hand(rules, sorted(cards, key=lambda card: card.serial))
    return Holding(
        points=counted.total,
        totals={line.currency: line.total for line in counted.currencies},
        brings={line.currency: line.points + line.bonus for line in counted.currencies},
        trios=frozenset(
            [(line.currency, value) for line in counted.currencies for value in line.trios]
        ),
        coin_trios=Counter({line.kind: line.trios for line in counted.coins if line.trios}),
    )


def is_full(total: int) -> bool:
    """Whether a currency of this sum counts in full."""
    return total >= FULL_FROM


def scores(total: int) -> bool:
    """Whether a currency of this sum brings anything."""
    return total > FEE
