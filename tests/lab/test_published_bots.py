"""The published bots are as strong as they are said to be, in small arenas with fixed seeds."""

from itertools import pairwise

import pytest

from spielgeld.bots import PUBLISHED
from spielgeld.bots.heuristic.characters import PERSONALITIES
from spielgeld.lab.arena import Arena
from spielgeld.lab.entrants import read_entrants
from spielgeld.lab.plan import Field, Table, make_plan
from spielgeld.lab.standings import Standings, beats, standings

DEALS = 250
FEW_DEALS = 100
LEVELS = [name for name, kind in PUBLISHED.items() if kind == "level"]


def met(names: list[str], pairs: list[tuple[str, str]], deals: int = DEALS) -> Standings:
    """Every pair in both directions."""
    tables: list[Table] = [table for a, b in pairs for table in (Field(a, b), Field(b, a))]
    arena = Arena(make_plan(read_entrants(names, []), tables, deals, "published"))
    for _ in arena.play():
        pass
    return standings(arena.tally)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("levels", "deals"),
    # Networks take their time, and differ more.
    [(LEVELS[:3], DEALS), (LEVELS[2:], FEW_DEALS)],
)
def test_each_level_of_the_ladder_beats_the_one_below(levels: list[str], deals: int) -> None:
    pairs = list(pairwise(levels))
    result = met(levels, pairs, deals)
    assert [pair for pair in pairs if not beats(result, pair[1], pair[0])] == []


@pytest.mark.slow
def test_every_character_beats_penny() -> None:
    names = [*PERSONALITIES, "best"]
    result = met([*names, "penny"], [(name, "penny") for name in names])
    assert [name for name in names if not beats(result, name, "penny")] == []
