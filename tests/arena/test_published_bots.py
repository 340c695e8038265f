"""The published bots are as strong as they are said to be, in small arenas with fixed seeds."""

from itertools import pairwise

import pytest

from spielgeld.arena.entrants import read_entrants
from spielgeld.arena.plan import Conditions, Field, Table, make_plan
from spielgeld.arena.runner import Arena
from spielgeld.arena.standings import Standings, beats, standings
from spielgeld.bots import PUBLISHED
from spielgeld.bots.heuristic.characters import PERSONALITIES

DEALS = 100
"""The fewest that tell anything at a table of five. Networks, which take a thousand times as long,
play fewer, at a smaller table."""
SUBTLE = {"bluffer": 250}
"""Among bluffers a penny wins but a little less than its fair share: it takes more deals to see."""
LEVELS = [name for name, kind in PUBLISHED.items() if kind == "level"]


def met(
    names: list[str], pairs: list[tuple[str, str]], deals: int = DEALS, players: int = 5
) -> Standings:
    """Every pair in both directions."""
    tables: list[Table] = [table for a, b in pairs for table in (Field(a, b), Field(b, a))]
    plan = make_plan(
        read_entrants(names, []), tables, deals, "published", Conditions("it", players)
    )
    arena = Arena(plan)
    for _ in arena.play():
        pass
    return standings(arena.tally)


@pytest.mark.longest
@pytest.mark.slow
@pytest.mark.parametrize(
    ("levels", "deals", "players"),
    [
        (LEVELS[:3], DEALS, 5),
        ([LEVELS[2], LEVELS[4]], 60, 3),
    ],
)
def test_levels_beat_those_below(levels: list[str], deals: int, players: int) -> None:
    """Levels 4 and 5 against their neighbours take minutes: `bench/ladder.py`."""
    pairs = list(pairwise(levels))
    result = met(levels, pairs, deals, players)
    assert [pair for pair in pairs if not beats(result, pair[1], pair[0])] == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("names", "deals"),
    [
        ([name for name in (*PERSONALITIES, "best") if name not in SUBTLE], DEALS),
        *[([name], deals) for name, deals in SUBTLE.items()],
    ],
)
def test_every_character_beats_penny(names: list[str], deals: int) -> None:
    result = met([*names, "penny"], [(name, "penny") for name in names], deals)
    assert [name for name in names if not beats(result, name, "penny")] == []
