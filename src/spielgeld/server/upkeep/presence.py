"""Connections that have ended, as entries of the log."""

import asyncio

from spielgeld.engine import Refusal
from spielgeld.server.operations.logs import log_failure
from spielgeld.server.tables.jobs import Decide
from spielgeld.server.tables.live_table import LiveTable
from spielgeld.server.tables.registry import TableRegistry
from spielgeld.server.tables.worker import Worker
from spielgeld.table import decisions
from spielgeld.table.state import process_of

SWEEP_EVERY = 5.0
"""Seconds between two looks for connections that have ended and could not be logged as ended."""


def going(seat: int, connection: str) -> Decide:
    """Return the decision that the connection has ended."""
    return lambda state, now: decisions.go(state, seat, connection, now)


async def leave(registry: TableRegistry, worker: Worker, code: str, connection: str) -> None:
    """Log a connection as ended, unless the log names another for its page by now."""
    if worker.closing:
        return
    try:
        table = await registry.find(code)
    except Refusal:  # the sweep will find it
        return
    for seat, each in enumerate(table.state.seats):
        if connection in each.pages.values():
            worker.submit(table, going(seat, connection))


def sweep(worker: Worker, table: LiveTable) -> None:
    """Log connections as ended that the log names and this process does not have."""
    if table.is_busy:
        return
    for number, seat in enumerate(table.state.seats):
        for connection in seat.pages.values():
            if process_of(connection) == worker.name and connection not in worker.connections:
                worker.submit(table, going(number, connection))


async def keep_sweeping(registry: TableRegistry, worker: Worker) -> None:
    """Look after the tables in memory for as long as the server runs."""
    while True:
        await asyncio.sleep(SWEEP_EVERY)
        try:
            sweep_all(registry, worker)
        except Exception as failure:  # it must not stop
            log_failure("sweep_failed", failure)


def sweep_all(registry: TableRegistry, worker: Worker) -> None:
    """Sweep once, and forget the tables that nobody uses."""
    for table in list(registry.tables.values()):
        sweep(worker, table)
    # The process that wrote last runs bots and clocks of a table until its people are gone.
    registry.forget_unused(lambda table: table.author in ("", worker.name))
