"""What a program makes of the protocol is the engine's own view, at every moment."""

import msgspec
import pytest

from spielgeld.client.views import IN_HISTORY, engine_view, fold
from support.table_client import IN_HISTORY as AS_THE_PROTOCOL_SAYS
from support.tables import Table, agreed, started


def check(table: Table) -> None:
    for number, client in enumerate(table.clients):
        seat = number if number < len(table.state.seats) else None
        assert engine_view(client.view) == table.state.view(seat)


@pytest.mark.slow
def test_a_folded_view_is_the_engines_whatever_was_done() -> None:
    table = started(agreed(1, 3, edition="it-full", rules={"deals": 2}), look_every=50)
    check(table)
    while table.status == "playing":
        table.step()
        check(table)
    assert len(table.state.playing.scores) == 2


def test_updates_folded_by_the_client_give_the_view_of_the_protocol() -> None:
    table = started(agreed(1, 2, rules={"deals": 1}), look_every=50)
    view = dict(table.clients[0].view)
    known = len(table.clients[0].heard)
    table.finish()
    for message in table.clients[0].heard[known:]:
        view = fold(view, msgspec.json.decode(message))
    assert view == table.clients[0].view
    assert [event["type"] for event in view["history"]][-1] == "match_won"
    assert IN_HISTORY == AS_THE_PROTOCOL_SAYS
