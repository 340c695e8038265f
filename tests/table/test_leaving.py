"""A bot plays for who is gone, and its owner takes the seat back at any moment."""

import pytest

from spielgeld.table import clocks, commands, decisions
from support.tables import Table, agreed, clock, refused, seated, started

SAT_IN = {"type": "sat_in", "seat": 0, "by": None}


def sat_in(table: Table) -> list[bool]:
    return [seat["played_by_bot"] for seat in table.clients[-1].view["table"]["seats"]]


def test_connections_are_seen() -> None:
    table = started()
    table.go(0)
    assert table.clients[1].last["events"] == [{"type": "disconnected", "seat": 0}]
    assert not table.clients[1].view["table"]["seats"][0]["connected"]
    table.arrive(0)
    assert table.clients[1].last["events"] == [{"type": "connected", "seat": 0}]


def test_a_second_connection_of_a_seat_is_told_to_nobody() -> None:
    table = started()
    numbers = list(table.state.sent)
    table.arrive(0)
    table.arrive(0, node="two")
    table.go(0)
    assert table.state.sent == numbers
    assert table.state.seats[0].is_connected
    table.go(0, node="two")
    assert not table.state.seats[0].is_connected
    table.go(0)
    table.restart()


def test_after_the_grace_time_a_bot_sits_in() -> None:
    table = started()
    table.go(0)
    table.wait(clocks.GRACE_SECONDS - 1)
    assert sat_in(table) == [False] * 4
    table.wait(1)
    assert table.clients[1].last["events"][0] == {**SAT_IN, "reason": "gone"}
    assert sat_in(table) == [True, False, False, False]
    assert 0 in [question.seat for question in table.state.questions]
    table.restart()


def test_who_returns_within_the_grace_time_has_all_of_it_again() -> None:
    table = started()
    table.go(0)
    table.wait(50)
    table.arrive(0)
    table.go(0)
    table.wait(50)
    assert sat_in(table)[0] is False
    table.wait(10)
    assert sat_in(table)[0] is True


def test_arriving_takes_the_seat_back() -> None:
    table = started()
    table.bid(0)
    table.go(0)
    table.wait(60)
    table.arrive(0)
    assert table.clients[1].last["events"] == [
        {"type": "connected", "seat": 0},
        {"type": "taken_back", "seat": 0},
    ]
    assert not [question for question in table.state.questions if question.seat == 0]


def test_arriving_takes_the_seat_back_after_the_decision_others_wait_for() -> None:
    table = started()
    table.go(0)
    table.wait(60)
    table.arrive(0)
    assert table.clients[1].last["events"] == [
        {"type": "connected", "seat": 0},
        {"type": "returning", "seat": 0, "after": "decision"},
    ]
    assert table.clients[0].view["table"]["seats"][0]["back_after"] == "decision"
    table.restart()
    table.answer(next(each for each in table.state.questions if each.seat == 0))
    assert table.clients[1].last["events"] == [{"type": "taken_back", "seat": 0}]
    assert table.clients[0].view["table"]["seats"][0]["back_after"] is None
    assert table.clients[0].view["own"]["bid"]
    table.restart()


def test_a_bot_plays_on_and_the_owner_finds_its_bid() -> None:
    table = started()
    table.go(0)
    table.wait(60)
    table.bots()
    table.arrive(0)
    bid = table.clients[0].view["own"]["bid"]
    assert bid
    table.bid(0, table.clients[0].view["hand"]["hand"][:1])
    assert table.clients[0].view["own"]["bid"] != bid or len(bid) == 1


def test_leaving_gives_the_seat_to_a_bot_at_once() -> None:
    table = started()
    table.send(0, commands.Leave)
    assert table.clients[1].last["events"][0] == {**SAT_IN, "reason": "left"}
    table.bots()
    table.send(0, commands.TakeBack)
    assert table.clients[1].last["events"] == [{"type": "taken_back", "seat": 0}]
    with refused("not_sat_in"):
        table.send(0, commands.TakeBack)


def test_leaving_twice_does_no_harm() -> None:
    table = started()
    table.send(0, commands.Leave)
    before = list(table.log)
    table.send(0, commands.Leave)
    assert table.log == before


