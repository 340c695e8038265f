"""A seat that holds up the others during a match is handed over, for one decision."""

import pytest
from holding_up import ADVERSARY, BO, answer, events_of, hand_over, idle, until_awaited

from spielgeld.engine.records.format import Record
from spielgeld.table import clocks, commands, decisions, entries
from spielgeld.table.allowance import MOST_BESIDE
from spielgeld.table.effects import MOST_TAKEN_OVER
from spielgeld.table.practice import positions, practice_agreement
from support.tables import NODE, Table, agreed, clock, refused, started


def test_a_player_without_a_decision_is_handed_over_and_loses_one_decision() -> None:
    table = idle()
    hand_over(table)
    table.send(ADVERSARY, commands.TakeBack)
    assert events_of(table, "returning") == [
        {"type": "returning", "seat": ADVERSARY, "after": "decision"}
    ]
    assert [question.seat for question in table.state.questions] == [ADVERSARY]
    answer(table, ADVERSARY)
    assert not table.state.seats[ADVERSARY].sat_in
    assert events_of(table, "taken_back") == [{"type": "taken_back", "seat": ADVERSARY}]


@pytest.mark.parametrize("come_back", ["take_back", "arrive", "bid", "plan"])
def test_no_way_back_stops_the_bots_decision(come_back: str) -> None:
    table = idle()
    hand_over(table)
    for _ in range(3):
        if come_back == "take_back":
            table.send(ADVERSARY, commands.TakeBack)
        elif come_back == "arrive":
            table.go(ADVERSARY)
            table.arrive(ADVERSARY)
        else:
            with refused("bot_keeps"):
                table.bid(ADVERSARY) if come_back == "bid" else table.plan(ADVERSARY, "keep")
        assert [question.seat for question in table.state.questions] == [ADVERSARY]
    table.restart()
    answer(table, ADVERSARY)
    assert table.what != "bids"
    assert len(events_of(table, "sat_in")) == 1
    assert table.state.seats[ADVERSARY].sat_in == (come_back in {"bid", "plan"})


def test_a_turn_that_was_handed_over_is_the_bots() -> None:
    table = started(agreed(2, 1))
    table.until("turn", ADVERSARY)
    hand_over(table)
    table.send(ADVERSARY, commands.TakeBack)
    with refused("bot_keeps"):
        table.turn(ADVERSARY, "keep")
    answer(table, ADVERSARY)
    assert not table.state.seats[ADVERSARY].sat_in


def test_with_a_clock_a_decision_takes_one_hand_over_however_often_somebody_returns() -> None:
    table = idle(clock=clock(bid=5, turn=5))
    for _ in range(20):
        table.wait(5)
        table.send(ADVERSARY, commands.TakeBack)
        table.go(ADVERSARY)
        table.arrive(ADVERSARY)
    assert len(events_of(table, "sat_in")) == 1
    answer(table, ADVERSARY)
    assert table.what != "bids"


def test_a_bid_of_a_bot_can_be_changed_and_not_withdrawn() -> None:
    table = started(agreed(3, 1, clock=clock(bid=5, turn=5, reserve=5)))
    table.bid(2)
    table.wait(10)
    table.send(ADVERSARY, commands.TakeBack)
    answer(table, ADVERSARY)
    assert ADVERSARY not in table.state.awaited
    with refused("bid_stays"):
        table.withdraw(ADVERSARY)
    table.bid(ADVERSARY)
    with refused("bid_stays"):
        table.withdraw(ADVERSARY)
    table.bots()
    table.until("bids")
    assert table.state.round == (1, 2)
    table.bid(ADVERSARY)
    table.withdraw(ADVERSARY)  # the next one is their own again


def test_after_the_third_time_the_bot_keeps_the_seat_until_the_deal_is_over() -> None:
    table = started(agreed(2, 1, rules={"deals": 2}), look_every=20)
    for times in range(1, MOST_TAKEN_OVER + 1):
        until_awaited(table)
        hand_over(table)
        table.send(ADVERSARY, commands.TakeBack)
        after = "deal" if times == MOST_TAKEN_OVER else "decision"
        assert table.state.seats[ADVERSARY].back_after == after
        answer(table, ADVERSARY)
    assert table.state.round[0] == 1
    assert table.clients[BO].view["table"]["seats"][ADVERSARY]["back_after"] == "deal"
    if table.what == "bids":
        with refused("bot_keeps", why="bot_keeps_deal"):
            table.bid(ADVERSARY)
    table.restart()
    while table.state.round[0] == 1 and table.what != "ready":
        table.bots()
        if BO in table.state.awaited and table.what in {"bids", "turn"}:
            table.bid(BO) if table.what == "bids" else table.turn(BO)
    assert not table.state.seats[ADVERSARY].sat_in
    assert table.state.awaited == (ADVERSARY, BO)


