"""What people may do now. A decision is a list of entries for the log, or a refusal.

Nothing is changed here: `effects.py` does that, and nothing is sent before it is durable.
"""

import hmac
from collections.abc import Callable, Iterable
from typing import Any

from spielgeld.engine import Bid, NotAllowed, Turn, check_bid, check_turn, quoted, turn_code
from spielgeld.table import allowance, commands, entries, social_commands
from spielgeld.table.names import clean_name
from spielgeld.table.play import as_turn, plannable
from spielgeld.table.social_commands import Entries
from spielgeld.table.state import Question, TableState

MOST_REFUSED = 200
"""Refused requests with a key that a log keeps."""


def seat_of(state: TableState, token_hash: str) -> int | None:
    """The seat of that token. Constant time: every seat is compared."""
    found = None
    for number, seat in enumerate(state.seats):
        if hmac.compare_digest(seat.token or "-", token_hash):
            found = number
    return found


def join(state: TableState, name: str, token_hash: str, wanted: int | None, at: float) -> Entries:
    """Sit down at a seat, or at the first open one; no entries if that token has a seat."""
    if seat_of(state, token_hash) is not None:
        return []
    if state.status != "waiting":
        raise NotAllowed("already_started", "the match has already begun")
    open_seats = [number for number, seat in enumerate(state.seats) if seat.is_open]
    if not open_seats or (wanted is not None and wanted not in open_seats):
        raise NotAllowed("seat_taken", "that seat is taken" if open_seats else "no seat is open")
    shown = clean_name(name, state.names)
    number = open_seats[0] if wanted is None else wanted
    decided: Entries = [entries.Joined(at=at, seat=number, name=shown, token=token_hash)]
    if state.agreement.start == "full" and len(open_seats) == 1:
        decided.append(entries.Started(at=at))
    return decided


def once(state: TableState, key: str, decide: Callable[[], Entries], at: float) -> Entries:
    """Decide a request with a key; a refusal is an entry, so that it stays refused everywhere.

    Otherwise a request that was delayed at one process could be carried out after its repetition
    was refused by another.
    """
    if key in state.refused:
        return []
    try:
        return decide()
    except NotAllowed as why:
        if len(state.refused) >= MOST_REFUSED:
            raise
        return [entries.RequestRefused(at=at, key=key, code=why.code, arguments=why.arguments)]


def check_refused(state: TableState, key: str) -> None:
    """Raise the refusal that `once` has written, if it has."""
    if key in state.refused:
        why, arguments = state.refused[key]
        raise NotAllowed(why, "that request was refused", **arguments)


def arrive(state: TableState, seat: int, page: str, connection: str, at: float) -> Entries:
    """A person's page is connected; its earlier connection no longer counts."""
    owner = state.seats[seat]
    is_back = not owner.sat_in or owner.kept_for is not None
    if owner.pages.get(page) == connection and is_back:
        return []
    allowance.check_arrival(owner)
    return [entries.Arrived(at=at, seat=seat, page=page, connection=connection)]


def go(state: TableState, seat: int, connection: str, at: float) -> Entries:
    """A person's connection has ended; no entries if another has replaced it."""
    gone = connection not in state.seats[seat].pages.values()
    return [] if gone else [entries.Went(at=at, seat=seat, connection=connection)]


def lose(state: TableState, processes: Iterable[str], at: float) -> Entries:
    """Count everybody as disconnected who was connected through one of these processes."""
    lost = sorted(state.through.intersection(processes))
    return [entries.Lost(at=at, processes=lost)] if lost else []


def answer_bid(state: TableState, question: Question, bid: Bid, at: float) -> Entries:
    """A bot's bid; nothing if the question no longer stands."""
    if question not in state.questions:
        return []
    check_bid(state.rules, state.deal.hands[question.seat], bid)
    return [entries.BidLaid(at=at, seat=question.seat, bid=bid.codes, by_bot=True)]


def answer_turn(state: TableState, question: Question, turn: Turn, at: float) -> Entries:
    """A bot's turn; nothing if the question no longer stands."""
    if question not in state.questions:
        return []
    check_turn(state.deal.waiting, question.seat, turn)
    return [entries.TurnTaken(at=at, seat=question.seat, turn=turn_code(turn), by_bot=True)]


def rematch(state: TableState, table: str, at: float) -> Entries:
    """Point everybody to the table where the same people go on."""
    _check_finished(state)
    return [] if state.rematch else [entries.Rematched(at=at, table=table)]


def _check_finished(state: TableState) -> None:
    if state.status != "finished":
        raise NotAllowed("not_finished", "the match is not over")


def decide(state: TableState, seat: int, command: commands.TableCommand, at: float) -> Entries:
    """The entries of a command of the seat's owner; none if its id was seen before."""
    if command.id in state.seats[seat].heard:
        return []
    allowance.check_command(state, seat, command, at)
    return _DECISIONS[type(command)](state, seat, command, at)


def _lay_bid(state: TableState, seat: int, command: commands.LayBid, at: float) -> Entries:
    _check_round(state, command.deal, command.round, "bids")
    if seat in state.sealed:  # after withdrawing a bid it must be possible to lay another
        allowance.check_changes(state.seats[seat])
    bid = state.playing.setup.bid(command.cards)
    check_bid(state.rules, state.deal.hands[seat], bid)
    laid = entries.BidLaid(at=at, seat=seat, bid=bid.codes, id=command.id)
    return [*_take_back_first(state, seat, at), laid]


