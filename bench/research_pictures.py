"""Guards a promise: the pictures of docs/research*.md show the encoding and curve as they are.

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
from spielgeld.research.episode import Dealer

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
CELL, TALL, LEFT, TOP = 9, 14, 180, 40
INK, PALE, PAPER = "#1f2933", "#d9dee4", "#ffffff"
CARD, NUMBER, FLAG = "#2f6f4f", "#b5651d", "#3b5b92"
IN_THE_DARK = {
    INK: "#e6edf3",
    PALE: "#30363d",
    PAPER: "#0d1117",
    CARD: "#57b384",
    NUMBER: "#e0953f",
    FLAG: "#7ea6ea",
}
PLAIN = 'font-family="system-ui, sans-serif" font-size="11"'


def picture(width: int, height: int, title: str, parts: Iterable[str]) -> str:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" {PLAIN}>'
    named = f"<title>{escape(title)}</title>"
    paper = f'<rect width="{width}" height="{height}" fill="{PAPER}"/>'
    return "\n".join([head, named, dark_colours(), paper, *parts, "</svg>"]) + "\n"


def dark_colours() -> str:
    """For who reads in the dark: every colour's other one."""
    rules = [
        f'[{what}="{light}"]{{{what}:{dark}}}'
        for light, dark in IN_THE_DARK.items()
        for what in ("fill", "stroke")
    ]
    return f"<style>@media (prefers-color-scheme: dark) {{{''.join(rules)}}}</style>"


def words(x: float, y: float, text: str, more: str = "") -> str:
    return f'<text x="{x:g}" y="{y:g}" fill="{INK}" {more}>{escape(text)}</text>'


def some_observation() -> cells.Observation:
    """Of a seat that is laying a bid, some rounds into a deal of four."""
    rng, bot = Random(5), make_bot("best")
    deal = Dealer("it", players=4, seed=3).deal()
    while deal.view(0).round < 5:
        for seat in deal.choosing:
            deal.play_bot(bot, seat, rng)
    for _ in range(2):
        deal.step(deal.legal()[0])
    return deal.observe(0)


def draw_observation() -> str:
    """Every cell of an observation: filled where it is not 0, the stronger the larger."""
    seen = some_observation()
    parts = [words(LEFT + CELL * at, TOP - 8, name) for at, name in COLUMNS.items()]
    for row, name in enumerate(ROWS):
        y = TOP + TALL * row
        parts.append(words(LEFT - 30, y + TALL - 3, name, 'text-anchor="end"'))
        parts.append(words(LEFT - 6, y + TALL - 3, str(row), 'text-anchor="end"'))
        width = CELL * cells.COLUMNS
        frame = f'<rect x="{LEFT}" y="{y}" width="{width}" height="{TALL}"'
        parts.append(f'{frame} fill="none" stroke="{PALE}" stroke-width="0.5"/>')
    for row, column in np.argwhere(seen).tolist():
        colour = FLAG if row == cells.MOMENT else CARD if column < cells.SIZE else NUMBER
        strength = 1.0 if column < cells.SIZE else 0.35 + 0.65 * min(1, seen[row, column] / 40)
        x, y = LEFT + CELL * column + 1, TOP + TALL * row + 2
        side = f'width="{CELL - 2}" height="{TALL - 4}"'
        rect = f'<rect x="{x}" y="{y}" {side} fill="{colour}" fill-opacity="{strength:.2f}"/>'
        parts.append(rect)
    for at in COLUMNS:
        x, low = LEFT + CELL * at, TOP + TALL * len(ROWS)
        parts.append(f'<line x1="{x}" y1="{TOP}" x2="{x}" y2="{low}" stroke="{PALE}"/>')
    width, height = LEFT + CELL * cells.COLUMNS + 20, TOP + TALL * len(ROWS) + 14
    return picture(width, height, "Every cell of an observation", parts)


def draw_curve(table: Path, fair: float = 0.25) -> str:
    """Win share by minutes of processor time."""
    with table.open(newline="") as file:
        told = [*csv.DictReader(file)]
    rows = [(float(row["cpu_seconds"]) / 60, float(row["win_share"])) for row in told]
    width, height, left, low = 640, 300, 60, 250
    longest, most = max(x for x, _ in rows), max(0.4, *(y for _, y in rows))

    def at(minutes: float, share: float) -> tuple[float, float]:
        return left + 550 * minutes / longest, low - 220 * share / most

    parts = [words(left, 18, "win share among three of best, by minutes of training on one core")]
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
    parts.append(words(left + 4, y - 5, "a fair share"))
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in (at(*row) for row in rows))
    parts.append(f'<polyline points="{line}" fill="none" stroke="{CARD}" stroke-width="2"/>')
    parts.append(words(left + 275, low + 36, "minutes", middle))
    return picture(width, height, "The learning curve of the baseline", parts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--curve", type=Path, help="the table that train_ppo.py wrote")
    given = parser.parse_args()
    (IMAGES / "observation.svg").write_text(draw_observation(), "utf-8")
    if given.curve:
        (IMAGES / "learning-curve.svg").write_text(draw_curve(given.curve), "utf-8")


if __name__ == "__main__":
    main()
