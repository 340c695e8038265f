"""Advice in words, for the commands that give it."""

from argparse import Namespace
from collections.abc import Iterator, Sequence

from spielgeld.advice.told import Option
from spielgeld.cli.picking import find_entry
from spielgeld.engine import Setup, Step, Unreadable, quoted
from spielgeld.engine.records import Record, check_record
from spielgeld.texts import LANGUAGES, tell_reason


def read_match(arguments: Namespace) -> tuple[Record, list[Step]]:
    """The record that was asked for, once the language is one we speak."""
    if arguments.language not in LANGUAGES:
        raise Unreadable(
            "language",
            f"there is no language {quoted(arguments.language)}; there are {', '.join(LANGUAGES)}",
        )
    return check_record(find_entry(arguments.file, arguments.match))


def tell_choice(setup: Setup, names: Sequence[str], option: Option) -> str:
    """A bid or a turn in a few words."""
    if option.bid is not None:
        bid = setup.bid(option.bid)
        return f"bid {bid} ({bid.worth})" if bid.cards else "sit the round out"
    if option.turn == "keep":
        return "keep the own bid"
    if isinstance(option.turn, int):
        return f"take the bid of {names[option.turn]}"
    return f"take the {option.turn} row"


def tell_reasons(language: str, names: Sequence[str], option: Option) -> Iterator[str]:
    """The reasons, each a sentence in that language."""
    for reason in option.reasons:
        arguments = dict(reason.arguments)
        seat = arguments.get("seat")
        if isinstance(seat, int):
            arguments["name"] = names[seat]
        yield tell_reason(language, reason.code, arguments)


def percent(share: float) -> str:
    """A chance as people read it."""
    return f"{100 * share:.1f} %"
