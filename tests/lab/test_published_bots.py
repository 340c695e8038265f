"""The published bots are as strong as they are said to be, in small arenas with fixed seeds."""

from itertools import pairwise

import pytest

from spielgeld.bots.heuristic.characters import LEVELS, PERSONALITIES
from spielgeld.lab.arena import Arena
from spielgeld.lab.entrants import read_entrants
from spielgeld.lab.plan import Field, Table, make_plan
from spielgeld.lab.standings import Standings, beats, standings

DEALS = 250


def met(names: list[str], pairs: list[tuple[str, str]]) -> Standings:
    """Every pair in both directions."""
    tables: list[Table] = [table for a, b in pairs for table in (Field(a, b), Field(b, a))]
    arena = Arena(make_plan(read_entrants(names, []), tables, DEALS, "published"))
    for _ in arena.play():
        pass
    return standings(arena.tally)


@pytest.mark.slow
def test_each_level_of_the_ladder_beats_the_one_below() -> None:
    pairs = list(pairwise(LEVELS))
    result = met(list(LEVELS), pairs)
    assert [pair for pair in pairs if not beats(result, pair[1], pair[0])] == []


@pytest.mark.slow
def test_every_character_beats_penny() -> None:
    names = [*PERSONALITIES, "best"]
    result = met([*names, "penny"], [(name, "penny") for name in names])
    assert [name for name in names if not beats(result, name, "penny")] == []
