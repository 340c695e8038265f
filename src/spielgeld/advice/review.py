"""The review of a finished match: every decision of one seat, judged by what it could know."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Literal

from spielgeld.advice.calibration import calibration
from spielgeld.advice.curves import everybodys, rounds_of
from spielgeld.advice.decisions import Decision, decisions_of
from spielgeld.advice.habits import habits_of
from spielgeld.advice.hint import option
from spielgeld.advice.prospects import Prospect, look, prospects_of_many
from spielgeld.advice.reasons import reasons_for
from spielgeld.advice.types import Judged, Moment, Review
from spielgeld.engine import Match, NotAllowed, Step, match_result
from spielgeld.engine.records import Record, replay_steps

WORST = 3
WORTH_TELLING = 0.03
"""A decision is a mistake if it gave up at least this much of the chance to win the deal."""
_AT_ONCE = 8
"""Decisions judged between two calls of `progress`."""

Progress = Callable[[int, int, list[Judged]], None]
Replay = Callable[[], Iterable[Step]]
"""Begins a replay of the match. A long match takes much less time to replay than memory to keep."""


def review(record: Record, seat: int, progress: Progress = lambda *_: None) -> Review:
    """Judge every decision of the seat; deterministic.

    Refused where the record is no possible match, the match is not over, or has no such seat.
    """
    return review_steps(lambda: replay_steps(record), seat, progress)


def review_steps(replay: Replay, seat: int, progress: Progress = lambda *_: None) -> Review:
    """Do the same with a match that is replayed in another way.

    `progress` is called with how many decisions are judged, of how many, and the costliest so far.
    """
    last = deque(replay(), maxlen=1)
    if not last or last[0].match.awaits != "nothing":
        raise NotAllowed("not_finished", "the match is not over")
    last[0].match.setup.check_seat(seat)
    total = sum(1 for _ in decisions_of(replay(), seat))
    judged = _judge_all(decisions_of(replay(), seat), total, progress)
    curve = [*_curve(replay(), last[0].match)]
    skill = -sum(each.lost_match for each in judged)
    return Review(
        seat=seat,
        decisions=judged,
        curve=curve,
        worst=_worst(judged),
        skill=skill,
        luck=curve[-1].chances[seat] - curve[0].chances[seat] - skill,
        habits=habits_of(replay()),
    )


def _judge_all(decisions: Iterator[Decision], total: int, progress: Progress) -> list[Judged]:
    done: list[Judged] = []
    progress(0, total, [])
    while some := [*islice(decisions, _AT_ONCE)]:
        done += judge(some)
        progress(len(done), total, [done[at] for at in _worst(done)])
    return done


def _curve(steps: Iterable[Step], last: Match) -> Iterator[Moment]:
    """Everybody's chance at the beginning of every round, and at the end."""
    chances = everybodys(rounds_of(steps), lambda best: best.match, calibration().sharpness)
    for match, some in chances:
        yield _moment(match, "round", some)
    winners = match_result(last.setup.rules, last.scores).winners
    seats = range(last.setup.players)
    yield _moment(last, "end", [(seat in winners) / len(winners) for seat in seats])


def _moment(match: Match, what: Literal["round", "end"], chances: list[float]) -> Moment:
    deal = match.deal
    return Moment(
        deal=deal.number if deal else 0, round=deal.round if deal else 0, what=what, chances=chances
    )


def _worst(judged: Sequence[Judged]) -> list[int]:
    mistakes = [at for at, each in enumerate(judged) if each.is_mistake]
    return sorted(mistakes, key=lambda at: (-judged[at].lost_match, -judged[at].lost))[:WORST]


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
