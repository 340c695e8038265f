"""No coming, going or changing wins time, and what is missing is done without."""

from holding_up import ADVERSARY, BO, answer, idle

from spielgeld.table import clocks, commands
from spielgeld.table.allowance import MOST_EXTRA
from spielgeld.table.effects import MORE_SECONDS
from support.tables import agreed, clock, refused, seated, started


def test_time_runs_for_somebody_who_comes_and_goes() -> None:
    table = idle()
    for _ in range(6):
        table.go(ADVERSARY)
        table.wait(5)
        table.arrive(ADVERSARY)
        table.wait(5)
    table.send(BO, commands.Nudge, seat=ADVERSARY)
    table.go(ADVERSARY)
    table.wait(clocks.HAND_OVER_AFTER)
    table.send(BO, commands.HandOver, seat=ADVERSARY)
    table.arrive(ADVERSARY)
    assert table.state.questions


def test_a_player_away_for_a_minute_loses_the_decision_others_wait_for() -> None:
    table = idle()
    table.go(ADVERSARY)
    table.wait(clocks.GRACE_SECONDS)
    table.arrive(ADVERSARY)
    assert table.state.questions
    answer(table, ADVERSARY)
    assert not table.state.seats[ADVERSARY].sat_in


def test_when_nobody_else_is_there_the_seat_comes_back_at_once_with_its_full_time() -> None:
    table = idle(clock=clock(bid=30))
    table.wait(30)
    assert table.state.seats[ADVERSARY].sat_in
    table.send(ADVERSARY, commands.TakeBack)
    table.go(BO)
    assert not table.state.seats[ADVERSARY].sat_in
    table.arrive(BO)
    assert clocks.due(table.state) == table.now + 30


def test_changing_a_bid_restarts_no_clock_and_the_last_bid_ends_it() -> None:
    table = started(agreed(3, 0))
    table.wait(30)
    for _ in range(10):
        table.bid(ADVERSARY)
        table.bid(ADVERSARY)
        table.withdraw(ADVERSARY)
        table.wait(3)
    table.bid(BO)
    table.bid(2)
    table.send(BO, commands.Nudge, seat=ADVERSARY)  # 60 seconds in all
    table.bid(ADVERSARY)
    assert table.what == "turn" or table.state.round == (1, 2)
    with refused("too_late" if table.what == "turn" else "no_bid_lies"):
        table.withdraw(ADVERSARY)


def test_the_cards_are_dealt_without_the_salt_that_is_missing() -> None:
    table = seated(agreed(2, 1))
    table.send(ADVERSARY, commands.Start)
    table.send(BO, commands.Salt, deal=1, salt="00")
    table.wait(2.9)
    assert table.what == "salts"
    table.wait(0.1)
    assert table.what == "bids"


def test_more_time_for_somebody_absent_has_an_end_and_then_a_bot_plays() -> None:
    table = started(agreed(3, 0, clock=clock(bid=30)))
    table.bid(ADVERSARY)
    table.bid(BO)
    for _ in range(round(MOST_EXTRA / MORE_SECONDS)):
        table.send(ADVERSARY, commands.MoreTime, seat=2)
    with refused("time_given"):
        table.send(ADVERSARY, commands.MoreTime, seat=2)
    table.wait(30 + MOST_EXTRA)
    assert table.state.seats[2].sat_in


def test_a_match_of_nothing_but_keeping_ends() -> None:
    table = started(agreed(2, 1, rules={"deals": 1}), look_every=50)
    for _ in range(2000):
        if table.status == "finished":
            break
        if table.what == "turn" and table.state.awaited[0] == ADVERSARY:
            table.turn(ADVERSARY, "keep")
        else:
            table.step()
    assert table.status == "finished"


def test_a_plan_makes_nobody_wait() -> None:
    table = started(agreed(2, 1))
    table.plan(ADVERSARY, "keep")
    while table.state.round == (1, 1):
        assert table.what == "bids" or table.state.awaited != (ADVERSARY,)
        table.step()


def test_a_table_without_people_waits_for_nobody_and_goes_on_where_it_was() -> None:
    table = idle()
    table.go(ADVERSARY, BO)
    table.wait(1_000_000)
    assert clocks.due(table.state) is None
    assert not any(seat.sat_in for seat in table.state.seats)
    table.arrive(BO)
    table.wait(clocks.GRACE_SECONDS)
    assert table.state.seats[ADVERSARY].sat_in
