"""How much of a table's log each seat may fill, so that there is always room for play.

Social commands (phrases, muting, giving time, pausing) are limited per 30 seconds and in total;
changes of bid and plan are limited per round, reconnecting in total. So one seat alone cannot fill
the log; and if it is full all the same, the match can still be finished, and left. What answers
somebody who holds up the others is never refused for its number: it needs time to pass each time.
"""

from spielgeld.engine import NotAllowed
from spielgeld.table import commands
from spielgeld.table.state import LATELY, Seat, TableState

MOST_ENTRIES = 50_000
"""The most entries a log may have."""
MOST_BESIDE = 2_000
"""Entries of social commands of a seat, at one table."""
WITHIN = 30.0
"""Seconds in which a seat may write `LATELY` of them."""
MOST_CHANGES = 100
"""Changes of bid and plan a seat may make in one round."""
MOST_CHANGES_IN_ALL = 5_000
MOST_ARRIVALS = 5_000
MOST_RETURNS = 1_000
"""How often a seat may be asked back, and taken back, from a bot."""
MOST_EXTRA = 300.0
"""Seconds that others may give for one decision."""

_BESIDE = (commands.Say, commands.Mute, commands.MoreTime, commands.Pause)
_ALWAYS = (
    commands.TakeTurn,
    commands.Ready,
    commands.Salt,
    commands.Start,
    commands.Resume,
    commands.BecomeHost,
    commands.FreeSeat,
    commands.Nudge,
    commands.HandOver,
    commands.Leave,
)
"""Entries without which a match could not end; the rules or time bound their number."""


def check_command(
    state: TableState, number: int, command: commands.TableCommand, at: float
) -> None:
    """Refuse a command that exceeds the allowance of the seat or of the log."""
    seat = state.seats[number]
    if isinstance(command, _BESIDE):
        _check_beside(seat, at)
    if isinstance(command, commands.TakeBack) and seat.returns >= MOST_RETURNS:
        raise _too_often(MOST_RETURNS)
    is_first_bid = isinstance(command, commands.LayBid) and number not in state.sealed
    if state.number > MOST_ENTRIES and not is_first_bid and not isinstance(command, _ALWAYS):
        raise NotAllowed("log_full", "too much has happened at this table")


def _check_beside(seat: Seat, at: float) -> None:
    if seat.beside >= MOST_BESIDE:
        raise _too_often(MOST_BESIDE)
    if len(seat.lately) == LATELY and at - seat.lately[0] < WITHIN:
        wait = round(seat.lately[0] + WITHIN - at, 1)
        raise NotAllowed("not_so_fast", f"that can be done in {wait} s", seconds=wait)


def check_changes(seat: Seat) -> None:
    """Refuse more changes of bid and plan than a round allows."""
    if seat.changes >= MOST_CHANGES:
        raise NotAllowed(
            "too_many_changes", f"at most {MOST_CHANGES} changes a round", most=MOST_CHANGES
        )
    if seat.changes_in_all >= MOST_CHANGES_IN_ALL:
        raise _too_often(MOST_CHANGES_IN_ALL)


def check_arrival(seat: Seat) -> None:
    """Refuse more reconnections than a table allows."""
    if seat.arrivals >= MOST_ARRIVALS:
        raise _too_often(MOST_ARRIVALS)


def check_extra(seat: Seat) -> None:
    """Refuse more extra time than a decision allows."""
    if seat.extra >= MOST_EXTRA:
        most = round(MOST_EXTRA)
        raise NotAllowed("time_given", f"at most {most} s more for a decision", most=most)


def _too_often(most: int) -> NotAllowed:
    return NotAllowed("too_often", f"at most {most} times at one table", most=most)
