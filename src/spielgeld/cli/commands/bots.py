"""`spielgeld bots`: who can take a seat."""

from argparse import Namespace

from spielgeld.bots import BOTS
from spielgeld.cli.language import choose_language
from spielgeld.cli.output import FINE, heading, say, say_json, table
from spielgeld.texts import load_bots, tell

_COLUMNS = ("bot", "name", "kind", "character")


def run(arguments: Namespace) -> int:
    """List every bot with its kind and its character in a sentence."""
    language = choose_language(arguments)
    words = load_bots(language)
    if arguments.json:
        say_json(
            [
                {"id": name, "kind": bot.kind, "about": words[name]["about"]}
                for name, bot in BOTS.items()
            ]
        )
        return FINE
    rows = [
        [name, words[name]["name"], tell(language, f"bots.{bot.kind}"), words[name]["about"]]
        for name, bot in BOTS.items()
    ]
    header, *lines = table([[tell(language, f"bots.{each}") for each in _COLUMNS], *rows])
    say(heading(header))
    for line in lines:
        say(line)
    return FINE
