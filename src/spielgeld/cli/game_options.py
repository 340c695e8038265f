"""Options that several commands understand."""

import sys
from collections.abc import Sequence
from secrets import token_hex

from spielgeld.engine import Unreadable, quoted, read_rule
from spielgeld.engine.editions import RuleValue


def read_house_rules(texts: Sequence[str]) -> dict[str, RuleValue]:
    """The house rules from `name=value` each; the last of a name counts."""
    house_rules = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise Unreadable(
                "rule",
                f"a house rule is written name=value, not {quoted(text)}",
                why="rule_form",
                found=quoted(text),
            )
        house_rules[name.strip()] = read_rule(name.strip(), value)
    return house_rules


def read_players(text: str) -> int:
    """A number of players; whether the edition allows it is checked elsewhere."""
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise Unreadable("players", f"{quoted(text)} is not a number of players")
    return int(text)


def read_seed(text: str | None) -> str:
    """The seed that was given, or one by chance."""
    if text is None:
        return token_hex(8)
    try:
        text.encode()
    except UnicodeEncodeError:
        raise Unreadable("seed", f"the seed {quoted(text)} is not text") from None
    return text


def tell_seed(given: str | None, seed: str) -> None:
    """Print a seed that was drawn, so that the run can be repeated."""
    if given is None:
        sys.stderr.write(f"seed {seed}\n")
