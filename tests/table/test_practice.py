"""Practice: play on from a record or a named position, the unseen cards dealt anew."""

from random import Random
from typing import Any

import pytest

from play import random_setup, random_steps
from spielgeld.bots import BOTS
from spielgeld.engine import Step, view_of
from spielgeld.engine.records import Record, make_record, replay
from spielgeld.table import entries as log
from spielgeld.table.keeping import public_record_line
from spielgeld.table.practice import (
    find_position,
    positions,
    practice_agreement,
    practice_from,
)
from tables import Table, refused


def some_record(players: int = 4) -> tuple[Record, list[Step]]:
    rng = Random(5)
    steps = list(random_steps(random_setup("nl", players, rng, {"deals": 2}), rng))
    events = [event for step in steps for event in step.events]
    names = [f"player {seat}" for seat in range(players)]
    return make_record(steps[0].match.setup, names, events), steps


def practise(record: Record, step: int | None, seat: int, seed: int = 1) -> Table:
    """A table that goes on from there, as the server opens it."""
    start: Any = practice_from(record, step, seat, Random(seed))
    table = Table(practice_agreement(start, seat, "random", 0.0), practice=start, look_every=10)
    assert table.join("Ann", seat) == seat
    table.arrive(seat)
    table.do([log.Started(at=table.now)])
    return table


@pytest.mark.parametrize("step", [1, 2, 3, 7, 20])
def test_the_seat_sees_what_it_saw_and_the_rest_is_new(step: int) -> None:
    record, steps = some_record()
    match = steps[step - 1].match
    first, second = practise(record, step, 1, seed=1), practise(record, step, 1, seed=2)
    for table in (first, second):
        assert view_of(table.state.playing, 1) == view_of(match, 1)
        assert table.clients[1].view["table"]["practice"] is True
        assert table.what == ("turn" if match.awaits == "turn" else "bids")
        table.restart()
    hidden = [table.state.deal.unseen for table in (first, second)]
    decks = [table.state.deal.deck for table in (first, second)]
    assert hidden[0] != hidden[1] or decks[0] != decks[1]
    assert first.clients[1].heard == second.clients[1].heard


@pytest.mark.parametrize("name", positions())
def test_a_table_opens_from_each_named_position_and_plays_to_its_end(name: str) -> None:
    position = find_position(name)
    table = practise(position["record"], None, position["seat"])
    seat = position["seat"]
    match = replay(position["record"])[-1].match
    assert view_of(table.state.playing, seat) == view_of(match, seat)
    assert table.state.awaited[0] == seat or table.what == "bids"
    table.finish()
    table.restart()
    line = public_record_line(table.state)
    assert line is not None
    assert b'"practice":true' in line.replace(b" ", b"")


def test_who_was_not_there_sees_the_history_of_the_deal() -> None:
    record, _ = some_record()
    table = practise(record, 7, 1)
    kinds = [event["type"] for event in table.clients[1].view["history"]]
    assert kinds[:2] == ["dealt", "revealed"]


def test_a_match_goes_on_after_a_finished_deal() -> None:
    record, steps = some_record()
    over = next(number for number, step in enumerate(steps, 1) if step.match.awaits == "cards")
    table = practise(record, over, 1)
    assert table.what == "ready"
    table.step()
    table.wait(3)
    assert table.state.round == (2, 1)
    table.restart()


def test_nothing_is_left_to_play_before_the_first_deal_and_after_the_last() -> None:
    record, steps = some_record()
    for step in (0, len(steps), None):
        with refused("nothing_to_play"):
            practice_from(record, step, 0, Random(1))


def test_a_step_a_seat_or_a_position_that_is_not_there_is_refused() -> None:
    record, steps = some_record()
    with refused("step", last=len(steps)):
        practice_from(record, len(steps) + 1, 0, Random(1))
    with refused("seat"):
        practice_from(record, 3, 4, Random(1))
    with refused("position", names=list(positions())):
        find_position("last_bid")


@pytest.mark.parametrize("bot", BOTS)
def test_bots_have_all_other_seats(bot: str) -> None:
    record, _ = some_record(3)
    agreement = practice_agreement(record, 2, bot, 0.0)
    assert [wish.bot for wish in agreement.seats] == [bot, bot, None]
    assert agreement.rules == record["rules"]
