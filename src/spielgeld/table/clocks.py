"""Clocks and grace periods. Time advances from entry to entry: no function here reads a clock.

A seat's time runs only while another person is connected and waits. During a pause no decision's
time runs, and nobody loses a seat; but a host who is disconnected for a minute is no longer the
host, and one who has paused for too long can be replaced, so that somebody else can end the pause.
`docs/waiting.md` lists all ways to hold up a table.
"""

from collections.abc import Callable

from spielgeld.table import entries
from spielgeld.table.state import Seat, TableState

GRACE_SECONDS = 60.0
"""Seconds a player may be disconnected before a bot sits in."""
NUDGE_AFTER = 60.0
HAND_OVER_AFTER = 30.0
READY_SECONDS = 60.0
"""With a clock, the next deal begins at most this many seconds after the last."""
START_SECONDS = 120.0
"""Seconds a full table waits for its host to start; then somebody else can become host."""
PAUSE_SECONDS = 300.0
"""Seconds a host can pause a match in all; then somebody else can become host.

Long enough for the door or a child; nobody has to press when they are over.
"""
COME_SECONDS = 60.0
"""Seconds to connect after sitting down; a page does it at once."""
COME_SOON_SECONDS = 10.0
"""The same where `NO_SHOWS` people never came.

One address can take 300 seats an hour: it cannot keep even one seat blocked.
"""
NO_SHOWS = 2


def advance(state: TableState, at: float) -> None:
    """Advance the state to that time."""
    passed = at - state.now
    if passed <= 0.0:
        return
    state.now = at
    there = len([True for seat in state.seats if seat.pages])
    if not there:
        return
    host = state.host
    if host is not None and patience_with_host(state) is not None and state.others_there(host):
        state.seats[host].held_up += passed
    # The time for salts is separate: it does not count for the bid.
    awaited = () if state.paused or state.shuffle else state.awaited
    for number, seat in enumerate(state.seats):
        if seat.token is None or there <= bool(seat.pages):
            continue  # no person, or nobody else to wait for them
        if number in awaited and not seat.sat_in:
            seat.spent += passed
        if not seat.is_connected:
            seat.away += passed


def skip(state: TableState, at: float) -> None:
    """Advance the state to that time without counting it for anybody."""
    passed = max(0.0, at - state.now)
    state.now += passed
    if state.shuffle is not None:
        state.shuffle = state.shuffle._replace(until=state.shuffle.until + passed)


def spent(state: TableState, number: int, at: float) -> float:
    """Seconds the decision at hand will have taken by then."""
    runs = state.others_there(number) and not state.paused
    return state.seats[number].spent + (max(0.0, at - state.now) if runs else 0.0)


def away(state: TableState, number: int, at: float) -> float:
    """Seconds the person will have been away by then."""
    runs = state.others_there(number)
    return state.seats[number].away + (max(0.0, at - state.now) if runs else 0.0)


def never_came(seat: Seat) -> bool:
    """Whether the person sat down by themselves and has never been connected."""
    return not seat.arrivals and not seat.reserved


def patience_with_host(state: TableState) -> float | None:
    """Seconds the others wait for their host in all; None while they do not wait."""
    if state.paused:
        return PAUSE_SECONDS
    is_full = not [seat for seat in state.seats if seat.is_open]
    return START_SECONDS if state.status == "waiting" and is_full else None


def held_up(state: TableState, at: float) -> float:
    """Seconds the others will have waited for their host by then."""
    host = state.host
    if host is None:
        return 0.0
    runs = patience_with_host(state) is not None and state.others_there(host)
    return state.seats[host].held_up + (max(0.0, at - state.now) if runs else 0.0)


def host_until(state: TableState) -> float | None:
    """When somebody else can become host; None while nobody waits for the host."""
    host, patience = state.host, patience_with_host(state)
    if host is None or patience is None or not state.others_there(host):
        return None
    return state.now + max(0.0, patience - state.seats[host].held_up)


def limit(state: TableState, number: int) -> float | None:
    """How many seconds the decision at hand may take; None without a clock."""
    clock, what = state.agreement.clock, state.what
    if clock is None or what not in {"bids", "turn", "ready"}:
        return None
    if what == "ready":
        return READY_SECONDS
    seat = state.seats[number]
    return (clock.bid if what == "bids" else clock.turn) + seat.extra + seat.reserve


def settle(state: TableState, number: int) -> None:
    """The decision is made: what it took beyond its time comes out of the reserve."""
    seat, clock = state.seats[number], state.agreement.clock
    if clock is not None and not seat.sat_in:
        allowed = clock.bid if state.what == "bids" else clock.turn
        over = seat.spent - seat.extra - allowed
        seat.reserve = max(0.0, seat.reserve - max(0.0, over))
    reset(state, number)


def reset(state: TableState, number: int) -> None:
    """The next decision of the seat begins with its full time."""
    seat = state.seats[number]
    seat.spent = seat.extra = 0.0
    seat.bot_decided = False
    seat.nudged = None


def due(state: TableState) -> float | None:
    """When the next timer fires; None if none is set."""
    timers = _timers(state)
    return min([when for when, _ in timers]) if timers else None


def tick(state: TableState, now: float) -> entries.AnyEntry | None:
    """The entry of the first timer that has fired, if any; call again once it is applied."""
    over = [(when, make) for when, make in _timers(state) if when <= now]
    return min(over, key=lambda timer: timer[0])[1](now) if over else None


_Timer = tuple[float, Callable[[float], entries.AnyEntry]]


def _timers(state: TableState) -> list[_Timer]:
    """All timers: their times and what they do."""
    if _all_quiet(state) or not state.awake or state.status == "finished":
        return []
    timers: list[_Timer] = []
    if state.shuffle is not None and not state.paused:
        timers.append((state.shuffle.until, lambda at: entries.SaltsClosed(at=at)))
    awaited = () if state.paused else state.awaited
    for number, seat in enumerate(state.seats):
        if not seat.is_person or not state.others_there(number):
            continue
        if number in awaited and not seat.sat_in:
            timers += _decision_timer(state, number)
        if not seat.is_connected:
            timers += _grace_timer(state, number)
    return timers


def _all_quiet(state: TableState) -> bool:
    """Whether no timer is set: no clock, no salts awaited, everybody connected."""
    if state.agreement.clock is not None or state.shuffle is not None:
        return False
    return not [seat for seat in state.seats if not seat.pages and seat.is_person]


def _decision_timer(state: TableState, number: int) -> list[_Timer]:
    allowed = limit(state, number)
    if allowed is None:
        return []
    when = state.now + allowed - state.seats[number].spent
    if state.what == "ready":
        return [(when, lambda at: entries.Readied(at=at, seat=number))]
    return [(when, lambda at: entries.SatIn(at=at, seat=number, reason="clock"))]


def _grace_timer(state: TableState, number: int) -> list[_Timer]:
    seat = state.seats[number]
    when = state.now + GRACE_SECONDS - seat.away
    if state.status == "playing" and not state.paused and not seat.sat_in:
        return [(when, lambda at: entries.SatIn(at=at, seat=number, reason="gone"))]
    if state.status == "waiting" and never_came(seat):
        comes_within = COME_SECONDS if state.no_shows < NO_SHOWS else COME_SOON_SECONDS
        when = state.now + comes_within - seat.away
        return [(when, lambda at: entries.Left(at=at, seat=number, reason="never_came"))]
    if state.host != number:
        return []
    heir = state.heir(number)
    if heir is None:
        return []
    return [(when, lambda at: entries.HostPassed(at=at, seat=heir))]
