"""Quick phrases: a fixed list, a rate, and mute."""

from typing import get_args

import msgspec
import pytest

from spielgeld.table import commands, phrases
from support.tables import Table, refused, seated


def said(table: Table, listener: int) -> list[str]:
    return [event["phrase"] for event in table.clients[listener].events if event["type"] == "said"]


def test_everybody_hears_a_phrase() -> None:
    table = seated()
    table.send(0, commands.Say, phrase="good_luck")
    assert table.clients[-1].last["events"] == [{"type": "said", "seat": 0, "phrase": "good_luck"}]
    assert [said(table, listener) for listener in range(5)] == [["good_luck"]] * 5


def test_there_is_no_free_text() -> None:
    assert "hello" in get_args(phrases.Phrase)
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(
            b'{"type":"say","id":"1","phrase":"you fool"}', type=commands.FromClient
        )


def test_so_many_phrases_in_so_many_seconds() -> None:
    table = seated()
    for _ in range(phrases.MOST):
        table.send(0, commands.Say, phrase="hello")
        table.wait(1)
    with refused("phrases_too_fast", seconds=6.0):
        table.send(0, commands.Say, phrase="hello")
    table.send(1, commands.Say, phrase="sorry")
    table.wait(5)
    with refused("phrases_too_fast", seconds=1.0):
        table.send(0, commands.Say, phrase="hello")
    table.wait(1)
    table.send(0, commands.Say, phrase="hello")
    table.restart()


def test_who_mutes_a_seat_hears_nothing_of_it_and_notices_no_gap() -> None:
    table = seated()
    table.send(1, commands.Mute, seat=0, on=True)
    assert table.clients[1].view["own"]["muted"] == [0]
    table.send(0, commands.Say, phrase="ouch")
    assert [said(table, listener) for listener in (0, 1, 2)] == [["ouch"], [], ["ouch"]]
    table.send(1, commands.Say, phrase="thanks")  # the number after the gap that must not be
    assert said(table, 1) == ["thanks"]
    table.send(1, commands.Mute, seat=0, on=False)
    table.send(0, commands.Say, phrase="sorry")
    assert said(table, 1) == ["thanks", "sorry"]
    table.restart()


def test_nobody_is_told_who_muted_whom() -> None:
    table = seated()
    numbers = [client.n for client in table.clients]
    table.send(1, commands.Mute, seat=0, on=True)
    assert [client.n for client in table.clients] == [numbers[0], numbers[1] + 1, *numbers[2:]]


def test_muting_twice_or_nobody() -> None:
    table = seated()
    table.send(1, commands.Mute, seat=0, on=True)
    before = list(table.log)
    table.send(1, commands.Mute, seat=0, on=True)
    assert table.log == before
    for seat in (1, 4):
        with refused("not_at_table", seat=seat):
            table.send(1, commands.Mute, seat=seat, on=True)


def test_mute_silences_phrases_only() -> None:
    table = seated()
    table.send(1, commands.Mute, seat=0, on=True)
    table.send(0, commands.Start)
    table.wait(3)
    table.bid(0)
    assert table.clients[1].last["events"] == [{"type": "bid_sealed", "seat": 0, "size": None}]
