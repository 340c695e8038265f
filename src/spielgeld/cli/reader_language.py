"""The language of the locale, found before the command line is parsed."""

import locale
from collections.abc import Mapping, Sequence

from spielgeld.texts import LANGUAGES

FOR_PROGRAMS = "en"
"""The default for programs: what they read must not depend on the locale."""
PROGRAMS = frozenset({"bot", "simulate", "arena", "dataset", "check", "doctor", "export-site"})
"""Commands for programs and their authors, in English; all others are for people."""
_NAMES = {"de": "german", "en": "english", "fr": "french", "it": "italian", "nl": "dutch"}
_BY_NAME = {**{name: code for code, name in _NAMES.items()}, "polish": "pl"}
"""Windows names a locale by its language in English."""
_LANGUAGE, _JSON, _LAN = "--language", "--json", "--lan"
_END_OF_OPTIONS = "--"


def reader_language(environment: Mapping[str, str]) -> str:
    """The first language of the locale settings that we have texts for; else English."""
    wished = environment.get("LANGUAGE", "").split(":")
    wished += [environment.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    if not any(wished):
        wished.append(locale.getlocale()[0] or "")
    for each in filter(None, wished):
        name = each.lower().replace("-", "_").split("_")[0].split(".")[0]
        code = _BY_NAME.get(name, name)
        if code in LANGUAGES:
            return code
        if name in {"c", "posix"}:
            break
    return FOR_PROGRAMS


def language_of_line(words: Sequence[str], environment: Mapping[str, str]) -> str:
    """The language for help and for errors in the line itself, before it is parsed.

    The same as `choose_language` finds afterwards: the one asked for, else that of the locale;
    English for programs, which read JSON.
    """
    if words and words[0] in PROGRAMS:
        return FOR_PROGRAMS
    end = words.index(_END_OF_OPTIONS) if _END_OF_OPTIONS in words else len(words)
    options = [word.partition("=") for word in words[:end]]
    for (name, equals, value), following in zip(options, [*words[1:end], ""], strict=False):
        asked = (value if equals else following).lower()
        if name != _LAN and _means(name, _LANGUAGE) and asked in LANGUAGES:
            return asked
    if any(_means(name, _JSON) for name, _, _ in options):
        return FOR_PROGRAMS
    return reader_language(environment)


def _means(name: str, option: str) -> bool:
    """Whether a word is this option; options may be abbreviated."""
    return len(name) > len("--") and option.startswith(name)
