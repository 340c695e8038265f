"""One decision looked at again: what it gave up, by what the seat could know, and in hindsight."""

from dataclasses import dataclass
from random import Random

import numpy as np

from spielgeld.advice.chances import Outcomes, match_shares, mean_and_error
from spielgeld.advice.decisions import Decision
from spielgeld.advice.hint import choices_of, option, reasons_for
from spielgeld.advice.trials import Choice, Numbers, ends_after, look, open_ends, world_count
from spielgeld.advice.types import Judged, Option, Reason
from spielgeld.bots.heuristic.rollouts import Ends, choice_values
from spielgeld.engine import View

SURE = 2.0
"""A mistake gave up more than so many standard errors …"""
WORTH_TELLING = 0.01
"""… and more than this of the chance to win."""
_EFFORT = 100_000
"""Bids and turns played to find the best choice, and as many again to measure it."""
_LEAST, _MOST = 32, 800
"""Sampled worlds."""
_FUTURES = 200
"""With open cards a deal has one end, but the deals to come are still unknown."""


@dataclass(frozen=True, slots=True)
class _Tried:
    """How the deal may end after some choices, and the chance to win the match then."""

    ends: Ends
    shares: Numbers
    """By choice and world."""
    seat: int

    def best(self) -> int:
        """The choice that looks best; of equals the first, which is the one that was chosen."""
        return int(np.argmax(choice_values(self.ends, self.seat, self.shares)))

    def option(self, at: int, choice: Choice, reasons: list[Reason]) -> Option:
        return option(choice, self.ends[at], self.shares[at], self.seat, reasons)


def judge(decision: Decision, outcomes: Outcomes) -> Judged:
    """What the decision gave up; the same whenever it is asked for."""
    view = decision.view
    rng = Random(f"{decision.seat} {view.deal} {view.round} {decision.what}")
    choices = _chosen_first(decision.chosen, choices_of(view))
    reasons = reasons_for(view, choices, rng)
    # Of many choices one looks best also by luck, in the worlds in which it was found. So what it
    # is better by is measured in other worlds, which it shares with what was chosen.
    search = world_count(view, len(choices), _EFFORT, _LEAST, _MOST)
    found = _try(view, choices, search, outcomes, rng).best()
    pair = [0, found] if found else [0]
    measured = _try(view, [choices[at] for at in pair], measuring_worlds(view), outcomes, rng)
    lost, error = 0.0, 0.0
    if found:
        lost, error = mean_and_error(measured.shares[1] - measured.shares[0])
    chosen = measured.option(0, choices[0], reasons[0])
    opened, best_open, lost_open = _in_hindsight(decision, choices, outcomes, rng)
    return Judged(
        deal=view.deal,
        round=view.round,
        what=decision.what,
        chosen=chosen,
        best=measured.option(1, choices[found], reasons[found]) if lost > 0 else chosen,
        lost=max(0.0, lost),
        error=error,
        is_mistake=_is_clear(lost, error),
        best_open=opened.option(best_open, choices[best_open], reasons[best_open]),
        lost_open=lost_open,
    )


def _is_clear(lost: float, error: float) -> bool:
    return lost > SURE * error and lost > WORTH_TELLING


def measuring_worlds(view: View) -> int:
    """In how many worlds the best choice is measured beside the one that was chosen."""
    return world_count(view, 2, _EFFORT, _LEAST, _MOST)


def _chosen_first(chosen: Choice, likely: list[Choice]) -> list[Choice]:
    """The choice that was made, then all others that differ from it in what people see."""
    return [chosen, *[each for each in likely if look(each) != look(chosen)]]


def _try(view: View, choices: list[Choice], worlds: int, outcomes: Outcomes, rng: Random) -> _Tried:
    ends = ends_after(view, choices, worlds, rng)
    return _weighed(view, ends, outcomes, rng)


def _weighed(view: View, ends: Ends, outcomes: Outcomes, rng: Random) -> _Tried:
    """The same futures for every choice."""
    to_come = view.setup.rules.deals - view.deal
    futures = outcomes.futures(to_come, ends.shape[1], rng)
    seat = view.seat or 0
    shares = match_shares(view.setup.rules, view.scores, ends, futures, seat)
    return _Tried(ends, shares, seat)


def _in_hindsight(
    decision: Decision, choices: list[Choice], outcomes: Outcomes, rng: Random
) -> tuple[_Tried, int, float]:
    """The choices with all cards open, the best of them, and what the chosen one gave up.

    What the deals to come leave unclear is no loss here either.
    """
    ends = open_ends(decision.match, decision.seat, choices, decision.bids)
    opened = _weighed(decision.view, np.repeat(ends, _FUTURES, axis=1), outcomes, rng)
    best = opened.best()
    lost, error = mean_and_error(opened.shares[best] - opened.shares[0])
    return (opened, best, lost) if _is_clear(lost, error) else (opened, 0, 0.0)
