"""Why a choice is good, or what it costs: told from what the seat itself sees.

Every reason has a weight, about the points it stands for. What holds for all choices alike tells
nothing about one of them, so a reason weighs the more, the fewer others share it.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from spielgeld.advice.hands import Holding, count, is_full, scores
from spielgeld.advice.types import Reason
from spielgeld.bots.piles import taken
from spielgeld.engine import Bid, Keep, Pile, TakeBid, Turn, View, worth
from spielgeld.engine.rules.scoring import TRIO_BONUS, sum_scores

MOST = 2
"""Reasons for one choice."""
_SMALL_BID = 40
_LIKELY_FIRST = 0.35
_FIRST_WEIGHS, _SAVING_WEIGHS, _COLLECTING_WEIGHS = 60.0, 25.0, 0.3
_LAST_WEIGHS, _FREE_WEIGHS, _SAFE_WEIGHS, _NOTHING_WEIGHS = 45.0, 20.0, 80.0, 15.0
_BACK_WEIGHS, _SPOILING_WEIGHS = 5.0, 0.8
_COSTS_WEIGH = 0.6
"""What a point lost weighs: less than a point won, for the question is why to do it."""
_SHARED = 0.15
"""What is left of a reason's weight where all other choices have it too."""


class Weighed(NamedTuple):
    """A reason and how telling it is."""

    weight: float
    reason: Reason


def bid_reasons(view: View, bids: Sequence[Bid], first: Sequence[float]) -> list[list[Reason]]:
    """For each bid why it is good; `first` is the chance of each to act first."""
    pairs = zip(bids, first, strict=True)
    return _most_telling([[*_about_bid(view, bid, chance)] for bid, chance in pairs])


def turn_reasons(view: View, turns: Sequence[Turn]) -> list[list[Reason]]:
    """For each turn of the seat to act why it is good."""
    return _most_telling([[*_about_turn(view, turn)] for turn in turns])


def _about_bid(view: View, bid: Bid, first: float) -> Iterator[Weighed]:
    if not bid.cards:
        yield _weighed(_SAFE_WEIGHS, "sits_out")
        return
    rules = view.setup.rules
    rest = tuple([card for card in view.hand if card not in bid.cards])
    before, after = count(rules, view.hand), count(rules, rest)
    yield from _lost(before, after)
    yield from _kept(before, after)
    if after.points == before.points:
        yield _weighed(_FREE_WEIGHS, "free")
    yield from _goal(view, before, rest, first)
    if first >= _LIKELY_FIRST:
        yield _weighed(_FIRST_WEIGHS * first, "acts_first", percent=round(100 * first))
    if view.last_round:
        if after.points == before.points and bid.worth > _SMALL_BID:
            yield _weighed(_LAST_WEIGHS, "last_round")
    elif bid.worth <= _SMALL_BID:
        yield _weighed(_SAVING_WEIGHS, "saves", total=bid.worth)


def _goal(view: View, before: Holding, rest: Pile, first: float) -> Iterator[Weighed]:
    """The row that this bid is good for, if it brings points."""
    gains = {
        "right_row": count(view.setup.rules, rest + view.right).points - before.points,
        "left_row": count(view.setup.rules, rest + view.left).points - before.points,
    }
    code = max(gains, key=lambda row: gains[row])
    if gains[code] > 0:
        yield _weighed(gains[code] * max(first, _LIKELY_FIRST), code, points=gains[code])


def _about_turn(view: View, turn: Turn) -> Iterator[Weighed]:
    rules, own = view.setup.rules, view.lying[view.seat or 0]
    pile = taken(view, turn)
    before, after = count(rules, view.hand + own), count(rules, view.hand + pile)
    if isinstance(turn, Keep):
        given_up = count(rules, view.hand)
        yield from _kept(before, before, given_up)
        if _is_best(view, before.points):
            yield _weighed(_NOTHING_WEIGHS, "no_better")
        if view.last_round:
            yield _weighed(_BACK_WEIGHS, "free")
        else:
            yield _weighed(_BACK_WEIGHS, "takes_back", total=worth(own))
        return
    yield from _won(before, after)
    yield from _lost(before, after)
    if after.points > before.points:
        gain = after.points - before.points
        yield _weighed(gain / 2, "gains", points=gain)
    elif after.points == before.points:
        yield _weighed(_FREE_WEIGHS / 2, "free")
    yield from _spoilt(view, turn, pile)


