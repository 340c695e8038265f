"""Two players of a different design, for measurements only: nothing is ever trained on them.

Neither has a `Temper`, and both use the bids made so far in the deal, which heuristic players do
not. They are no published bots: they play in arenas only (`docs/bots.md`).
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from math import erf, exp, pi, sqrt
from random import Random

from spielgeld.bots.piles import taken
from spielgeld.engine import Bid, Card, Pile, Turn, View, pile, score_hand, worth
from spielgeld.engine.cards import TRIO_VALUES
from spielgeld.engine.rules.scoring import FEE, FULL_FROM, TRIO_BONUS
from spielgeld.fast.words import CURRENCIES, PER_CURRENCY, SETS, VALUES, bits, layout_of

PER_STEP = 60
"""The step in which the rivals' holdings of a currency are distinguished."""
CARDS_A_ROUND = 5
"""The usual number of cards that leave the deck in a round."""


def rounds_to_come(view: View) -> int:
    """How many rounds there may be after this one."""
    return 0 if view.last_round else 1 + view.deck_size // CARDS_A_ROUND


def rivals_bids(view: View) -> list[list[int]]:
    """What each of the others has bid so far in this deal."""
    rivals = [seat for seat in range(view.setup.players) if seat != view.seat]
    rounds = view.rounds
    return [[each.bids[seat].worth for each in rounds] for seat in rivals]


class Collector:
    """Models its final score by a normal distribution, and learns rivals' bids during a deal."""

    usual, per_player, differ = 60.0, 8.0, 24.0
    """A rival's expected bid with four players, the increase per player, the standard deviation."""
    trust = 2.0
    """The weight of the prior, in bids."""
    coin, money = 0.65, 0.22
    """What a coin is worth against its points, and a face value of 1 while it can be spent."""
    thrift = 0.2
    """The cost of each 1 in a bid: a later player may take it."""
    easiest, largest = 7, 3
    """How many of the most dispensable cards a bid is chosen from, and how many it has at most."""

    def choose_bid(self, view: View, rng: Random) -> Bid:
        hand = _Hand(self, view)
        whole = hand.words(view.hand)
        keeping = hand.hope(*whole)
        missed = {card: keeping - hand.hope(*hand.without(whole, [card])) for card in view.hand}
        easiest = sorted(missed, key=lambda card: (missed[card], card.value))[: self.easiest]
        rivals = self._likely_bids(view)
        rows = [hand.words(view.right), hand.words(view.left)]

        def brings(cards: tuple[Card, ...]) -> float:
            notes, coins = hand.without(whole, cards)
            after = [hand.hope(notes | row[0], coins | row[1]) for row in rows]
            first, second = self._chances(worth(cards), rivals)
            later = second * max(keeping, min(after)) + (1 - first - second) * keeping
            return first * max(keeping, *after) + later - self.thrift * worth(cards)

        cards = max(_sets(easiest, self.largest), key=brings)
        return Bid(
            pile(cards),
            bluff=view.setup.rules.bluff_breaks_ties,
        )

    def choose_turn(self, view: View, rng: Random) -> Turn:
        hand = _Hand(self, view)
        return max(
            view.legal_turns,
            key=lambda turn: hand.hope(*hand.words([*view.hand, *taken(view, turn)])),
        )

    def _likely_bids(self, view: View) -> list[float]:
        """What each rival is likely to bid: the usual, and more and more what it did bid."""
        before = self.usual + self.per_player * (view.setup.players - 4)
        return [
            (self.trust * before + sum(bids)) / (self.trust + len(bids))
            for bids in rivals_bids(view)
        ]

    def _chances(self, money: int, rivals: Sequence[float]) -> tuple[float, float]:
        """The chances to act first and to act second with a bid of this worth."""
        first, second = 1.0, 0.0
        for likely in rivals:
            below = _below((money - likely) / self.differ)
            first, second = first * below, second * below + first * (1 - below)
        return first, second


