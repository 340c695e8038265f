"""Commands beside the game itself: start, leave, pause, host, nudge, hand over, phrases."""

from spielgeld.bots import make_bot
from spielgeld.engine import NotAllowed, quoted
from spielgeld.table import allowance, clocks, commands, entries, phrases
from spielgeld.table.names import bot_names
from spielgeld.table.outgoing.events import PhraseSaid, SeatNudged, SocialEvent, TimeGiven
from spielgeld.table.state import Seat, TableState

Entries = list[entries.AnyEntry]


def start(state: TableState, seat: int, command: commands.Start, at: float) -> Entries:
    """Begin the match."""
    _check_host(state, seat)
    if state.status != "waiting":
        raise NotAllowed("already_started", "the match has already begun")
    fill_with = command.fill_with or state.agreement.fill_with
    if fill_with is not None:
        make_bot(fill_with)
    open_seats = sum(each.is_open for each in state.seats)
    if open_seats and fill_with is None:
        raise NotAllowed("seats_open", f"{open_seats} seats are still open", count=open_seats)
    bot = fill_with if open_seats else None
    names = bot_names(state.bots_to_come(bot), state.names) if bot else None
    return [entries.Started(at=at, by=seat, fill_with=bot, names=names, id=command.id)]


def leave(state: TableState, seat: int, command: commands.Leave, at: float) -> Entries:
    """Get up."""
    if state.status == "waiting":
        return [entries.Left(at=at, seat=seat, id=command.id)]
    is_gone = state.seats[seat].sat_in and state.seats[seat].kept_for is None
    if state.status == "finished" or is_gone:
        return []
    return [entries.SatIn(at=at, seat=seat, reason="left", id=command.id)]


def take_back(state: TableState, seat: int, command: commands.TakeBack, at: float) -> Entries:
    """Play again where a bot sat in; not before it has made the decision others wait for."""
    if not state.seats[seat].sat_in:
        raise NotAllowed("not_sat_in", "no bot plays this seat")
    if state.seats[seat].kept_for is not None:
        return []
    return [entries.TakenBack(at=at, seat=seat, id=command.id)]


def pause(state: TableState, seat: int, command: commands.Pause, at: float) -> Entries:
    """Stop play."""
    _check_host(state, seat)
    check_playing(state)
    return [entries.Paused(at=at, by=seat, id=command.id)]


def resume(state: TableState, seat: int, command: commands.Resume, at: float) -> Entries:
    """Let play go on."""
    _check_host(state, seat)
    if not state.paused:
        raise NotAllowed("not_paused", "the match is not paused")
    return [entries.Resumed(at=at, by=seat, id=command.id)]


def become_host(state: TableState, seat: int, command: commands.BecomeHost, at: float) -> Entries:
    """Take over from a host who does not start, or pauses for too long."""
    if state.host == seat:
        return []
    patience = clocks.patience_with_host(state)
    if patience is None:
        raise NotAllowed("host_not_awaited", "the table does not wait for its host")
    _check_waited(clocks.held_up(state, at), patience)
    return [entries.HostPassed(at=at, seat=seat, id=command.id)]


def free_seat(state: TableState, seat: int, command: commands.FreeSeat, at: float) -> Entries:
    """Free the seat of a person who never came, or has been away for a while."""
    _check_host(state, seat)
    if state.status != "waiting":
        raise NotAllowed("already_started", "the match has already begun")
    number = command.seat
    absent = state.seats[number] if number < len(state.seats) else None
    if absent is None or not absent.is_person or absent.is_connected:
        raise NotAllowed("not_away", f"nobody is away from seat {quoted(number)}", seat=number)
    if not clocks.never_came(absent):
        _check_waited(clocks.away(state, number, at), clocks.GRACE_SECONDS)
    return [entries.Left(at=at, seat=number, reason="freed", by=seat, id=command.id)]


def _check_host(state: TableState, seat: int) -> None:
    if state.host != seat:
        raise NotAllowed("not_host", "only the host can do that", host=state.host)


