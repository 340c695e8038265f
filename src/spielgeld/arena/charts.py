"""The charts of the report as SVG, made of rectangles, lines and text."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape

from spielgeld.arena.ratings import Rating

Point = tuple[float, float]

WIDTH = 400
"""Of most charts: a little wider than a phone, so that text stays readable there."""
_ROW = 24
_CHARACTER = 7
"""The approximate width of a character."""
_CELL = 44
_STRONGEST = 0.6
"""The highest opacity in the heat map; text on it stays readable."""


def picture(
    title: str, width: float, height: float, parts: Iterator[str], *, fits: bool = True
) -> str:
    """An SVG with an accessible name; it scales with the page, or keeps its size."""
    size = 'class="fits"' if fits else f'width="{width:.0f}" height="{height:.0f}"'
    view = f'viewBox="0 0 {width:.0f} {height:.0f}"'
    name = escape(title, quote=True)
    return f'<svg {view} {size} role="img" aria-label="{name}">{"".join(parts)}</svg>'


def rating_bars(ratings: Mapping[str, Rating]) -> str:
    """A bar for every rating, with its error bar."""
    order = sorted(ratings, key=lambda name: -ratings[name].mu)
    reach = [(each.mu - 2 * each.sigma, each.mu + 2 * each.sigma) for each in ratings.values()]
    least, most = min(0.0, *[low for low, _ in reach]), max(0.0, *[high for _, high in reach])
    left = _label_width(order)

    def place(value: float) -> float:
        return left + (value - least) / ((most - least) or 1) * (WIDTH - left - 45)

    def parts() -> Iterator[str]:
        for row, name in enumerate(order):
            top, each = row * _ROW, ratings[name]
            yield _text(0, top + 16, name)
            start, end = sorted([place(0), place(each.mu)])
            yield _box((start, top + 5), (end - start, 14), "bar")
            low, high = place(each.mu - 2 * each.sigma), place(each.mu + 2 * each.sigma)
            yield _line((low, top + 12), (high, top + 12), "reach")
            yield _text(max(high, end) + 6, top + 16, f"{each.mu:.1f}")

    return picture(
        "Ratings, with bars from minus to plus two sigma", WIDTH, len(order) * _ROW, parts()
    )


def heat_map(names: Sequence[str], shares: Mapping[tuple[str, str], float], fair: float) -> str:
    """One bot of the row among bots of the column: the higher its win share, the more colour."""
    left, top = _label_width(names), _label_width(names) * 0.85 + 10
    width, height = left + _CELL * len(names) + 50, top + _ROW * len(names)

    def parts() -> Iterator[str]:
        for column, name in enumerate(names):
            x = left + _CELL * column + _CELL / 2
            yield _text(x, top - 8, name, f'transform="rotate(-50 {x:.1f} {top - 8:.1f})"')
        for row, one in enumerate(names):
            y = top + row * _ROW
            yield _text(0, y + 16, one)
            for column, many in enumerate(names):
                if (one, many) in shares:
                    yield from _heat(left + column * _CELL, y, shares[one, many], fair)

    return picture(
        "Share of the wins of each bot among each other", width, height, parts(), fits=False
    )


def _heat(x: float, y: float, share: float, fair: float) -> Iterator[str]:
    kind = "more" if share > fair else "less"
    far = (share - fair) / (1 - fair) if share > fair else (fair - share) / fair
    yield _box((x, y), (_CELL - 2, _ROW - 2), kind, f'fill-opacity="{_STRONGEST * far:.3f}"')
    yield _text(x + _CELL / 2 - 1, y + 16, f"{share:.3f}", 'text-anchor="middle"')


def score_distributions(names: Sequence[str], counts: Mapping[str, Mapping[int, int]]) -> str:
    """A histogram of scores for every bot, all on the same scale."""
    step, height = 50, 46
    seen = [score for each in counts.values() for score in each]
    steps = range(0, max(seen, default=0) + step, step)
    left = _label_width(names)
    wide = (WIDTH - left) / len(steps)

    def parts() -> Iterator[str]:
        for row, name in enumerate(names):
            base, total = (row + 1) * height, sum(counts[name].values()) or 1
            tallest = max(counts[name].values(), default=1) / total
            yield _text(0, base - 4, name)
            yield _line((left, base), (WIDTH, base), "line")
            for number, score in enumerate(steps):
                tall = counts[name].get(score, 0) / total / tallest * (height - 10)
                if tall:
                    yield _box((left + number * wide, base - tall), (wide * 0.9, tall), "bar")
        yield from _scale(steps, left, wide, len(names) * height + 16)

    return picture("How often each bot scored how much", WIDTH, len(names) * height + 22, parts())


def deal_lengths(rounds: Mapping[int, int]) -> str:
    """How many deals had how many rounds."""
    numbers = range(min(rounds), max(rounds) + 1)
    height, wide, total = 140, (WIDTH - 10) / len(numbers), sum(rounds.values())
    tallest = max(rounds.values())

    def parts() -> Iterator[str]:
        for place, number in enumerate(numbers):
            tall = rounds.get(number, 0) / tallest * (height - 20)
            x = 5 + place * wide
            yield _box((x, height - tall), (wide * 0.9, tall), "bar")
            share, middle = rounds.get(number, 0) / total, x + wide * 0.45
            if wide > 30:
                yield _text(middle, height - tall - 4, f"{share:.0%}", 'text-anchor="middle"')
            if wide > 18 or place % 4 == 0:
                yield _text(middle, height + 16, str(number), 'text-anchor="middle"')

    return picture("Share of the deals by number of rounds", WIDTH, height + 22, parts())


def turn_bars(kinds: Sequence[str], shares: Mapping[str, Sequence[float]]) -> str:
    """A stacked bar for every bot: how often it chose each kind of turn."""
    names = list(shares)
    left = _label_width(names)

    def parts() -> Iterator[str]:
        for number, kind in enumerate(kinds):
            x = number * WIDTH / len(kinds)
            yield _box((x, 4), (12, 12), f"kind-{number}")
            yield _text(x + 17, 14, kind)
        for row, name in enumerate(names, start=1):
            y, x = row * _ROW + 4, float(left)
            yield _text(0, y + 14, name)
            for number, share in enumerate(shares[name]):
                wide = share * (WIDTH - left)
                if wide:
                    yield _box((x, y), (wide, _ROW - 4), f"kind-{number} part")
                x += wide

    return picture(
        "How often each bot chose each kind of turn", WIDTH, (len(names) + 1) * _ROW + 8, parts()
    )


def _scale(steps: range, left: float, wide: float, y: float) -> Iterator[str]:
    every = 1 + len(steps) // 6
    for number, score in enumerate(steps):
        if number % every == 0:
            yield _text(left + number * wide, y, str(score), 'class="faint"')


def _label_width(names: Sequence[str]) -> float:
    return 14 + _CHARACTER * max([len(name) for name in names], default=0)


def _text(x: float, y: float, words: str, more: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" {more}>{escape(words)}</text>'


def _box(corner: Point, size: Point, kind: str, more: str = "") -> str:
    (x, y), (wide, tall) = corner, size
    place = f'x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{tall:.1f}"'
    return f'<rect {place} class="{kind}" {more}/>'


def _line(start: Point, end: Point, kind: str) -> str:
    (x, y), (to_x, to_y) = start, end
    ends = f'x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}"'
    return f'<line {ends} class="{kind}"/>'
