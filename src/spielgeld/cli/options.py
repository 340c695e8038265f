"""Options that several commands understand."""

from collections.abc import Sequence

from spielgeld.engine import Setup, Unreadable, quoted, read_rule, set_up
from spielgeld.engine.editions import RuleValue
from spielgeld.engine.setup import FULL_TABLE


def read_house_rules(texts: Sequence[str]) -> dict[str, RuleValue]:
    """The house rules from `name=value` each; the last of a name counts."""
    house_rules = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise Unreadable("rule", f"a house rule is written name=value, not {quoted(text)}")
        house_rules[name.strip()] = read_rule(name.strip(), value)
    return house_rules


def whole_game(edition: str, house_rules: Sequence[str]) -> Setup:
    """The edition with the house rules and all of its cards."""
    rules = read_house_rules(house_rules)
    return set_up(edition, FULL_TABLE, house_rules=rules)
