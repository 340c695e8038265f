"""What happens to a table when the store fails (a full disk, say), or anything else unexpected.

It is dropped from memory, for nobody knows then what the store has. Whoever waits is refused with
`store_down`, everybody is sent away, comes back to a table that is read anew, and sends again what
was not accepted. That another node wrote first is no failure: see `follower.py`.
"""

import time

from spielgeld.engine import NotAllowed
from spielgeld.server.operations.logs import log, log_failure
from spielgeld.server.store.interface import StoreTrouble
from spielgeld.server.tables.live_table import LiveTable
from spielgeld.server.tables.registry import TableRegistry

STORE_DOWN = "store_down"
STORE_DOWN_EVERY = 10.0
"""Seconds between two lines of the log about the same trouble."""


class StoreFailures:
    """Drops tables at which something failed."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry
        self._store_down_logged = -STORE_DOWN_EVERY

    def drop(self, table: LiveTable, error: BaseException) -> None:
        self._registry.forget(table)
        if isinstance(error, StoreTrouble):
            self._log_store_down()
        else:
            log_failure("table_broken", error)
        refuse_jobs(table)
        send_away_all(table)

    def _log_store_down(self) -> None:
        """Now and then: it is the same for every table and every try."""
        now = time.monotonic()
        if now - self._store_down_logged > STORE_DOWN_EVERY:
            self._store_down_logged = now
            log("store_down", "warning")


def refuse_jobs(table: LiveTable) -> None:
    """Nobody knows whether they were stored; to send them again with the same id is safe."""
    for done in table.jobs.empty():
        done(NotAllowed(STORE_DOWN, "the table has to be read again"))


def send_away_all(table: LiveTable) -> None:
    for listener in list(table.everybody()):
        listener.dismiss("come_back")
