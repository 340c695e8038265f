"""`spielgeld rules`: the rules of an edition in words, a word looked up in them, or a ruling."""

import re
import shutil
import textwrap
from argparse import Namespace
from collections.abc import Iterator, Sequence

from spielgeld.cli.language import choose_edition, choose_language
from spielgeld.cli.output import answer, faint, heading
from spielgeld.engine import EDITIONS, Edition, find_edition
from spielgeld.rulebook import (
    ChapterText,
    ParagraphText,
    RulingText,
    rulings_of,
    tell_rules,
    tell_ruling,
)
from spielgeld.rulebook.contents import OURS
from spielgeld.rulebook.search import look_up
from spielgeld.texts import tell, tell_edition

_LEAST_COLUMNS, _MOST_COLUMNS = 40, 90
_SHORTEST_WORD = 3
"""A shorter word is taken for a mistyped edition, not for something to look up."""


def run(arguments: Namespace) -> None:
    """Tell the rules, or those paragraphs in which the words occur, or one ruling."""
    language = choose_language(arguments)
    number = arguments.what[0].upper() if len(arguments.what) == 1 else ""
    if number in OURS:
        ruling = tell_ruling(language, number)
        plain = {**_plain_ruling(ruling), "editions": list(OURS[number])}
        answer(arguments, plain, _ruling_lines(language, ruling))
        return
    edition, words = _read(arguments)
    chapters: Sequence[ChapterText] = tell_rules(language, edition)
    if words:
        chapters = look_up(chapters, words)
        if not chapters and arguments.edition is None:
            # Neither an edition nor a word of the rules: this raises the refusal.
            find_edition(arguments.what[0])
    plain = _plain_rules(language, edition, chapters)
    answer(arguments, plain, _lines(language, edition, chapters, words))


def _read(arguments: Namespace) -> tuple[Edition, list[str]]:
    """The edition, by default that of the language, and the words to look up."""
    first, *rest = arguments.what or [None]
    arguments.edition = None
    if first is not None and (first.lower() in EDITIONS or len(first) < _SHORTEST_WORD):
        arguments.edition = first
    elif first is not None:
        rest = arguments.what
    return find_edition(choose_edition(arguments)), rest


def _lines(
    language: str, edition: Edition, chapters: Sequence[ChapterText], words: Sequence[str]
) -> Iterator[str]:
    yield heading(f"{edition.title} – {tell_edition(language, edition.key)} [{edition.key}]")
    for chapter in chapters:
        yield ""
        yield heading(chapter.title)
        for paragraph in chapter.paragraphs:
            yield from _paragraph_lines(language, paragraph)
    if words:
        if not chapters:
            yield tell(language, "rules.nothing", words=" ".join(words))
        return
    yield ""
    yield heading(tell(language, "rules.rulings"))
    yield from _wrapped(tell(language, "rules.rulings_about"), "  ")
    for ruling in rulings_of(language, edition):
        yield from _wrapped(f"{ruling.number}  {_asked(ruling)}", "  ", "       ")


def _paragraph_lines(language: str, paragraph: ParagraphText) -> Iterator[str]:
    yield f"  {paragraph.heading} {faint(f'[{paragraph.name}]')}"
    yield from _wrapped(paragraph.text, "    ")
    for ruling in paragraph.rulings:
        sentence = tell(language, "rules.ours", number=ruling.number, ruling=_asked(ruling))
        yield from _wrapped(sentence, "    ", "      ")


def _asked(ruling: RulingText) -> str:
    return f"{ruling.question} {ruling.answer}"


def _wrapped(text: str, first: str, further: str | None = None) -> list[str]:
    width = max(_LEAST_COLUMNS, min(_MOST_COLUMNS, shutil.get_terminal_size().columns))
    breakable = re.sub("\u202f", "\xa0", text)  # spaces that terminals show as wide as any other
    return textwrap.wrap(
        breakable,
        width,
        initial_indent=first,
        subsequent_indent=first if further is None else further,
        break_on_hyphens=False,
    )


def _ruling_lines(language: str, ruling: RulingText) -> Iterator[str]:
    yield heading(f"{ruling.number}  {ruling.question}")
    yield from _wrapped(ruling.answer, "    ")
    names = [f"{tell_edition(language, key)} [{key}]" for key in OURS[ruling.number]]
    where = "rules.ours_in" if names else "rules.ours_nowhere"
    yield from map(faint, _wrapped(tell(language, where, editions=", ".join(names)), "    "))


def _plain_rules(
    language: str, edition: Edition, chapters: Sequence[ChapterText]
) -> dict[str, object]:
    return {
        "edition": edition.key,
        "language": language,
        "chapters": [_plain(each) for each in chapters],
        "rulings": [_plain_ruling(each) for each in rulings_of(language, edition)],
    }


def _plain(chapter: ChapterText) -> dict[str, object]:
    return {
        "title": chapter.title,
        "paragraphs": [
            {
                "rule": each.name,
                "rulings": [ruling.number for ruling in each.rulings],
                "text": each.text,
            }
            for each in chapter.paragraphs
        ],
    }


def _plain_ruling(ruling: RulingText) -> dict[str, object]:
    return {"number": ruling.number, "question": ruling.question, "answer": ruling.answer}
