"""Guards a promise: each level of `docs/bots.md` beats the one below, at every kind of table.

    python bench/ladder.py docs/bots.md --deals 100 --seed ladder --out ladder-results

Plays all published bots and writes the tables of their win shares into the document: the full
matrix for one edition and number of players, and neighbouring levels for all others. With `--out`
the same command resumes.
"""

import argparse
import shlex
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from spielgeld.arena.entrants import Entrant, read_entrants
from spielgeld.arena.plan import Conditions, Field, Plan, Table, all_tables, make_plan
from spielgeld.arena.runner import Arena
from spielgeld.arena.standings import Standings, beats, standings
from spielgeld.bots import BOTS
from spielgeld.cli.compilation import prepare_bots
from spielgeld.cli.output import Progress, duration
from spielgeld.engine import EDITIONS, NotAllowed
from spielgeld.workers import core_count

BEGIN, END = "<!-- ladder: begin -->", "<!-- ladder: end -->"
"""The text between these two lines of the document is generated."""

DEALS = 1000
"""For every table, unless another number is asked for."""
MEASURED_PER_CORE = 4
"""Tasks per core from which the time is estimated, at least: two may end at the same moment."""
MOST_SECONDS = 3000
"""The limit of the estimated time: an hour, less what the estimate may be off."""
MAIN = ("it", 5)
"""Edition and players of the full matrix."""

LEVEL = "level"
"""Prefix of the names of the levels, which sort from weak to strong."""


@dataclass(frozen=True, slots=True)
class Ladder:
    """All arenas of the ladder, in the order of `ladder_plans`, and their seconds per task."""

    arenas: tuple[Arena, ...]
    seconds: tuple[float, ...]

    @property
    def seconds_left(self) -> float:
        """How long the rest will take."""
        pairs = zip(self.arenas, self.seconds, strict=True)
        return sum([(each.plan.task_count - each.done) * cost for each, cost in pairs])

    def play(self) -> Iterator[float]:
        """Play everything; yields the estimated seconds left."""
        for arena in self.arenas:
            for _ in arena.play():
                yield self.seconds_left


def prepare_ladder(
    names: Sequence[str], deals: int, seed: str, folder: Path | None = None
) -> Ladder:
    """Play a few tasks of every arena to estimate the time; refused if it is too long."""
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
    plans = ladder_plans(names, deals, seed)
    outs = [
        folder and folder / f"{at:02}-{plan.edition}-{plan.players}.jsonl"
        for at, plan in enumerate(plans)
    ]
    arenas = tuple([Arena(plan, out) for plan, out in zip(plans, outs, strict=True)])
    ladder = Ladder(arenas, tuple([measure(arena) for arena in arenas]))
    check_time(ladder.seconds_left, deals)
    return ladder


def check_time(seconds: float, deals: int) -> None:
    """Refuse, with code `ladder_time`, a ladder that takes too long."""
    if seconds > MOST_SECONDS:
        fitting = int(deals * MOST_SECONDS / seconds)
        raise NotAllowed(
            "ladder_time",
            f"the ladder would take {seconds / 60:.0f} minutes, more than"
            f" {MOST_SECONDS // 60}; about --deals {fitting} fit",
        )


def ladder_plans(names: Sequence[str], deals: int, seed: str) -> list[Plan]:
    """Return the full matrix, and the neighbouring levels elsewhere."""
    bots = read_entrants(names, [])
    main = make_plan(bots, all_tables(names, "both"), deals, seed, Conditions(*MAIN))
    levels = sorted([bot for bot in bots if bot.name.startswith(LEVEL)], key=lambda bot: bot.name)
    tables = _neighbours(levels)
    elsewhere = [(key, count) for key, each in EDITIONS.items() for count in each.players]
    return [
        main,
        *[
            make_plan(levels, tables, deals, seed, Conditions(key, count))
            for key, count in elsewhere
            if tables and (key, count) != MAIN
        ],
    ]


def write_ladder(document: Path, ladder: Ladder, command: str) -> None:
    """Put the tables into the document, between the two marks; refused if it has none."""
    check_document(document)
    before, _, rest = document.read_text(encoding="utf-8").partition(BEGIN)
    after = rest.partition(END)[2]
    results = [standings(arena.tally) for arena in ladder.arenas]
    block = "\n".join([BEGIN, "", *_block(results, command), "", END])
    document.write_text(before + block + after, encoding="utf-8")


def check_document(document: Path) -> None:
    """Refuse a document that could not be written into, before the long work."""
    text = document.read_text(encoding="utf-8")
    if not 0 <= text.find(BEGIN) < text.find(END):
        raise NotAllowed("ladder_marks", f"{document} needs the lines {BEGIN} and {END}")


