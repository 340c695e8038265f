"""Practice: play on from a record or a named position, the unseen cards dealt anew."""

import json
from random import Random

import pytest

from spielgeld.bots import BOTS
from spielgeld.engine import Step, view_of
from spielgeld.engine.records import RawRecord, Record, check_record, make_record, replay
from spielgeld.table import commands, entries
from spielgeld.table.outgoing import messages
from spielgeld.table.outgoing.previews import preview
from spielgeld.table.practice import (
    find_position,
    positions,
    practice_agreement,
    practice_from,
)
from spielgeld.table.public_record import public_record_line
from support.play import random_setup, random_steps
from support.tables import Table, refused


def some_record(players: int = 4) -> tuple[Record, list[Step]]:
    rng = Random(5)
    steps = list(random_steps(random_setup("nl", players, rng, {"deals": 2}), rng))
    events = [event for step in steps for event in step.events]
    names = [f"player {seat}" for seat in range(players)]
    return make_record(steps[0].match.setup, names, events), steps


def practise(record: Record, step: int | None, seat: int, seed: int = 1) -> Table:
    """A table that goes on from there, as the server opens it."""
    start = practice_from(record, step, seat, Random(seed))
    agreement = practice_agreement(start.record, seat, "random", 0.0)
    table = Table(agreement, practice=start.record, earlier=start.earlier, look_every=10)
    assert table.join("Ann", seat) == seat
    table.arrive(seat)
    table.do([entries.Started(at=table.now)])
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


@pytest.mark.slow
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


def test_only_the_deal_under_way_is_kept_and_the_earlier_scores_count() -> None:
    record, steps = some_record()
    second = next(number for number, step in enumerate(steps, 1) if len(step.match.scores) == 1)
    start = practice_from(record, second + 3, 1, Random(1))
    assert len(start.record["deals"]) == 1
    assert start.earlier == [record["deals"][0]["scores"]]
    table = practise(record, second + 3, 1)
    assert table.state.round[0] == 2
    assert table.state.playing.scores == steps[second].match.scores
    table.finish()
    table.restart()
    assert table.state.playing.scores[0] == tuple(record["deals"][0]["scores"])


def test_the_record_of_practice_has_the_deals_that_were_played_there() -> None:
    record, steps = some_record()
    second = next(number for number, step in enumerate(steps, 1) if len(step.match.scores) == 1)
    table = practise(record, second + 3, 1)
    table.finish()
    line = public_record_line(table.state)
    assert line is not None
    played, _ = check_record(RawRecord(1, line))
    assert played["rules"]["deals"] == len(played["deals"]) == 1
    assert played["deals"][0].get("scores") == list(table.state.playing.scores[1])
    assert json.loads(line)["earlier_scores"] == [record["deals"][0]["scores"]]


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


# ---------------------------------------------------------------- the lessons of the page

RIGHT_TURNS: dict[str, tuple[str | int, int, int]] = {
    # name: the right turn, what it brings, the best of all others
    "whole_row": ("right", 90, 10),
    "take_a_bid": (2, 200, 50),
    "keep_your_bid": ("keep", 210, 20),
    "lift_to_200": ("left", 200, 80),
    "complete_a_trio": ("right", 110, 70),
    "coin_trio": ("right", 140, 80),
    "last_turn": ("right", 750, 390),
}


def lesson(name: str, seed: int = 1) -> tuple[Table, int]:
    position = find_position(name)
    return practise(position["record"], None, position["seat"], seed), position["seat"]


def previewed_turns(table: Table, seat: int) -> dict[str | int, int]:
    told = preview(table.state, seat, commands.PreviewTurns(id="a"))
    assert isinstance(told, messages.TurnsPreviewed)
    return {each.turn: each.score.total for each in told.after}


def previewed_bid(table: Table, seat: int, cards: str) -> messages.BidPreviewed:
    told = preview(table.state, seat, commands.PreviewBid(id="a", cards=cards.split()))
    assert isinstance(told, messages.BidPreviewed)
    return told


def totals(told: messages.BidPreviewed) -> dict[str | int, int]:
    return {each.turn: each.score.total for each in told.after}


@pytest.mark.parametrize("name", RIGHT_TURNS)
def test_every_turn_of_a_lesson_brings_what_was_promised(name: str) -> None:
    right, points, otherwise = RIGHT_TURNS[name]
    promised = previewed_turns(*lesson(name))
    assert promised.pop(right) == points
    assert max(promised.values()) == otherwise
    promised[right] = points
    for turn, expected in promised.items():
        table, seat = lesson(name, seed=2)
        assert (table.what, table.state.awaited) == ("turn", (seat,))
        table.turn(seat, turn)
        assert table.clients[seat].view["hand"]["score"]["total"] == expected


def test_in_the_lesson_on_taking_a_bid_its_victim_acts_next_out_of_turn() -> None:
    table, seat = lesson("take_a_bid")
    assert table.clients[seat].view["deal"]["waiting"] == [0, 1, 2]
    table.turn(seat, 2)
    assert table.clients[seat].view["deal"]["waiting"] == [2, 1]
    assert table.clients[seat].view["deal"]["lying"][2] == ["R20a", "P60"]


