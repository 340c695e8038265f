"""`spielgeld rules`: the rules of an edition in words."""

import shutil
import textwrap
from argparse import Namespace

from spielgeld.cli.output import FINE, faint, heading, say, say_json
from spielgeld.engine import RULE_VALUES, Edition, find_edition
from spielgeld.texts import Chapter, Paragraph, fitting, load_rules

_LANGUAGE = "en"
_LEAST_COLUMNS, _MOST_COLUMNS = 40, 90


def run(arguments: Namespace) -> int:
    """Tell the rules, each paragraph with its rule name and rulings."""
    edition = find_edition(arguments.edition)
    chapters = load_rules(_LANGUAGE)
    if arguments.json:
        say_json({"edition": edition.key, "chapters": [_plain(edition, each) for each in chapters]})
        return FINE
    say(heading(f"{edition.title} ({edition.key}, {edition.language})"))
    for chapter in chapters:
        say()
        say(heading(chapter["title"]))
        for paragraph in _paragraphs(edition, chapter):
            _tell(edition, paragraph)
    return FINE


def facts(edition: Edition) -> dict[str, object]:
    """What paragraphs may depend on: the rules of the edition and for how many it is."""
    rules = {name: getattr(edition.rules, name) for name in RULE_VALUES}
    return {**rules, "most_players": edition.players[-1]}


def _paragraphs(edition: Edition, chapter: Chapter) -> list[Paragraph]:
    return list(fitting(chapter, facts(edition)))


def _tell(edition: Edition, paragraph: Paragraph) -> None:
    width = max(_LEAST_COLUMNS, min(_MOST_COLUMNS, shutil.get_terminal_size().columns))
    text = textwrap.fill(
        _text(edition, paragraph), width, initial_indent="  ", subsequent_indent="  "
    )
    say(text)
    say(faint("  [" + ", ".join([paragraph["name"], *paragraph["rulings"]]) + "]"))


def _text(edition: Edition, paragraph: Paragraph) -> str:
    names = [currency.name for currency in edition.currencies]
    return paragraph["text"].format(
        least=edition.players[0],
        most=edition.players[-1],
        deals=edition.rules.deals,
        currencies=f"{', '.join(names[:-1])} and {names[-1]}",
    )


def _plain(edition: Edition, chapter: Chapter) -> dict[str, object]:
    return {
        "title": chapter["title"],
        "paragraphs": [
            {
                "rule": paragraph["name"],
                "rulings": paragraph["rulings"],
                "text": _text(edition, paragraph),
            }
            for paragraph in _paragraphs(edition, chapter)
        ],
    }
