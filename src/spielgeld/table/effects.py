"""What an entry of the log does to the table. The same log always gives the same table.

Nothing is refused here: `decisions.py` checks before an entry is written.
"""

from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple

from spielgeld.table import clocks, entries, play
from spielgeld.table.agreement import agreed_rules
from spielgeld.table.lookalikes import same_letters
from spielgeld.table.names import bot_names
from spielgeld.table.outgoing import events
from spielgeld.table.outgoing.events import AnyEvent
from spielgeld.table.state import Seat, TableState, process_of

SALT_SECONDS = 3.0
MORE_SECONDS = 30.0
MOST_TAKEN_OVER = 3
"""After so many decisions that others waited for in vain, a bot keeps the seat for the deal."""


class Effect(NamedTuple):
    """Who gets an update for an entry: everybody if anything public happened, else some seats."""

    events: Sequence[AnyEvent] = ()
    own: tuple[int, ...] = ()
    """Seats whose private part changed."""
    deaf: tuple[int, ...] = ()
    """Seats that get no update, because they muted the sender."""
    is_move: bool = False
    """Only cards, bids and turns can have changed: nothing about who sits here."""
    is_public: bool = False
    """Everybody gets an update although nothing happened that has a name."""

    def reached(self, state: TableState) -> list[bool]:
        """Who gets an update: each seat, then the watchers."""
        everybody = [bool(self.events) or self.is_public] * len(state.sent)
        for seat in self.deaf:
            everybody[seat] = False
        for seat in self.own:
            everybody[seat] = True
        return everybody


def open_table(code: str, opened: entries.Opened) -> TableState:
    """The table as its first entry makes it."""
    agreement = opened.agreement
    state = TableState(code, agreement, agreed_rules(agreement), opened.practice, opened.seed)  # type: ignore[arg-type]
    state.earlier = tuple(map(tuple, opened.earlier))
    names = bot_names([seat.bot for seat in state.seats], (), same_letters)
    for seat, name in zip(state.seats, names, strict=True):
        seat.name = name
    state.number = 1
    state.opened_at = state.now = opened.at
    return state


def apply(state: TableState, entry: entries.AnyEntry) -> Effect:
    """Change the table, and say who learns of it."""
    # While their process was silent people were not connected: they are disconnected first, so
    # that no time counts for them. Nor does any count while the database was away.
    advances_last = isinstance(entry, _BEFORE_TIME)
    if not advances_last:
        clocks.advance(state, entry.at)
    state.number += 1
    result: Effect = _HANDLERS[type(entry)](state, entry)
    if advances_last:
        clocks.advance(state, entry.at)
    if entry.id:
        done = entry.event if isinstance(entry, entries.Social) else entry
        sender = state.seats[_sender(done)]
        sender.hear(entry.id)
        if isinstance(done, _BESIDE):
            sender.note_beside(entry.at)
    state.sent = [
        number + reached for number, reached in zip(state.sent, result.reached(state), strict=True)
    ]
    return result


_BEFORE_TIME = (entries.Lost, entries.Outage)
_BESIDE = (
    entries.Muted,
    entries.Paused,
    entries.Resumed,
    events.PhraseSaid,
    events.TimeGiven,
)


def _sender(done: Any) -> int:
    """Whose message the entry, or the event in it, came from."""
    by: int | None = getattr(done, "by", None)
    seat: int = done.seat if by is None else by
    return seat


def _joined(state: TableState, entry: entries.Joined) -> Effect:
    seat = state.seats[entry.seat] = Seat(None)  # reset: nothing stays of the person before
    seat.name, seat.token, seat.joined = entry.name, entry.token, state.number
    seat.reserved = entry.reserved
    happened: list[AnyEvent] = [events.SeatJoined(seat=entry.seat, name=entry.name)]
    if state.host is None:
        state.host = entry.seat
        happened.append(events.HostChanged(seat=entry.seat))
    return Effect(happened, own=_all_seats(state))


def _left(state: TableState, entry: entries.Left) -> Effect:
    state.seats[entry.seat] = Seat(bot=None)
    state.no_shows += entry.reason == "never_came"
    left = events.SeatLeft(seat=entry.seat, reason=entry.reason, by=entry.by)
    return Effect([left, *_pass_host_from(state, entry.seat)], own=_all_seats(state))


