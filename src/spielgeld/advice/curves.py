"""Everybody's chance through a deal or a match, round by round."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice

from spielgeld.advice.calibration import calibration, share_out
from spielgeld.advice.prospects import Prospect, prospects_of_many
from spielgeld.advice.types import DealCurve
from spielgeld.engine import Match, NotAllowed, Step, view_of

_AT_ONCE = 32
"""Rounds whose prospects are in memory at the same time."""


def deal_curve(steps: Iterable[Step]) -> DealCurve:
    """Return everybody's chance to win the last deal that is over, from round to round.

    Refused with `no_record` if no deal is over.
    """
    rounds: list[Match] = []
    points: tuple[int, ...] = ()
    deal = 0
    under_way: list[Match] = []
    for step in steps:
        match = step.match
        if match.awaits == "bids":
            under_way.append(match)
        if len(match.scores) > deal:  # that deal is over
            deal, points = len(match.scores), match.scores[-1]
            rounds, under_way = under_way, []
    if not deal:
        raise NotAllowed("no_record", "no deal is over yet")
    found = everybodys(rounds, lambda best: best.deal, calibration().deal_sharpness)
    chances = [some for _, some in found]
    won = [each == max(points) for each in points]
    return DealCurve(deal=deal, chances=[*chances, [each / sum(won) for each in won]])


def rounds_of(steps: Iterable[Step]) -> Iterator[Match]:
    """Yield the match at the beginning of every round."""
    return (step.match for step in steps if step.match.awaits == "bids")


def everybodys(
    rounds: Iterable[Match], chance: Callable[[Prospect], float], sharpness: float
) -> Iterator[tuple[Match, list[float]]]:
    """Yield each round with a chance of every seat: that of its best choice.

    Each seat is judged by what it could know, so the chances do not add up to 1: they are
    normalised.
    """
    remaining = iter(rounds)
    while some := [*islice(remaining, _AT_ONCE)]:
        yield from zip(some, _everybodys(some, chance, sharpness), strict=True)


def _everybodys(
    rounds: Sequence[Match], chance: Callable[[Prospect], float], sharpness: float
) -> list[list[float]]:
    seats = [range(match.setup.players) for match in rounds]
    views = [
        view_of(match, seat) for match, some in zip(rounds, seats, strict=True) for seat in some
    ]
    may_bid = [at for at, view in enumerate(views) if view.legal_bids.count()]
    found = prospects_of_many([views[at] for at in may_bid], [()] * len(may_bid))
    chances = [0.0] * len(views)
    for at, each in zip(may_bid, found, strict=True):
        chances[at] = chance(each[0])
    players = len(seats[0])
    return [
        share_out(sharpness, chances[number * players :][:players]) for number in range(len(rounds))
    ]
