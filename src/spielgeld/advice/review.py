"""The review of a finished match: every decision of one seat, judged by what it could know."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Literal

from spielgeld.advice.calibration import calibration
from spielgeld.advice.curves import everybodys, rounds_of
from spielgeld.advice.decisions import Decision, decisions_of
from spielgeld.advice.habits import habits_of
from spielgeld.advice.judgement import judge
from spielgeld.advice.types import Judged, Moment, Review
from spielgeld.engine import Match, NotAllowed, Step, match_result
from spielgeld.engine.records import Record, replay_steps

WORST = 3
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
