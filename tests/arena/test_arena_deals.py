"""Deals of the arena: the same deck in every rotation, and the same game as at a table."""

from collections.abc import Sequence
from random import Random

import pytest

from arena.arenas import Keeper, small_plan
from spielgeld.arena import deals
from spielgeld.arena.chance import CountedRandom, mixed
from spielgeld.arena.deals import TURN_KINDS, DeckResult, Played, Seating, play_deals, play_decks
from spielgeld.arena.plan import Plan, Task, rotation
from spielgeld.bots import Bot, make_bot
from spielgeld.engine import (
    Bid,
    Card,
    Exchanged,
    Refusal,
    Setup,
    Turn,
    View,
    turn_code,
    view_of,
)
from support.tables import agreed, started

SEAT_STREAMS = [101, 102, 103]


def play_deal(
    setup: Setup, order: Sequence[Card], bots: Sequence[Bot], streams: Sequence[int]
) -> Played:
    [played] = play_deals([Seating(setup, order, bots, streams)])
    return played


def test_rotated_deals_are_the_same_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[Setup, Sequence[Card], list[str], list[int]]] = []

    def watched(seatings: Sequence[Seating]) -> list[Played]:
        for setup, order, bots, streams in seatings:
            asked.append((setup, order, [type(bot).__name__ for bot in bots], list(streams)))
        return play_deals(seatings)

    monkeypatch.setattr(deals, "play_deals", watched)
    plan = small_plan("greedy", "random")
    [result] = play_decks(plan, [Task(0, 4)])
    assert result.line_up == ("greedy", "random", "random")
    assert len(asked) == 3
    assert len({(setup.removed, tuple(order)) for setup, order, _, _ in asked}) == 1
    seated = [bots for _, _, bots, _ in asked]
    assert [bots.index("GreedyBot") for bots in seated] == [0, 1, 2]
    # Chance goes with the place in the line-up, not with the seat.
    streams = [plan.stream(4, place) for place in range(3)]
    for turned, (_, _, _, given) in enumerate(asked):
        assert [given[seat] for seat in rotation(3, turned)] == streams


def test_every_table_plays_the_same_decks_and_every_deck_is_another() -> None:
    plan = small_plan("greedy", "random")
    assert plan.deck(3) == plan.deck(3)
    assert len({plan.deck(number)[1] for number in range(20)}) == 20
    assert len({plan.deck(number)[0].removed for number in range(20)}) > 5
    assert small_plan("greedy", "random", seed="b").deck(3) != plan.deck(3)


def test_equal_bots_without_chance_share_every_deck_exactly() -> None:
    plan = small_plan("greedy", "random")
    setup, order = plan.deck(0)
    greedy = make_bot("greedy")
    deals = [
        play_deal(setup, order, [greedy] * 3, [turned * 10 + seat for seat in range(3)])
        for turned in range(3)
    ]
    assert deals[0] == deals[1] == deals[2]


def test_results_go_by_place_and_match_the_deals_played_one_by_one() -> None:
    plan = small_plan("greedy", "random")
    [result] = play_decks(plan, [Task(1, 0)])
    assert result.line_up == ("random", "greedy", "greedy")
    setup, order = plan.deck(0)
    # Once moved on by one seat, place 0 sits on seat 1 and place 2 on seat 0.
    bots = [make_bot(name) for name in ("greedy", "random", "greedy")]
    streams = [plan.stream(0, place) for place in (2, 0, 1)]
    deal = play_deal(setup, order, bots, streams)
    assert result.scores[1] == (deal.scores[1], deal.scores[2], deal.scores[0])
    assert result.rounds[1] == deal.rounds


def test_batches_change_nothing() -> None:
    plan = small_plan("greedy", "random", deals=3)
    tasks = list(plan.tasks())
    assert len(tasks) == 3
    one_by_one = [result for task in tasks for result in play_decks(plan, [task])]
    assert play_decks(plan, tasks) == one_by_one


