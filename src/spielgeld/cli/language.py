"""In which language a command talks: as asked for, or that of the reader's machine."""

import json
import os
from argparse import Namespace
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from spielgeld.cli.reader_language import FOR_PROGRAMS, reader_language
from spielgeld.engine import Unreadable, quoted
from spielgeld.texts import LANGUAGES

EDITION_FOR_PROGRAMS = "it"
"""The default for programs: their results must not depend on the locale."""


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
    """The language for refusals: that of the command, or of the locale if that one is unknown.

    None for a command without a language: its refusals have the English words of the engine.
    """
    if not hasattr(arguments, "language"):
        return None
    try:
        return choose_language(arguments)
    except Unreadable:
        json_wanted = getattr(arguments, "json", False)
        return FOR_PROGRAMS if json_wanted else reader_language(os.environ)


def choose_edition(arguments: Namespace) -> str:
    """The edition asked for, in any capitals; else the usual one of the language."""
    if arguments.edition is not None:
        return str(arguments.edition).lower()
    if arguments.json:
        return EDITION_FOR_PROGRAMS
    return usual_editions()[choose_language(arguments)]


@cache
def usual_editions() -> Mapping[str, str]:
    """By language, the edition that people most likely have at home: as on the page."""
    text = files("spielgeld.texts").joinpath("editions.json").read_text(encoding="utf-8")
    editions: dict[str, str] = json.loads(text)
    return editions
