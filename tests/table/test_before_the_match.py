"""Seats that are kept and hosts who do not start hold nobody up for long."""

from typing import Any

from holding_up import BO

from spielgeld.table import clocks, commands, decisions, entries
from support.tables import Table, agreed, hashed, refused


def waiting(people: int = 3, **more: Any) -> Table:
    """Ann is there, the other seats are open."""
    table = Table(agreed(people, 1, **more))
    table.arrive(table.join("Ann"))
    return table


def rematch(*people: str) -> Table:
    """The next table of these people, whose seats are kept; the first is there."""
    table = Table(agreed(len(people), 1))
    for seat, name in enumerate(people):
        token = hashed(name)
        table.do([entries.Joined(at=table.now, seat=seat, name=name, token=token, reserved=True)])
    table.arrive(0)
    return table


def test_a_seat_taken_by_somebody_who_never_comes_is_free_after_a_minute() -> None:
    table = waiting()
    assert table.join("Bo") == BO
    table.wait(clocks.COME_SECONDS - 1)
    assert table.state.seats[BO].is_person
    table.wait(1)
    assert table.clients[0].last["events"] == [
        {"type": "left", "seat": BO, "reason": "never_came", "by": None}
    ]
    assert decisions.seat_of(table.state, hashed(table.tokens[BO])) is None
    table.restart()
    assert table.join("Bo") == BO


def test_time_to_come_runs_only_while_somebody_is_there() -> None:
    table = Table(agreed(3, 0))
    table.join("Ann")
    table.join("Bo")
    table.wait(10_000)
    assert table.state.seats[0].is_person
    table.arrive(BO)
    table.wait(clocks.COME_SECONDS)
    assert table.state.seats[0].is_open
    assert table.state.host == BO


def test_a_person_who_has_come_keeps_the_seat() -> None:
    table = waiting()
    table.join("Bo")
    table.wait(30)
    table.arrive(BO)
    table.go(BO)
    table.wait(10_000)
    assert table.state.seats[BO].is_person


def test_a_listed_table_is_not_blocked_by_seats_taken_again_and_again() -> None:
    table = waiting(listed=True)
    began, blocked = table.now, 0.0
    for number in range(20):
        for seat in (1, 2):
            table.join(f"Nobody {number} {seat}", seat)
        before = table.now
        while not table.state.seats[1].is_open:
            table.wait(1)
            assert table.now - before <= clocks.COME_SECONDS
        blocked += 2 * (table.now - before)
    joins_an_hour = 300  # what one address may do
    after_the_first = (blocked - 2 * clocks.COME_SECONDS) / 38
    assert after_the_first * joins_an_hour < 3600
    assert table.now - began < 5 * clocks.COME_SECONDS
    assert table.join("Bo") == BO


def test_a_host_frees_a_seat_at_once_if_nobody_came() -> None:
    table = waiting()
    table.join("Bo")
    with refused("not_away", seat=2):
        table.send(0, commands.FreeSeat, seat=2)
    with refused("not_away", seat=5):
        table.send(0, commands.FreeSeat, seat=5)
    table.send(0, commands.FreeSeat, seat=BO)
    assert table.clients[0].last["events"] == [
        {"type": "left", "seat": BO, "reason": "freed", "by": 0}
    ]
    assert table.state.seats[BO].is_open
    table.restart()


def test_only_a_host_frees_seats_of_absent_people_and_before_the_match() -> None:
    table = waiting()
    table.arrive(table.join("Bo"))
    table.join("Cy")
    with refused("not_host"):
        table.send(BO, commands.FreeSeat, seat=2)
    with refused("not_away", seat=BO):
        table.send(0, commands.FreeSeat, seat=BO)
    with refused("not_away", seat=3):
        table.send(0, commands.FreeSeat, seat=3)
    table.send(0, commands.Start)
    with refused("already_started"):
        table.send(0, commands.FreeSeat, seat=2)


def test_the_seat_of_somebody_who_has_gone_is_freed_after_a_minute() -> None:
    table = waiting()
    table.arrive(table.join("Bo"))
    table.go(BO)
    table.wait(59)
    with refused("wait_longer", seconds=1.0):
        table.send(0, commands.FreeSeat, seat=BO)
    table.wait(1)
    table.send(0, commands.FreeSeat, seat=BO)
    assert table.state.seats[BO].is_open


def test_a_match_begins_without_somebody_who_has_gone() -> None:
    table = waiting(2)
    table.arrive(table.join("Bo"))
    table.go(BO)
    table.send(0, commands.Start)
    table.wait(clocks.GRACE_SECONDS)
    assert table.state.seats[BO].sat_in


def test_a_full_table_gets_another_host_if_its_host_does_not_start() -> None:
    table = waiting(2)
    table.arrive(table.join("Bo"))
    assert table.clients[BO].view["table"]["host_until"] == table.now + clocks.START_SECONDS
    table.wait(clocks.START_SECONDS - 1)
    with refused("wait_longer", seconds=1.0):
        table.send(BO, commands.BecomeHost)
    table.wait(1)
    table.send(BO, commands.BecomeHost)
    table.send(BO, commands.Start)
    assert table.what == "salts"
    table.restart()


def test_a_host_who_flickers_wins_no_time_to_start() -> None:
    table = waiting(2)
    table.arrive(table.join("Bo"))
    for _ in range(4):
        table.go(0)
        table.wait(clocks.START_SECONDS / 4)
        table.arrive(0)
    table.send(BO, commands.BecomeHost)
    assert table.state.host == BO


def test_a_host_may_wait_for_more_people() -> None:
    table = waiting()
    table.arrive(table.join("Bo"))
    table.wait(10_000)
    assert table.clients[BO].view["table"]["host_until"] is None
    with refused("host_not_awaited"):
        table.send(BO, commands.BecomeHost)
    table.send(BO, commands.Leave)
    assert table.state.seats[BO].is_open


def test_what_a_host_let_others_wait_before_the_match_does_not_count_in_it() -> None:
    table = waiting(2)
    table.arrive(table.join("Bo"))
    table.wait(clocks.START_SECONDS)
    table.send(0, commands.Start)
    table.send(0, commands.Pause)
    with refused("wait_longer", seconds=clocks.PAUSE_SECONDS):
        table.send(BO, commands.BecomeHost)


def test_seats_of_a_rematch_are_kept_until_the_host_frees_them_or_starts() -> None:
    table = rematch("Ann", "Bo", "Cy")
    table.wait(30)
    with refused("wait_longer", seconds=30.0):
        table.send(0, commands.FreeSeat, seat=1)
    table.wait(10_000)
    assert not any(seat.is_open for seat in table.state.seats)
    table.send(0, commands.FreeSeat, seat=1)
    assert table.state.seats[1].is_open
    table.send(0, commands.Start, fill_with="random")
    assert table.what == "salts"


def test_a_host_of_a_rematch_who_does_not_come_is_host_for_a_minute() -> None:
    table = rematch("Ann", "Bo")
    table.go(0)
    table.arrive(1)
    table.wait(clocks.GRACE_SECONDS)
    assert table.state.host == 1
