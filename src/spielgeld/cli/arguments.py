"""Every command with its options. What a command does is in `commands/`.

The help of commands for people is in `texts/`; that of commands for programs is here, in English.
"""

from argparse import ArgumentTypeError
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from spielgeld import __version__
from spielgeld.cli.parser import HelpAsWritten, Parser, whole_number
from spielgeld.cli.reader_language import FOR_PROGRAMS, PROGRAMS
from spielgeld.cli.server_arguments import add_serve
from spielgeld.texts import tell_help

_EXAMPLES = """\
  spielgeld serve --lan
  spielgeld rules nl
  spielgeld score USD30 USD30 USD30 E60 E40 E30
  spielgeld order --bid "Ann: Y20a P40" --bid "Bo: E60"
  spielgeld simulate 1 --out match.jsonl && spielgeld replay match.jsonl
"""
_DEFAULT_EDITION = "it"

Add = Callable[[str], Parser]


def build_parser(language: str = FOR_PROGRAMS) -> Parser:
    """The parser of the whole command line."""
    words = partial(tell_help, language)
    greeting = [words("layout.greeting"), words("layout.alone"), words("layout.try")]
    parser = Parser(
        language=language,
        style=HelpAsWritten,
        prog="spielgeld",
        description="\n\n".join(greeting) + "\n" + _EXAMPLES,
    )
    parser.add_argument(
        "--version",
        action="version",
        version=f"spielgeld {__version__}",
        help=words("options.version"),
    )
    commands = parser.add_subparsers(
        dest="command", metavar=words("names.command"), title=words("layout.commands")
    )

    def add(name: str) -> Parser:
        own = FOR_PROGRAMS if name in PROGRAMS else language
        command: Parser = commands.add_parser(
            name,
            language=own,
            help=words(f"commands.{name}"),
            description=tell_help(own, f"commands.{name}"),
        )
        return command

    add_serve(add)
    _add_doctor(add)
    _add_site(add)
    _add_bots(add)
    _add_questions(add)
    _add_simulate(add)
    _add_arena(add)
    _add_records(add)
    _add_advice(add)
    parser.commands = [*commands.choices]
    return parser


def _add_doctor(add: Add) -> None:
    doctor = add("doctor")
    for flag, about in {
        "--database": "the PostgreSQL database; default: SPIELGELD_DATABASE",
        "--database-direct-url": "the way past a pooler; default: SPIELGELD_DATABASE_DIRECT_URL",
        "--public-url": "where the proxy answers; default: SPIELGELD_PUBLIC_URL",
    }.items():
        doctor.add_argument(flag, metavar="URL", help=about)
    doctor.add_argument(
        "--seconds", type=float, default=65.0, metavar="N", help="of silence on a socket"
    )


def _add_site(add: Add) -> None:
    site = add("export-site")
    site.add_argument("folder", type=Path, metavar="DIR", help="where the files go")
    site.add_argument(
        "--base", default="/", metavar="PATH", help="the folder on the host, such as /money/"
    )


def _add_bots(add: Add) -> None:
    bot = add("bot")
    bot.add_argument("url", metavar="URL", help="the table's link; a private link takes that seat")
    bot.add_argument("--name", default="greedy", help="which bot; default: greedy")

    bots = add("bots")
    _language(bots)
    _json(bots)


def _add_questions(add: Add) -> None:
    editions = add("editions")
    _language(editions)
    _json(editions)

    rules = add("rules")
    rules.add_argument("what", nargs="*", **_words(rules, "what"))
    _language(rules)
    _json(rules)

    score = add("score")
    _edition_of_the_language(score)
    score.add_argument("cards", nargs="+", **_words(score, "card"))
    _json(score)

    order = add("order")
    _edition_of_the_language(order)
    keywords = _words(order, "bid", example='"Ann: Y20a P40 *"')
    order.add_argument("--bid", dest="bids", action="append", required=True, **keywords)
    _json(order)


def _add_simulate(add: Add) -> None:
    simulate = add("simulate")
    simulate.add_argument(
        "matches", type=whole_number(FOR_PROGRAMS, least=0), metavar="N", help="how many matches"
    )
    simulate.add_argument("--edition", default=_DEFAULT_EDITION, help="default: it; any: drawn")
    simulate.add_argument("--players", default="5", help="default: 5; any: drawn")
    simulate.add_argument("--rules", choices=["any"], help="draw every rule for every match")
    _rule(simulate)
    simulate.add_argument(
        "--bots",
        default="greedy",
        metavar="A,B",
        help="repeated round the table; default: greedy",
    )
    simulate.add_argument("--seed", help="the same seed gives the same matches")
    simulate.add_argument("--out", metavar="FILE", help="default: standard output")


