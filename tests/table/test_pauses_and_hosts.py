"""The host pauses and resumes; a vanished host's rights pass to the longest-seated person."""

import pytest

from spielgeld.table import clocks, commands
from support.tables import Table, agreed, clock, refused, seated, started


def test_the_host_pauses_and_resumes() -> None:
    table = started()
    with refused("not_host"):
        table.send(1, commands.Pause)
    with refused("not_paused"):
        table.send(0, commands.Resume)
    table.send(0, commands.Pause)
    assert table.clients[1].last["events"] == [{"type": "paused", "seat": 0}]
    assert table.clients[1].view["table"]["paused"]
    with refused("not_host"):
        table.send(1, commands.Resume)
    with refused("paused"):
        table.send(0, commands.Pause)
    table.restart()
    table.send(0, commands.Resume)
    assert table.clients[1].last["events"] == [{"type": "resumed", "seat": 0}]
    assert not table.clients[1].view["table"]["paused"]


def test_nothing_is_paused_before_the_start() -> None:
    table = seated()
    with refused("not_playing"):
        table.send(0, commands.Pause)


def test_during_a_pause_nobody_acts_and_no_bot_is_asked() -> None:
    table = started(agreed(3, 1))
    table.bid(1)
    asked = table.state.questions
    table.send(0, commands.Pause)
    assert table.state.questions == ()
    with refused("paused"):
        table.bid(0)
    with refused("paused"):
        table.withdraw(1)
    with refused("paused"):
        table.plan(0, "keep")
    for kind in (commands.Nudge, commands.HandOver, commands.MoreTime):
        with refused("paused"):
            table.send(1, kind, seat=0)
    table.send(0, commands.Resume)
    assert table.state.questions == asked


def test_during_a_pause_no_clock_runs_and_nobody_loses_the_seat() -> None:
    table = started(agreed(2, 1, clock=clock()))
    table.wait(10)
    table.send(0, commands.Pause)
    assert table.clients[0].view["table"]["clocks"][0] == {
        "until": None,
        "left": 20.0,
        "reserve": 0.0,
    }
    table.go(1)
    table.wait(1000)
    assert not any(seat.sat_in for seat in table.state.seats)
    table.arrive(1)
    table.send(0, commands.Resume)
    assert table.clients[0].view["table"]["clocks"][0]["until"] == table.now + 20


def test_a_pause_is_no_waiting() -> None:
    table = started(agreed(2, 1))
    table.bid(1)
    table.wait(30)
    table.send(0, commands.Pause)
    table.wait(100)
    table.send(0, commands.Resume)
    with refused("wait_longer", seconds=30.0):
        table.send(1, commands.Nudge, seat=0)


def test_a_pause_holds_the_salts_back() -> None:
    table = seated()
    table.send(0, commands.Start)
    table.send(0, commands.Pause)
    table.wait(100)
    assert table.what == "salts"
    table.send(0, commands.Resume)
    table.wait(0)
    assert table.what == "bids"


def test_a_pause_holds_the_next_deal_back() -> None:
    table = started(agreed(2, 1), look_every=50)
    table.until("ready")
    table.send(0, commands.Ready, deal=2)
    table.send(0, commands.Pause)
    with refused("paused"):
        table.send(1, commands.Ready, deal=2)
    table.send(1, commands.Leave)
    assert table.what == "ready"
    table.send(0, commands.Resume)
    assert table.what == "salts"


def test_a_vanished_hosts_rights_pass_to_the_longest_seated_person() -> None:
    table = Table(agreed(3, 1))
    for seat in (2, 0, 1):
        table.join(seat=seat)
        table.arrive(seat)
    assert table.state.host == 2
    table.send(2, commands.Start)
    table.go(2)
    table.wait(59)
    assert table.state.host == 2
    table.wait(1)
    assert table.clients[1].last["events"][-1] == {"type": "host", "seat": 0}
    table.arrive(2)
    assert table.state.host == 0
    table.send(0, commands.Pause)
    table.restart()


def test_who_leaves_gives_the_hosts_rights_away() -> None:
    table = started()
    table.send(0, commands.Leave)
    assert table.clients[1].last["events"][-1] == {"type": "host", "seat": 1}


@pytest.mark.parametrize("begun", [False, True])
def test_a_person_who_is_there_goes_before_one_who_sat_down_earlier(begun: bool) -> None:
    table = seated(agreed(3, 0))
    if begun:
        table.send(0, commands.Start)
        table.wait(3)
    table.go(1)
    table.go(0)
    table.wait(60)
    assert table.state.host == 2


def test_the_rights_pass_before_the_start() -> None:
    table = seated()
    table.go(0)
    assert clocks.due(table.state) == table.now + 60
    table.wait(60)
    assert table.clients[1].last["events"] == [{"type": "host", "seat": 1}]
    assert clocks.due(table.state) is None
    table.send(1, commands.Start)
    table.restart()


def test_before_the_start_nobody_else_is_waited_for() -> None:
    table = seated()
    table.go(1)
    assert clocks.due(table.state) is None


def test_the_rights_pass_during_a_pause() -> None:
    table = started()
    table.send(0, commands.Pause)
    table.go(0)
    table.wait(60)
    assert table.state.host == 1
    assert not table.state.seats[0].sat_in
    table.send(1, commands.Resume)
    table.wait(0)
    assert table.state.seats[0].sat_in


def test_the_rights_pass_from_a_host_whose_clock_ran_out_first() -> None:
    table = started(agreed(2, 1, clock=clock()))
    table.bid(1)
    table.go(0)
    table.wait(30)
    assert table.state.seats[0].sat_in
    assert table.state.host == 0
    table.wait(29)
    assert table.state.host == 0
    table.wait(1)
    assert table.state.host == 1
    assert table.clients[1].last["events"] == [{"type": "host", "seat": 1}]


def test_a_paused_table_is_never_locked_by_a_host_who_is_gone() -> None:
    table = started(agreed(2, 1))
    table.send(1, commands.Leave)
    table.go(1)
    table.send(0, commands.Pause)
    table.send(0, commands.Leave)
    table.go(0)
    table.arrive(1)
    table.wait(60)
    assert table.state.host == 1
    table.send(1, commands.Resume)


def test_a_person_a_bot_sits_in_for_can_be_host() -> None:
    table = started(agreed(2, 1, clock=clock()))
    table.bid(0)
    table.wait(30)
    assert table.state.seats[1].sat_in
    table.send(0, commands.Leave)
    assert table.state.host == 1


def test_the_rights_do_not_pass_while_nobody_else_is_there() -> None:
    table = seated()
    table.go(1)
    table.go(0)
    table.wait(10_000)
    assert table.state.host == 0
    table.arrive(1)
    table.wait(59)
    assert table.state.host == 0
    table.wait(1)
    assert table.state.host == 1
