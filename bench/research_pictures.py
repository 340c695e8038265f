"""The pictures of docs/research.md: the encoding, and the learning curve of the baseline.

python bench/research_pictures.py                       # docs/images/observation.svg
python bench/research_pictures.py --curve agent.csv     # docs/images/learning-curve.svg too
"""

import argparse
import csv
from collections.abc import Iterable
from html import escape
from pathlib import Path
from random import Random

import numpy as np

from spielgeld.bots import make_bot
from spielgeld.research import observation as cells
from spielgeld.research.conditions import Conditions

IMAGES = Path(__file__).parents[1] / "docs" / "images"
ROWS = [
    "my hand",
    "laid into my bid",
    "right row",
    "left row",
    *[f"open bid of +{seat}" for seat in range(6)],
    *[f"last reveal of +{seat}" for seat in range(6)],
    *[f"seen of the hand of +{seat}" for seat in range(6)],
    "never seen by me",
    "moment and rules",
]
COLUMNS = {**{9 * at: f"currency {at + 1}" for at in range(7)}, 63: "coins", 75: "numbers"}
CELL, LEFT, TOP = 9, 180, 40
INK, PALE, PAPER = "#1f2933", "#d9dee4", "#ffffff"
CARD, NUMBER, FLAG = "#2f6f4f", "#b5651d", "#3b5b92"
PLAIN = 'font-family="system-ui, sans-serif" font-size="11"'


def picture(width: int, height: int, parts: Iterable[str]) -> str:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" {PLAIN}>'
    paper = f'<rect width="{width}" height="{height}" fill="{PAPER}"/>'
    return "\n".join([head, paper, *parts, "</svg>"]) + "\n"


def words(x: float, y: float, text: str, more: str = "") -> str:
    return f'<text x="{x:g}" y="{y:g}" fill="{INK}" {more}>{escape(text)}</text>'


def some_observation() -> cells.Observation:
    """Of a seat that is laying a bid, some rounds into a deal of four."""
    rng, bot = Random(5), make_bot("best")
    deal = Conditions("it", players=4).draw_deal(rng)
    while deal.view(0).round < 5:
        for seat in deal.choosing:
            view = deal.view(seat)
            if view.awaits == "bids":
                deal.seal(seat, bot.choose_bid(view, rng))
            else:
                deal.take(bot.choose_turn(view, rng))
    for _ in range(2):
        deal.step(deal.legal()[0])
    return deal.observe(0)


def draw_observation() -> str:
    """Every cell of an observation: filled where it is not 0, the stronger the larger."""
    seen = some_observation()
    parts = [words(LEFT + CELL * at, TOP - 8, name) for at, name in COLUMNS.items()]
    for row, name in enumerate(ROWS):
        y = TOP + CELL * row
        parts.append(words(LEFT - 6, y + CELL - 1, f"{row}  {name}", 'text-anchor="end"'))
        width = CELL * cells.COLUMNS
        frame = f'<rect x="{LEFT}" y="{y}" width="{width}" height="{CELL}"'
        parts.append(f'{frame} fill="none" stroke="{PALE}" stroke-width="0.5"/>')
    for row, column in np.argwhere(seen).tolist():
        colour = FLAG if row == cells.MOMENT else CARD if column < cells.SIZE else NUMBER
        strength = 1.0 if column < cells.SIZE else 0.35 + 0.65 * min(1, seen[row, column] / 40)
        x, y = LEFT + CELL * column + 1, TOP + CELL * row + 1
        side = f'width="{CELL - 2}" height="{CELL - 2}"'
        rect = f'<rect x="{x}" y="{y}" {side} fill="{colour}" fill-opacity="{strength:.2f}"/>'
        parts.append(rect)
    for at in COLUMNS:
        x, low = LEFT + CELL * at, TOP + CELL * len(ROWS)
        parts.append(f'<line x1="{x}" y1="{TOP}" x2="{x}" y2="{low}" stroke="{PALE}"/>')
    return picture(LEFT + CELL * cells.COLUMNS + 20, TOP + CELL * len(ROWS) + 14, parts)


def draw_curve(table: Path, fair: float = 0.25) -> str:
    """Win share by minutes of processor time."""
    with table.open(newline="") as file:
        told = [*csv.DictReader(file)]
    rows = [(float(row["cpu_seconds"]) / 60, float(row["win_share"])) for row in told]
    width, height, left, low = 640, 300, 60, 250
    longest, most = max(x for x, _ in rows), max(0.4, *(y for _, y in rows))

    def at(minutes: float, share: float) -> tuple[float, float]:
        return left + 550 * minutes / longest, low - 220 * share / most

    parts = [words(left, 18, "win share among three of best, by minutes of one core")]
    for tick in np.arange(0, most + 0.01, 0.1).tolist():
        _, y = at(0, tick)
        parts.append(f'<line x1="{left}" y1="{y:g}" x2="610" y2="{y:g}" stroke="{PALE}"/>')
        parts.append(words(left - 8, y + 4, f"{tick:.1f}", 'text-anchor="end"'))
    middle = 'text-anchor="middle"'
    minutes = range(int(longest) + 1)
    parts += [words(at(each, 0)[0], low + 18, str(each), middle) for each in minutes]
    _, y = at(0, fair)
    dashed = f'stroke="{NUMBER}" stroke-dasharray="5 4"'
    parts.append(f'<line x1="{left}" y1="{y:g}" x2="610" y2="{y:g}" {dashed}/>')
    parts.append(words(606, y - 5, "a fair share", 'text-anchor="end"'))
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in (at(*row) for row in rows))
    parts.append(f'<polyline points="{line}" fill="none" stroke="{CARD}" stroke-width="2"/>')
    return picture(width, height, parts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--curve", type=Path, help="the table that train_ppo.py wrote")
    given = parser.parse_args()
    (IMAGES / "observation.svg").write_text(draw_observation(), "utf-8")
    if given.curve:
        (IMAGES / "learning-curve.svg").write_text(draw_curve(given.curve), "utf-8")


if __name__ == "__main__":
    main()