@pytest.mark.parametrize(("turn", "points", "wins"), [("right", 750, True), ("keep", 390, False)])
def test_the_last_lesson_ends_the_deal_and_its_right_turn_alone_wins_it(
    turn: str, points: int, wins: bool
) -> None:
    for seed in range(10):
        table, seat = lesson("last_turn", seed)
        table.turn(seat, turn)
        assert table.status == "finished"
        scored = [event for event in table.clients[seat].events if event["type"] == "scored"]
        scores = scored[0]["scores"]
        assert scores[seat] == points
        assert (max(scores) == points) is wins


RIGHT_BIDS = {
    # name: bids that do what the lesson wants, each with worth and size
    "first_bid": [("E60", 60, 1), ("USD20b P40", 60, 2)],
    "lowest_number": [("Y20a E30a", 50, 2), ("Y20a SK30b", 50, 2)],
    "looks_bigger": [("Y20b KR10a *", 30, 3)],
    "looks_bigger_fr": [("Y20b KR10a *", 30, 3)],
    "sit_out": [("*", 0, 1)],
    "sit_out_pl": [("*", 0, 1)],
    "tie_by_bluff": [("P50 *", 50, 2), ("SK20b R30a *", 50, 3), ("Y40 KR10c *", 50, 3)],
    "cheapest_bid": [("SK20b", 20, 1)],
}


@pytest.mark.parametrize("name", RIGHT_BIDS)
def test_the_right_bids_of_a_lesson_do_what_was_promised(name: str) -> None:
    for cards, worth, size in RIGHT_BIDS[name]:
        table, seat = lesson(name)
        assert table.what == "bids"
        told = previewed_bid(table, seat, cards)
        assert (told.worth, told.size) == (worth, size)
        table.bid(seat, cards.split())
        assert set(table.clients[seat].view["own"]["bid"]) == set(cards.split())


def test_nobody_is_before_the_lowest_number_in_a_tie() -> None:
    ties = 0
    for seed in range(30):
        table, seat = lesson("lowest_number", seed)
        table.bot_rng.seed(seed)
        table.bid(seat, ["Y20a", "E30a"])
        table.bots()
        order = next(e for e in table.clients[seat].events if e["type"] == "revealed")["order"]
        level = [place["seat"] for place in order if place["worth"] == 50]
        ties += len(level) > 1
        assert level[0] == seat
    assert ties


def test_without_the_lowest_number_others_could_be_ahead() -> None:
    table, seat = lesson("lowest_number")
    assert previewed_bid(table, seat, "Y20a E30a").tie_rank == 1
    for cards in ("P50", "R20c E30a", "R20c SK30b"):
        told = previewed_bid(table, seat, cards)
        assert told.worth == 50
        assert told.tie_rank is not None
        assert told.tie_rank > 1


def test_only_the_bluff_card_makes_a_small_bid_look_like_three_cards() -> None:
    table, seat = lesson("looks_bigger")
    assert previewed_bid(table, seat, "Y20b KR10a P50").worth == 80
    table.bid(seat, ["Y20b", "KR10a", "*"])
    assert table.clients[1].view["deal"]["bid_sizes"][seat] == 3


@pytest.mark.parametrize(("name", "trio"), [("sit_out", "E20a"), ("sit_out_pl", "ZL20a")])
def test_who_sits_the_round_out_keeps_everything(name: str, trio: str) -> None:
    table, seat = lesson(name)
    at_risk = totals(previewed_bid(table, seat, trio))
    assert at_risk == {"right": 100, "left": 100, "keep": 200}
    table.bid(seat, ["*"])
    table.bots()
    assert table.state.round == (1, 2)
    assert table.clients[seat].view["hand"]["score"]["total"] == 200


@pytest.mark.parametrize("cards", ["P50", "SK20b R30a", "Y40 KR10c"])
def test_the_bluff_card_puts_a_bid_further_ahead_in_a_tie(cards: str) -> None:
    table, seat = lesson("tie_by_bluff")
    bare, covered = (previewed_bid(table, seat, each) for each in (cards, f"{cards} *"))
    assert bare.worth == covered.worth == 50
    assert bare.tie_rank is not None
    assert covered.tie_rank is not None
    assert covered.tie_rank < bare.tie_rank


def test_the_cheapest_bid_costs_nothing_and_every_other_card_does() -> None:
    table, seat = lesson("cheapest_bid")
    assert totals(previewed_bid(table, seat, "SK20b")) == {"right": 110, "left": 110, "keep": 110}
    for card in ("Y30a", "Y30b", "Y30c", "P50", "P60"):
        after = totals(previewed_bid(table, seat, card))
        assert min(after["right"], after["left"]) < after["keep"] == 110
    with refused("bid_bluff_alone"):
        previewed_bid(table, seat, "*")


def test_long_names_of_a_record_are_not_kept() -> None:
    position = positions()["sit_out"]
    record = {
        **position["record"],
        "players": ["x" * 100_000 for _ in position["record"]["players"]],
    }
    kept = practice_from(record, None, position["seat"], Random(1))  # type: ignore[arg-type]
    assert {len(name) for name in kept.record["players"]} == {24}
