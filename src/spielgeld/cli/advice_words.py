"""Advice in words, for the commands that give it."""

from argparse import Namespace
from collections.abc import Iterator, Sequence

from spielgeld.advice.types import Option
from spielgeld.cli.record_files import find_record
from spielgeld.engine import Setup, Step
from spielgeld.engine.records import Record, check_record
from spielgeld.texts import tell, tell_percent, tell_reason


def read_match(arguments: Namespace) -> tuple[Record, list[Step]]:
    """The record that the arguments name, with the steps of its match."""
    return check_record(find_record(arguments.file, arguments.match))


def tell_choice(language: str, setup: Setup, names: Sequence[str], option: Option) -> str:
    """A bid or a turn in a few words."""
    if option.bid is not None:
        bid = setup.bid(option.bid)
        if not bid.cards:
            return tell(language, "choice.sit_out")
        return tell(language, "choice.bid", cards=str(bid), worth=bid.worth)
    if isinstance(option.turn, int):
        return tell(language, "choice.take_bid", name=names[option.turn])
    return tell(language, f"choice.{option.turn}")


def tell_reasons(language: str, names: Sequence[str], option: Option) -> Iterator[str]:
    """The reasons, each a sentence in that language."""
    for reason in option.reasons:
        arguments = dict(reason.arguments)
        seat = arguments.get("seat")
        if isinstance(seat, int):
            arguments["name"] = names[seat]
        yield tell_reason(language, reason.code, arguments)


def tell_chance(language: str, share: float, error: float) -> str:
    """A chance with its standard error: in two cases of three the true chance is within it."""
    return f"{tell_percent(language, share)} ± {tell_percent(language, error)}"
