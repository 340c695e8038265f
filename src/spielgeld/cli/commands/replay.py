"""`spielgeld replay`: a recorded match in words."""

from argparse import Namespace
from dataclasses import fields, is_dataclass

from spielgeld.cli.language import choose_language
from spielgeld.cli.narration import Narrator, introduce, plain_names
from spielgeld.cli.output import heading, say, say_json
from spielgeld.cli.record_files import find_record, find_seat
from spielgeld.engine import (
    Bid,
    Card,
    Keep,
    TakeBid,
    TakeRow,
    event_for,
    turn_code,
)
from spielgeld.engine.records import Record, check_record
from spielgeld.texts import tell


def run(arguments: Namespace) -> None:
    """Tell the match, or only what one seat or a spectator knew of it at the time."""
    record, steps = check_record(find_record(arguments.file, arguments.match))
    seat = None if arguments.seat is None else find_seat(record, arguments.seat)
    sees_all = seat is None and not arguments.spectator
    if arguments.json:
        say_json({"event": "Agreed", **_agreed(record)})
        for event in [event for step in steps for event in step.events]:
            shown = event if sees_all else event_for(event, seat)
            say_json({"event": type(event).__name__, **_members(shown)})
        return
    language = choose_language(arguments)
    names = plain_names(record["players"], language)
    lines = [tell(language, "replay.no_deal")]
    if steps:
        lines = [*introduce(language, steps[0].match.setup, names)]
    for line in (*lines, *Narrator(names, language, seat, sees_all).tell(steps)):
        say(line if line.startswith(" ") else heading(line))
    if "winners" not in record:
        say()
        say(tell(language, "replay.under_way"))


def _agreed(record: Record) -> dict[str, object]:
    """What was agreed before the first deal, for programs."""
    removed = record["deals"][0]["removed"] if record["deals"] else None
    agreed = {key: record[key] for key in ("edition", "rules", "players")}
    return {**agreed, "removed": removed}


def _members(value: object) -> dict[str, object]:
    if not is_dataclass(value):
        raise TypeError(f"{value!r} has no named members")
    return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}


def _plain(value: object) -> object:
    """A value of an event as JSON: cards by name, bids and turns as in records."""
    match value:
        case Card():
            return value.code
        case Bid():
            return value.codes
        case TakeRow() | TakeBid() | Keep():
            return turn_code(value)
        case tuple():
            return [_plain(each) for each in value]
        case None | bool() | int() | str():
            return value
        case _:
            return _members(value)
