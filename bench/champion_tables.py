"""Guards a promise: the tables of `docs/champion.md` are what `champion_arrays.py` measured.

python bench/champion_arrays.py rows --times 44 --games 8192 > rows.jsonl
python bench/champion_arrays.py editions --times 20 --games 8192 > editions.jsonl
python bench/champion_tables.py rows.jsonl editions.jsonl
"""

import argparse
import json
from itertools import groupby
from pathlib import Path
from typing import Any

SHOWN = ("best", "best-2026-11", "bluffer", "penny (nearly)")
"""Whom the table of all editions has a pair of columns for."""


def share(found: list[float]) -> str:
    """A share with its interval, as documents write it."""
    told, low, high = (f"{each:.3f}".removeprefix("0") for each in found)
    return f"{told} ({low}–{high})"


def cells(line: dict[str, Any]) -> list[str]:
    return [share(line["alone"]), share(line["among"])]


def table(head: list[str], rows: list[list[str]]) -> str:
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |".replace(" --- ", "---") for line in lines)


def of_rows(lines: list[dict[str, Any]]) -> str:
    """One table, many players."""
    head = ["", "one champion among four", "one of them among four champions"]
    return table(head, [[f"`{each['against']}`", *cells(each)] for each in lines])


def of_editions(lines: list[dict[str, Any]]) -> str:
    """Many tables, some players."""
    names = [name.removesuffix(" (nearly)") for name in SHOWN]
    head = ["edition, players", *(f"{way} `{name}`" for name in names for way in ("among", "one"))]
    rows = []
    for (edition, players), some in groupby(
        sorted(lines, key=lambda each: (each["edition"], each["players"])),
        lambda each: (each["edition"], each["players"]),
    ):
        by_name = {each["against"]: cells(each) for each in some}
        found = [cell for name in SHOWN for cell in by_name.get(name, ["–", "–"])]
        rows.append([f"`{edition}`, {players}", *found])
    return table(head, rows)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("rows", type=Path)
    options.add_argument("editions", type=Path, nargs="?")
    chosen = options.parse_args()
    for path, tell in ((chosen.rows, of_rows), (chosen.editions, of_editions)):
        if path:
            lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
            print(tell(lines), end="\n\n")


if __name__ == "__main__":
    main()
