"""Opening a table, sitting down, and starting the match."""

from typing import Any

import msgspec
import pytest

from spielgeld.engine import EDITIONS
from spielgeld.table import commands, decisions
from spielgeld.table.agreement import Agreement, SeatWish, check_agreement
from spielgeld.table.effects import open_table
from spielgeld.table.entries import Opened
from support.tables import Table, agreed, clock, hashed, refused, seated, started


def test_the_agreement_is_seen_by_everybody() -> None:
    agreement = agreed(
        edition="it",
        rules={"deals": 2},
        listed=True,
        watchers="link",
        clock=clock(reserve=60),
        fill_with="greedy",
    )
    table = Table(agreement)
    for client in table.clients:
        assert client.view["table"]["agreement"] == msgspec.to_builtins(agreement)
        assert client.view["table"]["rules"]["deals"] == 2
        assert not client.view["table"]["practice"]
        assert client.view["deal"] is None
        assert client.view["hand"] is None


def test_unlisted_unwatched_and_without_a_clock_unless_agreed_otherwise() -> None:
    agreement = Agreement(edition="it", seats=[SeatWish()] * 3)
    assert (agreement.listed, agreement.watchers, agreement.clock) == (False, "nobody", None)


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"edition": "xx"}, "edition"),
        ({"people": 1, "bots": 1}, "players"),
        ({"people": 6, "bots": 0}, "players"),
        ({"people": 0, "bots": 4}, "no_open_seat"),
        ({"rules": {"deals": 99}}, "rule"),
        ({"rules": {"colour": "red"}}, "rule"),
        ({"fill_with": "nobody"}, "bot"),
    ],
)
def test_an_agreement_that_cannot_be_played_is_refused(wrong: dict[str, Any], code: str) -> None:
    with refused(code):
        check_agreement(agreed(**wrong))


def test_an_unknown_bot_is_refused() -> None:
    with refused("bot"):
        check_agreement(Agreement(edition="it", seats=[SeatWish(), SeatWish(), SeatWish(bot="x")]))


def test_a_table_whose_bot_is_gone_can_still_be_read() -> None:
    agreement = Agreement(edition="it", seats=[SeatWish(), SeatWish(), SeatWish(bot="Mine")])
    state = open_table("code", Opened(at=0.0, agreement=agreement))
    assert [seat.name for seat in state.seats] == [None, None, "Mine"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"clock": {"bid": 1, "turn": 20}},
        {"clock": {"bid": 20}},
        {"watchers": "friends"},
        {"start": "later"},
        {"bot_pace": -1},
        {"colour": "red"},
        {"seats": [{}] * 7},
        {"seats": [{"bot": "greedy", "name": "x"}]},
    ],
)
def test_an_agreement_of_another_shape_cannot_be_read(wrong: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"edition": "it", "seats": [{}] * 3, **wrong}, Agreement)


def test_a_bot_has_its_seat_from_the_beginning() -> None:
    kinds = [(seat["kind"], seat["bot"]) for seat in Table().clients[-1].view["table"]["seats"]]
    assert kinds == [("open", None), ("open", None), ("bot", "random"), ("bot", "random")]


def test_who_sits_down_first_is_host() -> None:
    table = Table()
    assert table.clients[-1].view["table"]["host"] is None
    assert table.join(seat=1) == 1
    assert table.clients[-1].view["table"]["host"] == 1
    assert table.join() == 0
    assert table.clients[-1].view["table"]["host"] == 1


def test_everybody_sees_who_sat_down() -> None:
    table = Table()
    table.join("Ann")
    assert table.clients[-1].events[0] == {"type": "joined", "seat": 0, "name": "Ann"}
    assert table.clients[2].view["table"]["seats"][0] == {
        "kind": "person",
        "name": "Ann",
        "bot": None,
        "connected": False,
        "played_by_bot": False,
        "back_after": None,
    }


@pytest.mark.parametrize("wanted", [0, 2, 5])
def test_a_seat_that_is_taken_a_bots_or_not_there_is_refused(wanted: int) -> None:
    table = Table()
    table.join()
    with refused("seat_taken"):
        table.join(seat=wanted)


