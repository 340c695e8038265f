"""Why a choice is good: facts of the position whose weight was measured.

A fact such as "completes a trio" is given as a reason only if it matters: the position is valued
again without it (that trio's notes not in the pile, the row empty, the rival's cards unknown). How
much smaller the lead of the choice over the next best is then, is the weight of the fact. The price
of a bid is measured against the best bid that costs more, or less.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from spielgeld.advice.prospects import Prospect, deal_chances_of
from spielgeld.advice.types import Reason
from spielgeld.bots.champion.valuation import Choice
from spielgeld.bots.piles import taken
from spielgeld.engine import (
    KEEP,
    Bid,
    Card,
    Keep,
    Pile,
    Rules,
    TakeBid,
    TakeRow,
    Turn,
    View,
    score_hand,
    worth,
)
from spielgeld.engine.rules.scoring import FEE, FULL_FROM

T = TypeVar("T")
MOST = 2
"""Reasons for one choice."""
MATTERS = 0.004
"""The least effect on the chance to win the deal with which a fact becomes a reason."""
_CLOSE = 0.01
"""Choices this close are about as good."""


@dataclass(frozen=True, slots=True)
class Holding:
    """A hand, counted as people look at it."""

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


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact about a choice, and the position without it, if it is a fact of the position."""

    reason: Reason
    without: View | None = None
    speaks_for: bool = True


Measured = tuple[Fact, float]
"""A fact, and how much of the chance to win the deal it moves."""


def reasons_for(view: View, own: Prospect, found: Sequence[Prospect]) -> list[Reason]:
    """The reasons for this choice, compared with the best of the others."""
    others = [each for each in found if each is not own]
    if not others:
        return [Reason(code="only_choice")]
    next_best = max(others, key=lambda each: each.deal)
    is_worse = own.deal < next_best.deal - _CLOSE
    measured = [
        *_measured_facts(view, own, next_best),
        *_measured_prices(own, others),
    ]
    reasons = [
        fact.reason
        for fact, moved in sorted(measured, key=_by_weight)
        if moved >= MATTERS and fact.speaks_for != is_worse
    ]
    if reasons or is_worse:
        return _without_echoes(reasons)[:MOST]
    is_close = own.deal < next_best.deal + _CLOSE
    return [Reason(code="close" if is_close else "all_in_all")]


def _by_weight(measured: Measured) -> float:
    return -measured[1]


def _measured_facts(view: View, own: Prospect, other: Prospect) -> Iterator[Measured]:
    """The facts of a choice, each with how much of its lead over the other came from it."""
    pair = (own.choice, other.choice)
    facts = [(fact, fact.without) for fact in facts_of(view, *pair) if fact.without]
    facts = [(fact, without) for fact, without in facts if without != view]
    lead = own.deal - other.deal
    chances = deal_chances_of([without for _, without in facts], pair)
    for (fact, _), (mine, others) in zip(facts, chances, strict=True):
        moved = lead - (mine - others)
        yield fact, moved if fact.speaks_for else -moved


def _measured_prices(own: Prospect, others: Sequence[Prospect]) -> Iterator[Measured]:
    """Of a bid: its advantage over cheaper bids, and over more expensive ones."""
    if not isinstance(own.choice, Bid):
        return
    bids = [(each.choice.worth, each.deal) for each in others if isinstance(each.choice, Bid)]
    price = own.choice.worth
    cheaper = [deal for worth, deal in bids if worth < price]
    dearer = [deal for worth, deal in bids if worth > price]
    if not own.choice.cards:
        yield Fact(_reason("sits_out")), own.deal - max(dearer, default=0.0)
        return
    if cheaper:
        better_by = own.deal - max(cheaper)
        yield Fact(_reason("worth_it", total=price)), better_by
        yield Fact(_reason("too_dear", total=price), speaks_for=False), -better_by
    if dearer:
        better_by = own.deal - max(dearer)
        yield Fact(_reason("saves", total=price)), better_by
        yield Fact(_reason("too_cheap", total=price), speaks_for=False), -better_by


def facts_of(view: View, own: Choice, other: Choice) -> Iterator[Fact]:
    """What is true of the first choice; without it the hand still has the cards of both bids."""
    if isinstance(own, Bid):
        staying = {*own.cards, *(other.cards if isinstance(other, Bid) else ())}
        yield from _about_bid(view, own, staying)
    else:
        yield from _about_turn(view, own)


def _about_bid(view: View, bid: Bid, staying: set[Card]) -> Iterator[Fact]:
    rules = view.setup.rules
    rest = tuple([card for card in view.hand if card not in bid.cards])
    before, after = count(rules, view.hand), count(rules, rest)
    yield from _lost(view, before, after, staying)
    yield from _kept(view, before, after, staying)
    for row, cards in (("right", view.right), ("left", view.left)):
        gain = count(rules, rest + cards).points - before.points
        if gain > 0 and bid.cards:
            without = replace(view, right=()) if row == "right" else replace(view, left=())
            yield Fact(_reason(f"{row}_row", points=gain), without)


def _about_turn(view: View, turn: Turn) -> Iterator[Fact]:
    rules, own = view.setup.rules, view.lying[view.seat or 0]
    pile = taken(view, turn)
    before, after = count(rules, view.hand + own), count(rules, view.hand + pile)
    if isinstance(turn, Keep):
        yield from _kept_bid(view, before, count(rules, view.hand))
        return
    yield from _won(view, turn, before, after)
    yield from _lost(view, before, after, set())
    yield from _spoilt(view, turn, pile)


