"""What an entry of the log does to the table. The same log always gives the same table.

Nothing is refused here: `deciding.py` checks before an entry is written.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from spielgeld.table import entries as log
from spielgeld.table import messages as told
from spielgeld.table import playing, timing
from spielgeld.table.agreement import agreed_rules
from spielgeld.table.lookalikes import same_letters
from spielgeld.table.names import bot_names
from spielgeld.table.state import Seat, TableState

SALT_SECONDS = 3.0
MORE_SECONDS = 30.0


class Told(NamedTuple):
    """Who gets an update for an entry: everybody if anything public happened, else some seats."""

    events: Sequence[told.AnyEvent] = ()
    own: tuple[int, ...] = ()
    """Seats whose private part changed."""
    deaf: tuple[int, ...] = ()
    """Seats that do not want to hear it."""
    is_move: bool = False
    """Only cards, bids and turns can have changed: nothing about who sits here."""

    def reached(self, state: TableState) -> list[bool]:
        """Who gets an update: each seat, then the watchers."""
        everybody = [bool(self.events)] * len(state.sent)
        for seat in self.deaf:
            everybody[seat] = False
        for seat in self.own:
            everybody[seat] = True
        return everybody


def open_table(code: str, opened: log.Opened) -> TableState:
    """The table as its first entry makes it."""
    agreement = opened.agreement
    state = TableState(code, agreement, agreed_rules(agreement), opened.practice)  # type: ignore[arg-type]
    names = bot_names([seat.bot for seat in state.seats], (), same_letters)
    for seat, name in zip(state.seats, names, strict=True):
        seat.name = name
    state.number = 1
    state.opened_at = state.now = opened.at
    return state


def apply(state: TableState, entry: log.AnyEntry) -> Told:
    """Change the table, and say who learns of it."""
    # Who was connected through a node that died has not waited for anybody since.
    died = isinstance(entry, log.NodeLost)
    if not died:
        timing.advance(state, entry.at)
    state.number += 1
    result: Told = _HANDLERS[type(entry)](state, entry)
    if died:
        timing.advance(state, entry.at)
    if entry.id:
        sender = state.seats[_sender(entry)]
        sender.hear(entry.id)
        if isinstance(entry, _BESIDE):
            sender.note_beside(entry.at)
    state.sent = [
        number + reached for number, reached in zip(state.sent, result.reached(state), strict=True)
    ]
    return result


_BESIDE = (log.Said, log.Muted, log.MoreTimeGiven, log.Nudged, log.Paused, log.Resumed)


def _sender(entry: Any) -> int:
    """Whose message the entry came from."""
    by: int | None = getattr(entry, "by", None)
    seat: int = entry.seat if by is None else by
    return seat


def _joined(state: TableState, entry: log.Joined) -> Told:
    seat = state.seats[entry.seat] = Seat(None)  # nothing of who sat there before
    seat.name, seat.token, seat.joined = entry.name, entry.token, state.number
    events: list[told.AnyEvent] = [told.SeatJoined(seat=entry.seat, name=entry.name)]
    if state.host is None:
        state.host = entry.seat
        events.append(told.HostChanged(seat=entry.seat))
    return Told(events, own=_all_seats(state))


def _left(state: TableState, entry: log.Left) -> Told:
    state.seats[entry.seat] = Seat(bot=None)
    left = told.SeatLeft(seat=entry.seat)
    return Told([left, *_pass_host_from(state, entry.seat)], own=_all_seats(state))


def _all_seats(state: TableState) -> tuple[int, ...]:
    """Who sits here decides for everybody whether hints are on."""
    return tuple(range(len(state.seats)))


def _pass_host_from(state: TableState, seat: int) -> list[told.AnyEvent]:
    """If that seat was the host's, the longest-seated person has the rights, best one present."""
    if state.host != seat:
        return []
    heir = state.heir(seat)
    if heir is None and state.status != "waiting":
        return []
    state.host = heir
    return [told.HostChanged(seat=heir)]


def _started(state: TableState, entry: log.Started) -> Told:
    state.status = "playing"
    bots = state.bots_to_come(entry.fill_with)
    names = entry.names or bot_names(bots, state.names, same_letters)
    for seat, bot, name in zip(state.seats, bots, names, strict=True):
        if bot is not None:
            seat.bot, seat.name = bot, name
        seat.reserve = float(state.agreement.clock.reserve) if state.agreement.clock else 0.0
        seat.away = 0.0
    events: list[told.AnyEvent] = [told.MatchStarted()]
    if state.practice is not None:
        events += playing.go_on_from(state, state.practice)
    return Told(events, own=_all_seats(state))


def _committed(state: TableState, entry: log.Committed) -> Told:
    return Told(playing.commit(state, bytes.fromhex(entry.seed), entry.at + SALT_SECONDS))


def _salted(state: TableState, entry: log.Salted) -> Told:
    if state.shuffle is None:
        return Told()
    state.shuffle.salts[entry.seat] = bytes.fromhex(entry.salt)
    return Told(playing.deal_if_salted(state))


def _salts_closed(state: TableState, _: log.SaltsClosed) -> Told:
    return Told(playing.deal(state))


def _bid_laid(state: TableState, entry: log.BidLaid) -> Told:
    events = playing.lay_bid(state, entry.seat, entry.bid)
    return Told(events, own=(entry.seat,), is_move=True)


def _bid_withdrawn(state: TableState, entry: log.BidWithdrawn) -> Told:
    state.seats[entry.seat].note_change()
    del state.sealed[entry.seat]
    return Told([told.BidTakenUp(seat=entry.seat)], own=(entry.seat,), is_move=True)


