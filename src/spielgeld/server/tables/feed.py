"""Tells the rest of the server what happens to the tables in memory."""

from typing import Protocol

from spielgeld.server.tables.live_table import LiveTable


class TableObserver(Protocol):
    def table_loaded(self, table: LiveTable) -> None:
        """It came into memory: opened here, or read from the store."""
        ...

    def table_changed(self, table: LiveTable) -> None:
        """Its state has changed."""
        ...


class TableFeed:
    """Passes on to all observers, in the order in which they subscribed."""

    def __init__(self) -> None:
        self._observers: list[TableObserver] = []

    def subscribe(self, observer: TableObserver) -> None:
        self._observers.append(observer)

    def loaded(self, table: LiveTable) -> None:
        for observer in self._observers:
            observer.table_loaded(table)

    def changed(self, table: LiveTable) -> None:
        for observer in self._observers:
            observer.table_changed(table)