@pytest.mark.parametrize("act", ["bid", "withdraw", "plan", "turn"])
def test_who_acts_takes_the_seat_back(act: str) -> None:
    table = started(agreed(3, 0))
    if act in {"turn", "withdraw"}:
        table.bid(0)
    if act == "turn":
        table.until("turn")
    seat = table.state.awaited[0] if act == "turn" else 0
    table.send(seat, commands.Leave)
    if act in {"bid", "plan"}:  # only once the bot has bid
        with refused("bot_keeps"):
            table.bid(0)
        table.bots()
    if act == "turn":  # nobody else is there, so nobody waits
        table.go(*{0, 1, 2} - {seat})
    {
        "bid": lambda: table.bid(0),
        "withdraw": lambda: table.withdraw(0),
        "plan": lambda: table.plan(0, "keep"),
        "turn": lambda: table.turn(seat),
    }[act]()
    assert not sat_in(table)[seat]
    assert {"type": "taken_back", "seat": seat} in table.clients[2].events


def test_who_says_ready_takes_the_seat_back() -> None:
    table = started(agreed(2, 1), look_every=50)
    table.until("ready")
    table.send(0, commands.Leave)
    table.arrive(0)
    table.send(0, commands.Leave)
    table.send(0, commands.Ready, deal=2)
    assert not table.state.seats[0].sat_in
    assert table.state.awaited == (1,)


def test_with_nobody_there_the_table_sleeps_and_wakes_where_it_was() -> None:
    table = started(agreed(2, 2, clock=clock(), rules={"bid_size": "shown"}))
    table.bid(0)
    table.wait(5)
    assert table.state.questions
    assert clocks.due(table.state) is not None
    table.go(0, 1)
    before = table.clients[-1].view["deal"]
    assert table.state.questions == ()
    assert clocks.due(table.state) is None
    table.wait(1_000_000)
    assert clocks.tick(table.state, table.now) is None
    assert table.clients[-1].view["deal"] == before
    table.restart()
    table.arrive(1)
    assert table.state.questions
    assert sat_in(table) == [False] * 4
    table.arrive(0)
    assert table.clients[1].view["table"]["clocks"][1]["until"] == table.now + 25
    table.wait(24)
    assert sat_in(table) == [False] * 4


def test_with_nobody_there_no_cards_are_dealt() -> None:
    table = seated()
    table.send(0, commands.Start)
    table.go(0, 1)
    assert clocks.due(table.state) is None
    table.wait(1000)
    assert table.what == "salts"
    table.arrive(1)
    table.wait(0)
    assert table.what == "bids"


def test_an_answer_that_comes_while_the_table_sleeps_does_not_count() -> None:
    table = started()
    question = table.state.questions[0]
    table.go(0, 1)
    assert (
        decisions.answer_bid(table.state, question, table.some_bid(question.seat), table.now) == []
    )


def test_the_grace_time_runs_only_while_another_person_is_there() -> None:
    table = started()
    table.go(0)
    table.wait(40)
    table.go(1)
    table.wait(1000)
    table.arrive(1)
    table.wait(19)
    assert sat_in(table)[0] is False
    table.wait(1)
    assert sat_in(table)[0] is True


def test_alone_among_bots_nobody_loses_the_seat() -> None:
    table = started(agreed(1, 3, clock=clock()))
    table.wait(10_000)
    assert sat_in(table) == [False] * 4
    table.go(0)
    table.wait(10_000)
    table.arrive(0)
    assert sat_in(table) == [False] * 4


def test_a_lost_node_takes_its_people_with_it() -> None:
    table = started(agreed(3, 0))
    table.arrive(2, node="two")
    table.go(2)
    table.do(decisions.lose(table.state, ["one"], table.now))
    assert table.clients[2].last["events"] == [
        {"type": "disconnected", "seat": 0},
        {"type": "disconnected", "seat": 1},
    ]
    assert decisions.lose(table.state, ["one"], table.now) == []
    table.wait(60)
    assert sat_in(table) == [True, True, False]
    table.restart()


def test_a_seat_connected_through_two_nodes_survives_the_loss_of_one() -> None:
    table = started()
    table.arrive(0, node="two")
    table.do(decisions.lose(table.state, ["one"], table.now))
    assert table.state.seats[0].is_connected
    assert table.clients[0].last["events"] == [{"type": "disconnected", "seat": 1}]
