"""Which of several processes asks a table's bots and sets its timers: the one that wrote last."""

import random

from spielgeld.server.tables.live_table import LiveTable
from spielgeld.server.tables.others import Others

LAG, MORE_LAG = 1.5, 0.5
"""Seconds for which other processes leave a table to the one that wrote last, and how much they may
differ."""


def lag(table: LiveTable, others: Others) -> float:
    """Return how many seconds later than the process on duty this one acts; 0 if it is on duty.

    The author of the last entry acts at once; others do so if nothing has happened for a while. If
    two act, the second answer changes nothing.
    """
    if table.author in ("", others.name) or others.is_silent(table.author):
        return 0.0
    return LAG + random.uniform(0, MORE_LAG)  # noqa: S311
