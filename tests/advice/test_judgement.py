"""A decision is judged by what the seat could know."""

import os
import subprocess
import sys
from dataclasses import replace
from functools import cache
from random import Random

import pytest
from advised import careful, played

from spielgeld.advice.decisions import Decision, decisions_of
from spielgeld.advice.hint import hint
from spielgeld.advice.review import WORTH_TELLING, error_of, judge
from spielgeld.bots import make_bot
from spielgeld.engine import Bid, resample


@cache
def decisions() -> list[Decision]:
    return [*decisions_of(careful(), 0)]


@pytest.mark.parametrize("at", [2, 7])
def test_hidden_cards_are_left_alone(at: int) -> None:
    decision = decisions()[at]
    true = judge([decision])
    for number in range(3):
        other = resample(decision.view, Random(number))
        assert judge([Decision(other, 0, decision.chosen, decision.bids)]) == true


def test_many_are_judged_as_one_by_one() -> None:
    some = decisions()[:11]
    assert judge(some) == [judge([decision])[0] for decision in some]


def test_what_is_not_the_best_gave_something_up() -> None:
    for judged in judge(decisions()):
        assert judged.lost == judged.best.wins_deal - judged.chosen.wins_deal >= 0
        assert judged.lost_match == judged.best.wins_match - judged.chosen.wins_match >= 0
        assert judged.error == error_of(judged.lost) > 0
        assert judged.is_mistake == (judged.lost >= WORTH_TELLING)


def test_a_bid_nobody_would_think_of_is_judged_too() -> None:
    bids = [decision for decision in decisions() if decision.what == "bid"]
    wasteful = [replace(each, chosen=Bid(each.view.hand)) for each in bids[2:6]]
    for each, judged in zip(wasteful, judge(wasteful), strict=True):
        assert judged.chosen.bid == [card.code for card in each.view.hand]
        assert judged.is_mistake


def test_level2_makes_more_mistakes_than_the_champion() -> None:
    shares = {}
    for name in ("level2", "champion"):
        steps = [played(make_bot(name), players=4, deals=1, seed=seed) for seed in range(4)]
        judged = [each for match in steps for each in judge([*decisions_of(match, 0)])]
        shares[name] = sum(each.is_mistake for each in judged) / len(judged)
    assert shares["champion"] <= 0.05
    assert shares["level2"] > 0.1


PLAIN = """
from advised import played
from spielgeld.advice.decisions import decisions_of
from spielgeld.advice.hint import hint
from spielgeld.advice.review import judge
from spielgeld.bots import make_bot
from spielgeld.fast.jit import IS_COMPILED
assert not IS_COMPILED
steps = played(make_bot("best-2026-11"), deals=1)
decisions = list(decisions_of(steps, 0))
print(repr(hint(decisions[0].view)), repr(judge(decisions[:4])))
"""


@pytest.mark.process
def test_it_is_the_same_without_compiled_code() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", PLAIN],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    compiled = [*decisions_of(played(make_bot("best-2026-11"), deals=1), 0)]
    assert ran.stdout.strip() == f"{hint(compiled[0].view)!r} {judge(compiled[:4])!r}"
