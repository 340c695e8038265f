"""The rules of an edition in words: what its rulebook says, and what we had to decide."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from spielgeld.engine import EDITIONS, Edition
from spielgeld.rulebook.contents import BOX_TERMS, CHAPTERS, OURS
from spielgeld.rulebook.examples import tell_examples
from spielgeld.texts import load_rules, tell_heading, tell_list


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingText:
    """A question that a rulebook leaves open, and our answer."""

    number: str
    question: str
    answer: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ParagraphText:
    """One rule as an edition has it."""

    name: str
    """Of the rule; no two paragraphs of an edition share one."""
    heading: str
    text: str
    """What the rulebook says, in our words."""
    rulings: tuple[RulingText, ...]
    """What we decided where it says nothing."""
    words: str
    """Other words for the same, which a search finds: synonyms, and what the boxes call it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChapterText:
    """A chapter of the rules as an edition has it."""

    title: str
    paragraphs: tuple[ParagraphText, ...]


@cache
def tell_rules(language: str, edition: Edition) -> tuple[ChapterText, ...]:
    """All rules of the edition, in that language."""
    titles = load_rules(language)["chapters"]
    return tuple(
        ChapterText(
            title=titles[chapter],
            paragraphs=tuple(_paragraph(language, edition, chapter, name) for name in rules),
        )
        for chapter, rules in CHAPTERS.items()
    )


def _paragraph(language: str, edition: Edition, chapter: str, name: str) -> ParagraphText:
    text = load_rules(language)
    synonyms = text["words"].get(name, "")
    return ParagraphText(
        name=name,
        heading=tell_heading(language, name),
        text=_paragraph_texts(language, edition)[name],
        rulings=tuple(
            tell_ruling(language, number, edition)
            for number in CHAPTERS[chapter][name]
            if edition.key in OURS[number]
        ),
        words=f"{synonyms} {BOX_TERMS.get(name, '')}".strip(),
    )


@cache
def _paragraph_texts(language: str, edition: Edition) -> dict[str, str]:
    """Every paragraph of the edition by the name of its rule."""
    paragraphs = load_rules(language)["paragraphs"]
    texts = {name: _fill(language, edition, by_edition) for name, by_edition in paragraphs.items()}
    return {**texts, **tell_examples(language, edition)}


def _fill(language: str, edition: Edition, by_edition: dict[str, str]) -> str:
    names = load_rules(language)["currencies"]
    return pick(by_edition, edition.key).format(
        least=edition.players[0],
        most=edition.players[-1],
        deals=edition.rules.deals,
        currencies=tell_list(language, [names[each.code] for each in edition.currencies]),
    )


def pick(by_edition: dict[str, str], edition: str) -> str:
    """What holds for that edition: a key names the editions that share a text, or is `all`."""
    return next(text for key, text in by_edition.items() if key == "all" or edition in key.split())


def tell_ruling(language: str, number: str, edition: Edition | None = None) -> RulingText:
    """A ruling in words; without an edition, all that is decided anywhere."""
    ruling = load_rules(language)["rulings"][number]
    keys = [edition.key] if edition else OURS[number] or EDITIONS
    answers = dict.fromkeys(_fill(language, EDITIONS[key], ruling["answers"]) for key in keys)
    return RulingText(number=number, question=ruling["question"], answer=" ".join(answers))


def rulings_of(language: str, edition: Edition) -> list[RulingText]:
    """Every ruling that this edition needs, by number."""
    return [
        tell_ruling(language, number, edition) for number in OURS if edition.key in OURS[number]
    ]


def editions_that_differ(language: str, paragraph: ParagraphText) -> Iterator[str]:
    """The keys of the editions that tell the rule of this paragraph in other words."""
    if paragraph.name in CHAPTERS["example"]:
        return  # each edition has an example of its own, which tells of no difference
    for edition in EDITIONS.values():
        if paragraph not in (
            each for chapter in tell_rules(language, edition) for each in chapter.paragraphs
        ):
            yield edition.key
