"""A decision is judged by what the seat could know; hindsight is another judgement."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from advised import careful, played

from spielgeld.advice.chances import Outcomes, learn_outcomes
from spielgeld.advice.decisions import Decision, decisions_of
from spielgeld.advice.judgement import WORTH_TELLING, judge
from spielgeld.advice.trials import open_ends
from spielgeld.bots import make_bot
from spielgeld.engine import KEEP, TAKE_LEFT, TAKE_RIGHT, resample
from support.play import bid_all, position, table

DECISIONS = [*decisions_of(careful(), 0)]


def outcomes() -> Outcomes:
    return learn_outcomes(careful()[0].match.setup, Random(1))


@pytest.mark.parametrize("at", [2, 7])
def test_the_judgement_leaves_hidden_cards_alone_and_hindsight_does_not(at: int) -> None:
    decision = DECISIONS[at]
    true = judge(decision, outcomes())
    opened = set()
    for number in range(3):
        other = resample(decision.view, Random(number))
        bids = decision.bids
        if bids is not None:  # the others' true bids need not be in these hands
            hands = other.deal.hands if other.deal else ()
            bids = tuple(
                bid if seat == 0 else replace(bid, cards=hands[seat][:1])
                for seat, bid in enumerate(bids)
            )
        judged = judge(Decision(other, 0, decision.chosen, bids), outcomes())
        assert (judged.chosen, judged.best, judged.lost) == (true.chosen, true.best, true.lost)
        opened.add((str(judged.best_open), judged.lost_open))
    assert len(opened) > 1


def test_hindsight_plays_on_with_the_true_cards() -> None:
    match = position(
        table(players=3, deals=1),
        ["Y20a Y30a Y50 Y60 SK20a", "E20a P30a", "E20b E30a E40 E50 E60"],
        right="Y40",
        left="R60",
        last_round=True,
    )
    match = bid_all(match, "SK20a", "E20a", "E20b").match
    first = match.deal.waiting[0] if match.deal else -1
    assert first == 1  # of equal bids the lowest serial acts first; it sees what it can take
    ends = open_ends(match, first, [TAKE_RIGHT, TAKE_LEFT, KEEP], None)
    assert ends[1:, 0, 0].tolist() == [200, 200]
    assert ends[0, 0, 0] < 200


def test_hindsight_knows_the_deck() -> None:
    ends = []
    for deck in ("E60 E50 E40 P60 P50 P40 R60", "P60 P50 P40 R60 E60 E50 E40"):
        hands = ["Y20a SK20a E30a E20b", "E20a P30a R30a", "E30b P30b R30b"]
        match = position(
            table(players=3, deals=1), hands, right="Y40 Y50", left="R50 R40", deck=deck
        )
        match = bid_all(match, "SK20a Y20a", "E20a", "P30b").match
        ends.append(open_ends(match, 0, [TAKE_RIGHT], None).tolist())
    assert ends[0] != ends[1]


def test_a_decided_match_has_no_mistakes() -> None:
    match = position(
        table(players=3, deals=1),
        ["Y20a Y20b Y20c Y30a Y40 Y50 Y60 SK20a", "E20a", "P20a"],
        right="R20a",
        left="R20b",
        last_round=True,
    )
    for bid in ("SK20a", "Y20a Y20b", "Y60 *"):
        bids = tuple(match.setup.bid(each) for each in (bid, "E20a", "P20a"))
        judged = judge(Decision(match, 0, bids[0], bids), outcomes())
        assert judged.chosen.win == 1
        assert judged.lost == 0
        assert not judged.is_mistake
        assert judged.lost_open == 0
        assert judged.best_open.bid == judged.chosen.bid


def test_hindsight_tells_no_loss_within_its_error() -> None:
    steps = played(make_bot("best-2026-11"), deals=2)
    results = learn_outcomes(steps[0].match.setup, Random(1))
    judged = [judge(decision, results) for decision in [*decisions_of(steps, 0)][10:14]]
    assert any(each.lost_open for each in judged)
    for each in judged:
        assert each.lost_open == 0 or each.lost_open > WORTH_TELLING


PLAIN = """
from random import Random
from advised import played
from spielgeld.advice.chances import learn_outcomes
from spielgeld.advice.decisions import decisions_of
from spielgeld.advice.hint import hint
from spielgeld.advice.judgement import judge
from spielgeld.bots import make_bot
from spielgeld.fast.jit import IS_COMPILED
assert not IS_COMPILED
steps = played(make_bot("best-2026-11"), deals=2)
decisions = list(decisions_of(steps, 0))
outcomes = learn_outcomes(steps[0].match.setup, Random(1))
for decision in (decisions[0], decisions[1]):
    given = hint(decision.view, Random(1))
    assert 2 <= given.worlds <= 60, given.worlds
    print(len(given.options))
for decision in decisions[-4:]:
    judged = judge(decision, outcomes)
    assert judged.chosen.error >= 1 / 100
    print(judged.what)
"""


def test_it_works_without_compiled_code() -> None:
    tests = Path(__file__).parent
    ran = subprocess.run(
        [sys.executable, "-c", PLAIN],
        env={
            **os.environ,
            "NUMBA_DISABLE_JIT": "1",
            "PYTHONPATH": os.pathsep.join([*sys.path, str(tests), str(tests.parent)]),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.split() == ["3", "3", "bid", "turn", "bid", "turn"]
