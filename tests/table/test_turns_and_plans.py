"""Turns with the legal choices in the view, plans made in advance, and previews."""

import msgspec

from spielgeld.engine import KEEP, TakeBid, preview_bid, preview_turns, view_of
from spielgeld.table import commands, decisions
from spielgeld.table.outgoing import messages
from spielgeld.table.outgoing.previews import preview
from support.tables import Table, agreed, refused, started


def bidding() -> Table:
    """Four people before the first bids."""
    return started(agreed(4, 0))


def ordered() -> Table:
    """Four people, about to act in the order 3, 2, 1, 0: who bids more cards bids more."""
    table = bidding()
    for seat in range(4):
        table.bid(seat, bid_by_rank(table, seat))
    assert table.state.deal.waiting == (3, 2, 1, 0)
    return table


def bid_by_rank(table: Table, seat: int) -> list[str]:
    """The cheapest card; two, four and six of the dearest cards of the later seats."""
    hand = table.clients[seat].view["hand"]["hand"]
    by_worth = sorted(hand, key=lambda code: int("".join(c for c in code if c.isdigit())))
    return by_worth[:1] if seat == 0 else by_worth[-2 * seat :]


def test_who_acts_has_the_legal_choices_in_the_view_and_nobody_else() -> None:
    table = ordered()
    choices = [table.clients[seat].view["hand"]["legal_turns"] for seat in range(4)]
    assert choices == [[], [], [], ["right", "left", 2, 1, 0, "keep"]]
    table.turn(3, "right")
    choices = [table.clients[seat].view["hand"]["legal_turns"] for seat in range(4)]
    assert choices == [[], [], ["right", "left", 1, 0, "keep"], []]
    assert table.clients[-1].view["table"]["awaiting"] == {
        "what": "turn",
        "seats": [2],
        "nudged": [],
    }


def test_whose_bid_was_taken_acts_next() -> None:
    table = ordered()
    table.turn(3, 0)
    assert table.clients[0].view["hand"]["legal_turns"]
    assert table.state.awaited == (0,)


def test_a_turn_out_of_order_or_season_is_refused() -> None:
    table = bidding()
    with refused("not_now", awaits="bids", offered="turn"):
        table.turn(0, "keep")
    table = ordered()
    with refused("not_your_turn", to_act=3, seat=2):
        table.turn(2, "right")
    with refused("too_early"):
        table.turn(3, "right", round=2)
    with refused("no_such_bid"):
        table.turn(3, 3)
    with refused("no_such_bid"):
        table.turn(3, 9)
    table.turn(3, "right")
    with refused("not_your_turn"):
        table.turn(3, "right")


def test_a_plan_is_used_at_once_when_the_turn_comes() -> None:
    table = ordered()
    table.plan(2, "left", "keep")
    table.turn(3, "right")
    turns = [(event["seat"], event["turn"]) for event in table.clients[-1].last["events"]]
    assert turns == [(3, "right"), (2, "left")]
    assert table.state.awaited == (1,)
    table.restart()


def test_a_plan_made_with_the_bid_is_used_at_once_after_the_reveal() -> None:
    table = bidding()
    table.plan(3, "left")
    table.plan(2, "right")
    for seat in range(4):
        table.bid(seat, bid_by_rank(table, seat))
    kinds = [event["type"] for event in table.clients[-1].last["events"]]
    assert kinds == ["revealed", "exchanged", "exchanged"]
    assert table.state.awaited == (1,)


def test_a_plan_falls_back_to_the_next_wish_that_is_possible() -> None:
    table = ordered()
    table.plan(2, 3, 1, "left")  # 3 will have acted
    table.turn(3, "right")
    assert table.clients[-1].last["events"][-1]["turn"] == 1


def test_a_plan_without_a_possible_wish_waits_for_the_player() -> None:
    table = ordered()
    table.plan(2, 3)
    table.turn(3, "keep")
    assert table.state.awaited == (2,)
    assert table.clients[2].view["hand"]["legal_turns"]


def test_several_plans_are_a_chain() -> None:
    table = ordered()
    table.plan(0, "left", "keep")
    table.plan(1, "keep")
    table.plan(2, 0)
    table.turn(3, "right")
    events = table.clients[-1].last["events"]
    assert [event["seat"] for event in events if event["type"] == "exchanged"] == [3, 2, 0, 1]
    assert "refilled" in [event["type"] for event in events]
    assert table.state.round == (1, 2)
    table.restart()


def test_a_plan_is_seen_by_its_owner_alone_and_moves_nobody_elses_numbers() -> None:
    table = ordered()
    numbers = [client.n for client in table.clients]
    table.plan(1, "right", 0)
    assert table.clients[1].view["own"]["plan"] == ["right", 0]
    numbers[1] += 1
    assert [client.n for client in table.clients] == numbers


