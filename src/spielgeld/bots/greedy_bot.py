"""The bot that looks one exchange ahead."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from random import Random

from spielgeld.bots.piles import taken
from spielgeld.engine import Bid, Card, Pile, Rules, Turn, View, score_hand, worth

CHEAPEST = 6
"""Pairs are formed among this many cards: those whose loss costs the hand least."""
EVEN_CHANCE = 50
"""A bid worth this much gets the better row about half the time."""


class GreedyBot:
    """Bids the cards it needs least for the row it values most; takes the pile it values most."""

    def choose_bid(self, view: View, rng: Random) -> Bid:
        taste = _taste(view.setup.rules)
        keeping = taste.appeal(view.hand)

        def prospect(cards: Pile) -> float:
            rest = tuple([card for card in view.hand if card not in cards])
            offers = [taste.appeal(rest + row) for row in (view.right, view.left)]
            better, worse = max(keeping, *offers), max(keeping, min(offers))
            chance = worth(cards) / (worth(cards) + EVEN_CHANCE)
            return chance * better + (1 - chance) * worse

        return Bid(max(_candidates(taste, view.hand), key=prospect))

    def choose_turn(self, view: View, rng: Random) -> Turn:
        taste = _taste(view.setup.rules)
        return max(view.legal_turns, key=lambda turn: taste.appeal(view.hand + taken(view, turn)))


class _Taste:
    """The value of a hand: what it scores, and a little for currencies on the way to 200.

    Currencies and coins are valued independently, so the value of each set is cached.
    """

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._known: dict[frozenset[Card], float] = {}

    def appeal(self, cards: Pile) -> float:
        by_kind: dict[str, list[Card]] = {}
        for card in cards:
            by_kind.setdefault(card.kind, []).append(card)
        return sum([self._appeal_of_kind(frozenset(alike)) for alike in by_kind.values()])

    def _appeal_of_kind(self, cards: frozenset[Card]) -> float:
        if cards not in self._known:
            counted = score_hand(self._rules, cards)
            on_the_way = [min(200, line.total) ** 2 / 400 for line in counted.currencies]
            self._known[cards] = counted.total + sum(on_the_way)
        return self._known[cards]


_taste = lru_cache(maxsize=64)(_Taste)


def _candidates(taste: _Taste, hand: Pile) -> Iterator[Pile]:
    """Every single card, and the pairs of the cards that are easiest to part with."""

    def appeal_without(card: Card) -> float:
        return taste.appeal(tuple([other for other in hand if other is not card]))

    yield from combinations(hand, 1)
    cheapest = sorted(hand, key=appeal_without, reverse=True)[:CHEAPEST]
    yield from combinations(cheapest, 2)
