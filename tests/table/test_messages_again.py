"""Numbers without gaps, what a client missed, and messages that come twice or late."""

import msgspec
import pytest

from spielgeld.table import commands
from spielgeld.table.effects import apply, open_table
from spielgeld.table.entries import Opened, read_entry
from spielgeld.table.outgoing import messages
from spielgeld.table.outgoing.publisher import UPDATES_KEPT, Publisher
from spielgeld.table.state import IDS_REMEMBERED
from support.table_client import Client
from support.tables import CODE, Table, agreed, refused, seated, started


def test_a_message_sent_twice_does_nothing_the_second_time() -> None:
    table = started(agreed(3, 0))
    table.bid(0, id="once")
    before = list(table.log)
    table.bid(0, id="once")
    assert table.log == before


def test_nor_after_a_restart() -> None:
    table = started(agreed(3, 0))
    table.bid(0, id="once")
    table.restart()
    before = list(table.log)
    table.bid(0, id="once")
    assert table.log == before


@pytest.mark.parametrize("seat", [0, 1])
def test_an_old_message_does_not_undo_what_came_after(seat: int) -> None:
    table = started(agreed(3, 0))
    first = table.bid(seat)
    table.withdraw(seat)
    table.bid(seat, id=first)
    assert seat not in table.state.sealed


def test_a_repeated_turn_after_the_round_is_accepted_and_does_nothing() -> None:
    table = started(agreed(3, 0))
    table.until("turn")
    seat = table.state.awaited[0]
    message = table.turn(seat, "keep")
    table.until("bids")
    before = list(table.log)
    table.turn(seat, "keep", id=message, round=1)
    assert table.log == before
    with refused("too_late"):
        table.turn(seat, "keep", round=1)


def test_two_seats_may_use_the_same_ids() -> None:
    table = started(agreed(3, 0))
    table.bid(0, id="1")
    table.bid(1, id="1")
    assert set(table.state.sealed) == {0, 1}


def test_what_was_refused_may_be_sent_again() -> None:
    table = started(agreed(3, 0))
    with refused("bid_empty"):
        table.bid(0, [], id="again")
    table.bid(0, id="again")
    assert 0 in table.state.sealed


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        (commands.Start, {}),
        (commands.Pause, {}),
        (commands.Say, {"phrase": "hello"}),
        (commands.Mute, {"seat": 1, "on": True}),
        (commands.Leave, {}),
    ],
)
def test_every_kind_of_message_is_known_again(
    kind: type[commands.Command], fields: dict[str, object]
) -> None:
    table = seated() if kind is commands.Start else started()
    table.send(0, kind, id="again", **fields)
    before = list(table.log)
    table.send(0, kind, id="again", **fields)
    assert table.log == before


def test_messages_about_another_seat_are_known_by_their_sender() -> None:
    table = started(agreed(2, 1))
    table.bid(1)
    table.wait(60)
    table.send(1, commands.Nudge, seat=0, id="nudge")
    table.wait(30)
    table.send(1, commands.HandOver, seat=0, id="hand over")
    assert {"nudge", "hand over"} <= set(table.state.seats[1].heard)
    assert not set(table.state.seats[0].heard) & {"nudge", "hand over"}


def test_only_the_last_ids_are_remembered() -> None:
    table = started(look_every=50)
    for number in range(IDS_REMEMBERED + 5):
        table.send(0, commands.Mute, seat=1, on=number % 2 == 0, id=str(number))
        table.wait(2)  # not so fast
    assert len(table.state.seats[0].heard) == IDS_REMEMBERED
    assert "4" not in table.state.seats[0].heard
    table.restart()


def test_a_client_gets_exactly_what_it_missed() -> None:
    table = started(agreed(3, 0))
    table.until("turn")
    for number, client in enumerate(table.clients):
        seat = number if number < 3 else None
        for missing in range(5):
            seen = client.n - missing
            assert table.publisher.missed(seat, seen) == client.heard[len(client.heard) - missing :]


def test_a_client_that_missed_too_much_or_knows_the_future_gets_a_fresh_view() -> None:
    table = started(agreed(3, 0))
    client = table.clients[0]
    for _ in range(5):
        table.until("turn")
        table.until("bids")
    assert len(client.heard) > UPDATES_KEPT
    assert table.publisher.missed(0, client.n - UPDATES_KEPT) == client.heard[-UPDATES_KEPT:]
    assert table.publisher.missed(0, client.n - UPDATES_KEPT - 1) is None
    assert table.publisher.missed(0, client.n + 1) is None


def test_after_a_restart_the_numbers_go_on_and_what_was_missed_is_a_fresh_view() -> None:
    table = started(agreed(3, 0))
    table.bid(0)
    numbers = [client.n for client in table.clients]
    table.restart()
    assert table.publisher.missed(0, numbers[0]) == []
    assert table.publisher.missed(0, numbers[0] - 1) is None
    table.bid(1)
    assert [client.n for client in table.clients] == [number + 1 for number in numbers]


def test_a_late_client_starts_from_its_welcome() -> None:
    table = started(agreed(3, 0))
    table.bid(0)
    late = Client(table.publisher.welcome(1, table.now))
    seen = late.n
    table.until("turn")
    table.until("bids")
    for message in table.publisher.missed(1, seen) or []:
        late.hear(message)
    assert (late.n, late.view) == (table.clients[1].n, table.clients[1].view)


def test_only_who_was_greeted_is_told() -> None:
    table = started(agreed(3, 0))
    for _ in range(3):
        table.until("turn")
        table.until("bids")
    first, *rest = map(read_entry, table.log)
    assert isinstance(first, Opened)
    state = open_table(CODE, first)
    publisher, late = Publisher(state), None
    for number, entry in enumerate(rest):
        updates = publisher.updates(apply(state, entry))
        assert updates.keys() <= ({1} if late else set())
        if late and updates:
            late.hear(updates[1].message)
        if number == len(rest) // 3:
            late = Client(publisher.welcome(1, 0.0))
    assert late is not None
    assert (late.n, late.view) == (table.clients[1].n, table.clients[1].view)


def test_the_welcome_says_who_and_when() -> None:
    table = started()
    told = msgspec.json.decode(table.publisher.welcome(1, 7.5), type=messages.Welcome)
    assert (told.protocol, told.seat, told.at) == (messages.PROTOCOL, 1, 7.5)
    assert (
        msgspec.json.decode(table.publisher.welcome(None, 7.5), type=messages.Welcome).seat is None
    )


@pytest.mark.parametrize("text", [b'{"type":"lay_bid","id":"1"}', b'{"type":"dance","id":"1"}'])
def test_what_is_no_message_cannot_be_read(text: bytes) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(text, type=commands.FromClient)


def test_what_the_shared_part_says_is_the_same_bytes_for_everybody() -> None:
    table = started(agreed(3, 0))
    before = [len(client.heard) for client in table.clients]
    table.bid(1)
    heard = [client.heard[-1] for client in table.clients]
    assert [len(client.heard) - 1 for client in table.clients] == before
    shared = heard[-1].split(b'"events"')[1].removesuffix(b"}")
    assert all(shared in message for message in heard)


def test_a_full_log_takes_no_more() -> None:
    table = Table()
    table.join()
    table.state.number = 50_001
    with refused("log_full"):
        table.send(0, commands.Say, phrase="hello")
