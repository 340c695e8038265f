"""Applies decided entries to a table, and replays a log: entry by entry, in order."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from spielgeld.table import entries
from spielgeld.table.chance import deal_seed
from spielgeld.table.effects import Effect, apply, open_table, wants_seed
from spielgeld.table.state import TableState

DrawSeed = Callable[[], bytes]
"""Draws the seed of a deal: 32 unpredictable bytes."""


class Applied(NamedTuple):
    """An applied entry and its effect."""

    entry: entries.AnyEntry
    effect: Effect


def carry_out(
    state: TableState, decided: Sequence[entries.AnyEntry], draw_seed: DrawSeed
) -> Iterator[Applied]:
    """Apply the entries and those that follow from them, one by one. All must be stored."""
    for entry in decided:
        yield Applied(entry, apply(state, entry))
    if not decided:
        return
    for seat in state.returning:
        taken_back = entries.TakenBack(at=decided[-1].at, seat=seat)
        yield Applied(taken_back, apply(state, taken_back))
    if wants_seed(state):
        committed = entries.Committed(
            at=decided[-1].at, seed=(deal_seed(state) or draw_seed()).hex()
        )
        yield Applied(committed, apply(state, committed))


def replay_table(code: str, log: Iterable[entries.AnyEntry]) -> TableState:
    """The table as its log says."""
    first, *rest = log
    if not isinstance(first, entries.Opened):
        raise ValueError("a log begins with the opening of its table")
    state = open_table(code, first)
    for entry in rest:
        apply(state, entry)
    return state
