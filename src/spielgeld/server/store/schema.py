"""Numbered migrations: `migrations/<dialect>/0001_name.sql`, each applied once, in order."""

import re
from collections.abc import Callable, Iterable
from importlib import resources
from typing import Any

from spielgeld.server.store.interface import StoreUnusable

REMEMBERED = "CREATE TABLE IF NOT EXISTS migrations (number integer PRIMARY KEY, name text)"


def apply_missing(dialect: str, execute: Callable[[str], Iterable[tuple[Any, ...]]]) -> None:
    """Apply what the database lacks, inside the caller's transaction and lock."""
    execute(REMEMBERED)
    applied = {number for (number,) in execute("SELECT number FROM migrations")}
    known = _known(dialect)
    if newer := applied - known.keys():
        raise StoreUnusable(
            f"The database is of a newer version of Spielgeld (migration {max(newer)});"
            f" this one knows migrations up to {max(known)}. Use the newer version."
        )
    for number in sorted(known.keys() - applied):
        name, sql = known[number]
        for statement in re.split(r";\s*\n", sql):
            if statement.strip():
                execute(statement)
        execute(f"INSERT INTO migrations (number, name) VALUES ({number}, '{name}')")  # noqa: S608


def _known(dialect: str) -> dict[int, tuple[str, str]]:
    folder = resources.files("spielgeld.server.store") / "migrations" / dialect
    known = {}
    for file in folder.iterdir():
        number, _, name = file.name.removesuffix(".sql").partition("_")
        known[int(number)] = (name, file.read_text(encoding="utf-8"))
    return known
