"""Nobody is told what is not theirs to know, neither in words nor by numbers, order or length.

The table of these tests looks for foreign cards, seeds, salts and tokens in every message; that
it finds them is tested here too.
"""

import json
import re

import msgspec
import pytest

from spielgeld.engine import EDITIONS
from spielgeld.table import commands
from spielgeld.table.outgoing import messages
from spielgeld.table.outgoing.previews import preview
from support.table_client import foreign_cards
from support.tables import Table, agreed, clock, hashed, started

SEATS = range(4)


def other_bids(table: Table, seat: int, size: int | None) -> list[list[str]]:
    """Two bids of the seat that have nothing in common; of this size if one is given."""
    hand = list(table.clients[seat].view["hand"]["hand"])
    return [hand[: size or 1], hand[-(size or 4) :]]


def one_round(edition: str, which: int) -> Table:
    """A round in which seats 1 and 2 hide one thing or another, and seat 0 waits."""
    table = started(agreed(3, 1, edition=edition, watchers="link", clock=clock(reserve=10)))
    size = 3 if table.state.rules.bid_size == "shown" else None
    for seat in (1, 2):
        bids = other_bids(table, seat, size)
        table.wait(0.5)
        table.bid(seat, bids[which])
        for change in (bids, bids[::-1])[which]:
            table.wait(0.5)
            table.bid(seat, change)
        table.plan(seat, *(["right", "keep"] if which else ["left"]))
    table.wait(1)
    table.withdraw(1)
    table.wait(1)
    table.bid(1, other_bids(table, 1, size)[which])
    table.answer(table.state.questions[0])
    return table


@pytest.mark.parametrize("edition", EDITIONS)
def test_other_hidden_bids_and_plans_make_the_same_messages_for_the_others(edition: str) -> None:
    one, other = one_round(edition, 0), one_round(edition, 1)
    assert one.state.sealed[1] != other.state.sealed[1]
    for listener in (0, 3, 4):
        assert one.clients[listener].heard == other.clients[listener].heard
        seat = None if listener == 4 else listener
        assert one.publisher.welcome(seat, 0.0) == other.publisher.welcome(seat, 0.0)
    assert one.clients[1].heard != other.clients[1].heard
    question = commands.PreviewBid(id="1", cards=other_bids(one, 0, 2)[0])
    assert preview(one.state, 0, question) == preview(other.state, 0, question)


def test_bids_of_another_size_differ_only_where_sizes_are_shown() -> None:
    heard = {}
    for rule in ("hidden", "shown"):
        for size in (1, 4):
            table = started(agreed(3, 0, rules={"bid_size": rule}))
            table.bid(1, table.clients[1].view["hand"]["hand"][:size])
            heard[rule, size] = table.clients[0].heard
    assert heard["hidden", 1] == heard["hidden", 4]
    assert heard["shown", 1] != heard["shown", 4]


def test_the_order_in_which_cards_are_named_is_told_to_nobody() -> None:
    heard = []
    for order in (1, -1):
        table = started(agreed(3, 0))
        table.bid(0, table.clients[0].view["hand"]["hand"][:3][::order])
        for seat in (1, 2):
            table.bid(seat, table.clients[seat].view["hand"]["hand"][:1])
        heard.append([client.heard for client in table.clients])
    assert heard[0] == heard[1]


def test_a_watcher_sees_no_hand_and_has_nothing_of_its_own() -> None:
    table = started(agreed(2, 2, watchers="link"))
    view = table.clients[-1].view
    assert view["hand"] is None
    assert view["own"] is None
    assert [hand for event in view["history"] for hand in event.get("hands", [])] == [None] * 4


def test_the_history_of_the_deal_names_no_cards_of_others() -> None:
    table = started()
    table.until("turn")
    for client in table.clients:
        dealt = client.view["history"][0]
        assert dealt["cards"] is None
        assert dealt["hands"] == [None] * 4


def test_a_finished_deal_is_open_to_everybody_at_once() -> None:
    table = started(agreed(2, 1, rules={"deals": 2}, watchers="link"), look_every=20)
    table.send(0, commands.Say, phrase="hello")
    seed = table.seeds[1]
    table.until("ready")
    for client in table.clients:
        opened = [event for event in client.events if event["type"] == "deal_opened"]
        assert [event["deal"] for event in opened] == [1]
        assert opened[0]["seed"] == seed
        assert sorted(opened[0]["cards"]) == sorted(client.view["table"]["setup"]["cards"])
        held = [code for hand in client.view["deal"]["known"] for code in hand]
        assert len(held) == sum(client.view["deal"]["hand_sizes"])
        assert all(seed.encode() not in message for message in client.heard[:-1])
        assert seed.encode() in client.heard[-1]


def test_the_search_for_foreign_cards_finds_them() -> None:
    table = started()
    hand = table.clients[0].view["hand"]["hand"]
    update = json.dumps({"type": "update", "n": 1, "events": [], "deal": {"right": hand}}).encode()
    assert foreign_cards(table.state, 0, update) == set()
    assert foreign_cards(table.state, 1, update) == set(hand)
    assert foreign_cards(table.state, None, update) == set(hand)


def test_the_search_looks_at_the_order_of_what_is_unseen() -> None:
    table = started()
    unseen = table.clients[0].view["hand"]["unseen"]
    update = json.dumps({"type": "update", "hand": {"unseen": unseen[::-1]}}, separators=(",", ":"))
    with pytest.raises(AssertionError):
        foreign_cards(table.state, 0, update.encode())


@pytest.mark.parametrize("secret", ["seed", "salt", "token", "hash"])
def test_the_search_for_secrets_finds_them(secret: str) -> None:
    table = started(agreed(2, 1))
    table.salts[1] = ["ab" * 16]
    planted = {
        "seed": table.seeds[1],
        "salt": "ab" * 16,
        "token": table.tokens[0],
        "hash": hashed(table.tokens[1]),
    }[secret]
    with pytest.raises(AssertionError):
        table.check_secrets(0, b'{"type":"update","x":"%s"}' % planted.encode())


def test_no_message_names_a_node_or_an_id() -> None:
    table = started(agreed(2, 1))
    table.arrive(0, node="some-other-node")
    message = table.bid(0, id="a-name-of-my-own")
    everything = b"".join(data for client in table.clients for data in client.heard)
    assert b"node" not in re.sub(rb'"unknown"', b"", everything)
    assert message.encode() not in everything


def test_every_update_reads_as_its_type_says() -> None:
    table = started(agreed(2, 1, clock=clock()))
    table.until("turn")
    table.until("bids")
    for client in table.clients:
        for message in client.heard:
            told = msgspec.json.decode(message, type=messages.ToClient)
            assert isinstance(told, messages.Update)
    for seat in (0, None):
        welcome = msgspec.json.decode(table.publisher.welcome(seat, 0.0), type=messages.ToClient)
        assert isinstance(welcome, messages.Welcome)
