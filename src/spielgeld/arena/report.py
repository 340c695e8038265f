"""The result of an arena as one HTML page: charts, each with a table of its numbers."""

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from pathlib import Path

from spielgeld.arena import charts
from spielgeld.arena.deals import TURN_KINDS
from spielgeld.arena.ratings import WITHOUT_OPENSKILL
from spielgeld.arena.standings import Standings, verdicts
from spielgeld.arena.tally import SCORE_STEP

_STYLE = Path(__file__).with_name("report.css")
_KINDS = {
    "right": "right row",
    "left": "left row",
    "bid": "a bid",
    "keep": "keep",
    "out": "sat out",
}
_SENTENCES_SHOWN = 15
Rows = Iterable[Sequence[str]]


def write_report(path: Path, result: Standings) -> None:
    """Write the page: one self-contained file."""
    path.write_text(page(result), encoding="utf-8")


def page(result: Standings) -> str:
    """The whole page as HTML."""
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{_title(result)}</title>",
            f"<style>{_STYLE.read_text(encoding='utf-8')}</style></head><body><main>",
            f"<h1>{_title(result)}</h1>",
            *_chapters(result),
            "</main></body></html>\n",
        ]
    )


def _title(result: Standings) -> str:
    return escape(f"Arena: {', '.join(result.plan.names)}")


def _chapters(result: Standings) -> Iterator[str]:
    yield from _about(result)
    if result.plan.decks:
        yield from _ratings(result)
        yield from _mixed(result)
        yield from _fields(result)
        yield from _scores(result)
        yield from _lengths(result)
        yield from _turns(result)


def _about(result: Standings) -> Iterator[str]:
    plan = result.plan
    rules = ", ".join([f"{name}={value}".lower() for name, value in plan.house_rules])
    yield (
        f"<p>Edition {plan.edition}, {plan.players} players, house rules: {rules or 'none'}."
        f" {plan.decks:,} decks, each played {plan.players} times with the seats rotated:"
        f" {plan.deals:,} deals at every table. Seed: {escape(plan.seed)}. Intervals are 95 %, by"
        f" bootstrap over decks. Equal bots would each win {result.fair:.3f}.</p>"
    )


def _ratings(result: Standings) -> Iterator[str]:
    yield "<h2>Ratings</h2>"
    if not result.ratings:
        yield f"<p>{escape(WITHOUT_OPENSKILL)}</p>"
        return
    yield charts.rating_bars(result.ratings)
    order = sorted(result.ratings.items(), key=lambda pair: -pair[1].mu)
    rows = [[name, f"{each.mu:.2f}", f"{each.sigma:.2f}"] for name, each in order]
    yield _behind("OpenSkill, Plackett-Luce", ["bot", "mu", "sigma"], rows)


def _mixed(result: Standings) -> Iterator[str]:
    if result.mixed:
        yield "<h2>Different bots at one table</h2>"
        order = sorted(result.mixed.items(), key=lambda pair: -pair[1].share.mean)
        rows = [[name, did.share.as_text(3), did.score.as_text(0)] for name, did in order]
        head = ["bot", "share of the wins", "points in a deal"]
        yield _table("All bots at mixed tables", head, rows)


def _fields(result: Standings) -> Iterator[str]:
    if not result.fields:
        return
    names = result.plan.names
    yield f"<h2>One among {result.plan.players - 1} of another</h2>"
    shares = {(one, many): did.share.mean for (one, many), did in result.fields.items()}
    yield _wide("Share of the wins", charts.heat_map(names, shares, result.fair))
    rows = [
        [one, many, did.share.as_text(3), did.score.as_text(0)]
        for (one, many), did in result.fields.items()
    ]
    head = ["one", "among", "share of the wins", "points in a deal"]
    yield _behind("The bot of the first column among those of the second", head, rows)
    yield _sentences(verdicts(result))


def _sentences(sentences: Sequence[str]) -> str:
    """Who beats whom; collapsed if it is long."""
    lines = "".join([f"<li>{escape(each)}</li>" for each in sentences])
    shown = " open" if len(sentences) <= _SENTENCES_SHOWN else ""
    return f"<details{shown}><summary>Who beats whom</summary><ul>{lines}</ul></details>"


def _scores(result: Standings) -> Iterator[str]:
    counts = result.tally.scores
    yield "<h2>Points in a deal</h2>"
    yield "<p>At all tables together; every row fills its own height.</p>"
    yield charts.score_distributions(result.plan.names, counts)
    steps = sorted({score for each in counts.values() for score in each})
    rows = [
        [f"{step}–{step + SCORE_STEP - 10}", *[str(each[step]) for each in counts.values()]]
        for step in steps
    ]
    yield _behind("How many deals ended with so many points", ["points", *counts], rows)


def _lengths(result: Standings) -> Iterator[str]:
    rounds = result.tally.rounds
    yield "<h2>Length of a deal</h2>"
    yield charts.deal_lengths(rounds)
    rows = [[str(number), str(rounds[number])] for number in sorted(rounds)]
    yield _behind("How many deals had so many rounds", ["rounds", "deals"], rows)


def _turns(result: Standings) -> Iterator[str]:
    kinds = [_KINDS[kind] for kind in TURN_KINDS]
    shares = {
        name: [count / (sum(turns) or 1) for count in turns]
        for name, turns in result.tally.turns.items()
    }
    yield "<h2>Kinds of turns</h2>"
    yield charts.turn_bars(kinds, shares)
    rows = [[name, *[f"{share:.1%}" for share in each]] for name, each in shares.items()]
    yield _behind("How often each kind of turn was chosen", ["bot", *kinds], rows)


def _behind(caption: str, head: Sequence[str], rows: Rows) -> str:
    """A collapsed table below its chart."""
    table = _table(caption, head, rows)
    return f"<details><summary>The numbers as a table</summary>{table}</details>"


def _table(caption: str, head: Sequence[str], rows: Rows) -> str:
    tops = "".join([f'<th scope="col">{escape(cell)}</th>' for cell in head])
    lines = "".join([_row(cells) for cells in rows])
    inside = f"<caption>{escape(caption)}</caption><thead><tr>{tops}</tr></thead>"
    return _wide(caption, f"<table>{inside}<tbody>{lines}</tbody></table>")


def _row(cells: Sequence[str]) -> str:
    first, *rest = [escape(cell) for cell in cells]
    return f'<tr><th scope="row">{first}</th>{"".join([f"<td>{each}</td>" for each in rest])}</tr>'


def _wide(name: str, inside: str) -> str:
    """A container that scrolls on its own, by keyboard too, if it is wider than the screen."""
    label = escape(name, quote=True)
    return f'<div class="wide" role="region" tabindex="0" aria-label="{label}">{inside}</div>'