def test_a_full_table_is_refused() -> None:
    table = seated()
    with refused("seat_taken"):
        table.join("Zoe")


def test_nobody_sits_down_once_the_match_has_begun() -> None:
    table = started()
    with refused("already_started"):
        table.join("Zoe")


def test_only_the_host_starts() -> None:
    table = seated()
    with refused("not_host", host=0):
        table.send(1, commands.Start)
    table.send(0, commands.Start)
    assert table.status == "playing"
    with refused("already_started"):
        table.send(0, commands.Start)


def test_open_seats_are_filled_with_bots_only_if_the_host_wishes() -> None:
    table = Table()
    table.join()
    with refused("seats_open", count=1):
        table.send(0, commands.Start)
    with refused("bot"):
        table.send(0, commands.Start, fill_with="nobody")
    table.send(0, commands.Start, fill_with="greedy")
    assert table.state.seats[1].bot == "greedy"


def test_open_seats_are_filled_as_agreed() -> None:
    table = Table(agreed(3, 0, fill_with="greedy"))
    table.join()
    table.send(0, commands.Start)
    assert [seat.bot for seat in table.state.seats] == [None, "greedy", "greedy"]
    assert [seat.name for seat in table.state.seats] == ["Ann", "greedy", "greedy 2"]


def test_the_last_person_to_sit_down_starts_if_so_agreed() -> None:
    table = Table(agreed(2, 1, start="full"))
    table.join()
    assert table.status == "waiting"
    table.join()
    assert table.status == "playing"
    assert table.what == "salts"
    table.restart()


def test_getting_up_before_the_start_opens_the_seat() -> None:
    table = seated()
    table.send(0, commands.Leave)
    assert table.clients[-1].events[-2:] == [
        {"type": "left", "seat": 0, "reason": "left", "by": None},
        {"type": "host", "seat": 1},
    ]
    assert table.state.seats[0].is_open
    assert decisions.seat_of(table.state, hashed(table.tokens[0])) is None
    assert table.join("Zoe") == 0
    assert table.state.host == 1


def test_the_last_to_get_up_leaves_no_host_behind() -> None:
    table = Table()
    table.join()
    table.send(0, commands.Leave)
    assert table.state.host is None
    assert table.join(seat=1) == 1
    assert table.state.host == 1


def test_who_sits_down_on_a_seat_somebody_left_begins_afresh() -> None:
    table = seated()
    table.send(1, commands.Mute, seat=0, on=True, id="1")
    table.send(1, commands.Say, phrase="hello", id="2")
    table.send(1, commands.Leave, id="3")
    table.arrive(table.join("Zoe"))
    assert table.clients[1].view["own"]["muted"] == []
    # The same ids are Zoe's own, and mean what she says.
    table.send(1, commands.Say, phrase="hello", id="2")
    assert table.clients[0].events[-1] == {"type": "said", "seat": 1, "phrase": "hello"}
    table.send(1, commands.Mute, seat=0, on=True, id="3")
    assert table.clients[1].view["own"]["muted"] == [0]
    table.restart()


def test_a_token_opens_its_own_seat_alone() -> None:
    table = seated()
    assert [decisions.seat_of(table.state, hashed(token)) for token in table.tokens] == [0, 1]
    assert decisions.seat_of(table.state, hashed("something else")) is None
    assert decisions.seat_of(table.state, "") is None


def test_as_many_deals_as_agreed() -> None:
    table = started(agreed(1, 2, rules={"deals": 2}), look_every=50)
    table.finish()
    assert len(table.state.playing.scores) == 2
    assert [event["deal"] for event in table.clients[-1].events if event["type"] == "dealt"] == [
        1,
        2,
    ]


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_edition_at_every_size(edition: str) -> None:
    for players in EDITIONS[edition].players:
        table = started(agreed(2, players - 2, edition=edition))
        table.until("turn")
        table.until("bids")
        table.restart()
        assert table.state.deal.round == 2
