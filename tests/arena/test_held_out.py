"""The held-out pool: loadable by name, unlike anything published, and playing by the rules."""

from dataclasses import astuple

import pytest

from held_out import HELD_OUT, entrants, held_out_tempers
from spielgeld.arena.entrants import read_entrants
from spielgeld.arena.plan import Field, make_plan
from spielgeld.arena.runner import Arena
from spielgeld.arena.standings import standings
from spielgeld.bots import BOTS, PUBLISHED
from spielgeld.bots.conformance import check_bot
from spielgeld.bots.heuristic.characters import TEMPERS
from spielgeld.engine import Unreadable
from strangers import Collector, Sniper
from support.chance import fewer


def test_there_are_twelve_that_nobody_meets() -> None:
    assert list(HELD_OUT) == [f"held-out-{number}" for number in range(1, 13)]
    assert not set(HELD_OUT) & {*BOTS, *PUBLISHED}


def test_no_two_tempers_are_alike_and_none_is_published() -> None:
    held_out = {astuple(temper) for temper in held_out_tempers().values()}
    assert len(held_out) == 10
    assert not held_out & {astuple(temper) for temper in TEMPERS.values()}
    assert sum(temper.haste > 0 for temper in held_out_tempers().values()) < 10


@pytest.mark.parametrize("stranger", [Collector, Sniper])
def test_the_strangers_play_at_every_table(stranger: type[Collector | Sniper]) -> None:
    check_bot(stranger, tables=fewer(32))


@pytest.mark.slow
def test_they_play_in_an_arena() -> None:
    names = ["penny", "held-out-1", "held-out-12"]
    tables = [Field("held-out-1", "penny"), Field("held-out-12", "penny")]
    arena = Arena(make_plan(entrants(names), tables, 100, "held out"))
    for _ in arena.play():
        pass
    fields = standings(arena.tally).fields
    assert all(fields[table].share.low > 0.2 for table in tables)


def test_the_command_does_not_know_them() -> None:
    with pytest.raises(Unreadable, match="held-out-12") as refused:
        read_entrants(["penny", "held-out-12"], [])
    assert refused.value.code == "bot"