def _turn_taken(state: TableState, entry: log.TurnTaken) -> Told:
    return Told(playing.take_turns(state, entry.turn), is_move=True)


def _planned(state: TableState, entry: log.Planned) -> Told:
    state.seats[entry.seat].note_change()
    state.plans[entry.seat] = tuple(entry.wishes)
    return Told(own=(entry.seat,))


def _readied(state: TableState, entry: log.Readied) -> Told:
    state.ready.add(entry.seat)
    timing.reset(state, entry.seat)
    return Told([told.SeatReady(seat=entry.seat)])


def _arrived(state: TableState, entry: log.Arrived) -> Told:
    seat = state.seats[entry.seat]
    was_there = seat.is_connected
    seat.nodes |= {entry.node}
    seat.arrivals += 1
    seat.away = 0.0
    events: list[told.AnyEvent] = [] if was_there else [told.SeatConnected(seat=entry.seat)]
    if seat.sat_in:
        events += _take_back(state, entry.seat)
    return Told(events)


def _went(state: TableState, entry: log.Went) -> Told:
    return Told(_disconnect(state, entry.seat, entry.node))


def _node_lost(state: TableState, entry: log.NodeLost) -> Told:
    seats = range(len(state.seats))
    return Told([event for seat in seats for event in _disconnect(state, seat, entry.node)])


def _disconnect(state: TableState, number: int, node: str) -> list[told.AnyEvent]:
    seat = state.seats[number]
    was_there = seat.is_connected
    seat.nodes -= {node}
    return [told.SeatDisconnected(seat=number)] if was_there and not seat.is_connected else []


def _sat_in(state: TableState, entry: log.SatIn) -> Told:
    seat = state.seats[entry.seat]
    seat.sat_in = True
    if entry.reason == "clock":
        seat.reserve = 0.0
    sat_in = told.BotSatIn(seat=entry.seat, reason=entry.reason, by=entry.by)
    vanished = entry.reason in {"gone", "left"}
    passed = _pass_host_from(state, entry.seat) if vanished else []
    return Told([sat_in, *passed, *playing.deal_if_salted(state)])


def _taken_back(state: TableState, entry: log.TakenBack) -> Told:
    state.seats[entry.seat].returns += 1
    return Told(_take_back(state, entry.seat))


def _take_back(state: TableState, seat: int) -> list[told.AnyEvent]:
    """The owner plays again, with the full time for the decision at hand, but only once."""
    owner = state.seats[seat]
    owner.sat_in = False
    if not owner.came_back:
        timing.reset(state, seat)
        owner.came_back = True
    return [told.SeatTakenBack(seat=seat)]


def _host_passed(state: TableState, entry: log.HostPassed) -> Told:
    state.host = entry.seat
    return Told([told.HostChanged(seat=entry.seat)])


def _paused(state: TableState, entry: log.Paused) -> Told:
    state.paused = True
    return Told([told.PlayPaused(seat=entry.by)])


def _resumed(state: TableState, entry: log.Resumed) -> Told:
    state.paused = False
    return Told([told.PlayResumed(seat=entry.by)])


def _more_time(state: TableState, entry: log.MoreTimeGiven) -> Told:
    state.seats[entry.seat].extra += MORE_SECONDS
    return Told([told.TimeGiven(seat=entry.seat, by=entry.by)])


def _nudged(state: TableState, entry: log.Nudged) -> Told:
    seat = state.seats[entry.seat]
    seat.nudged = seat.spent
    return Told([told.SeatNudged(seat=entry.seat, by=entry.by)])


def _said(state: TableState, entry: log.Said) -> Told:
    seat = state.seats[entry.seat]
    seat.said = (*seat.said, entry.at)[-8:]
    deaf = [each for each, other in enumerate(state.seats) if entry.seat in other.muted]
    return Told([told.PhraseSaid(seat=entry.seat, phrase=entry.phrase)], deaf=tuple(deaf))


def _muted(state: TableState, entry: log.Muted) -> Told:
    seat = state.seats[entry.seat]
    seat.muted = seat.muted | {entry.whom} if entry.on else seat.muted - {entry.whom}
    return Told(own=(entry.seat,))


def _rematched(state: TableState, entry: log.Rematched) -> Told:
    state.rematch = entry.table
    return Told([told.RematchOffered(table=entry.table)])


def wants_seed(state: TableState) -> bool:
    """Whether the next deal can begin: its seed has to be drawn."""
    return state.what == "ready" and not state.awaited and not state.paused


_HANDLERS: dict[type, Callable[[TableState, Any], Told]] = {
    log.Joined: _joined,
    log.Left: _left,
    log.Started: _started,
    log.Committed: _committed,
    log.Salted: _salted,
    log.SaltsClosed: _salts_closed,
    log.BidLaid: _bid_laid,
    log.BidWithdrawn: _bid_withdrawn,
    log.TurnTaken: _turn_taken,
    log.Planned: _planned,
    log.Readied: _readied,
    log.Arrived: _arrived,
    log.Went: _went,
    log.NodeLost: _node_lost,
    log.SatIn: _sat_in,
    log.TakenBack: _taken_back,
    log.HostPassed: _host_passed,
    log.Paused: _paused,
    log.Resumed: _resumed,
    log.MoreTimeGiven: _more_time,
    log.Nudged: _nudged,
    log.Said: _said,
    log.Muted: _muted,
    log.Rematched: _rematched,
}
