"""Filling the rows up from the deck."""

from spielgeld.engine.cards import Card
from spielgeld.engine.editions import Rules
from spielgeld.engine.rules.dealing import ROW_SIZE
from spielgeld.engine.state import Deal

Drawn = tuple[Card, ...]


def missing(row: tuple[Card, ...]) -> int:
    """How many cards the row lacks; one with four or more gets none."""
    return max(0, ROW_SIZE - len(row))


def draw_refill(rules: Rules, deal: Deal) -> tuple[Drawn, Drawn]:
    """The cards for the right and for the left row: the `refill_first` row comes first.

    What the deck lacks is lacking: the second row, or both, may stay short.
    """
    right, left = missing(deal.right), missing(deal.left)
    if rules.refill_first == "right":
        return deal.deck[:right], deal.deck[right : right + left]
    return deal.deck[left : left + right], deal.deck[:left]
