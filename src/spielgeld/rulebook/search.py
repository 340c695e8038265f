"""Full-text search in the rules, ignoring case and diacritics; it knows each box's own terms."""

import unicodedata
from collections.abc import Sequence

from spielgeld.rulebook import ChapterText, ParagraphText

_PLAIN = str.maketrans({"ł": "l", "ß": "ss", "œ": "oe", "æ": "ae", "ø": "o", "đ": "d", "’": "'"})
"""Letters that have no diacritic to take off, but that people type without."""
_SHORTEST_STEM, _ENDING = 4, 2


def fold(text: str) -> str:
    """The text as it is compared."""
    bare = unicodedata.normalize("NFD", text.lower())
    return "".join(each for each in bare if not unicodedata.combining(each)).translate(_PLAIN)


def look_up(chapters: Sequence[ChapterText], words: Sequence[str]) -> list[ChapterText]:
    """The paragraphs in which every word occurs; if none, those with every word in another form."""
    wanted = [fold(word) for word in words]
    for forms in (wanted, [_stem(word) for word in wanted]):
        found = [_only(chapter, forms) for chapter in chapters]
        if any(chapter.paragraphs for chapter in found):
            return [chapter for chapter in found if chapter.paragraphs]
    return []


def _only(chapter: ChapterText, words: Sequence[str]) -> ChapterText:
    fitting = tuple(
        each for each in chapter.paragraphs if all(word in _haystack(each) for word in words)
    )
    return ChapterText(title=chapter.title, paragraphs=fitting)


def _haystack(paragraph: ParagraphText) -> str:
    rulings = [f"{each.number} {each.question} {each.answer}" for each in paragraph.rulings]
    own = (paragraph.name, paragraph.heading, paragraph.text, paragraph.words)
    return fold("\n".join([*own, *rulings]))


def _stem(word: str) -> str:
    """The word without its ending, roughly: `monety` and `monetom` both begin with `mone`."""
    return word[: max(_SHORTEST_STEM, len(word) - _ENDING)]
