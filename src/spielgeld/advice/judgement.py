"""What a decision gave up, judged by what the seat could know."""

from collections.abc import Sequence

from spielgeld.advice.calibration import calibration
from spielgeld.advice.decisions import Decision
from spielgeld.advice.hint import option
from spielgeld.advice.prospects import Prospect, look, prospects_of_many
from spielgeld.advice.reasons import reasons_for
from spielgeld.advice.types import Judged

WORTH_TELLING = 0.03
"""A decision is a mistake if it gave up at least this much of the chance to win the deal."""


def judge(decisions: Sequence[Decision]) -> list[Judged]:
    """What each decision gave up; deterministic."""
    views = [decision.view for decision in decisions]
    found = prospects_of_many(views, [[decision.chosen] for decision in decisions])
    return [_judged(*each) for each in zip(decisions, found, strict=True)]


def _judged(decision: Decision, found: Sequence[Prospect]) -> Judged:
    view, best = decision.view, found[0]
    chosen = next(each for each in found if look(each.choice) == look(decision.chosen))
    lost = best.deal - chosen.deal
    calls = is_mistake(lost)
    why = [reasons_for(view, each, found) if calls else [] for each in (chosen, best)]
    return Judged(
        deal=view.deal,
        round=view.round,
        what=decision.what,
        chosen=option(chosen, why[0]),
        best=option(best, why[1]),
        lost=lost,
        error=error_of(lost),
        lost_match=best.match - chosen.match,
        is_mistake=calls,
    )


def is_mistake(lost: float) -> bool:
    """Whether a loss of this much of the chance to win the deal is worth mentioning."""
    return lost >= WORTH_TELLING


def error_of(lost: float) -> float:
    """The standard error of an estimated loss, as measured against long rollouts."""
    least, share = calibration().loss_error
    return least + share * lost
