"""The review of a finished match: every decision of one seat, judged by what it could know."""

from collections.abc import Callable, Iterator, Sequence
from typing import Literal

from spielgeld.advice.calibration import calibration
from spielgeld.advice.curves import everybodys, rounds_of
from spielgeld.advice.decisions import Decision, decisions_of
from spielgeld.advice.habits import habits_of
from spielgeld.advice.judgement import judge
from spielgeld.advice.types import Judged, Moment, Review
from spielgeld.engine import Match, NotAllowed, Step, match_result
from spielgeld.engine.records import Record, replay

WORST = 3
_AT_ONCE = 8
"""Decisions judged between two calls of `progress`."""

Progress = Callable[[int, int, list[Judged]], None]


def review(record: Record, seat: int, progress: Progress = lambda *_: None) -> Review:
    """Judge every decision of the seat; deterministic.

    Refused where the record is no possible match, the match is not over, or has no such seat.
    """
    return review_steps(replay(record), seat, progress)


def review_steps(steps: Sequence[Step], seat: int, progress: Progress = lambda *_: None) -> Review:
    """The same for a match that has been replayed already.

    `progress` is called with how many decisions are judged, of how many, and the costliest so far.
    """
    if not steps or steps[-1].match.awaits != "nothing":
        raise NotAllowed("not_finished", "the match is not over")
    steps[-1].match.setup.check_seat(seat)
    judged = [*_judge_all([*decisions_of(steps, seat)], progress)]
    curve = [*_curve(steps)]
    skill = -sum(each.lost_match for each in judged)
    return Review(
        seat=seat,
        decisions=judged,
        curve=curve,
        worst=_worst(judged),
        skill=skill,
        luck=curve[-1].chances[seat] - curve[0].chances[seat] - skill,
        habits=habits_of(steps),
    )


def _judge_all(decisions: Sequence[Decision], progress: Progress) -> Iterator[Judged]:
    done: list[Judged] = []
    progress(0, len(decisions), [])
    for first in range(0, len(decisions), _AT_ONCE):
        done += judge(decisions[first : first + _AT_ONCE])
        progress(len(done), len(decisions), [done[at] for at in _worst(done)])
    yield from done


def _curve(steps: Sequence[Step]) -> Iterator[Moment]:
    """Everybody's chance at the beginning of every round, and at the end."""
    rounds = rounds_of(steps)
    chances = everybodys(rounds, lambda best: best.match, calibration().sharpness)
    for match, some in zip(rounds, chances, strict=True):
        yield _moment(match, "round", some)
    last = steps[-1].match
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
