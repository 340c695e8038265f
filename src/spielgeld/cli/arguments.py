"""Every command with its options. What a command does is in `commands/`."""

import sys
from argparse import ArgumentParser, ArgumentTypeError, RawDescriptionHelpFormatter
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

from spielgeld import __version__
from spielgeld.cli.output import harmless
from spielgeld.cli.server_arguments import add_serve

_GREETING = """\
Spielgeld: the card game Money!, exact to the rules of five editions.

Without a command it serves tables on this machine and opens the browser.

try:
  spielgeld serve --lan
  spielgeld rules nl
  spielgeld score USD30 USD30 USD30 E60 E40 E30
  spielgeld order --bid "Ann: Y20a P40" --bid "Bo: E60"
  spielgeld simulate 1 --out match.jsonl && spielgeld replay match.jsonl
"""
_DEFAULT_EDITION = "it"

Add = Callable[[str, str], ArgumentParser]


class _Parser(ArgumentParser):
    """Quotes what it refuses without letting it act on the terminal; says what it cannot print."""

    def error(self, message: str) -> NoReturn:
        super().error(harmless(message))

    def _print_message(self, message: str, file: Any = None) -> None:
        # argparse's own keeps quiet about an output that cannot be written.
        (file or sys.stderr).write(message)


def build_parser() -> ArgumentParser:
    """The parser of the whole command line."""
    parser = _Parser(
        prog="spielgeld", description=_GREETING, formatter_class=RawDescriptionHelpFormatter
    )
    parser.add_argument("--version", action="version", version=f"spielgeld {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")

    def add(name: str, summary: str) -> ArgumentParser:
        command: ArgumentParser = commands.add_parser(name, help=summary, description=summary)
        return command

    add_serve(add)
    _add_bots(add)
    _add_questions(add)
    _add_simulate(add)
    _add_arena(add)
    _add_train(add)
    _add_records(add)
    _add_advice(add)
    return parser


def _add_bots(add: Add) -> None:
    bot = add("bot", "Sit a bot down at a table of any server.")
    bot.add_argument("url", metavar="URL", help="the table's link; a private link takes that seat")
    bot.add_argument("--name", default="greedy", help="which bot; default: greedy")

    bots = add("bots", "List the bots that can take a seat.")
    _language(bots)
    _json(bots)


def _add_questions(add: Add) -> None:
    editions = add("editions", "Show what differs between the editions.")
    _language(editions)
    _json(editions)

    rules = add("rules", "Tell the rules of an edition, look words up in them, or tell a ruling.")
    rules.add_argument(
        "what",
        nargs="*",
        metavar="EDITION [WORD ...]",
        help="an edition and words to look up; or a ruling such as R13",
    )
    _language(rules)
    _json(rules)

    score = add("score", "Count a hand.")
    _edition_of_the_language(score)
    score.add_argument("cards", nargs="+", metavar="CARD", help="such as Y20a; or Y20, any of them")
    _json(score)

    order = add("order", "Say who acts first, and why.")
    _edition_of_the_language(order)
    order.add_argument(
        "--bid",
        dest="bids",
        action="append",
        required=True,
        metavar="BID",
        help='such as "Ann: Y20a P40 *"; once for every player; * is the bluff card, #17 a number'
        " printed on a real card",
    )
    _json(order)