def _all_seats(state: TableState) -> tuple[int, ...]:
    """All seats get an update: who sits here decides whether hints are on."""
    return tuple(range(len(state.seats)))


def _pass_host_from(state: TableState, seat: int) -> list[AnyEvent]:
    """If that seat was the host's, whoever has sat longest is the host, connected people first."""
    if state.host != seat:
        return []
    heir = state.heir(seat)
    if heir is None and state.status != "waiting":
        return []
    state.host = heir
    return [events.HostChanged(seat=heir)]


def _started(state: TableState, entry: entries.Started) -> Effect:
    state.status = "playing"
    bots = state.bots_to_come(entry.fill_with)
    names = entry.names or bot_names(bots, state.names, same_letters)
    for seat, bot, name in zip(state.seats, bots, names, strict=True):
        if bot is not None:
            seat.bot, seat.name = bot, name
        seat.reserve = float(state.agreement.clock.reserve) if state.agreement.clock else 0.0
        seat.away = seat.held_up = 0.0
    happened: list[AnyEvent] = [events.MatchStarted()]
    if state.practice is not None:
        happened += play.go_on_from(state, state.practice)
    return Effect(happened, own=_all_seats(state))


def _committed(state: TableState, entry: entries.Committed) -> Effect:
    return Effect(play.commit(state, bytes.fromhex(entry.seed), entry.at + SALT_SECONDS))


def _salted(state: TableState, entry: entries.Salted) -> Effect:
    if state.shuffle is None:
        return Effect()
    state.shuffle.salts[entry.seat] = bytes.fromhex(entry.salt)
    return Effect(play.deal_if_salted(state))


def _salts_closed(state: TableState, _: entries.SaltsClosed) -> Effect:
    return Effect(play.deal(state))


def _bid_laid(state: TableState, entry: entries.BidLaid) -> Effect:
    state.seats[entry.seat].bot_decided |= entry.by_bot
    happened = play.lay_bid(state, entry.seat, entry.bid)
    return Effect(happened, own=(entry.seat,), is_move=True)


def _bid_withdrawn(state: TableState, entry: entries.BidWithdrawn) -> Effect:
    state.seats[entry.seat].note_change()
    del state.sealed[entry.seat]
    return Effect([events.BidTakenUp(seat=entry.seat)], own=(entry.seat,), is_move=True)


def _turn_taken(state: TableState, entry: entries.TurnTaken) -> Effect:
    return Effect(play.take_turns(state, entry.turn), is_move=True)


def _planned(state: TableState, entry: entries.Planned) -> Effect:
    state.seats[entry.seat].note_change()
    state.plans[entry.seat] = tuple(entry.wishes)
    return Effect(own=(entry.seat,))


def _readied(state: TableState, entry: entries.Readied) -> Effect:
    state.ready.add(entry.seat)
    clocks.reset(state, entry.seat)
    return Effect([events.SeatReady(seat=entry.seat)])


def _arrived(state: TableState, entry: entries.Arrived) -> Effect:
    seat = state.seats[entry.seat]
    was_there = seat.is_connected
    seat.pages[entry.page] = entry.connection
    seat.arrivals += 1
    seat.away = 0.0
    happened: list[AnyEvent] = [] if was_there else [events.SeatConnected(seat=entry.seat)]
    if seat.sat_in and seat.kept_for is None:
        happened += _come_back(state, entry.seat)
    return Effect(happened)


def _went(state: TableState, entry: entries.Went) -> Effect:
    return Effect(_disconnect(state, entry.seat, lambda each: each == entry.connection))


def _lost(state: TableState, entry: entries.Lost) -> Effect:
    happened: list[AnyEvent] = []
    for seat in range(len(state.seats)):
        happened += _disconnect(state, seat, lambda each: process_of(each) in entry.processes)
    return Effect(happened)


def _outage(state: TableState, entry: entries.Outage) -> Effect:
    clocks.skip(state, entry.at)
    return Effect(is_public=True)


def _request_refused(state: TableState, entry: entries.RequestRefused) -> Effect:
    state.refused[entry.key] = (entry.code, entry.arguments)
    return Effect()


def _disconnect(state: TableState, number: int, is_ended: Callable[[str], bool]) -> list[AnyEvent]:
    seat = state.seats[number]
    was_there = seat.is_connected
    seat.pages = {page: each for page, each in seat.pages.items() if not is_ended(each)}
    if not seat.is_connected:
        seat.kept_for = None  # without a connection there is no return
    return [events.SeatDisconnected(seat=number)] if was_there and not seat.is_connected else []


