"""Make the example data set, its data card, and a plot from it: `python data_set.py --out deals`.

Needs `pip install 'spielgeld[research]'`. It writes `deals.jsonl`, the records of 1,000 matches of
bots; `deals.parquet`, the data set; `deals.md`, its data card; and `deals.svg`, the points with
which each bot wins. With the same version of PyArrow the checksum in the data card is the one in
docs/research-interfaces.md.
"""

import argparse
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from spielgeld.cli import main as spielgeld
from spielgeld.research.dataset import checksum, read_deals

BOTS = ("best", "level3", "level1", "random")
STEP, TOP = 50, 600
WIDTH, TALL, MARGIN = 40, 110, 60
INK, BAR = "#6b7785", "#2f8f5f"


def make(out: Path, matches: int) -> Path:
    """Play the matches and write the data set."""
    records, deals = out.with_suffix(".jsonl"), out.with_suffix(".parquet")
    play = ["simulate", str(matches), "--edition", "it", "--players", "4", "--bots", ",".join(BOTS)]
    play += ["--seed", "7", "--out", str(records)]
    made_by = " ".join(["spielgeld", *play])
    write = ["dataset", str(records), "--out", str(deals), "--made-by", made_by]
    for command in (play, write):
        if spielgeld(command):
            raise SystemExit(f"spielgeld {command[0]} failed")
    return deals


def winning_points(rows: Iterable[dict[str, Any]]) -> dict[str, Counter[int]]:
    """By bot: how often it won a deal with so many points, in steps."""
    found: dict[str, Counter[int]] = {bot: Counter() for bot in BOTS}
    for row in rows:
        for bot, points in zip(row["bots"], row["scores"], strict=True):
            if points == max(row["scores"]):
                found[bot][min(points, TOP) // STEP] += 1
    return found


def plot(found: dict[str, Counter[int]]) -> str:
    """Draw a histogram for each bot, one below the other."""
    steps = TOP // STEP + 1
    most = max(max(counts.values(), default=1) for counts in found.values())
    wide, high = MARGIN + WIDTH * steps + 20, TALL * len(found) + 40
    size = f'viewBox="0 0 {wide} {high}" font-family="system-ui, sans-serif" font-size="12"'
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" {size} fill="{INK}">']
    parts.append("<title>Deals won, by the points of the winner</title>")
    for number, (bot, counts) in enumerate(found.items()):
        low = TALL * (number + 1)
        parts.append(f'<text x="4" y="{low - 24}">{bot}</text>')
        parts.append(f'<text x="4" y="{low - 8}">{counts.total()}</text>')
        parts.append(f'<path d="M{MARGIN} {low}H{wide - 20}" stroke="{INK}"/>')
        for at, count in sorted(counts.items()):
            tall = round((TALL - 20) * count / most, 1)
            place = f'x="{MARGIN + WIDTH * at + 2}" y="{low - tall}"'
            parts.append(f'<rect {place} width="{WIDTH - 4}" height="{tall}" fill="{BAR}"/>')
    scale = [(MARGIN + WIDTH * at, at * STEP) for at in range(0, steps, 2)]
    parts += [f'<text x="{x}" y="{high - 16}">{points}</text>' for x, points in scale]
    return "\n".join([*parts, "</svg>"]) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=Path("deals"), help="name without an ending")
    parser.add_argument("--matches", type=int, default=1000)
    given = parser.parse_args()
    deals = make(given.out, given.matches)
    drawing = given.out.with_suffix(".svg")
    drawing.write_text(plot(winning_points(read_deals(deals))), encoding="utf-8")
    print(f"{deals}: SHA-256 {checksum(deals)}; {drawing} shows it")


if __name__ == "__main__":
    main()
