"""Advice in a browser, without NumPy: the same hint, the same curve, the same review."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from advised import NAMES

from spielgeld.advice.curves import deal_curve
from spielgeld.advice.hint import hint
from spielgeld.advice.review import review
from spielgeld.engine import view_of
from spielgeld.engine.records import make_record, record_line
from spielgeld.local import advice
from spielgeld.server.reviews.queue import work_of
from support.golden_text import golden_match

pytestmark = pytest.mark.process

TESTS = Path(__file__).parent.parent
HINTS = slice(None, None, 9)
"""Of the steps of the match, those where a hint is asked for."""

ADVISE = """
import sys
for name in ("numpy", "numba", "starlette", "uvicorn", "websockets"):
    sys.modules[name] = None  # as if it were not installed

from spielgeld.local import advice
from support.page_judge import page_judge

with page_judge() as make_judge:
    advice.begin(make_judge)
    for line in sys.stdin:
        what, _, asked = line.strip().partition(" ")
        if what == "hint":
            print(advice.hint(asked))
        elif what == "curve":
            print(advice.curve(asked))
        else:
            lines = []
            advice.review(asked, lines.append)
            print(lines[-1])
"""


def test_without_numpy_hints_curves_and_reviews_are_the_servers() -> None:
    setup, played = golden_match("fr", 3)
    steps = [*played]
    record = make_record(setup, NAMES[:3], [event for step in steps for event in step.events])
    views = [
        view_of(match, match.deal.waiting[0] if match.awaits == "turn" and match.deal else 0)
        for match in [step.match for step in steps][HINTS]
        if match.awaits in ("bids", "turn")
    ]
    assert {view.awaits for view in views} == {"bids", "turn"}
    questions = [f"hint {advice.pack(view)}" for view in views]
    questions.append(f"curve {record_line(record).decode().strip()}")
    questions.append(f"review {work_of(record, 0).decode()}")
    done = subprocess.run(
        [sys.executable, "-c", ADVISE],
        input="\n".join(questions),
        cwd=TESTS,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    *hints, curve, reviewed = done.stdout.splitlines()
    for view, told in zip(views, hints, strict=True):
        assert close(plain(advice.unpack(told)), plain(hint(view)))
    assert close(plain(advice.unpack(curve)), plain(deal_curve(steps)))
    assert close(json.loads(reviewed)["review"], plain(review(record, 0)))


def plain(told: Any) -> Any:
    return json.loads(msgspec.json.encode(told))


def close(told: Any, wanted: Any) -> bool:
    """Everything is the same, fractions up to what two machines may round differently."""
    if isinstance(wanted, float):
        return bool(told == pytest.approx(wanted, abs=1e-9))
    if isinstance(wanted, dict):
        return told.keys() == wanted.keys() and all(close(told[k], wanted[k]) for k in wanted)
    if isinstance(wanted, list):
        return len(told) == len(wanted) and all(map(close, told, wanted))
    return bool(told == wanted)