def _withdraw_bid(
    state: TableState, seat: int, command: commands.WithdrawBid, at: float
) -> Entries:
    _check_round(state, command.deal, command.round, "bids")
    allowance.check_changes(state.seats[seat])
    if seat not in state.sealed:
        raise NotAllowed("no_bid_lies", "there is no bid of this seat to take up")
    if state.seats[seat].bot_decided and state.others_there(seat):
        raise NotAllowed("bid_stays", "the others have waited for this bid")
    taken_up = entries.BidWithdrawn(at=at, seat=seat, id=command.id)
    return [*_take_back_first(state, seat, at), taken_up]


def _take_turn(state: TableState, seat: int, command: commands.TakeTurn, at: float) -> Entries:
    _check_round(state, command.deal, command.round, "turn")
    check_turn(state.deal.waiting, seat, as_turn(command.turn))
    taken = entries.TurnTaken(at=at, seat=seat, turn=command.turn, id=command.id)
    return [*_take_back_first(state, seat, at), taken]


def _make_plan(state: TableState, seat: int, command: commands.MakePlan, at: float) -> Entries:
    _check_round(state, command.deal, command.round, "bids", "turn")
    allowance.check_changes(state.seats[seat])
    possible = plannable(state, seat)
    for wish in command.wishes:
        if wish not in possible:
            raise NotAllowed(
                "no_such_bid", f"seat {quoted(wish)} has no bid to take", seat=seat, taken=wish
            )
    if state.what == "turn":
        if state.deal.waiting[:1] == (seat,):
            raise NotAllowed("your_turn_now", "it is this seat's turn: it can act at once")
        if seat not in state.deal.waiting:
            raise NotAllowed("no_turn_left", "this seat has no turn left in this round")
    planned = entries.Planned(at=at, seat=seat, wishes=list(command.wishes), id=command.id)
    return [*_take_back_first(state, seat, at), planned]


def _ready(state: TableState, seat: int, command: commands.Ready, at: float) -> Entries:
    deal = len(state.match.scores) + 1 if state.match else 1
    if state.what != "ready" or command.deal != deal or seat in state.ready:
        raise NotAllowed(
            "not_now", "no such deal is about to begin", awaits=state.what, offered="ready"
        )
    social_commands.check_playing(state)
    return [*_take_back_first(state, seat, at), entries.Readied(at=at, seat=seat, id=command.id)]


def _salt(state: TableState, seat: int, command: commands.Salt, at: float) -> Entries:
    if state.shuffle is None or state.shuffle.deal != command.deal or at > state.shuffle.until:
        raise NotAllowed("salt_late", "the cards of that deal are no longer open to salts")
    if seat in state.shuffle.salts:
        raise NotAllowed("salt_twice", "this seat has given its salt")
    return [entries.Salted(at=at, seat=seat, salt=command.salt, id=command.id)]


def _check_round(state: TableState, deal: int, number: int, *kinds: str) -> None:
    """Refuse a command for another round, or for something the table does not wait for."""
    social_commands.check_playing(state)
    now = state.round
    if (deal, number) != now:
        code = "too_late" if (deal, number) < now else "too_early"
        raise NotAllowed(
            code, f"that was meant for round {number} of deal {deal}", deal=now[0], round=now[1]
        )
    if state.what not in kinds:
        late = state.what == "turn" and "bids" in kinds
        raise NotAllowed(
            "too_late" if late else "not_now",
            f"the table awaits {state.what} now",
            deal=deal,
            round=number,
            awaits=state.what,
            offered=kinds[0],
        )


def _take_back_first(state: TableState, seat: int, at: float) -> Entries:
    """An entry that takes the seat back from a bot, if one plays it: acting implies it."""
    kept_for = state.kept(seat)
    if kept_for == "deal":
        raise NotAllowed("bot_keeps", "a bot plays until the deal is over", why="bot_keeps_deal")
    if kept_for is not None:
        raise NotAllowed("bot_keeps", "a bot makes this decision")
    return [entries.TakenBack(at=at, seat=seat)] if state.seats[seat].sat_in else []


_Decision = Callable[[TableState, int, Any, float], Entries]
_DECISIONS: dict[type, _Decision] = {
    commands.LayBid: _lay_bid,
    commands.WithdrawBid: _withdraw_bid,
    commands.TakeTurn: _take_turn,
    commands.MakePlan: _make_plan,
    commands.Ready: _ready,
    commands.Salt: _salt,
    commands.MoreTime: social_commands.more_time,
    commands.Nudge: social_commands.nudge,
    commands.HandOver: social_commands.hand_over,
    commands.TakeBack: social_commands.take_back,
    commands.Pause: social_commands.pause,
    commands.Resume: social_commands.resume,
    commands.BecomeHost: social_commands.become_host,
    commands.FreeSeat: social_commands.free_seat,
    commands.Say: social_commands.say,
    commands.Mute: social_commands.mute,
    commands.Start: social_commands.start,
    commands.Leave: social_commands.leave,
}