def more_time(state: TableState, seat: int, command: commands.MoreTime, at: float) -> Entries:
    """Give another player time."""
    idle = _awaited_other(state, seat, command.seat)
    if state.agreement.clock is None or state.what == "ready":
        raise NotAllowed("no_clock", "no clock runs at this table now")
    allowance.check_extra(idle)
    return _social(command, at, TimeGiven(seat=command.seat, by=seat))


def nudge(state: TableState, seat: int, command: commands.Nudge, at: float) -> Entries:
    """Nudge a player who lets others wait."""
    idle = _awaited_other(state, seat, command.seat)
    _check_waits(state, seat)
    if idle.nudged is not None:
        raise NotAllowed("nudged_before", "that player has been nudged")
    _check_waited(clocks.spent(state, command.seat, at), clocks.NUDGE_AFTER)
    return _social(command, at, SeatNudged(seat=command.seat, by=seat))


def hand_over(state: TableState, seat: int, command: commands.HandOver, at: float) -> Entries:
    """Hand the seat of a nudged player to a bot."""
    idle = _awaited_other(state, seat, command.seat)
    _check_waits(state, seat)
    if idle.nudged is None:
        raise NotAllowed("nudge_first", "a player is nudged before a bot sits in")
    _check_waited(clocks.spent(state, command.seat, at), idle.nudged + clocks.HAND_OVER_AFTER)
    return [entries.SatIn(at=at, seat=command.seat, reason="handed_over", by=seat, id=command.id)]


def _awaited_other(state: TableState, seat: int, idle: int) -> Seat:
    """The seat of another person whom the table waits for."""
    check_playing(state)
    awaited = () if state.what == "salts" else state.awaited  # whose salt is missing stays secret
    if idle == seat or idle not in awaited or state.seats[idle].played_by_bot:
        raise NotAllowed("not_awaited", f"nobody waits for seat {quoted(idle)}", seat=idle)
    return state.seats[idle]


def _check_waits(state: TableState, seat: int) -> None:
    """Refuse unless the sender has made their own decision, and the table has no clock."""
    if state.agreement.clock is not None:
        raise NotAllowed("clock_runs", "the clock takes care of that")
    if seat in state.awaited:
        raise NotAllowed("you_are_awaited", "the table waits for this seat too")


def _check_waited(spent: float, wanted: float) -> None:
    if spent < wanted:
        left = round(wanted - spent, 1)
        raise NotAllowed("wait_longer", f"that can be done in {left} s", seconds=left)


def say(state: TableState, seat: int, command: commands.Say, at: float) -> Entries:
    """Say a phrase."""
    recent = [said for said in state.seats[seat].said if at - said < phrases.WITHIN]
    if len(recent) >= phrases.MOST:
        wait = round(recent[-phrases.MOST] + phrases.WITHIN - at, 1)
        raise NotAllowed("phrases_too_fast", f"the next phrase in {wait} s", seconds=wait)
    return _social(command, at, PhraseSaid(seat=seat, phrase=command.phrase))


def mute(state: TableState, seat: int, command: commands.Mute, at: float) -> Entries:
    """Hear a player's phrases, or not."""
    if command.seat == seat or command.seat >= len(state.seats):
        raise NotAllowed(
            "not_at_table", f"nobody to mute at seat {command.seat}", seat=command.seat
        )
    if (command.seat in state.seats[seat].muted) == command.on:
        return []
    return [entries.Muted(at=at, seat=seat, whom=command.seat, on=command.on, id=command.id)]


def _social(command: commands.TableCommand, at: float, event: SocialEvent) -> Entries:
    return [entries.Social(at=at, event=event, id=command.id)]


def check_playing(state: TableState) -> None:
    """Refuse what needs a match under way."""
    if state.status != "playing":
        raise NotAllowed("not_playing", "no match is being played here")
    if state.paused:
        raise NotAllowed("paused", "the host has paused the match")