def _add_simulate(add: Add) -> None:
    simulate = add("simulate", "Play matches among bots and write their records as JSON lines.")
    simulate.add_argument("matches", type=_count, metavar="N", help="how many matches")
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
    arena = add("arena", "Measure bots against each other on rotated deals.")
    arena.add_argument("--bots", default="", metavar="A,B", help="published bots")
    arena.add_argument(
        "--bot",
        dest="own_bots",
        action="append",
        default=[],
        metavar="FILE:CLASS",
        help="a bot of your own; may be given several times",
    )
    _edition_and_rules(arena)
    arena.add_argument("--players", default="5", help="default: 5")
    arena.add_argument(
        "--deals", type=_position, metavar="N", help="for every table; default: 1000"
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
    arena.add_argument(
        "--ladder",
        metavar="FILE",
        help="measure all published bots and write the tables into this document;"
        " --out is a folder then",
    )


def _add_train(add: Add) -> None:
    train = add("train", "Train the network of the champion in a league (extra `train`).")
    train.add_argument("--folder", type=Path, required=True, help="where the run is kept")
    train.add_argument("--config", type=Path, help="TOML file; without it the usual numbers")
    train.add_argument(
        "--seconds", type=float, default=540.0, help="how long to go on now; default: 540"
    )
    train.add_argument(
        "--measure", type=int, default=0, metavar="N", help="then play N tables each way"
    )
    train.add_argument("--weights", type=Path, help="then write the champion's weights there")


def _add_records(add: Add) -> None:
    check = add("check", "Replay and verify records: JSON documents or JSON lines.")
    check.add_argument("files", nargs="+", metavar="FILE", help="- for standard input")
    _json(check)

    replay = add("replay", "Tell a recorded match in words.")
    replay.add_argument("file", metavar="FILE", help="- for standard input")
    _match(replay)
    knowledge = replay.add_mutually_exclusive_group()
    knowledge.add_argument(
        "--seat", metavar="S", help="only what this seat knew: its number, from 0, or its name"
    )
    knowledge.add_argument("--spectator", action="store_true", help="only what everybody could see")
    _language(replay)
    _json(replay)


def _add_advice(add: Add) -> None:
    hint = add("hint", "Advise a seat at a moment of a recorded match, from what it knew.")
    hint.add_argument("file", metavar="RECORD", help="- for standard input")
    _match(hint)
    hint.add_argument("--deal", type=_position, metavar="D", help="default: the last")
    hint.add_argument("--round", type=_position, metavar="R", help="default: the last")
    hint.add_argument("--turn", action="store_true", help="at the seat's turn, not at its bid")
    hint.add_argument(
        "--seat", metavar="S", help="its number, from 0, or its name; default: who is to act"
    )
    _language(hint)
    _json(hint)

    review = add("review", "Look at a finished match again: what each decision gave up, and why.")
    review.add_argument("file", metavar="RECORD", help="- for standard input")
    _match(review)
    review.add_argument(
        "--seat", required=True, metavar="S", help="its number, from 0, or its name"
    )
    _language(review)
    _json(review)


def _match(command: ArgumentParser) -> None:
    command.add_argument(
        "--match", type=_position, default=1, metavar="K", help="the K-th of the file; default: 1"
    )


def _edition_and_rules(command: ArgumentParser) -> None:
    command.add_argument("--edition", default=_DEFAULT_EDITION, metavar="E", help="default: it")
    _rule(command)


def _edition_of_the_language(command: ArgumentParser) -> None:
    command.add_argument("--edition", metavar="E", help="default: the usual one of the language")
    _rule(command)
    _language(command)


def _rule(command: ArgumentParser) -> None:
    command.add_argument(
        "--rule",
        dest="house_rules",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a house rule; may be given several times",
    )


def _language(command: ArgumentParser) -> None:
    command.add_argument(
        "--language", metavar="L", help="de, en, fr, it, nl or pl; default: that of the locale"
    )


def _json(command: ArgumentParser) -> None:
    command.add_argument("--json", action="store_true", help="answer for programs")


def _count(text: str) -> int:
    return _whole_number(text, least=0)


def _position(text: str) -> int:
    return _whole_number(text, least=1)


def _whole_number(text: str, least: int) -> int:
    most = 10**12
    if not (text.isascii() and text.isdigit() and len(text) <= 13 and least <= int(text) <= most):
        raise ArgumentTypeError(f"{text[:40]!r} is not a whole number from {least} to {most:,}")
    return int(text)
