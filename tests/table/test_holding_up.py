"""A test for each row of `docs/waiting.md`: how somebody holds up the others, and the answer."""

from typing import Any

import pytest

from spielgeld.engine.records.format import Record
from spielgeld.table import clocks, commands, decisions, entries
from spielgeld.table.allowance import MOST_BESIDE, MOST_EXTRA
from spielgeld.table.effects import MORE_SECONDS, MOST_TAKEN_OVER
from spielgeld.table.practice import positions, practice_agreement
from support.tables import NODE, Table, agreed, clock, hashed, refused, seated, started

ADVERSARY, BO = 0, 1


def events_of(table: Table, kind: str) -> list[dict[str, object]]:
    """All events of a kind that Bo heard."""
    return [event for event in table.clients[BO].events if event["type"] == kind]


def answer(table: Table, seat: int) -> None:
    """The bot of that seat makes its decision."""
    table.answer(next(each for each in table.state.questions if each.seat == seat))


def idle(**more: Any) -> Table:
    """Bo and the bots have bid, the adversary has not."""
    table = started(agreed(2, 1, **more))
    table.bid(BO)
    answer(table, 2)
    return table


def hand_over(table: Table) -> None:
    """Nudge the adversary, wait, and hand the seat over."""
    table.wait(clocks.NUDGE_AFTER)
    table.send(BO, commands.Nudge, seat=ADVERSARY)
    table.wait(clocks.HAND_OVER_AFTER)
    table.send(BO, commands.HandOver, seat=ADVERSARY)


def until_awaited(table: Table) -> None:
    """Play until the table waits for the adversary alone."""
    while (
        table.state.awaited != (ADVERSARY,)
        or table.state.questions
        or table.what not in {"bids", "turn", "ready"}
    ):
        others = [seat for seat in table.state.awaited if seat != ADVERSARY]
        if table.what == "ready" and others:
            table.send(BO, commands.Ready, deal=len(table.state.playing.scores) + 1)
        elif table.state.questions or table.what == "salts":
            table.step()
        elif table.what == "bids":
            table.bid(BO)
        else:
            table.turn(BO)


# ---------------------------------------------------------------- during a match


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


def test_the_cards_are_dealt_without_the_salt_that_is_missing() -> None:
    table = seated(agreed(2, 1))
    table.send(ADVERSARY, commands.Start)
    table.send(BO, commands.Salt, deal=1, salt="00")
    table.wait(2.9)
    assert table.what == "salts"
    table.wait(0.1)
    assert table.what == "bids"


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


# ---------------------------------------------------------------- before a match


def waiting(people: int = 3, **more: Any) -> Table:
    """Ann is there, the other seats are open."""
    table = Table(agreed(people, 1, **more))
    table.arrive(table.join("Ann"))
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


def rematch(*people: str) -> Table:
    """The next table of these people, whose seats are kept; the first is there."""
    table = Table(agreed(len(people), 1))
    for seat, name in enumerate(people):
        token = hashed(name)
        table.do([entries.Joined(at=table.now, seat=seat, name=name, token=token, reserved=True)])
    table.arrive(0)
    return table


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


# ---------------------------------------------------------------- nobody is there


def test_a_table_without_people_waits_for_nobody_and_goes_on_where_it_was() -> None:
    table = idle()
    table.go(ADVERSARY, BO)
    table.wait(1_000_000)
    assert clocks.due(table.state) is None
    assert not any(seat.sat_in for seat in table.state.seats)
    table.arrive(BO)
    table.wait(clocks.GRACE_SECONDS)
    assert table.state.seats[ADVERSARY].sat_in


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
