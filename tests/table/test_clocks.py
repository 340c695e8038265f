"""Clocks: seconds for a bid and a turn, a reserve, and more time from the others."""

from spielgeld.table import clocks, commands, decisions
from support.tables import NODE, Table, agreed, clock, refused, seated, started


def timed(people: int = 2, bots: int = 1, reserve: int = 0) -> Table:
    return started(agreed(people, bots, clock=clock(bid=30, turn=20, reserve=reserve)))


def clock_of(table: Table, seat: int) -> dict[str, float] | None:
    found: dict[str, float] | None = table.clients[-1].view["table"]["clocks"][seat]
    return found


def test_everybody_sees_until_when_who_may_think() -> None:
    table = timed(reserve=10)
    assert clock_of(table, 0) == {"until": table.now + 40, "left": 0.0, "reserve": 10.0}
    assert clock_of(table, 2) is None
    table.bid(0)
    assert clock_of(table, 0) is None


def test_without_a_clock_nobody_is_timed() -> None:
    table = started(agreed(2, 1))
    assert table.clients[-1].view["table"]["clocks"] == [None] * 3
    assert clocks.due(table.state) is None
    table.wait(100_000)
    assert not any(seat.sat_in for seat in table.state.seats)


def test_when_the_time_for_a_bid_is_over_a_bot_sits_in() -> None:
    table = timed()
    table.bid(1)
    assert clocks.due(table.state) == table.now + 30
    table.wait(29)
    assert not table.state.seats[0].sat_in
    table.wait(1)
    assert table.clients[1].last["events"] == [
        {"type": "sat_in", "seat": 0, "reason": "clock", "by": None}
    ]
    assert not table.state.seats[1].sat_in
    table.restart()


def test_when_the_time_for_a_turn_is_over_a_bot_sits_in() -> None:
    table = timed(3, 0)
    table.until("turn")
    seat = table.state.awaited[0]
    table.wait(19)
    assert not table.state.seats[seat].sat_in
    table.wait(1)
    assert [each.sat_in for each in table.state.seats].index(True) == seat


def test_what_a_decision_takes_too_long_comes_out_of_the_reserve() -> None:
    table = timed(reserve=15)
    table.wait(40)
    assert clock_of(table, 0) == {"until": table.now + 5, "left": 0.0, "reserve": 15.0}
    table.bid(0)
    table.bid(1)
    table.bots()
    assert [seat.reserve for seat in table.state.seats[:2]] == [5.0, 5.0]
    table.until("bids")
    assert clock_of(table, 0) == {"until": table.now + 35, "left": 0.0, "reserve": 5.0}
    table.wait(36)
    assert table.state.seats[0].sat_in


def test_time_not_used_is_not_saved() -> None:
    table = timed(reserve=15)
    table.wait(10)
    for seat in (0, 1):
        table.bid(seat)
    table.bots()
    assert [seat.reserve for seat in table.state.seats[:2]] == [15.0, 15.0]


def test_any_player_can_give_another_more_time() -> None:
    table = timed(reserve=5)
    table.wait(20)
    table.send(1, commands.MoreTime, seat=0)
    assert table.clients[-1].last["events"] == [{"type": "more_time", "seat": 0, "by": 1}]
    assert clock_of(table, 0) == {"until": table.now + 45, "left": 0.0, "reserve": 5.0}
    with refused("not_awaited"):
        table.send(0, commands.MoreTime, seat=0)
    with refused("not_awaited"):
        table.send(0, commands.MoreTime, seat=2)
    table.bid(1)
    table.wait(40)
    table.bid(0)
    table.bots()
    assert table.state.seats[0].reserve == 5.0  # 60 seconds of 30 and 30 given
    assert table.state.seats[0].extra == 0.0


def test_a_bid_that_is_taken_up_goes_on_using_the_same_time() -> None:
    table = timed()
    table.wait(20)
    table.bid(0)
    table.bid(1)
    table.wait(100)
    table.withdraw(0)
    assert clock_of(table, 0) == {"until": table.now + 10, "left": 0.0, "reserve": 0.0}


def test_clocks_stand_while_no_other_person_is_there() -> None:
    table = timed()
    table.wait(10)
    table.go(1)
    assert clock_of(table, 0) == {"until": None, "left": 20.0, "reserve": 0.0}
    table.wait(1000)
    assert not table.state.seats[0].sat_in
    table.arrive(1)
    assert clock_of(table, 0) == {"until": table.now + 20, "left": 0.0, "reserve": 0.0}


