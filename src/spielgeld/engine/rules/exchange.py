"""Take a row, take a bid, or keep; and who acts next."""

from functools import cache

from spielgeld.engine.cards import pile
from spielgeld.engine.errors import NotAllowed, plain, quoted
from spielgeld.engine.history import Exchanged
from spielgeld.engine.moves import KEEP, ROWS, TAKE_LEFT, TAKE_RIGHT, Keep, TakeBid, TakeRow, Turn
from spielgeld.engine.state import Deal

_TAKE_BID = tuple([TakeBid(seat) for seat in range(6)])


def check_turn(waiting: tuple[int, ...], seat: int, turn: Turn) -> None:
    """Refuse a turn out of order, or an exchange that does not exist."""
    if not waiting or waiting[0] != seat:
        raise _not_your_turn(waiting, seat)
    if isinstance(turn, TakeBid):
        if turn.seat not in waiting[1:]:
            raise NotAllowed(
                "no_such_bid",
                f"seat {quoted(turn.seat)} has no bid that seat {seat} could take",
                taken=plain(turn.seat),
                seat=seat,
            )
    elif isinstance(turn, TakeRow):
        if turn.row not in ROWS:
            found = quoted(turn.row)
            raise NotAllowed("no_such_row", f"there is no row {found}", found=found)
    elif not isinstance(turn, Keep):
        found = quoted(turn)
        raise NotAllowed("no_such_turn", f"{found} is not a turn", found=found)


def _not_your_turn(waiting: tuple[int, ...], seat: int) -> NotAllowed:
    if not waiting:
        return NotAllowed(
            "not_your_turn",
            f"nobody is to act, not seat {quoted(seat)}",
            why="nobody_to_act",
            to_act=None,
            seat=plain(seat),
        )
    return NotAllowed(
        "not_your_turn",
        f"seat {waiting[0]} is to act, not seat {quoted(seat)}",
        to_act=waiting[0],
        seat=plain(seat),
    )


@cache
def legal_turns(waiting: tuple[int, ...]) -> tuple[Turn, ...]:
    """Everything the seat to act can do; nothing where nobody is to act."""
    if not waiting:
        return ()
    return (TAKE_RIGHT, TAKE_LEFT, *[_TAKE_BID[seat] for seat in waiting[1:]], KEEP)


def exchange(deal: Deal, turn: Turn) -> tuple[Deal, Exchanged]:
    """Let the seat to act do this; also what it gave and what it took, which the round keeps.

    Whole piles change places, however many cards each has. What is taken goes into the hand and
    out of reach for the rest of the round.
    """
    seat, *waiting = deal.waiting
    right, left, lying = deal.right, deal.left, list(deal.lying)
    given, lying[seat] = lying[seat], ()
    match turn:
        case TakeRow(row="right"):
            taken, right = right, given
        case TakeRow():
            taken, left = left, given
        case TakeBid(seat=victim):
            taken, lying[victim] = lying[victim], given
            # The victim now has the highest bid still lying and acts next, whatever the ties.
            waiting.remove(victim)
            waiting.insert(0, victim)
        case Keep():
            taken, given = given, ()
    hands = list(deal.hands)
    hands[seat] = pile(hands[seat] + taken)
    exchanged = Exchanged(seat, turn, given, taken, tuple(waiting))
    changed = deal._replace(
        hands=tuple(hands),
        right=right,
        left=left,
        lying=tuple(lying),
        waiting=exchanged.waiting,
        history=(*deal.history, exchanged),
    )
    return changed, exchanged