def measure(arena: Arena) -> float:
    """Seconds a task takes, from the next deck at every table, and a few tasks for every core."""
    wanted = max(len(arena.plan.tables), MEASURED_PER_CORE * core_count())
    until = min(arena.done + wanted, arena.plan.task_count)
    seen = [(time.monotonic(), done) for done in arena.play(until)]
    if not seen:
        return 0.0
    # Measured from the first result of every core on: before that, the processes start.
    (begun, first), (ended, last) = seen[: core_count()][-1], seen[-1]
    return (ended - begun) / max(1, last - first)


def _neighbours(levels: Sequence[Entrant]) -> tuple[Table, ...]:
    names = [level.name for level in levels]
    return tuple([each for low, high in pairwise(names) for each in _both(low, high)])


def _both(low: str, high: str) -> tuple[Field, Field]:
    return Field(high, low), Field(low, high)


def _block(results: Sequence[Standings], command: str) -> Iterator[str]:
    main, *elsewhere = results
    plan = main.plan
    yield f"Made by `{command}`: {plan.deals:,} deals at every table, {plan.decks:,} decks"
    yield f"with the seats rotated. All intervals are 95 %. Fair share: {main.fair:.3f}."
    yield ""
    yield f"### All bots, edition `{plan.edition}`, {plan.players} players"
    yield ""
    yield from _mixed_table(main)
    yield ""
    yield f"One bot of the row among {plan.players - 1} of the column, share of the wins:"
    yield ""
    yield from _matrix(main)
    if elsewhere:
        yield ""
        yield "### Neighbouring levels, all other editions and numbers of players"
        yield ""
        yield "First one of the higher level among the lower, then one of the lower among the"
        yield "higher; an asterisk where the higher does not beat the lower at so many deals."
        yield ""
        yield from _neighbour_table(elsewhere)


def _mixed_table(result: Standings) -> Iterator[str]:
    yield "Different bots at one table:"
    yield ""
    rated = result.ratings or {}
    names = sorted(result.mixed, key=lambda name: -result.mixed[name].share.mean)
    head = ["bot", "share of the wins", "points in a deal", *(["rating"] if rated else [])]
    rows = []
    for name in names:
        did = result.mixed[name]
        rating = [f"{rated[name].mu:.1f} ± {2 * rated[name].sigma:.1f}"] if rated else []
        rows.append([f"`{name}`", did.share.as_text(3), did.score.as_text(0), *rating])
    yield from _table(head, rows)


def _matrix(result: Standings) -> Iterator[str]:
    names = result.plan.names

    def cell(one: str, many: str) -> str:
        return "–" if one == many else result.fields[Field(one, many)].share.as_text(3)

    head = ["one of, among", *[f"`{name}`" for name in names]]
    yield from _table(head, [[f"`{one}`", *[cell(one, many) for many in names]] for one in names])


def _neighbour_table(results: Sequence[Standings]) -> Iterator[str]:
    pairs = list(pairwise(results[0].plan.names))

    def cell(result: Standings, low: str, high: str) -> str:
        shares = [result.fields[table].share.as_text(3) for table in _both(low, high)]
        clear = "" if beats(result, high, low) else " *"
        return f"{' / '.join(shares)}{clear}"

    head = ["edition", "players", "fair", *[f"`{high}` and `{low}`" for low, high in pairs]]
    rows = [
        [
            f"`{each.plan.edition}`",
            str(each.plan.players),
            f"{each.fair:.3f}",
            *[cell(each, low, high) for low, high in pairs],
        ]
        for each in results
    ]
    yield from _table(head, rows)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    for cells in (head, ["---"] * len(head), *rows):
        yield f"| {' | '.join(cells)} |"


def command_of(options: argparse.Namespace) -> str:
    """Return the command line that makes the same ladder again."""
    bots = ["--bots", options.bots] if options.bots else []
    words = [options.document, *bots, "--deals", str(options.deals), "--seed", options.seed]
    return f"python bench/ladder.py {shlex.join(words)}"


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("document")
    parser.add_argument("--bots", default="", help="default: all published bots")
    parser.add_argument("--deals", type=int, default=DEALS, help="for every table")
    parser.add_argument("--seed", default="ladder")
    parser.add_argument("--out", type=Path, help="a folder that keeps the results")
    options = parser.parse_args(words)
    document = Path(options.document)
    check_document(document)
    names = options.bots.split(",") if options.bots else list(BOTS)
    prepare_bots(names)
    ladder = prepare_ladder(names, options.deals, options.seed, options.out)
    total = ladder.seconds_left
    print(f"This will take about {duration(total)}.")
    with Progress("ladder", round(total)) as progress:
        for left in ladder.play():
            progress.update(round(total - left))
    write_ladder(document, ladder, command_of(options))


if __name__ == "__main__":
    main()
