"""Everybody's chance through a deal."""

from functools import cache

import pytest
from advised import played

from spielgeld.advice.curves import deal_curve
from spielgeld.bots import make_bot
from spielgeld.engine import Step


@cache
def two_deals() -> list[Step]:
    return played(make_bot("best-2026-11"), deals=2, seed=3)


@pytest.mark.parametrize("deal", [1, 2])
def test_a_curve_is_that_of_the_last_deal_that_is_over(deal: int) -> None:
    steps = two_deals()
    known = [step for step in steps if len(step.match.scores) <= deal]
    rounds = [each for each in known if each.match.awaits == "bids"]
    own = [each for each in rounds if each.match.deal and each.match.deal.number == deal]
    until = max(at for at, step in enumerate(known) if len(step.match.scores) < deal) + 2
    found = deal_curve(known[:until])
    *through, end = found.chances
    assert found.deal == deal
    assert len(through) == len(own)
    for chances in found.chances:
        assert sum(chances) == pytest.approx(1)
    points = steps[-1].match.scores[deal - 1]
    assert end == [float(each == max(points)) for each in points]
    assert max(through[0]) < 0.75  # nobody knows much at first
    assert through[-1].index(max(through[-1])) == points.index(max(points))
