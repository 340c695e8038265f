"""One seat cannot fill its table's log: there is always room to play, and to leave."""

from spielgeld.table import clocks, commands
from spielgeld.table.allowance import (
    MOST_ARRIVALS,
    MOST_BESIDE,
    MOST_CHANGES_IN_ALL,
    MOST_ENTRIES,
    MOST_EXTRA,
    MOST_RETURNS,
    WITHIN,
)
from spielgeld.table.effects import MORE_SECONDS
from spielgeld.table.state import LATELY
from support.tables import Table, agreed, clock, refused, seated, started


def toggle(table: Table, times: int, seat: int = 0) -> None:
    for _ in range(times):
        on = 1 not in table.state.seats[seat].muted
        table.send(seat, commands.Mute, seat=1, on=on)


def test_who_mutes_again_and_again_is_slowed_down() -> None:
    table = seated()
    toggle(table, LATELY)
    with refused("not_so_fast", seconds=WITHIN):
        toggle(table, 1)
    table.send(1, commands.Say, phrase="hello")  # others are not
    table.wait(WITHIN / 2)
    with refused("not_so_fast", seconds=WITHIN / 2):
        toggle(table, 1)
    table.wait(WITHIN / 2)
    toggle(table, LATELY)
    table.restart()


def test_so_much_beside_the_play_and_no_more() -> None:
    table = started(look_every=1000)
    for _ in range(MOST_BESIDE // LATELY):
        toggle(table, LATELY)
        table.wait(WITHIN)
    with refused("too_often", most=MOST_BESIDE):
        toggle(table, 1)
    with refused("too_often", most=MOST_BESIDE):
        table.send(0, commands.Say, phrase="hello")
    table.send(1, commands.Say, phrase="hello")
    table.bid(0)
    table.send(0, commands.Leave)
    assert len(table.log) < MOST_ENTRIES / 10
    table.restart()


def test_pausing_counts_and_a_pause_can_always_be_ended() -> None:
    table = started()
    for _ in range(LATELY // 2):
        table.send(0, commands.Pause)
        table.send(0, commands.Resume)
    with refused("not_so_fast"):
        table.send(0, commands.Pause)
    table.wait(WITHIN)
    table.send(0, commands.Pause)
    table.state.seats[0].beside = MOST_BESIDE
    table.send(0, commands.Resume)


def test_changes_of_mind_have_an_end_and_the_next_bid_does_not() -> None:
    table = started()
    table.bid(0)
    table.state.seats[0].changes_in_all = MOST_CHANGES_IN_ALL
    deal, number = table.state.round
    with refused("too_often", most=MOST_CHANGES_IN_ALL):
        table.send(0, commands.WithdrawBid, deal=deal, round=number)
    with refused("too_often", most=MOST_CHANGES_IN_ALL):
        table.bid(0)
    with refused("too_often", most=MOST_CHANGES_IN_ALL):
        table.send(0, commands.MakePlan, deal=deal, round=number, wishes=["keep"])
    del table.state.sealed[0]
    table.bid(0)


def test_leaving_and_coming_back_have_an_end_and_leaving_has_none() -> None:
    table = started()
    table.state.seats[0].returns = MOST_RETURNS
    table.send(0, commands.Leave)
    with refused("too_often", most=MOST_RETURNS):
        table.send(0, commands.TakeBack)
    table.bots()
    table.bid(0)  # who plays is back
    assert not table.state.seats[0].sat_in


def test_taking_back_is_counted_and_asking_for_it_too() -> None:
    table = started()
    table.bid(0)
    for _ in range(3):
        table.send(0, commands.Leave)
        table.send(0, commands.TakeBack)
    assert table.state.seats[0].returns == 3
    table.withdraw(0)
    for _ in range(2):
        table.send(0, commands.Leave)
        table.send(0, commands.TakeBack)
    assert table.state.seats[0].back_after == "decision"
    assert table.state.seats[0].returns == 5
    table.restart()


def test_coming_and_going_has_an_end() -> None:
    table = started()
    table.go(0)
    table.arrive(0)
    assert table.state.seats[0].arrivals == 2
    table.go(0)
    table.state.seats[0].arrivals = MOST_ARRIVALS
    with refused("too_often", most=MOST_ARRIVALS):
        table.arrive(0)
    table.go(1)
    table.arrive(1)


def test_a_full_log_still_takes_what_the_match_needs() -> None:
    table = started(agreed(2, 1))
    table.state.number = MOST_ENTRIES + 1
    deal, number = table.state.round
    with refused("log_full"):
        table.send(0, commands.Say, phrase="hello")
    with refused("log_full"):
        table.send(0, commands.MakePlan, deal=deal, round=number, wishes=["keep"])
    table.bid(0)
    with refused("log_full"):
        table.bid(0)
    table.send(1, commands.Leave)
    table.bots()
    while 0 not in table.state.awaited:
        table.bots()
    assert table.state.what == "turn" or table.state.round == (1, 2)


def test_a_full_log_still_takes_the_answers_to_somebody_who_holds_up_the_others() -> None:
    table = started(agreed(2, 1))
    table.send(0, commands.Pause)
    table.wait(clocks.PAUSE_SECONDS)
    table.state.number = MOST_ENTRIES + 1
    table.send(1, commands.BecomeHost)
    table.send(1, commands.Resume)
    table.bid(1)
    table.bots()
    table.wait(clocks.NUDGE_AFTER)
    table.send(1, commands.Nudge, seat=0)
    table.wait(clocks.HAND_OVER_AFTER)
    table.send(1, commands.HandOver, seat=0)
    table.bots()
    assert table.what == "turn" or table.state.round == (1, 2)


def test_time_is_given_up_to_an_end() -> None:
    table = started(agreed(2, 1, clock=clock()))
    for _ in range(round(MOST_EXTRA / MORE_SECONDS)):
        table.send(1, commands.MoreTime, seat=0)
    with refused("time_given", most=round(MOST_EXTRA)):
        table.send(1, commands.MoreTime, seat=0)
    table.bid(0)
    table.bid(1)
    table.bots()
    assert table.state.seats[0].extra == 0.0