def _is_best(view: View, points: int) -> bool:
    """Whether no pile that can be taken gives the hand more points than this."""
    piles = [taken(view, turn) for turn in view.legal_turns]
    return all(count(view.setup.rules, view.hand + pile).points <= points for pile in piles)


def _won(before: Holding, after: Holding) -> Iterator[Weighed]:
    """What the hand has after and had not before."""
    for currency, total in after.totals.items():
        had = before.total(currency)
        gain = sum_scores(total) - sum_scores(had)
        if is_full(total) and not is_full(had):
            yield _weighed(gain, "over_200", currency=currency, total=total)
        elif scores(total) and not scores(had):
            yield _weighed(gain + 10, "over_100", currency=currency, total=total)
        elif total > had and not is_full(total):
            grown = (total - had) * _COLLECTING_WEIGHS * (1 + had / 50)
            yield _weighed(grown, "collects", currency=currency, total=total)
    for currency, value in sorted(after.trios - before.trios):
        yield _weighed(TRIO_BONUS, "trio", currency=currency, value=value)
    for kind in sorted(after.coin_trios - before.coin_trios):
        yield _weighed(TRIO_BONUS, "coin_trio", currency=kind)


def _lost(before: Holding, after: Holding) -> Iterator[Weighed]:
    """What the hand had before and has not after."""
    for currency, had in before.totals.items():
        total = after.total(currency)
        if is_full(had) and not is_full(total):
            loss = sum_scores(had) - sum_scores(total)
            yield _weighed(loss * _COSTS_WEIGH, "breaks_200", currency=currency, total=total)
    if after.points < before.points:
        loss = before.points - after.points
        yield _weighed(loss * _COSTS_WEIGH * 0.9, "costs", points=loss)


def _kept(before: Holding, after: Holding, without: Holding | None = None) -> Iterator[Weighed]:
    """What the hand has before and after; of that only what it would not have otherwise."""
    for currency, total in after.totals.items():
        at_stake = without is None or not is_full(without.total(currency))
        if is_full(total) and is_full(before.total(currency)) and at_stake:
            yield _weighed(total / 2, "keeps_200", currency=currency, total=total)
    kept = (before.trios & after.trios) - (without.trios if without else frozenset())
    for currency, value in sorted(kept):
        yield _weighed(TRIO_BONUS / 2, "keeps_trio", currency=currency, value=value)


def _spoilt(view: View, turn: Turn, taken: Pile) -> Iterator[Weighed]:
    """What the next player could have used: judged by the cards everybody has seen there."""
    if isinstance(turn, TakeBid) or len(view.waiting) < 2:
        return
    rival = view.waiting[1]
    known, rules = view.known[rival], view.setup.rules
    own, with_row = count(rules, known + view.lying[rival]), count(rules, known + taken)
    gains = {kind: brings - own.brings.get(kind, 0) for kind, brings in with_row.brings.items()}
    currency = max(gains, key=lambda kind: gains[kind], default="")
    if with_row.points > own.points and gains.get(currency, 0) > 0:
        weight = (with_row.points - own.points) * _SPOILING_WEIGHS
        yield _weighed(weight, "spoils", currency=currency, seat=rival)


def _weighed(weight: float, code: str, **arguments: str | int) -> Weighed:
    return Weighed(weight, Reason(code=code, arguments={**arguments}))


def _most_telling(found: list[list[Weighed]]) -> list[list[Reason]]:
    """Of each choice's reasons the few that tell it from the others."""
    return [
        [each.reason for each in _ranked(own, [*found[:at], *found[at + 1 :]])[:MOST]]
        for at, own in enumerate(found)
    ]


def _ranked(own: list[Weighed], others: list[list[Weighed]]) -> list[Weighed]:
    def telling(each: Weighed) -> float:
        if not others:
            return each.weight
        shared = sum(any(each.reason == other.reason for other in them) for them in others)
        return each.weight * (1 - (1 - _SHARED) * shared / len(others))

    ranked = sorted(own, key=telling, reverse=True)
    return _without_echoes(ranked)


_ECHOES = {
    "gains": {"over_200", "over_100", "trio", "coin_trio"},
    "costs": {"breaks_200"},
    "free": {"last_round"},
}
"""Reasons that say no more than one of these does."""


def _without_echoes(ranked: list[Weighed]) -> list[Weighed]:
    told: list[Weighed] = []
    codes: set[str] = set()
    for each in ranked:
        echoed = _ECHOES.get(each.reason.code, set())
        if not echoed & codes and each.reason.code not in codes:
            told.append(each)
            codes.add(each.reason.code)
    return told
