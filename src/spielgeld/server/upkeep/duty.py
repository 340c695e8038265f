"""Who of several processes asks a table's bots and sets its timers: the one that wrote last."""

import random
from typing import Protocol

from spielgeld.server.tables.live_table import LiveTable
from spielgeld.server.tables.steps import Others

LAG, MORE_LAG = 1.5, 0.5
"""Seconds for which other processes leave a table to the one that wrote last, and how much they may
differ."""


class Duty(Protocol):
    """Tells when this process has to act at a table."""

    def lag(self, table: LiveTable) -> float:
        """Return how many seconds later than the process whose turn it is; 0: it is ours."""
        ...


class AuthorsDuty:
    """The author of the last entry acts at once; others do so if nothing has happened for a while.

    If two act, the second answer changes nothing.
    """

    def __init__(self, others: Others) -> None:
        self._others = others

    def lag(self, table: LiveTable) -> float:
        author = table.author
        if author in ("", self._others.name) or self._others.is_silent(author):
            return 0.0
        return LAG + random.uniform(0, MORE_LAG)  # noqa: S311