class _Hand:
    """The value of cards to a collector at one moment."""

    def __init__(self, collector: Collector, view: View) -> None:
        self._layout = layout_of(view.setup)
        self._collector = collector
        rounds = rounds_to_come(view)
        self._rounds = rounds
        gone, _ = self.words(
            [card for seat, cards in enumerate(view.known) if seat != view.seat for card in cards]
        )
        sets = [gone >> (PER_CURRENCY * at) & (SETS - 1) for at in range(CURRENCIES)]
        others = [sum(VALUES[bit] for bit in bits(each)) for each in sets]
        self._tables = [_hopes(rounds, held // PER_STEP) for held in others]

    def words(self, cards: Iterable[Card]) -> tuple[int, int]:
        return self._layout.words(cards)

    def without(self, whole: tuple[int, int], cards: Iterable[Card]) -> tuple[int, int]:
        notes, coins = self.words(cards)
        return whole[0] & ~notes, whole[1] & ~coins

    def hope(self, notes: int, coins: int) -> float:
        """The expected final score of these cards, plus their value as money until then."""
        total = 0.0
        for table in self._tables:
            total += table[notes & (SETS - 1)]
            notes >>= PER_CURRENCY
        faces = worth(self._layout.pile(0, coins)) if coins else 0
        one = self._collector.coin + self._collector.money if self._rounds else 1.0
        return total + one * faces


@lru_cache(maxsize=128)
def _hopes(rounds: int, gone: int) -> list[float]:
    """By set of notes: the expected score of a currency; `gone` is what others hold, in steps."""
    drift, pull, risk, trio = 7.0, 0.13, 27.0, 0.18
    hopes = []
    for held in range(SETS):
        values = [VALUES[bit] for bit in bits(held)]
        total = sum(values)
        left = max(0, 300 - total - PER_STEP * gone)
        mean = total + rounds * (drift + pull * total) * left / 300
        points = _points(mean, risk * sqrt(rounds)) if left else _points(total, 0.0)
        chance = 1 - (1 - trio) ** rounds
        trios = sum(chance ** (3 - values.count(each)) for each in TRIO_VALUES)
        hopes.append(points + TRIO_BONUS * trios + (Collector.money * total if rounds else 0.0))
    return hopes


def _points(mean: float, spread: float) -> float:
    """The expected score of a normally distributed sum."""
    if not spread:
        return mean if mean >= FULL_FROM else max(0.0, mean - FEE)
    over = (mean - FEE) / spread
    bell = exp(-over * over / 2) / sqrt(2 * pi)
    return (mean - FEE) * _below(over) + spread * bell + FEE * _below((mean - FULL_FROM) / spread)


def _below(distance: float) -> float:
    """The cumulative normal distribution, in standard deviations."""
    return 0.5 + 0.5 * erf(distance / sqrt(2))


def _sets(cards: Sequence[Card], largest: int) -> Iterator[tuple[Card, ...]]:
    for size in range(1, min(largest, len(cards)) + 1):
        yield from combinations(cards, size)


class Sniper:
    """Plays for two currencies; spends nothing until they turn up, then just enough to be first."""

    usual, per_player = 75, 10
    """What the highest rival bids with four players, and for each player more."""
    prey = 30
    """How much better a row must be than the other to be worth a fight."""
    aim = (1.0, 0.9, 0.7, 0.4)
    """What a face value of 1 is worth in the currency it wants most, and so on; then in any."""
    sure = 0.2
    """The weight of points in hand beside expected ones; more towards the end."""
    dearest = 0.9
    """The largest bid, as a fraction of what the row is worth to it."""

    def choose_bid(self, view: View, rng: Random) -> Bid:
        aims = self._aims(view, view.hand)
        easiest = sorted(
            view.hand, key=lambda card: (self._liking(view, aims, view.hand, [card]), card.value)
        )
        better, other = sorted(
            [self._liking(view, aims, view.hand, row) for row in (view.right, view.left)],
            reverse=True,
        )
        cards = easiest[:1]
        if better - other >= self.prey or better >= 3 * self.prey:
            spare = [card for card in easiest if card.kind not in aims[:1]][:10]
            cards = self._just_enough(spare, self._wanted(view), self.dearest * better) or cards
        return Bid(pile(cards), bluff=view.setup.rules.bluff_breaks_ties)

    def choose_turn(self, view: View, rng: Random) -> Turn:
        own = view.lying[view.waiting[0]]
        aims = self._aims(view, (*view.hand, *own))
        return max(
            view.legal_turns,
            key=lambda turn: self._liking(view, aims, view.hand, taken(view, turn)),
        )

    def _aims(self, view: View, cards: Pile) -> list[str]:
        """The currencies, the most promising first: much of it here, little of it elsewhere."""
        promise = {card.kind: 0.0 for card in view.setup.cards if not card.is_coin}
        for held, weight in ((cards, 1.0), (view.right, 0.4), (view.left, 0.4)):
            for card in held:
                if not card.is_coin:
                    promise[card.kind] += weight * card.value
        for seat, known in enumerate(view.known):
            for card in known if seat != view.seat else ():
                if not card.is_coin:
                    promise[card.kind] -= 0.5 * card.value
        return sorted(promise, key=lambda kind: -promise[kind])

    def _liking(
        self, view: View, aims: list[str], hand: Sequence[Card], more: Iterable[Card]
    ) -> float:
        """The value of additional cards: points where they count, money where they do not."""
        added = list(more)
        rest = [card for card in hand if card not in added]
        rules = view.setup.rules
        points = score_hand(rules, [*rest, *added]).total - score_hand(rules, rest).total
        if view.last_round:
            return float(points)
        hope = sum(self._promise(aims, rest, card) for card in added)
        late = 1 / (1 + rounds_to_come(view))
        return (self.sure + late) * points + (1 - late) * hope

    def _promise(self, aims: list[str], rest: Sequence[Card], card: Card) -> float:
        alike = sum(other.kind == card.kind and other.value == card.value for other in rest)
        trio = 12 * alike if card.value in TRIO_VALUES and not card.is_coin else 0
        place = 3 if card.is_coin else min(3, aims.index(card.kind))
        return trio + self.aim[place] * card.value

    def _wanted(self, view: View) -> int:
        """The highest bid expected of the others."""
        highest = [max(bids) for bids in zip(*rivals_bids(view), strict=True)][-3:]
        before = self.usual + self.per_player * (view.setup.players - 4)
        return int((before + sum(highest)) / (1 + len(highest)))

    def _just_enough(self, cards: Sequence[Card], wanted: int, dearest: float) -> list[Card] | None:
        """The smallest sufficient sum, of the fewest cards; None if it is too expensive."""
        enough = [each for each in _sets(cards, 4) if wanted <= worth(each) <= max(wanted, dearest)]
        fitting = min(enough, key=lambda each: (worth(each), len(each)), default=None)
        return None if fitting is None or wanted > dearest else list(fitting)
