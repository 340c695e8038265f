"""In which language a command talks: as asked for, or that of the reader's machine."""

import json
import locale
import os
from argparse import Namespace
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from spielgeld.engine import Unreadable, quoted
from spielgeld.texts import LANGUAGES

FOR_PROGRAMS, EDITION_FOR_PROGRAMS = "en", "it"
"""What programs get that do not ask for another: it must not depend on the machine."""
_NAMES = {"de": "german", "en": "english", "fr": "french", "it": "italian", "nl": "dutch"}
_BY_NAME = {**{name: code for code, name in _NAMES.items()}, "polish": "pl"}
"""Windows names a locale by its language in English."""


def choose_language(arguments: Namespace) -> str:
    """The language asked for; else that of the reader, or English for programs."""
    asked: str | None = getattr(arguments, "language", None)
    if asked is not None:
        if asked.lower() not in LANGUAGES:
            there = ", ".join(LANGUAGES)
            raise Unreadable(
                "language",
                f"there is no language {quoted(asked)}; there are {there}",
                found=quoted(asked),
                names=list(LANGUAGES),
            )
        return asked.lower()
    talks = hasattr(arguments, "language") and not getattr(arguments, "json", False)
    return reader_language(os.environ) if talks else FOR_PROGRAMS


def language_of_refusals(arguments: Namespace) -> str | None:
    """The language of the command; a language that we do not speak is refused in the reader's.

    None for a command that has no language: what it refuses is told in the words of the engine.
    """
    if not hasattr(arguments, "language"):
        return None
    try:
        return choose_language(arguments)
    except Unreadable:
        return reader_language(os.environ)


def choose_edition(arguments: Namespace) -> str:
    """The edition asked for, in any capitals; else the usual one of the language."""
    if arguments.edition is not None:
        return str(arguments.edition).lower()
    if arguments.json:
        return EDITION_FOR_PROGRAMS
    return usual_editions()[choose_language(arguments)]


def reader_language(environment: Mapping[str, str]) -> str:
    """The first language of the machine's settings that we speak; English where there is none."""
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


@cache
def usual_editions() -> Mapping[str, str]:
    """By language, the edition that people most likely have at home: as on the page."""
    text = files("spielgeld.texts").joinpath("editions.json").read_text(encoding="utf-8")
    editions: dict[str, str] = json.loads(text)
    return editions