def test_a_plan_can_be_changed_and_cleared_until_the_turn_comes() -> None:
    table = ordered()
    table.plan(2, "right")
    table.plan(2, "left")
    table.plan(1, "left")
    table.plan(1)
    table.turn(3, "keep")
    assert table.clients[-1].events[-1]["turn"] == "left"
    assert table.state.awaited == (1,)
    with refused("your_turn_now"):
        table.plan(1, "left")
    with refused("no_turn_left"):
        table.plan(2, "left")


def test_plans_end_with_their_round() -> None:
    table = ordered()
    table.plan(2, 3)
    for seat in (3, 2, 1, 0):
        table.turn(seat, "keep")
    assert table.state.round == (1, 2)
    assert table.clients[2].view["own"]["plan"] == []
    with refused("too_late"):
        table.plan(2, "keep", round=1)
    for seat in range(4):
        table.bid(seat, bid_by_rank(table, seat))
    table.turn(table.state.awaited[0], "keep")
    assert table.what == "turn"


def test_what_can_be_planned_is_told_and_accepted() -> None:
    table = bidding()
    told = table.clients[1].view["own"]["plannable"]
    assert told == ["right", "left", 0, 2, 3, "keep"]
    table.plan(1, *told)
    assert table.clients[1].view["own"]["plan"] == told


def test_a_plan_for_the_own_bid_or_no_seat_is_refused() -> None:
    table = bidding()
    for wish in (1, 4, -1):
        with refused("no_such_bid", taken=wish, seat=1):
            table.plan(1, wish)


def test_previews_come_from_the_own_view() -> None:
    table = bidding()
    cards = bid_by_rank(table, 1)
    found = preview(table.state, 1, commands.PreviewBid(id="1", cards=cards))
    assert isinstance(found, messages.BidPreviewed)
    view = view_of(table.state.playing, 1)
    wanted = preview_bid(view, view.setup.bid(cards))
    assert (found.worth, found.size, found.tie_rank) == (wanted.worth, wanted.size, wanted.tie_rank)
    assert [after.turn for after in found.after] == ["right", "left", "keep"]
    assert wanted.right
    assert found.after[0].score.total == wanted.right.score.total
    assert found.after[2].score.total == wanted.keep.score.total
    told = [(each.what, each.kind, each.was, each.now) for each in found.after[0].changes]
    assert told
    assert told == [(each.what, each.kind, each.was, each.now) for each in wanted.right.changes]


def test_a_preview_changes_nothing_and_sees_no_sealed_bid() -> None:
    table = bidding()
    cards = bid_by_rank(table, 1)
    before = preview(table.state, 1, commands.PreviewBid(id="1", cards=cards))
    numbers = list(table.state.sent)
    table.bid(3, bid_by_rank(table, 3))
    assert preview(table.state, 1, commands.PreviewBid(id="1", cards=cards)) == before
    assert table.state.sent == [number + 1 for number in numbers]


def test_previews_of_turns_name_each_exchange_with_its_breakdown() -> None:
    table = ordered()
    found = preview(table.state, 1, commands.PreviewTurns(id="7"))
    assert isinstance(found, messages.TurnsPreviewed)
    wanted = preview_turns(view_of(table.state.playing, 1))
    assert [after.score.total for after in found.after] == [hand.score.total for _, hand in wanted]
    assert {after.turn for after in found.after} == {"right", "left", 2, 0, "keep"}
    assert found.id == "7"
    assert msgspec.json.decode(msgspec.json.encode(found), type=messages.ToClient) == found


def test_previews_out_of_season_are_refused() -> None:
    table = Table()
    table.join()
    with refused("not_now", why="nothing_dealt"):
        preview(table.state, 0, commands.PreviewBid(id="1", cards=["*"]))
    table = bidding()
    with refused("not_now"):
        preview(table.state, 0, commands.PreviewTurns(id="1"))
    with refused("bid_not_in_hand"):
        preview(table.state, 0, commands.PreviewBid(id="1", cards=bid_by_rank(table, 1)))
    table = ordered()
    with refused("not_now"):
        preview(table.state, 0, commands.PreviewBid(id="1", cards=["*"]))


def test_a_bots_answer_counts_only_while_its_question_stands() -> None:
    table = started(agreed(1, 3))
    table.bid(0)
    asked = table.state.questions[0]
    table.bots()
    table.until("bids")
    before = list(table.log)
    bid = table.some_bid(asked.seat)
    assert decisions.answer_bid(table.state, asked, bid, table.now) == []
    turn_asked = asked._replace(what="turn")
    assert decisions.answer_turn(table.state, turn_asked, KEEP, table.now) == []
    assert table.log == before


def test_a_bots_answer_against_the_rules_is_refused() -> None:
    table = started(agreed(1, 3))
    asked = table.state.questions[0]
    other = table.state.playing.setup.bid(table.clients[0].view["hand"]["hand"][:1])
    with refused("bid_not_in_hand"):
        decisions.answer_bid(table.state, asked, other, table.now)
    table.bid(0)
    while not table.state.questions or table.state.questions[0].what != "turn":
        table.step()
    asked = table.state.questions[0]
    with refused("no_such_bid"):
        decisions.answer_turn(table.state, asked, TakeBid(asked.seat), table.now)
