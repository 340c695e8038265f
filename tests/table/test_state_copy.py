"""A copy of a table stays as it is, whatever happens at the table, and goes on like it."""

import pytest

from spielgeld.table import commands
from spielgeld.table.effects import apply, open_table
from spielgeld.table.entries import AnyEntry, Opened, read_entry
from support.tables import CODE, agreed, clock, essence, started


def some_log() -> list[AnyEntry]:
    """Two people and a bot with a clock, two deals, and some of everything beside the play."""
    table = started(agreed(2, 1, rules={"deals": 2}, clock=clock()), look_every=10_000)
    table.until("bids")
    table.send(0, commands.Mute, seat=1, on=True)
    table.send(1, commands.Say, phrase="hello")
    table.plan(0, "left", "right")
    table.bid(0)
    table.withdraw(0)
    table.send(0, commands.Pause)
    table.send(0, commands.Resume)
    table.go(1)
    table.arrive(1)
    table.until("salts")
    table.send(0, commands.Salt, deal=2, salt="00" * 16)
    table.finish()
    return [read_entry(data) for data in table.log]


@pytest.mark.slow
def test_a_copy_stays_and_goes_on_like_the_table() -> None:
    first, *rest = some_log()
    assert isinstance(first, Opened)
    state = open_table(CODE, first)
    for entry in rest:
        before, twin = essence(state), state.copy()
        apply(state, entry)
        assert essence(twin) == before
        apply(twin, entry)
        assert essence(twin) == essence(state)