def test_turns_are_counted_by_kind() -> None:
    plan = small_plan("greedy", "random")
    setup, order = plan.deck(1)
    deal = play_deal(setup, order, [Keeper()] * 3, SEAT_STREAMS)
    # Nobody ever takes anything: two refills in a row that draw nothing end the deal.
    keeps = [kinds[TURN_KINDS.index("keep")] for kinds in deal.turn_kinds]
    assert keeps == [deal.rounds] * 3
    assert sum(map(sum, deal.turn_kinds)) == 3 * deal.rounds


def test_who_sits_out_is_counted() -> None:
    class Absent(Keeper):
        def choose_bid(self, view: View, rng: Random) -> Bid:
            return Bid((), bluff=True)

    table = started(agreed(3, 0, edition="nl", rules={"deals": 1}))
    setup = table.state.playing.setup
    deal = play_deal(setup, setup.cards, [Absent(), Keeper(), Keeper()], SEAT_STREAMS)
    assert deal.turn_kinds[0][TURN_KINDS.index("out")] == deal.rounds
    assert sum(deal.turn_kinds[0]) == deal.rounds


@pytest.mark.parametrize("edition", ["it", "pl"])
def test_a_deal_equals_the_same_deal_at_a_table(edition: str) -> None:
    names = ["greedy", "random", "greedy"]
    bots = [make_bot(name) for name in names]
    table = started(agreed(3, 0, edition=edition, rules={"deals": 1}), look_every=50)
    decided = [0, 0, 0]

    def view_and_chance(seat: int) -> tuple[View, CountedRandom]:
        decided[seat] += 1
        chance = CountedRandom(mixed(SEAT_STREAMS[seat], decided[seat] - 1))
        return view_of(table.state.playing, seat), chance

    while table.status == "playing":
        seat = table.state.awaited[0]
        if table.what == "bids":
            table.bid(seat, bots[seat].choose_bid(*view_and_chance(seat)).codes)
        else:
            table.turn(seat, turn_code(bots[seat].choose_turn(*view_and_chance(seat))))
    dealt, match = table.state.dealt, table.state.playing
    assert dealt
    assert dealt.cards
    assert match.deal
    deal = play_deal(match.setup, dealt.cards, bots, SEAT_STREAMS)
    assert deal.scores == match.scores[0]
    assert deal.rounds == match.deal.round
    exchanges = [event for event in match.deal.history if isinstance(event, Exchanged)]
    assert sum([sum(kinds[:-1]) for kinds in deal.turn_kinds]) == len(exchanges)


class Failing(Keeper):
    def choose_turn(self, view: View, rng: Random) -> Turn:
        raise KeyError("yen")


class Thief(Keeper):
    def choose_bid(self, view: View, rng: Random) -> Bid:
        return Bid(view.right[:1])


class Silent(Keeper):
    def choose_bid(self, view: View, rng: Random) -> Bid:
        return None  # type: ignore[return-value]


class Idle(Keeper):
    def choose_turn(self, view: View, rng: Random) -> Turn:
        return "pass"  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("bot", "code", "words"),
    [
        (
            Failing(),
            "bot_failed",
            "Failing failed with KeyError: 'yen' (test_arena_deals.py,",
        ),
        (Thief(), "bot_choice", "Thief chose Bid("),
        (Silent(), "bot_choice", "Silent chose None"),
        (Idle(), "bot_choice", "Idle chose 'pass'"),
    ],
)
def test_a_bot_that_errs_is_told(bot: Bot, code: str, words: str) -> None:
    setup, order = small_plan("greedy", "random").deck(0)
    with pytest.raises(Refusal) as refused:
        play_deal(setup, order, [Keeper(), bot, Keeper()], SEAT_STREAMS)
    assert refused.value.code == code
    assert str(refused.value).startswith(words)


def test_results_are_plain_data() -> None:
    plan: Plan = small_plan("greedy", "random")
    [result] = play_decks(plan, [Task(2, 0)])
    assert isinstance(result, DeckResult)
    assert [len(result.scores), len(result.rounds), len(result.turns)] == [3, 3, 3]
