"""Who is connected through which node, as entries of the log.

Whether somebody listens is looked at when it is decided or forwarded, not before: they may have
come back.
"""

from collections.abc import Set as AbstractSet
from typing import Any

from spielgeld.engine import Refusal
from spielgeld.server.tables.job_queue import Decide
from spielgeld.server.tables.live_table import LiveTable
from spielgeld.server.tables.seat_commands import Departure
from spielgeld.server.tables.worker import Worker
from spielgeld.table import decisions
from spielgeld.table.state import TableState


def arriving(table: LiveTable, seat: int, node: str) -> Decide:
    """The seat's owner is there, if they still listen here."""

    def decide(state: TableState, now: float) -> list[Any]:
        return decisions.arrive(state, seat, node, now) if table.listeners[seat] else []

    return decide


def going(table: LiveTable, seat: int, node: str) -> Decide:
    """The seat's owner is gone, unless they listen here again."""

    def decide(state: TableState, now: float) -> list[Any]:
        return [] if table.listeners[seat] else decisions.go(state, seat, node, now)

    return decide


def leave_unless_back(worker: Worker, table: LiveTable, seat: int) -> None:
    """The seat's last connection here has ended; whoever listens again is not gone."""
    if not table.is_dropped and not worker.closing:
        departure = Departure(seat, worker.node)
        worker.submit(table, going(table, seat, worker.node), _ignore, command=departure)


def keep_present(worker: Worker, table: LiveTable) -> None:
    """Log people connected here as present again, where another node took this one for dead."""
    for number, seat in enumerate(table.seats):
        if table.listeners[number] and worker.node not in seat.nodes:
            worker.submit(table, arriving(table, number, worker.node), _ignore)


def drop_absent(worker: Worker, table: LiveTable) -> None:
    """Log as gone those who were connected here before the table was read again, and are not."""
    for number, seat in enumerate(table.state.seats):
        if worker.node in seat.nodes and not table.listeners[number]:
            leave_unless_back(worker, table, number)


def drop_dead_nodes(worker: Worker, table: LiveTable, alive: AbstractSet[str]) -> None:
    """Whoever was connected through a dead node is no longer there."""
    for node in {node for seat in table.state.seats for node in seat.nodes} - alive:
        worker.submit(table, _losing(node), _ignore)


def _losing(node: str) -> Decide:
    return lambda state, now: decisions.lose_node(state, node, now)


def _ignore(_: Refusal | None) -> None:
    """What is refused here was decided otherwise meanwhile."""
