"""Without a clock, who waits may nudge the idle, and then hand the seat to a bot."""

from spielgeld.table import commands
from support.tables import Table, agreed, clock, refused, started


def idle() -> Table:
    """Seat 1 has bid, the bots have, and seat 0 thinks."""
    table = started(agreed(2, 1))
    table.bid(1)
    table.bots()
    return table


def test_after_a_minute_a_waiting_player_may_nudge() -> None:
    table = idle()
    table.wait(59)
    with refused("wait_longer", seconds=1.0):
        table.send(1, commands.Nudge, seat=0)
    table.wait(1)
    table.send(1, commands.Nudge, seat=0)
    assert table.clients[-1].last["events"] == [{"type": "nudged", "seat": 0, "by": 1}]
    with refused("nudged_before"):
        table.send(1, commands.Nudge, seat=0)


def test_half_a_minute_after_the_nudge_the_seat_may_be_handed_over() -> None:
    table = idle()
    table.wait(100)
    with refused("nudge_first"):
        table.send(1, commands.HandOver, seat=0)
    table.send(1, commands.Nudge, seat=0)
    table.wait(29)
    with refused("wait_longer", seconds=1.0):
        table.send(1, commands.HandOver, seat=0)
    table.wait(1)
    table.send(1, commands.HandOver, seat=0)
    assert table.clients[-1].last["events"] == [
        {"type": "sat_in", "seat": 0, "reason": "handed_over", "by": 1}
    ]
    assert [question.seat for question in table.state.questions] == [0]
    assert table.state.host == 0
    table.restart()
    table.bots()
    assert table.what == "turn" or table.state.round == (1, 2)


def test_who_took_the_seat_back_has_a_minute_again_for_the_next_decision() -> None:
    table = idle()
    table.wait(60)
    table.send(1, commands.Nudge, seat=0)
    table.wait(30)
    table.send(1, commands.HandOver, seat=0)
    table.send(0, commands.TakeBack)
    table.bots()
    assert not table.state.seats[0].sat_in
    table.until("turn", 0)
    with refused("wait_longer", seconds=60.0):
        table.send(1, commands.Nudge, seat=0)


def test_everybody_sees_who_has_been_nudged() -> None:
    table = idle()
    table.wait(60)
    table.send(1, commands.Nudge, seat=0)
    awaiting = {"what": "bids", "seats": [0], "nudged": [0]}
    assert table.clients[0].view["table"]["awaiting"] == awaiting
    table.bid(0)
    assert table.clients[0].view["table"]["awaiting"]["nudged"] == []


def test_the_nudge_ends_with_the_decision() -> None:
    table = idle()
    table.wait(60)
    table.send(1, commands.Nudge, seat=0)
    table.bid(0)
    table.until("bids")
    table.bid(1)
    with refused("wait_longer"):
        table.send(1, commands.Nudge, seat=0)


def test_nudging_is_for_who_waits_and_meets_who_is_awaited() -> None:
    table = started(agreed(3, 1))
    table.wait(60)
    with refused("you_are_awaited"):
        table.send(1, commands.Nudge, seat=0)
    table.bid(1)
    for seat in (1, 3, 5):
        with refused("not_awaited", seat=seat):
            table.send(1, commands.Nudge, seat=seat)
        with refused("not_awaited", seat=seat):
            table.send(1, commands.HandOver, seat=seat)
    with refused("no_clock"):
        table.send(1, commands.MoreTime, seat=0)


def test_with_a_clock_nobody_nudges() -> None:
    table = started(agreed(2, 1, clock=clock(bid=120)))
    table.bid(1)
    table.wait(90)
    with refused("clock_runs"):
        table.send(1, commands.Nudge, seat=0)
    with refused("clock_runs"):
        table.send(1, commands.HandOver, seat=0)


def test_time_alone_is_no_waiting() -> None:
    table = idle()
    table.go(1)
    table.wait(300)
    with refused("wait_longer", seconds=60.0):
        table.send(1, commands.Nudge, seat=0)
    table.arrive(1)
    with refused("wait_longer", seconds=60.0):
        table.send(1, commands.Nudge, seat=0)


def test_who_is_not_ready_for_the_next_deal_is_nudged_too() -> None:
    table = started(agreed(2, 1), look_every=50)
    table.until("ready")
    table.send(1, commands.Ready, deal=2)
    table.wait(60)
    table.send(1, commands.Nudge, seat=0)
    table.wait(30)
    table.send(1, commands.HandOver, seat=0)
    assert table.what == "salts"
    assert table.state.awaited == (1,)
