"""Who may ask for a hint, and when. The hint itself is made by `advice`, from the seat's view."""

from spielgeld.engine import NotAllowed
from spielgeld.table.social_commands import check_playing
from spielgeld.table.state import Question, TableState


def hints_are_on(state: TableState, seat: int) -> bool:
    """Whether the seat may ask. A person whose seat a bot plays still counts as a person."""
    who = state.agreement.hints
    if who != "bots_only":
        return who == "everybody"
    return all(other.bot is not None for at, other in enumerate(state.seats) if at != seat)


def hint_question(state: TableState, seat: int) -> Question:
    """What the seat has to decide now; refused where it may not ask, or has nothing to decide."""
    check_playing(state)
    if not hints_are_on(state, seat):
        raise NotAllowed("no_hints", "hints are off at this table")
    what = state.what
    if what not in ("bids", "turn") or seat not in state.awaited:
        raise NotAllowed("not_now", "this seat has nothing to decide now", awaits=what)
    return Question(seat, what, *state.round)


def check_stands(state: TableState, question: Question) -> None:
    """Refuse a hint that is ready after the decision was made."""
    stands = state.status == "playing" and question.seat in state.awaited
    if not stands or (question.what, question.deal, question.round) != (state.what, *state.round):
        deal, number = state.round
        raise NotAllowed("too_late", "that decision is over", deal=deal, round=number)
