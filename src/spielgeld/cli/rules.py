"""`spielgeld rules`: the rules of an edition in words."""

import shutil
import textwrap
from argparse import Namespace

from spielgeld.cli.output import FINE, faint, heading, say, say_json
from spielgeld.engine import find_edition
from spielgeld.rulebook import ToldChapter, ToldParagraph, tell_rules

_LANGUAGE = "en"
_LEAST_COLUMNS, _MOST_COLUMNS = 40, 90


def run(arguments: Namespace) -> int:
    """Tell the rules, each paragraph with its rule name and rulings."""
    edition = find_edition(arguments.edition)
    chapters = tell_rules(_LANGUAGE, edition)
    if arguments.json:
        say_json({"edition": edition.key, "chapters": [_plain(each) for each in chapters]})
        return FINE
    say(heading(f"{edition.title} ({edition.key}, {edition.language})"))
    for chapter in chapters:
        say()
        say(heading(chapter.title))
        for paragraph in chapter.paragraphs:
            _tell(paragraph)
    return FINE


def _tell(paragraph: ToldParagraph) -> None:
    width = max(_LEAST_COLUMNS, min(_MOST_COLUMNS, shutil.get_terminal_size().columns))
    text = textwrap.fill(paragraph.text, width, initial_indent="  ", subsequent_indent="  ")
    say(text)
    say(faint("  [" + ", ".join([paragraph.name, *paragraph.rulings]) + "]"))


def _plain(chapter: ToldChapter) -> dict[str, object]:
    return {
        "title": chapter.title,
        "paragraphs": [
            {"rule": each.name, "rulings": list(each.rulings), "text": each.text}
            for each in chapter.paragraphs
        ],
    }
