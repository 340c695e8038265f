"""Where tables are kept: SQLite in a file, or PostgreSQL for several processes."""

from spielgeld.server.store.interface import (
    Append,
    Store,
    StoreDown,
    StoreTrouble,
    StoreUnusable,
    TableInfo,
)

__all__ = [
    "Append",
    "Store",
    "StoreDown",
    "StoreTrouble",
    "StoreUnusable",
    "TableInfo",
    "open_store",
]


def open_store(url_or_path: str) -> Store:
    """The store at a `postgresql://` address or in a file; call its `migrate` first."""
    if url_or_path.startswith(("postgresql://", "postgres://")):
        from spielgeld.server.store.postgres import Postgres  # noqa: PLC0415 - an optional extra

        return Postgres(url_or_path)
    from spielgeld.server.store.sqlite import Sqlite  # noqa: PLC0415

    return Sqlite(url_or_path)
