"""`spielgeld editions`: what differs between the editions."""

from argparse import Namespace
from collections.abc import Iterator

from spielgeld.cli.language import choose_language
from spielgeld.cli.output import answer, faint, heading, table
from spielgeld.engine import EDITIONS, RULE_VALUES, Edition, written
from spielgeld.texts import tell, tell_edition, tell_heading, tell_value


def run(arguments: Namespace) -> None:
    """Show what differs between the editions, rule by rule."""
    language = choose_language(arguments)
    answer(arguments, [_plain(edition) for edition in EDITIONS.values()], _lines(language))


def _lines(language: str) -> Iterator[str]:
    yield heading(tell(language, "editions.title"))
    yield tell(language, "editions.about")
    yield ""
    rows = [[f"[{key}]", each.title, tell_edition(language, key)] for key, each in EDITIONS.items()]
    yield from table(rows)
    for rule in ("players", *RULE_VALUES):
        yield ""
        yield f"{heading(tell_heading(language, rule))} {faint(f'[{rule}]')}"
        yield from [f"  {line}" for line in table([*_values(language, rule)])]


def _values(language: str, rule: str) -> Iterator[list[str]]:
    """Each value once, in words and as `--rule` takes it, with the editions that have it."""
    found: dict[str, list[str]] = {}
    for key, edition in EDITIONS.items():
        found.setdefault(_value(edition, rule), []).append(key)
    for value, keys in found.items():
        words = tell_value(language, rule, value)
        name = "" if words == value else f"[{value}]"
        yield [words, name, ", ".join(keys)]


def _value(edition: Edition, rule: str) -> str:
    if rule == "players":
        return f"{edition.players[0]}–{edition.players[-1]}"
    return written(getattr(edition.rules, rule))


def _plain(edition: Edition) -> dict[str, object]:
    return {
        "edition": edition.key,
        "language": edition.language,
        "title": edition.title,
        "players": list(edition.players),
        "currencies": {currency.code: currency.name for currency in edition.currencies},
        "rules": {name: getattr(edition.rules, name) for name in RULE_VALUES},
    }
