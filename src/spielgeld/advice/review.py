"""A finished match looked at again, through the eyes of one seat."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from random import Random

from spielgeld.advice.chances import Outcomes, learn_outcomes
from spielgeld.advice.decisions import Decision, decisions_of
from spielgeld.advice.habits import habits_of
from spielgeld.advice.judgement import judge, measuring_worlds
from spielgeld.advice.types import Judged, Moment, Review
from spielgeld.engine import Match, NotAllowed, Step, match_result
from spielgeld.engine.records import Record, replay
from spielgeld.workers import core_count

WORST = 3
_BAND = 1.96
"""A 95 % interval is this many standard errors to either side."""

Progress = Callable[[int, int, list[Judged]], None]


def review(record: Record, seat: int, progress: Progress = lambda *_: None) -> Review:
    """Judge every decision of the seat; the same for the same record.

    Refused where the record is no possible match, the match is not over, or has no such seat.
    """
    return review_steps(replay(record), seat, progress)


def review_steps(steps: Sequence[Step], seat: int, progress: Progress = lambda *_: None) -> Review:
    """The same for a match that has been replayed already.

    `progress` is called with how many decisions are judged, of how many, and the costliest so far.
    """
    if not steps or steps[-1].match.awaits != "nothing":
        raise NotAllowed("not_finished", "the match is not over")
    last = steps[-1].match
    last.setup.check_seat(seat)
    decisions = [*decisions_of(steps, seat)]
    outcomes = learn_outcomes(last.setup, Random("whole deals"))
    judged = [*_judge_all(decisions, outcomes, progress)]
    return Review(
        seat=seat,
        decisions=judged,
        curve=[*map(_moment, judged), _end(last, seat)],
        worst=_worst(judged),
        habits=habits_of(steps),
        worlds=min([measuring_worlds(decision.view) for decision in decisions]),
    )


def _judge_all(
    decisions: Sequence[Decision], outcomes: Outcomes, progress: Progress
) -> Iterator[Judged]:
    progress(0, len(decisions), [])
    done: list[Judged] = []
    # Threads are enough: the compiled code, which takes the time, runs without the GIL.
    pool = ThreadPoolExecutor(core_count())
    try:
        judged = pool.map(lambda decision: judge(decision, outcomes), decisions)
        for each in judged:
            yield each
            done.append(each)
            progress(len(done), len(decisions), [done[at] for at in _worst(done)])
    finally:
        pool.shutdown(cancel_futures=True)


def _moment(judged: Judged) -> Moment:
    """The chance before a decision: that of the best choice found."""
    chance, either_way = judged.best.win, _BAND * judged.best.error
    return Moment(
        deal=judged.deal,
        round=judged.round,
        what=judged.what,
        chance=chance,
        low=max(0.0, chance - either_way),
        high=min(1.0, chance + either_way),
    )


def _end(match: Match, seat: int) -> Moment:
    winners = match_result(match.setup.rules, match.scores).winners
    share = 1 / len(winners) if seat in winners else 0.0
    round_ = match.deal.round if match.deal else 0
    return Moment(
        deal=len(match.scores), round=round_, what="end", chance=share, low=share, high=share
    )


def _worst(judged: Sequence[Judged]) -> list[int]:
    mistakes = [at for at, each in enumerate(judged) if each.is_mistake]
    return sorted(mistakes, key=lambda at: -judged[at].lost)[:WORST]