def _add_arena(add: Add) -> None:
    arena = add("arena")
    arena.add_argument("--bots", default="", metavar="A,B", help="published bots")
    arena.add_argument(
        "--bot",
        dest="own_bots",
        action="append",
        default=[],
        metavar="FILE:CLASS",
        help="a bot of your own; may be given several times",
    )
    arena.add_argument(
        "--program",
        dest="programs",
        action="append",
        default=[],
        metavar="COMMAND",
        help="an outside program that speaks JSON lines (docs/programs.md); several times",
    )
    arena.add_argument(
        "--program-seconds",
        type=_seconds,
        default=10.0,
        metavar="S",
        help="how long an answer of a program may take; default: 10",
    )
    _edition_and_rules(arena)
    arena.add_argument("--players", default="5", help="default: 5")
    arena.add_argument(
        "--deals",
        type=whole_number(FOR_PROGRAMS, least=1),
        metavar="N",
        help="for every table; default: 1000",
    )
    arena.add_argument("--seed", help="the same seed gives the same deals")
    arena.add_argument(
        "--table",
        choices=["field", "mixed", "both"],
        default="both",
        help="one against the field, all different, or both; default: both",
    )
    arena.add_argument("--out", metavar="FILE", help="keep results as JSON lines; go on from them")
    arena.add_argument("--report", metavar="FILE", help="write a page with pictures")


def _add_records(add: Add) -> None:
    check = add("check")
    check.add_argument("files", nargs="+", **_words(check, "file"))
    _json(check)

    dataset = add("dataset")
    dataset.add_argument("file", metavar="FILE", help="records, or a data set named *.parquet")
    dataset.add_argument(
        "--out", required=True, metavar="FILE", help="the data set, a data card beside it; records"
    )
    dataset.add_argument(
        "--made-by", metavar="COMMAND", help="what made the records, for the data card"
    )

    replay = add("replay")
    replay.add_argument("file", **_words(replay, "file"))
    _match(replay)
    knowledge = replay.options.add_mutually_exclusive_group()
    knowledge.add_argument("--seat", **_words(replay, "seat_only", "S"))
    knowledge.add_argument("--spectator", action="store_true", help=_about(replay, "spectator"))
    _language(replay)
    _json(replay)


def _add_advice(add: Add) -> None:
    hint = add("hint")
    hint.add_argument("file", **_words(hint, "file"))
    _match(hint)
    position = whole_number(hint.language, least=1)
    hint.add_argument("--deal", type=position, **_words(hint, "deal", "D"))
    hint.add_argument("--round", type=position, **_words(hint, "round", "R"))
    hint.add_argument("--turn", action="store_true", help=_about(hint, "turn"))
    hint.add_argument("--seat", **_words(hint, "seat_to_act", "S"))
    _language(hint)
    _json(hint)

    review = add("review")
    review.add_argument("file", **_words(review, "file"))
    _match(review)
    review.add_argument("--seat", required=True, **_words(review, "seat", "S"))
    _language(review)
    _json(review)


def _match(command: Parser) -> None:
    position = whole_number(command.language, least=1)
    command.add_argument("--match", type=position, default=1, **_words(command, "match", "K"))


def _edition_and_rules(command: Parser) -> None:
    command.add_argument("--edition", default=_DEFAULT_EDITION, metavar="E", help="default: it")
    _rule(command)


def _edition_of_the_language(command: Parser) -> None:
    command.add_argument("--edition", **_words(command, "edition", "E"))
    _rule(command)
    _language(command)


def _rule(command: Parser) -> None:
    command.add_argument(
        "--rule", dest="house_rules", action="append", default=[], **_words(command, "rule")
    )


def _language(command: Parser) -> None:
    command.add_argument("--language", **_words(command, "language", "L"))


def _json(command: Parser) -> None:
    command.add_argument("--json", action="store_true", help=_about(command, "json"))


def _words(command: Parser, name: str, letter: str = "", **arguments: str) -> dict[str, Any]:
    """The metavar and the help text of an option, as keyword arguments of `add_argument`."""
    stands = letter or tell_help(command.language, f"names.{name}")
    return {"metavar": stands, "help": _about(command, name, **arguments)}


def _about(command: Parser, name: str, **arguments: str) -> str:
    return tell_help(command.language, f"options.{name}", **arguments)


def _seconds(text: str) -> float:
    most = 3600
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0.01 <= seconds <= most:
        raise ArgumentTypeError(f"{text[:40]!r} is not a number of seconds from 0.01 to {most:,}")
    return seconds