def _won(view: View, turn: Turn, before: Holding, after: Holding) -> Iterator[Fact]:
    """What the hand gains; each fact with the position in which those cards are not in the pile."""
    for currency, total in after.totals.items():
        had = before.total(currency)
        if total > had:
            code = "collects"
            if is_full(total) and not is_full(had):
                code = "over_200"
            elif scores(total) and not scores(had):
                code = "over_100"
            without = _without_taken(view, turn, _is_kind(currency))
            yield Fact(_reason(code, currency=currency, total=total), without)
    for currency, value in sorted(after.trios - before.trios):
        without = _without_taken(view, turn, _is_note(currency, value))
        yield Fact(_reason("trio", currency=currency, value=value), without)
    for kind in sorted(after.coin_trios - before.coin_trios):
        without = _without_taken(view, turn, _is_kind(kind))
        yield Fact(_reason("coin_trio", currency=kind), without)


def _kept_bid(view: View, kept: Holding, given_up: Holding) -> Iterator[Fact]:
    """What the own bid is good for in the hand."""
    for currency, total in kept.totals.items():
        if is_full(total) and not is_full(given_up.total(currency)):
            without = _without_taken(view, KEEP, _is_kind(currency))
            yield Fact(_reason("keeps_200", currency=currency, total=total), without)
    for currency, value in sorted(kept.trios - given_up.trios):
        without = _without_taken(view, KEEP, _is_note(currency, value))
        yield Fact(_reason("keeps_trio", currency=currency, value=value), without)
    total = worth(view.lying[view.seat or 0])
    yield Fact(_reason("takes_back", total=total), _without_taken(view, KEEP, lambda _: True))


def _lost(view: View, before: Holding, after: Holding, staying: set[Card]) -> Iterator[Fact]:
    """What the hand loses, which speaks against the choice."""
    for currency, had in before.totals.items():
        total = after.total(currency)
        if is_full(had) and not is_full(total):
            without = _without(view, _is_kind(currency), staying)
            reason = _reason("breaks_200", currency=currency, total=total)
            yield Fact(reason, without, speaks_for=False)


def _kept(view: View, before: Holding, after: Holding, staying: set[Card]) -> Iterator[Fact]:
    """What a bid leaves intact in the hand."""
    for currency, total in after.totals.items():
        if is_full(total) and is_full(before.total(currency)):
            without = _without(view, _is_kind(currency), staying)
            yield Fact(_reason("keeps_200", currency=currency, total=total), without)
    for currency, value in sorted(before.trios & after.trios):
        without = _without(view, _is_note(currency, value), staying)
        yield Fact(_reason("keeps_trio", currency=currency, value=value), without)


def _spoilt(view: View, turn: Turn, pile: Pile) -> Iterator[Fact]:
    """What the turn denies the next player, judged by the cards everybody has seen there."""
    if isinstance(turn, TakeBid) or len(view.waiting) < 2:
        return
    rival = view.waiting[1]
    known, rules = view.known[rival], view.setup.rules
    own, with_row = count(rules, known + view.lying[rival]), count(rules, known + pile)
    gains = {kind: brings - own.brings.get(kind, 0) for kind, brings in with_row.brings.items()}
    currency = max(gains, key=lambda kind: gains[kind], default="")
    if with_row.points > own.points and gains.get(currency, 0) > 0:
        others = tuple([card for card in known if card.kind != currency])
        hidden = len(known) - len(others)
        without = replace(
            view,
            known=_replaced(view.known, rival, others),
            unknown=_replaced(view.unknown, rival, view.unknown[rival] + hidden),
        )
        yield Fact(_reason("spoils", currency=currency, seat=rival), without)


def _replaced(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    return (*values[:at], value, *values[at + 1 :])


def _without(view: View, is_gone: Callable[[Card], bool], staying: Collection[Card] = ()) -> View:
    """The view of a hand without these cards; nobody has seen them then."""
    hand = tuple([card for card in view.hand if card in staying or not is_gone(card)])
    return replace(view, hand=hand)


def _without_taken(view: View, turn: Turn, is_gone: Callable[[Card], bool]) -> View:
    """The view without these cards in the pile that the turn takes."""
    pile = tuple([card for card in taken(view, turn) if not is_gone(card)])
    if isinstance(turn, TakeRow):
        return replace(view, right=pile) if turn.row == "right" else replace(view, left=pile)
    owner = turn.seat if isinstance(turn, TakeBid) else view.seat or 0
    return replace(view, lying=_replaced(view.lying, owner, pile))


def _is_kind(kind: str) -> Callable[[Card], bool]:
    return lambda card: card.kind == kind


def _is_note(currency: str, value: int) -> Callable[[Card], bool]:
    return lambda card: (card.kind, card.value) == (currency, value)


def _reason(code: str, **arguments: str | int) -> Reason:
    return Reason(code=code, arguments={**arguments})


_ECHOES = {
    "collects": {"over_200", "over_100", "trio"},
    "over_100": {"trio"},
    "takes_back": {"keeps_200", "keeps_trio"},
    "too_cheap": {"too_dear"},
    "too_dear": {"too_cheap"},
}
"""By reason: the reasons that make it redundant."""


def _without_echoes(ranked: list[Reason]) -> list[Reason]:
    reasons: list[Reason] = []
    codes: set[str] = set()
    for each in ranked:
        if each.code not in codes and not _ECHOES.get(each.code, set()) & codes:
            reasons.append(each)
            codes.add(each.code)
    return reasons


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
