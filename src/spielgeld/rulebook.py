"""The rules of an edition in words, with everything filled in."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from spielgeld.engine import EDITIONS, RULE_VALUES, Edition
from spielgeld.texts import fitting, load_rules, tell_currencies


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldParagraph:
    """One rule as an edition has it."""

    name: str
    """Of the rule; no two paragraphs of an edition share one."""
    rulings: tuple[str, ...]
    """Numbers of the rulings behind it."""
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldChapter:
    """A chapter of the rules as an edition has it."""

    title: str
    paragraphs: tuple[ToldParagraph, ...]


def facts(edition: Edition) -> dict[str, object]:
    """What paragraphs may depend on: the rules of the edition and for how many it is."""
    rules = {name: getattr(edition.rules, name) for name in RULE_VALUES}
    return {**rules, "most_players": edition.players[-1]}


@cache
def tell_rules(language: str, edition: Edition) -> tuple[ToldChapter, ...]:
    """All rules of the edition, in that language."""
    known = facts(edition)
    arguments = {
        "least": edition.players[0],
        "most": edition.players[-1],
        "deals": edition.rules.deals,
        "currencies": tell_currencies(language, [each.code for each in edition.currencies]),
    }
    return tuple(
        ToldChapter(
            title=chapter["title"],
            paragraphs=tuple(
                ToldParagraph(
                    name=paragraph["name"],
                    rulings=tuple(paragraph["rulings"]),
                    text=paragraph["text"].format(**arguments),
                )
                for paragraph in fitting(chapter, known)
            ),
        )
        for chapter in load_rules(language)
    )


def editions_that_differ(language: str, paragraph: ToldParagraph) -> Iterator[str]:
    """The keys of the editions that tell the rule of this paragraph in other words."""
    for edition in EDITIONS.values():
        if paragraph not in (
            told for chapter in tell_rules(language, edition) for told in chapter.paragraphs
        ):
            yield edition.key
