"""`spielgeld arena`: how strong bots are, measured against each other."""

import signal
import sys
from argparse import Namespace
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from pathlib import Path

from spielgeld.arena.entrants import read_entrants
from spielgeld.arena.intervals import Estimate
from spielgeld.arena.plan import Conditions, Field, Plan, all_tables, make_plan
from spielgeld.arena.ratings import WITHOUT_OPENSKILL
from spielgeld.arena.report import write_report
from spielgeld.arena.runner import Arena
from spielgeld.arena.standings import Standings, standings, verdicts
from spielgeld.cli.compilation import prepare_bots
from spielgeld.cli.game_options import read_house_rules, read_players, read_seed, tell_seed
from spielgeld.cli.output import FINE, REFUSED, Progress, complain, heading, say, table

_DEALS = 1000
"""For every table, unless somebody asks for another number."""


def run(arguments: Namespace) -> int:
    """Play an arena and print the result."""
    try:
        with _exit_at_sigterm():
            _measure(arguments)
    except BrokenProcessPool:
        complain("a process that played deals was killed; with --out the same command goes on")
        return REFUSED
    return FINE


@contextmanager
def _exit_at_sigterm() -> Iterator[None]:
    """Exit in good order at SIGTERM: programs that take part are ended with all they started."""

    def leave(number: int, _: object) -> None:
        sys.exit(128 + number)  # as a shell tells it

    before = signal.signal(signal.SIGTERM, leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _measure(arguments: Namespace) -> None:
    plan = _read_plan(arguments)
    prepare_bots(plan.names)
    if arguments.report:
        open(
            arguments.report, "ab"
        ).close()  # fail before the work, not after it, if it cannot be written
    arena = Arena(plan, _path(arguments.out))
    tell_seed(arguments.seed, plan.seed)
    _play(arena, arguments.out)
    result = standings(arena.tally)
    for line in _lines(result):
        say(line)
    if arguments.report:
        write_report(Path(arguments.report), result)


def _read_plan(arguments: Namespace) -> Plan:
    bots = read_entrants(
        _names(arguments), arguments.own_bots, arguments.programs, arguments.program_seconds
    )
    conditions = Conditions(
        arguments.edition,
        read_players(arguments.players),
        read_house_rules(arguments.house_rules),
    )
    tables = all_tables([bot.name for bot in bots], arguments.table)
    return make_plan(bots, tables, arguments.deals or _DEALS, read_seed(arguments.seed), conditions)


def _play(arena: Arena, out: str | None) -> None:
    with Progress("arena", arena.plan.task_count) as progress:
        progress.go_on_from(arena.done)
        try:
            for done in arena.play():
                progress.update(done)
        except KeyboardInterrupt:
            if out:
                complain(
                    f"interrupted after {arena.done:,} of {arena.plan.task_count:,} decks;"
                    " the same command goes on from there"
                )
            raise


def _names(arguments: Namespace) -> list[str]:
    return [name.strip() for name in arguments.bots.split(",")] if arguments.bots else []


def _path(name: str | None) -> Path | None:
    return None if name is None else Path(name)


def _lines(result: Standings) -> Iterator[str]:
    plan = result.plan
    yield (
        f"Edition {plan.edition}, {plan.players} players, {plan.decks:,} decks in"
        f" {plan.players} rotations: {plan.deals:,} deals at every table. Fair share"
        f" {result.fair:.3f}; intervals are 95 %."
    )
    if result.mixed:
        yield ""
        yield heading("Different bots at one table")
        yield from table([["", "share of the wins", "points in a deal"], *_mixed_rows(result)])
    yield ""
    yield heading("Ratings")
    yield from table(_rating_rows(result)) if result.ratings else [WITHOUT_OPENSKILL]
    if result.fields:
        yield ""
        yield heading(f"One of the row among {plan.players - 1} of the column: share of the wins")
        yield from table(_cross_rows(result, "share", 3))
        yield ""
        yield heading("The same: points in a deal")
        yield from table(_cross_rows(result, "score", 0))
        yield ""
        yield from verdicts(result)


def _mixed_rows(result: Standings) -> Iterator[list[str]]:
    for name, did in sorted(result.mixed.items(), key=lambda pair: -pair[1].share.mean):
        yield [name, did.share.as_text(3), did.score.as_text(0)]


def _rating_rows(result: Standings) -> list[list[str]]:
    rated = sorted((result.ratings or {}).items(), key=lambda pair: -pair[1].mu)
    return [[name, f"{each.mu:.1f} ± {2 * each.sigma:.1f}"] for name, each in rated]


def _cross_rows(result: Standings, what: str, digits: int) -> list[list[str]]:
    names = result.plan.names

    def cell(one: str, many: str) -> str:
        if one == many:
            return "–"
        number: Estimate = getattr(result.fields[Field(one, many)], what)
        return number.as_text(digits)

    return [["", *names], *[[one, *[cell(one, many) for many in names]] for one in names]]
