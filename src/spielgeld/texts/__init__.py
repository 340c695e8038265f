"""The words people read, one folder per language.

`rules.json` holds the rules: what the rulebooks say (`paragraphs`, by rule and by the editions that
share a text), our `rulings`, worked `examples`, and other `words` that a search finds. It also
names the currencies, and the word that joins the last of a list. `editions.json` has the edition
that people of each language most likely have at home.

`refusals.json` holds a sentence for every code of a refusal, and for every finer reason (`why`);
`{name}` stands for the argument of that name.

`commands.json` holds what the commands tell people. A text may have several forms, for `count`.

`help.json` holds what `--help` tells people: of the commands, of their options, of the settings.

`page` holds the words of the page, a file for each of its areas.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, TypedDict

LANGUAGES = ("de", "en", "fr", "it", "nl", "pl")
"""Every language there are texts in."""


class Ruling(TypedDict):
    """A question the rulebooks leave open, and our answer, by the editions that share it."""

    question: str
    answers: dict[str, str]


RulesText = TypedDict(  # not as a class: `and` is a word of Python
    "RulesText",
    {
        "and": str,
        "currencies": dict[str, str],
        "chapters": dict[str, str],
        "paragraphs": dict[str, dict[str, str]],
        "rulings": dict[str, Ruling],
        "examples": dict[str, str],
        "words": dict[str, str],
    },
)


def load_rules(language: str) -> RulesText:
    """The rules in words, with every text any edition needs."""
    text: RulesText = _load(language, "rules.json")
    return text


def tell_list(language: str, names: Sequence[str]) -> str:
    """Names as a list within a sentence: `yen, euro and pound`."""
    *first, last = names
    return f"{', '.join(first)} {load_rules(language)['and']} {last}" if first else last


def example_sentences(language: str) -> Mapping[str, str]:
    """The sentences of the worked examples."""
    return load_rules(language)["examples"]


def tell_heading(language: str, rule: str) -> str:
    """What a rule is called."""
    return _page_words(language, "rules")["heading"][rule.replace(" ", "_")]


def tell_kind(language: str, kind: str) -> str:
    """A currency, or the coins of a metal."""
    return _page_words(language, "cards")["kinds"][kind.lower()]


def tell_amount(language: str, kind: str, value: int) -> str:
    """A note or a coin: `20 yen`."""
    return _page_words(language, "cards")["amounts"][kind.lower()].format(value=value)


def tell_edition(language: str, key: str) -> str:
    """What an edition is called."""
    return _page_words(language, "rules")["editions"][key.replace("-", "_")]


def tell(language: str, key: str, /, **arguments: object) -> str:
    """What a command says; `count` among the arguments decides between singular and plural."""
    return _filled_in(language, "commands.json", key, arguments)


def tell_help(language: str, key: str, /, **arguments: object) -> str:
    """What `--help` says."""
    return _filled_in(language, "help.json", key, arguments)


def _filled_in(language: str, file: str, key: str, arguments: Mapping[str, object]) -> str:
    section, _, name = key.partition(".")
    found: str | dict[str, str] = _load(language, file)[section][name]
    if isinstance(found, dict):
        found = found[plural_form(language, int(str(arguments["count"])))]
    return _ARGUMENT.sub(lambda place: _word(arguments.get(place[1])), found)


_BETWEEN_THOUSANDS = {"en": ",", "fr": "\u202f", "pl": "\xa0"}


def tell_whole(language: str, value: int) -> str:
    """A large whole number with its digits by threes."""
    return f"{value:,}".replace(",", _BETWEEN_THOUSANDS.get(language, "."))


def tell_number(language: str, value: float, digits: int) -> str:
    """A number with that many decimals, as the language writes it."""
    written = f"{value:.{digits}f}"
    return written if language == "en" else written.replace(".", ",")


_BEFORE_PERCENT = {"de": "\xa0", "fr": "\xa0"}


def tell_percent(language: str, share: float, digits: int = 1) -> str:
    """A chance as people read it."""
    return f"{tell_number(language, 100 * share, digits)}{_BEFORE_PERCENT.get(language, '')}%"


def tell_value(language: str, rule: str, value: str) -> str:
    """What a rule of the editions can be, in words; a number stays as it is."""
    rules: Mapping[str, object] = _page_words(language, "rules")["value"]
    named = rules.get(rule)
    return str(named.get(value, value)) if isinstance(named, dict) else value


def plural_form(language: str, count: int) -> str:
    """The name of the form that goes with that number."""
    return _PLURAL_FORMS.get(language, _usual_form)(count)


def _usual_form(count: int) -> str:
    return "one" if count == 1 else "other"


def _french_form(count: int) -> str:
    return "one" if count in {0, 1} else "other"


def _polish_form(count: int) -> str:
    if count == 1:
        return "one"
    few = count % 10 in {2, 3, 4} and count % 100 not in {12, 13, 14}
    return "few" if few else "many"


_PLURAL_FORMS: Mapping[str, Callable[[int], str]] = {"fr": _french_form, "pl": _polish_form}


def load_refusals(language: str) -> Mapping[str, str]:
    """The sentence for each code and each `why` of a refusal."""
    sentences: dict[str, str] = _load(language, "refusals.json")
    return sentences


class BotWords(TypedDict):
    """What people call a bot, and its character in a sentence."""

    name: str
    about: str


def load_bots(language: str) -> Mapping[str, BotWords]:
    """The words for each of our bots."""
    words: dict[str, BotWords] = _load(language, "page/bots.json")["each"]
    return words


def tell_refusal(language: str, code: str, arguments: Mapping[str, object]) -> str:
    """The refusal in words; a code that has none is told as it is."""
    sentences = load_refusals(language)
    why = arguments.get("why")
    key = why if isinstance(why, str) and why in sentences else code
    return _ARGUMENT.sub(lambda found: _word(arguments.get(found[1])), sentences.get(key, code))


def _page_words(language: str, area: str) -> Mapping[str, dict[str, str]]:
    words: dict[str, dict[str, str]] = _load(language, f"page/{area}.json")
    return words


def tell_reason(language: str, code: str, arguments: Mapping[str, object]) -> str:
    """Why a choice is advised, in words; a `currency` among the arguments is given by its code."""
    values = dict(arguments)
    if "currency" in values:
        values["currency"] = tell_kind(language, str(values["currency"]))
    sentence = _page_words(language, "advice")["reasons"][code]
    words = _ARGUMENT.sub(lambda found: _word(values.get(found[1])), sentence)
    return words[0].upper() + words[1:]  # it may begin with a currency


_ARGUMENT = re.compile(r"\{(\w+)\}")


def _word(value: object) -> str:
    """An argument within a sentence; a dash where there is none."""
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "–"
    return "–" if value is None else str(value)


@cache
def _load(language: str, name: str) -> Any:
    return json.loads(files(__package__).joinpath(language, name).read_text(encoding="utf-8"))
