"""`spielgeld bots`: who can take a seat."""

from argparse import Namespace
from collections.abc import Iterator

from spielgeld.bots import BOTS
from spielgeld.cli.language import choose_language
from spielgeld.cli.output import answer, heading, table
from spielgeld.texts import load_bots, tell

_COLUMNS = ("bot", "name", "kind", "character")


def run(arguments: Namespace) -> None:
    """List every bot with its kind and its character in a sentence."""
    language = choose_language(arguments)
    words = load_bots(language)
    listed = [
        {"id": name, "kind": bot.kind, "about": words[name]["about"]} for name, bot in BOTS.items()
    ]
    answer(arguments, listed, _lines(language))


def _lines(language: str) -> Iterator[str]:
    words = load_bots(language)
    rows = [
        [name, words[name]["name"], tell(language, f"bots.{bot.kind}"), words[name]["about"]]
        for name, bot in BOTS.items()
    ]
    header, *lines = table([[tell(language, f"bots.{each}") for each in _COLUMNS], *rows])
    yield heading(header)
    yield from lines
