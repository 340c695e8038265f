"""The bot that looks one exchange ahead."""

from collections.abc import Iterator
from itertools import combinations
from random import Random

from spielgeld.engine import Bid, Keep, Pile, Rules, TakeBid, TakeRow, Turn, View, score_hand

CHEAPEST = 6
"""Pairs are tried among so many of the cards that are easiest to part with."""
EVEN_CHANCE = 50
"""A bid worth this much gets the better row about half the time."""


class GreedyBot:
    """Bids what it misses least for the row it likes best; takes the pile it likes best."""

    def choose_bid(self, view: View, rng: Random) -> Bid:  # noqa: ARG002 - no chance needed
        rules, hand = view.setup.rules, view.hand
        keeping = appeal(rules, hand)

        def prospect(cards: Pile) -> float:
            rest = tuple(card for card in hand if card not in cards)
            offers = [appeal(rules, rest + row) for row in (view.right, view.left)]
            better, worse = max(keeping, *offers), max(keeping, min(offers))
            worth = sum(card.value for card in cards)
            chance = worth / (worth + EVEN_CHANCE)
            return chance * better + (1 - chance) * worse

        return Bid(max(_candidates(rules, hand), key=prospect))

    def choose_turn(self, view: View, rng: Random) -> Turn:  # noqa: ARG002 - no chance needed
        rules = view.setup.rules
        return max(view.legal_turns, key=lambda turn: appeal(rules, view.hand + _taken(view, turn)))


def appeal(rules: Rules, cards: Pile) -> float:
    """What the cards score now, and a little for every currency on its way to 200."""
    counted = score_hand(rules, cards)
    sums = [min(200, line.total) for line in counted.currencies]
    return counted.total + sum([total * total for total in sums]) / 400


def _candidates(rules: Rules, hand: Pile) -> Iterator[Pile]:
    """Every single card, and the pairs of the cards that are easiest to part with."""

    def appeal_without(card: object) -> float:
        return appeal(rules, tuple(other for other in hand if other is not card))

    yield from combinations(hand, 1)
    cheapest = sorted(hand, key=appeal_without, reverse=True)[:CHEAPEST]
    yield from combinations(cheapest, 2)


def _taken(view: View, turn: Turn) -> Pile:
    """The pile that this turn brings into the hand."""
    match turn:
        case TakeRow("right"):
            return view.right
        case TakeRow():
            return view.left
        case TakeBid(seat):
            return view.lying[seat]
        case Keep():
            return view.lying[view.waiting[0]]
