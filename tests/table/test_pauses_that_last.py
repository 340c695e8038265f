"""A pause or a host who holds up the others comes to an end."""

import pytest
from holding_up import ADVERSARY, BO, answer, events_of, hand_over, idle

from spielgeld.table import clocks, commands
from support.tables import agreed, clock, refused, started


def test_a_pause_can_be_ended_after_five_minutes_by_becoming_the_host() -> None:
    table = started(agreed(3, 0))
    with refused("host_not_awaited"):
        table.send(BO, commands.BecomeHost)
    table.send(ADVERSARY, commands.Pause)
    until = table.now + clocks.PAUSE_SECONDS
    assert table.clients[BO].view["table"]["host_until"] == until
    with refused("not_host"):
        table.send(BO, commands.Resume)
    table.wait(clocks.PAUSE_SECONDS - 1)
    with refused("wait_longer", seconds=1.0):
        table.send(BO, commands.BecomeHost)
    table.wait(1)
    table.send(BO, commands.BecomeHost)
    assert table.clients[2].last["events"] == [{"type": "host", "seat": BO}]
    table.restart()
    table.send(BO, commands.Resume)
    assert table.clients[BO].view["table"]["host_until"] is None
    with refused("not_host"):
        table.send(ADVERSARY, commands.Pause)


def test_the_pauses_of_a_host_add_up() -> None:
    table = started(agreed(2, 1))
    for _ in range(4):
        table.send(ADVERSARY, commands.Pause)
        table.wait(clocks.PAUSE_SECONDS / 4)
        table.send(ADVERSARY, commands.Resume)
        table.wait(1000)
    table.send(ADVERSARY, commands.Pause)
    table.send(BO, commands.BecomeHost)
    assert table.state.host == BO


def test_a_pause_of_the_new_host_has_its_own_five_minutes() -> None:
    table = started(agreed(2, 1))
    table.send(ADVERSARY, commands.Pause)
    table.wait(clocks.PAUSE_SECONDS)
    table.send(BO, commands.BecomeHost)
    with refused("wait_longer", seconds=clocks.PAUSE_SECONDS):
        table.send(ADVERSARY, commands.BecomeHost)
    table.send(BO, commands.BecomeHost)  # once more does no harm
    assert len(events_of(table, "host")) == 2


def test_nobody_waits_for_a_host_who_pauses_alone() -> None:
    table = started(agreed(2, 1))
    table.send(ADVERSARY, commands.Pause)
    table.go(BO)
    table.wait(10 * clocks.PAUSE_SECONDS)
    table.arrive(BO)
    with refused("wait_longer", seconds=clocks.PAUSE_SECONDS):
        table.send(BO, commands.BecomeHost)


def test_a_pause_does_not_give_a_handed_over_decision_back() -> None:
    table = idle()
    hand_over(table)
    table.send(ADVERSARY, commands.Pause)
    table.send(ADVERSARY, commands.TakeBack)
    assert table.state.seats[ADVERSARY].sat_in
    table.send(ADVERSARY, commands.Resume)
    answer(table, ADVERSARY)
    assert not table.state.seats[ADVERSARY].sat_in


@pytest.mark.parametrize("paused", [False, True])
def test_a_host_who_is_gone_is_replaced_after_a_minute(paused: bool) -> None:
    table = started(agreed(2, 1))
    if paused:
        table.send(ADVERSARY, commands.Pause)
    table.go(ADVERSARY)
    table.wait(clocks.GRACE_SECONDS)
    assert table.state.host == BO


def test_a_host_who_comes_and_goes_during_a_pause_wins_no_time() -> None:
    table = started(agreed(2, 1))
    table.send(ADVERSARY, commands.Pause)
    for _ in range(10):
        table.go(ADVERSARY)
        table.wait(clocks.PAUSE_SECONDS / 10)
        table.arrive(ADVERSARY)
    table.send(BO, commands.BecomeHost)


def test_a_pause_does_not_help_against_the_own_clock_for_ever() -> None:
    table = idle(clock=clock(bid=30))
    for _ in range(10):
        table.wait(2)
        table.send(ADVERSARY, commands.Pause)
        table.wait(clocks.PAUSE_SECONDS / 10)
        if _ < 9:
            table.send(ADVERSARY, commands.Resume)
    table.send(BO, commands.BecomeHost)
    table.send(BO, commands.Resume)
    table.wait(10)
    assert table.state.seats[ADVERSARY].sat_in
