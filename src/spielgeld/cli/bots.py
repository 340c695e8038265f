"""`spielgeld bots`: who can take a seat."""

from argparse import Namespace

from spielgeld.bots import BOTS
from spielgeld.cli.output import FINE, heading, say, say_json, table
from spielgeld.texts import load_bots


def run(arguments: Namespace) -> int:
    """List every bot with its kind and its character in a sentence."""
    words = load_bots("en")
    if arguments.json:
        say_json(
            [
                {
                    "id": name,
                    "kind": bot.kind,
                    "needs_fast": bot.needs_fast,
                    "about": words[name]["about"],
                }
                for name, bot in BOTS.items()
            ]
        )
        return FINE
    rows = [[name, bot.kind, words[name]["about"]] for name, bot in BOTS.items()]
    header, *lines = table([["bot", "kind", "character"], *rows])
    say(heading(header))
    for line in lines:
        say(line)
    return FINE