def _sat_in(state: TableState, entry: entries.SatIn) -> Effect:
    seat = state.seats[entry.seat]
    if entry.reason == "clock":
        seat.reserve = 0.0
    elif not seat.sat_in and state.keeps_waiting(entry.seat):
        seat.taken_over += 1
        seat.until_deal_ends = seat.taken_over >= MOST_TAKEN_OVER
    seat.sat_in, seat.kept_for = True, None
    if entry.reason == "handed_over" and state.what == "ready":
        state.ready.add(entry.seat)
    sat_in = events.BotSatIn(seat=entry.seat, reason=entry.reason, by=entry.by)
    vanished = entry.reason in {"gone", "left"}
    passed = _pass_host_from(state, entry.seat) if vanished else []
    return Effect([sat_in, *passed, *play.deal_if_salted(state)])


def _taken_back(state: TableState, entry: entries.TakenBack) -> Effect:
    state.seats[entry.seat].returns += 1
    return Effect(_come_back(state, entry.seat))


def _come_back(state: TableState, number: int) -> list[AnyEvent]:
    """The owner plays again, or waits for that as long as a bot keeps the seat."""
    seat, kept_for = state.seats[number], state.kept(number)
    if kept_for is not None and seat.kept_for is None:
        seat.kept_for = kept_for
        after: Literal["decision", "deal"] = "deal" if kept_for == "deal" else "decision"
        return [events.SeatReturning(seat=number, after=after)]
    seat.sat_in, seat.kept_for, seat.until_deal_ends = False, None, False
    if not state.others_there(number):
        clocks.reset(state, number)  # nobody has waited
    return [events.SeatTakenBack(seat=number)]


def _host_passed(state: TableState, entry: entries.HostPassed) -> Effect:
    state.host = entry.seat
    return Effect([events.HostChanged(seat=entry.seat)])


def _paused(state: TableState, entry: entries.Paused) -> Effect:
    state.paused = True
    return Effect([events.PlayPaused(seat=entry.by)])


def _resumed(state: TableState, entry: entries.Resumed) -> Effect:
    state.paused = False
    return Effect([events.PlayResumed(seat=entry.by)])


def _social(state: TableState, entry: entries.Social) -> Effect:
    event, seat = entry.event, state.seats[entry.event.seat]
    deaf: list[int] = []
    match event:
        case events.TimeGiven():
            seat.extra += MORE_SECONDS
        case events.SeatNudged():
            seat.nudged = seat.spent
        case events.PhraseSaid():
            seat.said = (*seat.said, entry.at)[-8:]
            deaf = [each for each, other in enumerate(state.seats) if event.seat in other.muted]
    return Effect([event], deaf=tuple(deaf))


def _muted(state: TableState, entry: entries.Muted) -> Effect:
    seat = state.seats[entry.seat]
    seat.muted = seat.muted | {entry.whom} if entry.on else seat.muted - {entry.whom}
    return Effect(own=(entry.seat,))


def _rematched(state: TableState, entry: entries.Rematched) -> Effect:
    state.rematch = entry.table
    return Effect([events.RematchOffered(table=entry.table)])


def wants_seed(state: TableState) -> bool:
    """Whether the next deal can begin: its seed has to be drawn."""
    return state.what == "ready" and not state.awaited and not state.paused


_HANDLERS: dict[type, Callable[[TableState, Any], Effect]] = {
    entries.Joined: _joined,
    entries.Left: _left,
    entries.Started: _started,
    entries.Committed: _committed,
    entries.Salted: _salted,
    entries.SaltsClosed: _salts_closed,
    entries.BidLaid: _bid_laid,
    entries.BidWithdrawn: _bid_withdrawn,
    entries.TurnTaken: _turn_taken,
    entries.Planned: _planned,
    entries.Readied: _readied,
    entries.Arrived: _arrived,
    entries.Went: _went,
    entries.Lost: _lost,
    entries.Outage: _outage,
    entries.RequestRefused: _request_refused,
    entries.SatIn: _sat_in,
    entries.TakenBack: _taken_back,
    entries.HostPassed: _host_passed,
    entries.Paused: _paused,
    entries.Resumed: _resumed,
    entries.Social: _social,
    entries.Muted: _muted,
    entries.Rematched: _rematched,
}
