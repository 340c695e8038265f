"""Who wins the match. Ties between bids are settled in `order.py`."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from spielgeld.engine.editions import Rules

WonBy = Literal["points", "deals", "points_after_deals"]
"""What decided the match: points, deals won, or points between players with equal deals won."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended."""

    winners: tuple[int, ...]
    """Several seats where the win is shared."""
    totals: tuple[int, ...]
    """Points of all deals together."""
    deals_won: tuple[int, ...]
    """How many deals each seat won; players level on points each count the deal as won."""
    won_by: WonBy


def match_result(rules: Rules, scores: Sequence[Sequence[int]]) -> Result:
    """Who won, from the points of every deal. What stays level after that is shared (R10)."""
    totals = tuple([sum(points) for points in zip(*scores, strict=True)])
    deals_won = tuple(
        [sum([points[seat] == max(points) for points in scores]) for seat in range(len(totals))]
    )
    if rules.match_winner == "total":
        return Result(_highest(totals), totals, deals_won, "points")
    most_won = _highest(deals_won)
    richest = _highest([totals[seat] if seat in most_won else -1 for seat in range(len(totals))])
    won_by: WonBy = "deals" if len(most_won) == 1 else "points_after_deals"
    return Result(richest, totals, deals_won, won_by)


def _highest(values: Sequence[int]) -> tuple[int, ...]:
    """The seats with the highest value."""
    best = max(values)
    return tuple([seat for seat, value in enumerate(values) if value == best])
