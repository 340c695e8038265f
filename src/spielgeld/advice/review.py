"""The review of a finished match: every decision of one seat, judged by what it could know."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from spielgeld.advice.calibration import calibration
from spielgeld.advice.curves import everybodys, rounds_of
from spielgeld.advice.habits import habits_of
from spielgeld.advice.hint import option
from spielgeld.advice.prospects import Prospect, look, prospects_of_many
from spielgeld.advice.reasons import reasons_for
from spielgeld.advice.types import Judged, Moment, Review
from spielgeld.bots.champion.valuation import Choice
from spielgeld.engine import (
    Bid,
    Exchanged,
    Match,
    NotAllowed,
    Revealed,
    Step,
    View,
    match_result,
    view_of,
)
from spielgeld.engine.records import Record, replay

WORST = 3
WORTH_TELLING = 0.03
"""A decision is a mistake if it gave up at least this much of the chance to win the deal."""
_AT_ONCE = 8
"""Decisions judged between two calls of `progress`."""

Progress = Callable[[int, int, list[Judged]], None]


@dataclass(frozen=True, slots=True)
class Decision:
    """A bid or a turn that somebody chose."""

    match: Match
    """The full state before the decision, hidden cards included; only for hindsight."""
    seat: int
    chosen: Choice
    bids: tuple[Bid, ...] | None
    """Everybody's bids of the round, where this is one of them."""

    @property
    def view(self) -> View:
        """What the seat could know."""
        return view_of(self.match, self.seat)

    @property
    def what(self) -> Literal["bid", "turn"]:
        return "bid" if isinstance(self.chosen, Bid) else "turn"


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


def decisions_of(steps: Sequence[Step], seat: int) -> Iterator[Decision]:
    """Everything the seat decided, in order."""
    for before, step in pairwise(steps):
        event = step.events[0]
        if isinstance(event, Revealed):
            yield Decision(before.match, seat, event.bids[seat], event.bids)
        elif isinstance(event, Exchanged) and event.seat == seat:
            yield Decision(before.match, seat, event.turn, None)


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
