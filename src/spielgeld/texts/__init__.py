"""The words people read, one folder per language.

`rules.json` holds the rules in chapters of paragraphs. A paragraph has the `name` of its rule, the
numbers of the `rulings` behind it, and is told `when` an edition has these rules. It also names the
currencies, and the word that joins the last of a list.

`refusals.json` holds a sentence for every code of a refusal, and for every finer reason (`why`);
`{name}` stands for the argument of that name.

`page` holds the words of the page, a file for each of its areas.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import NotRequired, TypedDict

LANGUAGES = ("de", "en", "fr", "it", "nl", "pl")
"""Every language there are texts in."""


class Paragraph(TypedDict):
    """One rule in words."""

    name: str
    rulings: list[str]
    when: NotRequired[dict[str, object]]
    text: str


class Chapter(TypedDict):
    """A chapter of the rules."""

    title: str
    paragraphs: list[Paragraph]


_RulesText = TypedDict(  # not as a class: `and` is a word of Python
    "_RulesText", {"and": str, "currencies": dict[str, str], "chapters": list[Chapter]}
)


def load_rules(language: str) -> list[Chapter]:
    """All chapters with every paragraph any edition needs."""
    return _rules_text(language)["chapters"]


def tell_currencies(language: str, codes: Sequence[str]) -> str:
    """The names of currencies as a list within a sentence: `yen, euro and pound`."""
    text = _rules_text(language)
    *first, last = [text["currencies"][code] for code in codes]
    return f"{', '.join(first)} {text['and']} {last}"


@cache
def _rules_text(language: str) -> _RulesText:
    text: _RulesText = json.loads(_file(language, "rules.json"))
    return text


@cache
def load_refusals(language: str) -> Mapping[str, str]:
    """The sentence for each code and each `why` of a refusal."""
    sentences: dict[str, str] = json.loads(_file(language, "refusals.json"))
    return sentences


class BotWords(TypedDict):
    """What people call a bot, and its character in a sentence."""

    name: str
    about: str


@cache
def load_bots(language: str) -> Mapping[str, BotWords]:
    """The words for each of our bots."""
    words: dict[str, BotWords] = json.loads(_file(language, "page/bots.json"))["each"]
    return words


def tell_refusal(language: str, code: str, arguments: Mapping[str, object]) -> str:
    """The refusal in words; a code that has none is told as it is."""
    sentences = load_refusals(language)
    why = arguments.get("why")
    key = why if isinstance(why, str) and why in sentences else code
    return _ARGUMENT.sub(lambda found: _word(arguments.get(found[1])), sentences.get(key, code))


@cache
def _page_words(language: str, area: str) -> Mapping[str, dict[str, str]]:
    words: dict[str, dict[str, str]] = json.loads(_file(language, f"page/{area}.json"))
    return words


def tell_reason(language: str, code: str, arguments: Mapping[str, object]) -> str:
    """Why a choice is advised, in words; a `currency` among the arguments is given by its code."""
    told = dict(arguments)
    if "currency" in told:
        kinds = _page_words(language, "cards")["kinds"]
        told["currency"] = kinds[str(told["currency"]).lower()]
    sentence = _page_words(language, "advice")["reasons"][code]
    words = _ARGUMENT.sub(lambda found: _word(told.get(found[1])), sentence)
    return words[0].upper() + words[1:]  # it may begin with a currency


_ARGUMENT = re.compile(r"\{(\w+)\}")


def _word(value: object) -> str:
    """An argument within a sentence; a dash where there is none."""
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "–"
    return "–" if value is None else str(value)


def _file(language: str, name: str) -> str:
    return files(__package__).joinpath(language, name).read_text(encoding="utf-8")


def fitting(chapter: Chapter, facts: Mapping[str, object]) -> Iterator[Paragraph]:
    """The paragraphs that hold where these are the facts."""
    for paragraph in chapter["paragraphs"]:
        when = paragraph.get("when", {})
        if all(facts[name] == value for name, value in when.items()):
            yield paragraph
