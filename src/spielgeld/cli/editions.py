"""`spielgeld editions`: the table of differences."""

from argparse import Namespace

from spielgeld.cli.output import FINE, heading, say, say_json, table
from spielgeld.engine import EDITIONS, RULE_VALUES, Edition, written


def run(arguments: Namespace) -> int:
    """Show what differs between the editions."""
    if arguments.json:
        say_json([_plain(edition) for edition in EDITIONS.values()])
        return FINE
    header, *lines = table(_rows())
    say(heading(header))
    for line in lines:
        say(line)
    return FINE


def _rows() -> list[list[str]]:
    editions = EDITIONS.values()
    rows = [
        ["rule", *EDITIONS],
        ["language", *[edition.language for edition in editions]],
        ["title", *[edition.title for edition in editions]],
        ["players", *[f"{each.players[0]}–{each.players[-1]}" for each in editions]],
        ["notes", *[_notes(edition) for edition in editions]],
    ]
    rules = [
        [name, *[written(getattr(edition.rules, name)) for edition in editions]]
        for name in RULE_VALUES
    ]
    return rows + rules


def _notes(edition: Edition) -> str:
    """The first and the last currency stand for all seven."""
    first, *_, last = [currency.code for currency in edition.currencies]
    return f"{first}–{last}"


def _plain(edition: Edition) -> dict[str, object]:
    return {
        "edition": edition.key,
        "language": edition.language,
        "title": edition.title,
        "players": list(edition.players),
        "currencies": {currency.code: currency.name for currency in edition.currencies},
        "rules": {name: getattr(edition.rules, name) for name in RULE_VALUES},
    }
