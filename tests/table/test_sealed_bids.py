"""Bids are laid face down, changed and taken up until the last one is in; then all are shown."""

import pytest

from spielgeld.table import commands, entries
from spielgeld.table.allowance import MOST_CHANGES
from support.tables import Table, agreed, refused, started


def lone_cards(table: Table, seat: int, count: int = 2) -> list[str]:
    return list(table.clients[seat].view["hand"]["hand"][:count])


def people(size: str = "hidden") -> Table:
    """Three people in the first round."""
    return started(agreed(3, 0, rules={"bid_size": size}))


def test_a_bid_is_placed_and_only_its_owner_sees_it() -> None:
    table = people()
    cards = lone_cards(table, 0)
    table.bid(0, cards)
    assert table.clients[0].view["own"]["bid"] == cards
    for client in table.clients[1:]:
        assert client.last["events"] == [{"type": "bid_sealed", "seat": 0, "size": None}]
        assert client.view["deal"]["has_bid"] == [True, False, False]
        assert client.view["deal"]["bid_sizes"] == [None, None, None]
        assert client.view["table"]["awaiting"] == {"what": "bids", "seats": [1, 2], "nudged": []}
        assert client.view["own"] is None or client.view["own"]["bid"] is None


def test_the_hand_counts_do_not_tell_of_a_bid() -> None:
    table = people()
    before = table.clients[1].view["deal"]["hand_sizes"]
    table.bid(0, lone_cards(table, 0, 4))
    assert table.clients[1].view["deal"]["hand_sizes"] == before


def test_the_number_of_cards_is_seen_only_where_the_rules_show_it() -> None:
    table = people("shown")
    table.bid(0, lone_cards(table, 0, 3))
    assert table.clients[1].last["events"] == [{"type": "bid_sealed", "seat": 0, "size": 3}]
    assert table.clients[1].view["deal"]["bid_sizes"] == [3, None, None]


@pytest.mark.parametrize(("size", "first", "then"), [("hidden", 2, 4), ("shown", 2, 2)])
def test_a_change_that_shows_nothing_sends_the_others_nothing(
    size: str, first: int, then: int
) -> None:
    table = people(size)
    hand = lone_cards(table, 0, 6)
    table.bid(0, hand[:first])
    numbers = [client.n for client in table.clients]
    table.bid(0, hand[-then:])
    assert table.clients[0].view["own"]["bid"] == hand[-then:]
    assert [client.n for client in table.clients] == [numbers[0] + 1, *numbers[1:]]
    table.restart()


def test_a_change_of_size_is_seen_where_sizes_are_shown() -> None:
    table = people("shown")
    table.bid(0, lone_cards(table, 0, 1))
    table.bid(0, lone_cards(table, 0, 3))
    assert table.clients[1].last["events"] == [{"type": "bid_sealed", "seat": 0, "size": 3}]
    assert table.clients[1].view["deal"]["bid_sizes"][0] == 3


def test_a_bid_is_withdrawn() -> None:
    table = people()
    table.bid(0)
    table.withdraw(0)
    assert table.clients[0].view["own"]["bid"] is None
    assert table.clients[1].last["events"] == [{"type": "bid_taken_up", "seat": 0}]
    assert table.clients[1].view["deal"]["has_bid"] == [False, False, False]
    assert table.clients[1].view["table"]["awaiting"]["seats"] == [0, 1, 2]
    with refused("no_bid_lies"):
        table.withdraw(0)
    table.restart()


def test_with_the_last_bid_all_are_revealed_together() -> None:
    table = people()
    bids = [lone_cards(table, seat, seat + 1) for seat in range(3)]
    for seat in (2, 0, 1):
        assert not [event for event in table.clients[-1].events if event["type"] == "revealed"]
        table.bid(seat, bids[seat])
    revealed = [event for event in table.clients[-1].events if event["type"] == "revealed"]
    assert [event["bids"] for event in revealed] == [bids]
    for client in table.clients[:-1]:
        assert client.view["own"]["bid"] is None
    assert table.clients[1].view["deal"]["has_bid"] == [False, False, False]


def test_another_seats_bid_never_invalidates_mine() -> None:
    table = people()
    deal, number = table.state.round
    mine = {"deal": deal, "round": number, "cards": lone_cards(table, 0)}
    table.bid(1)
    table.bid(2)
    table.bid(1)
    table.withdraw(2)
    table.send(0, commands.LayBid, **mine)
    assert table.clients[0].view["own"]["bid"] == mine["cards"]


def test_a_bid_is_addressed_to_its_round() -> None:
    table = people()
    with refused("too_early", deal=1, round=1):
        table.bid(0, round=2)
    with refused("too_early"):
        table.bid(0, deal=2)
    for seat in range(3):
        table.bid(seat)
    with refused("too_late"):
        table.bid(0, ["x"])
    with refused("too_late"):
        table.withdraw(0)
    table.until("bids")
    with refused("too_late", round=2):
        table.bid(0, round=1)
    with refused("too_late"):
        table.withdraw(0, round=1)


def test_a_bid_the_rules_forbid_is_refused() -> None:
    table = people()
    with refused("bid_empty"):
        table.bid(0, [])
    with refused("bid_not_in_hand"):
        table.bid(0, lone_cards(table, 1))
    with refused("card"):
        table.bid(0, ["X99"])
    with refused("bid_card_twice"):
        table.bid(0, lone_cards(table, 0, 1) * 2)


def test_nobody_bids_before_the_cards_are_dealt() -> None:
    table = Table()
    table.join()
    with refused("not_playing"):
        table.bid(0, ["*"])
    table.join()
    table.send(0, commands.Start)
    with refused("not_now", awaits="salts", offered="bids"):
        table.bid(0, ["*"])


def test_a_seat_changes_its_bid_only_so_often_but_can_always_lay_one() -> None:
    table = started(agreed(3, 0), look_every=50)
    one, other = lone_cards(table, 0, 1), lone_cards(table, 0, 2)
    for _ in range(MOST_CHANGES // 2):
        table.bid(0, one)
        table.bid(0, other)
    with refused("too_many_changes", most=MOST_CHANGES):
        table.bid(0, one)
    with refused("too_many_changes"):
        table.withdraw(0)
    with refused("too_many_changes"):
        table.plan(0, "keep")
    for _ in range(MOST_CHANGES - 1):
        table.do([entries.BidLaid(at=table.now, seat=1, bid=lone_cards(table, 1, 1))])
    table.withdraw(1)
    table.bid(1)
    table.bid(2)
    table.until("bids")
    table.bid(0)
    table.bid(0)  # the next round begins a new count


def test_a_bots_bid_is_sealed_like_any_other() -> None:
    table = started(agreed(1, 2))
    question = table.state.questions[0]
    assert (question.seat, question.what, question.deal, question.round) == (1, "bids", 1, 1)
    table.answer(question)
    assert table.clients[0].last["events"] == [{"type": "bid_sealed", "seat": 1, "size": None}]
    assert question not in table.state.questions
    before = list(table.log)
    table.answer(question)  # it came too late, or twice
    assert table.log == before
