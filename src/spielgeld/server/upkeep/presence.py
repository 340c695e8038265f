"""Who is connected here, as entries for the log. It is looked at when it is decided, not before."""

from typing import Any

from spielgeld.server.tables.live_table import Decide, HotTable
from spielgeld.table import decisions
from spielgeld.table.state import TableState


def arriving(hot: HotTable, seat: int, node: str) -> Decide:
    """The seat's owner is there, if they still listen here."""

    def decide(state: TableState, now: float) -> list[Any]:
        return decisions.arrive(state, seat, node, now) if hot.listeners[seat] else []

    return decide


def going(hot: HotTable, seat: int, node: str) -> Decide:
    """The seat's owner is gone, unless they listen here again."""

    def decide(state: TableState, now: float) -> list[Any]:
        return [] if hot.listeners[seat] else decisions.go(state, seat, node, now)

    return decide