def test_a_watcher_is_nobody_who_waits() -> None:
    table = started(agreed(1, 2, clock=clock(), watchers="link"))
    table.wait(1000)
    assert not table.state.seats[0].sat_in


def test_who_comes_back_has_the_full_time_for_the_next_decision() -> None:
    table = timed(3, 0)
    table.bid(1)
    table.bid(2)
    table.wait(40)
    table.send(0, commands.TakeBack)
    assert clock_of(table, 0) == {"until": None, "left": 0.0, "reserve": 0.0}
    table.bots()
    assert not table.state.seats[0].sat_in
    table.until("turn", 0)
    assert clock_of(table, 0) == {"until": table.now + 20, "left": 0.0, "reserve": 0.0}


def test_coming_back_again_and_again_wins_no_time() -> None:
    table = timed(3, 0)
    table.bid(1)
    table.bid(2)
    for _ in range(3):
        table.wait(30)
        table.send(0, commands.TakeBack)
        assert [question.seat for question in table.state.questions] == [0]
    table.bots()
    assert table.what == "turn"
    assert len([event for event in table.clients[1].events if event["type"] == "sat_in"]) == 1


def test_whose_clock_ran_out_has_no_reserve_left() -> None:
    table = timed(3, 0, reserve=15)
    table.bid(1)
    table.bid(2)
    table.wait(45)
    table.send(0, commands.TakeBack)
    table.bots()
    table.until("turn", 0)
    assert clock_of(table, 0) == {"until": table.now + 20, "left": 0.0, "reserve": 0.0}


def test_with_a_clock_the_next_deal_does_not_wait_for_ever() -> None:
    table = Table(agreed(2, 1, clock=clock()), look_every=50)
    table.arrive(table.join(), table.join())
    table.send(0, commands.Start)
    table.until("ready")
    table.send(0, commands.Ready, deal=2)
    table.wait(59)
    assert table.what == "ready"
    table.wait(1)
    assert table.what == "salts"
    assert {"type": "ready", "seat": 1} in table.clients[0].events[-2:]
    assert not table.state.seats[1].sat_in


def test_the_next_deal_begins_when_everybody_is_ready() -> None:
    table = Table(agreed(2, 1), look_every=50)
    table.arrive(table.join(), table.join())
    table.send(0, commands.Start)
    with refused("not_now", offered="ready"):
        table.send(0, commands.Ready, deal=1)
    table.until("ready")
    with refused("not_now"):
        table.send(0, commands.Ready, deal=1)
    with refused("not_now"):
        table.send(0, commands.Ready, deal=3)
    table.send(1, commands.Ready, deal=2)
    assert table.clients[0].view["table"]["awaiting"] == {
        "what": "ready",
        "seats": [0],
        "nudged": [],
    }
    with refused("not_now"):
        table.send(1, commands.Ready, deal=2)
    table.send(0, commands.Ready, deal=2)
    assert table.what == "salts"
    table.wait(3)
    assert table.state.round == (2, 1)
    table.until("ready")
    assert table.state.awaited == (0, 1)


def test_clocks_that_go_back_do_no_harm() -> None:
    table = timed()
    table.wait(10)
    table.send(0, commands.Say, phrase="hello")
    table.now -= 8
    table.send(1, commands.Say, phrase="hello")
    assert clock_of(table, 0) == {"until": table.now + 28, "left": 0.0, "reserve": 0.0}
    table.restart()


def test_the_time_a_server_was_dead_counts_for_nobody() -> None:
    table = timed(3, 0, reserve=20)
    table.wait(5)
    table.now += 3600
    table.do(decisions.lose(table.state, [NODE], table.now))
    table.arrive(0, 1, 2)
    assert max(seat.spent for seat in table.state.seats) <= 5
    assert [seat.away for seat in table.state.seats] == [0, 0, 0]
    table.wait(1)
    assert not any(seat.sat_in for seat in table.state.seats)


def test_nobody_learns_whose_salt_is_missing_by_pressing() -> None:
    table = seated(agreed(3, 0, clock=clock()))
    table.send(0, commands.Start)
    table.send(1, commands.Salt, deal=1, salt="")
    for seat in (1, 2):
        with refused("not_awaited", seat=seat):
            table.send(0, commands.MoreTime, seat=seat)