def test_returns_of_a_person_alone_with_bots_are_not_counted() -> None:
    table = started(agreed(1, 2))
    for _ in range(2 * MOST_TAKEN_OVER):
        table.send(ADVERSARY, commands.Leave)
        table.send(ADVERSARY, commands.TakeBack)
        assert not table.state.seats[ADVERSARY].sat_in
    assert table.state.seats[ADVERSARY].taken_over == 0


def test_leaving_and_coming_back_stops_nothing() -> None:
    table = idle()
    for _ in range(2 * MOST_TAKEN_OVER):
        table.send(ADVERSARY, commands.Leave)
        table.send(ADVERSARY, commands.TakeBack)
        assert table.state.questions
    assert table.state.seats[ADVERSARY].taken_over == 1
    answer(table, ADVERSARY)
    assert table.what != "bids"


def test_a_player_who_leaves_again_does_not_come_back_by_itself() -> None:
    table = idle()
    table.send(ADVERSARY, commands.Leave)
    table.send(ADVERSARY, commands.TakeBack)
    table.send(ADVERSARY, commands.Leave)
    answer(table, ADVERSARY)
    assert table.state.seats[ADVERSARY].sat_in


def test_a_player_who_is_gone_again_does_not_come_back_by_itself() -> None:
    table = idle()
    table.go(ADVERSARY)
    table.wait(clocks.GRACE_SECONDS)
    table.arrive(ADVERSARY)
    assert table.state.seats[ADVERSARY].back_after == "decision"
    table.go(ADVERSARY)
    assert table.clients[BO].view["table"]["seats"][ADVERSARY]["back_after"] is None
    answer(table, ADVERSARY)
    assert table.state.seats[ADVERSARY].sat_in


def test_a_player_who_is_not_ready_is_handed_over_and_a_bot_is_ready() -> None:
    table = started(agreed(3, 1, rules={"deals": 2}), look_every=20)
    table.until("ready")
    table.send(BO, commands.Ready, deal=2)
    hand_over(table)
    table.send(ADVERSARY, commands.TakeBack)
    assert table.what == "ready"
    assert table.state.awaited == (2,)
    table.send(2, commands.Ready, deal=2)
    assert table.what == "salts"


def test_a_player_who_has_muted_you_is_nudged_all_the_same() -> None:
    table = idle()
    table.send(ADVERSARY, commands.Mute, seat=BO, on=True)
    table.wait(clocks.NUDGE_AFTER)
    table.send(BO, commands.Nudge, seat=ADVERSARY)
    nudged = [event for event in table.clients[ADVERSARY].events if event["type"] == "nudged"]
    assert nudged == [{"type": "nudged", "seat": ADVERSARY, "by": BO}]


def test_a_nudge_is_never_too_much() -> None:
    table = idle()
    table.state.seats[BO].beside = MOST_BESIDE
    hand_over(table)
    answer(table, ADVERSARY)
    assert table.what != "bids"


@pytest.mark.parametrize("where", ["practice", "bots"])
def test_alone_with_bots_nobody_loses_anything(where: str) -> None:
    if where == "bots":
        table = started(agreed(1, 2, clock=clock(bid=5, turn=5)))
        seat = 0
    else:
        position = next(iter(positions().values()))
        record: Record = position["record"]
        seat = position["seat"]
        table = Table(practice_agreement(record, seat, "random", 0.0), practice=dict(record))
        table.join(seat=seat)
        table.arrive(seat)
        table.do([entries.Started(at=table.now)])
    table.until(table.what, *table.state.awaited)
    table.wait(100_000)
    assert not table.state.seats[seat].sat_in
    table.send(seat, commands.Leave)
    table.go(seat)
    table.wait(100_000)
    table.arrive(seat)
    assert not table.state.seats[seat].sat_in
    assert table.clients[seat].last["events"][-1] == {"type": "taken_back", "seat": seat}
    table.send(seat, commands.Pause)
    table.wait(100_000)
    assert table.clients[seat].view["table"]["host_until"] is None
    table.send(seat, commands.Resume)


def test_a_lost_node_takes_nobodys_wish_to_return_with_it_for_good() -> None:
    table = idle()
    hand_over(table)
    table.send(ADVERSARY, commands.TakeBack)
    table.do(decisions.lose(table.state, [NODE], table.now))
    assert table.state.seats[ADVERSARY].back_after is None
    table.arrive(BO)
    table.arrive(ADVERSARY)
    assert table.state.seats[ADVERSARY].back_after == "decision"
    answer(table, ADVERSARY)
    assert not table.state.seats[ADVERSARY].sat_in
