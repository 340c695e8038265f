"""A hint: the best few choices of a seat, from what it sees alone."""

from collections.abc import Sequence
from random import Random

from spielgeld.advice.chances import mean_and_error
from spielgeld.advice.reasons import bid_reasons, turn_reasons
from spielgeld.advice.trials import (
    Choice,
    Numbers,
    candidate_bids,
    ends_after,
    first_chances,
    world_count,
)
from spielgeld.advice.types import Hint, Option, Reason
from spielgeld.bots.heuristic.rollouts import Ends, choice_values, likely_turns, win_shares
from spielgeld.engine import Bid, NotAllowed, View, turn_code
from spielgeld.fast.jit import IS_COMPILED

OPTIONS = 3
_EFFORT = 80_000
_LEAST, _MOST = 24, 400
"""Sampled worlds."""


def hint(view: View, rng: Random) -> Hint:
    """The best few bids or turns; refused where the seat has nothing to decide."""
    choices = choices_of(view)
    seat = view.seat or 0
    found, worlds = _find_best(view, choices, rng)
    # What looks best of many is partly lucky in the worlds in which it was found. So what is told
    # about the few that are left comes from other worlds.
    ends = ends_after(view, [choices[at] for at in found], worlds, rng)
    shares, reasons = win_shares(ends, seat), reasons_for(view, choices, rng)
    return Hint(
        options=[
            option(choices[found[at]], ends[at], shares[at], seat, reasons[found[at]])
            for at in (_by_value(ends, seat) if IS_COMPILED else range(len(found)))
        ],
        worlds=worlds,
    )


def _find_best(view: View, choices: Sequence[Choice], rng: Random) -> tuple[list[int], int]:
    """The places of the best few choices, and in how many worlds to measure them.

    Without compiled code there is time for a few worlds only. Among many choices those would
    choose by luck, so there the rule of thumb chooses, by which the choices are in order.
    """
    if not IS_COMPILED:
        few = range(len(choices))[:OPTIONS]
        return list(few), world_count(view, len(few), _EFFORT, _LEAST, _MOST)
    worlds = world_count(view, len(choices), _EFFORT, _LEAST, _MOST)
    found = _by_value(ends_after(view, choices, worlds, rng), view.seat or 0)[:OPTIONS]
    return found, worlds


def _by_value(ends: Ends, seat: int) -> list[int]:
    """The places of the choices, the best first."""
    value = choice_values(ends, seat, win_shares(ends, seat))
    return sorted(range(len(value)), key=lambda at: -value[at])


def choices_of(view: View) -> list[Choice]:
    """What is worth trying, likely ones first: bids, or everything the seat to act can do."""
    if view.awaits == "bids":
        if view.legal_bids.count() == 0:
            raise NotAllowed("no_bid", "a hand without notes or coins has no bid here")
        return [*candidate_bids(view)]
    if not view.legal_turns:
        raise NotAllowed(
            "not_your_turn",
            f"seat {view.seat} has nothing to decide now",
            to_act=view.waiting[0] if view.waiting else None,
            seat=view.seat,
        )
    return [*likely_turns(view)]


def reasons_for(view: View, choices: Sequence[Choice], rng: Random) -> list[list[Reason]]:
    """The reasons for each choice."""
    bids = [choice for choice in choices if isinstance(choice, Bid)]
    if bids:
        return bid_reasons(view, bids, first_chances(view, bids, rng))
    return turn_reasons(view, [choice for choice in choices if not isinstance(choice, Bid)])


def option(choice: Choice, ends: Ends, shares: Numbers, seat: int, reasons: list[Reason]) -> Option:
    """A choice with what it brought in the trials."""
    win, error = mean_and_error(shares)
    return Option(
        bid=choice.codes if isinstance(choice, Bid) else None,
        turn=None if isinstance(choice, Bid) else turn_code(choice),
        points=float(ends[:, seat].mean()),
        win=win,
        error=error,
        reasons=reasons,
    )
