"""What differs between the five editions, as data: one row of values each.

The code of the game asks for a named rule (`rules.bluff_breaks_ties`), never for an edition.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from spielgeld.engine.cards import CURRENCIES_1999, CURRENCIES_PL, Currency
from spielgeld.engine.errors import Unreadable, quoted

RuleValue = str | int | bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """A value for every rule that editions or house rules may set."""

    coins: Literal["gold", "silver_gold"]
    """Six gold coins worth 10, or six silver worth 10 and six gold worth 20."""
    bid_size: Literal["shown", "hidden"]
    """Whether others see how many cards lie face down in front of a player (R13)."""
    bluff_only_bid: bool
    """Whether the bluff card alone is a bid; who bids it sits the round out (R2)."""
    bluff_breaks_ties: bool
    """Whether a tied bid with the bluff card goes before one without (R3)."""
    refill_first: Literal["right", "left"]
    """Which row is refilled first."""
    last_round: Literal["deck_empty", "shortfall"]
    """What announces the last round of a deal (R4, R14)."""
    coin_trios: bool
    """Whether three coins of one kind score 100 more."""
    deals: int
    """How many deals a match has, 1 to 9."""
    match_winner: Literal["total", "most_deals"]
    """Whether points or won deals decide the match (R10)."""


RULE_VALUES: Mapping[str, tuple[RuleValue, ...]] = {
    "coins": ("gold", "silver_gold"),
    "bid_size": ("shown", "hidden"),
    "bluff_only_bid": (True, False),
    "bluff_breaks_ties": (True, False),
    "refill_first": ("right", "left"),
    "last_round": ("deck_empty", "shortfall"),
    "coin_trios": (True, False),
    "deals": tuple(range(1, 10)),
    "match_winner": ("total", "most_deals"),
}
"""Every rule a table may override, with every value it can have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition:
    """One published rulebook."""

    key: str
    """Stable name in records and commands."""
    language: str
    """Of the rulebook, in English."""
    title: str
    """On its cover."""
    players: range
    """How many may play (R1). No house rule changes it."""
    currencies: tuple[Currency, ...]
    """The seven currencies of its notes, in the order of their serial numbers."""
    rules: Rules


_IT_FULL = Edition(
    key="it-full",
    language="Italian",
    title="Money",
    players=range(3, 6),
    currencies=CURRENCIES_1999,
    rules=Rules(
        coins="gold",
        bid_size="shown",
        bluff_only_bid=True,
        bluff_breaks_ties=True,
        refill_first="right",
        last_round="shortfall",
        coin_trios=False,
        deals=3,
        match_winner="total",
    ),
)

_IT = Edition(
    key="it",
    language="Italian",
    title="Money",
    players=range(3, 6),
    currencies=CURRENCIES_1999,
    rules=Rules(
        coins="gold",
        bid_size="shown",
        bluff_only_bid=False,
        bluff_breaks_ties=False,
        refill_first="right",
        last_round="deck_empty",
        coin_trios=False,
        deals=3,
        match_winner="most_deals",
    ),
)

_FR = Edition(
    key="fr",
    language="French",
    title="Money",
    players=range(3, 6),
    currencies=CURRENCIES_1999,
    rules=Rules(
        coins="gold",
        bid_size="shown",
        bluff_only_bid=False,
        bluff_breaks_ties=False,
        refill_first="right",
        last_round="deck_empty",
        coin_trios=False,
        deals=1,
        match_winner="most_deals",
    ),
)

_NL = Edition(
    key="nl",
    language="Dutch",
    title="Money!",
    players=range(3, 6),
    currencies=CURRENCIES_1999,
    rules=Rules(
        coins="gold",
        bid_size="hidden",
        bluff_only_bid=True,
        bluff_breaks_ties=False,
        refill_first="right",
        last_round="deck_empty",
        coin_trios=False,
        deals=3,
        match_winner="total",
    ),
)

_PL = Edition(
    key="pl",
    language="Polish",
    title="Cinkciarz",
    players=range(3, 7),
    currencies=CURRENCIES_PL,
    rules=Rules(
        coins="silver_gold",
        bid_size="hidden",
        bluff_only_bid=True,
        bluff_breaks_ties=False,
        refill_first="left",
        last_round="deck_empty",
        coin_trios=True,
        deals=1,
        match_winner="total",
    ),
)

EDITIONS: Mapping[str, Edition] = {
    edition.key: edition for edition in (_IT_FULL, _IT, _FR, _NL, _PL)
}
"""The five editions by key."""


def find_edition(key: str) -> Edition:
    """The edition of that name; refused with code `edition` if there is none."""
    if not isinstance(key, str) or key not in EDITIONS:
        raise Unreadable(
            "edition",
            f"there is no edition {quoted(key)}; there are {', '.join(EDITIONS)}",
            found=quoted(key),
            names=list(EDITIONS),
        )
    return EDITIONS[key]


def check_rule(name: str, value: object) -> None:
    """Refuse, with code `rule`, a rule or a value that does not exist."""
    # True == 1 in Python, but not in a record.
    if not any(type(value) is type(each) and value == each for each in RULE_VALUES.get(name, ())):
        raise _no_such_rule(name, value)


def read_rule(name: str, text: str) -> RuleValue:
    """The value of a rule from how people type it; refused with code `rule` if it has no such."""
    for value in RULE_VALUES.get(name, ()):
        if written(value) == text.strip().lower():
            return value
    raise _no_such_rule(name, text)


def _no_such_rule(name: str, value: object) -> Unreadable:
    if name not in RULE_VALUES:
        return Unreadable(
            "rule",
            f"there is no rule {quoted(name)}; there are {', '.join(RULE_VALUES)}",
            why="rule_unknown",
            found=quoted(name),
            names=list(RULE_VALUES),
        )
    choices = [written(each) for each in RULE_VALUES[name]]
    return Unreadable(
        "rule",
        f"the rule {name} cannot be {quoted(value)}; it can be {', '.join(choices)}",
        why="rule_value",
        rule=name,
        found=quoted(value),
        choices=choices,
    )


def with_house_rules(rules: Rules, house_rules: Mapping[str, object]) -> Rules:
    """The rules of an edition with some overridden; unknown rules and values are refused."""
    for name, value in house_rules.items():
        check_rule(name, value)
    return replace(rules, **house_rules) if house_rules else rules  # type: ignore[arg-type]


def differences(rules: Rules, other: Rules) -> dict[str, RuleValue]:
    """The rules in which the first differs from the other, with the first's values."""
    return {
        name: getattr(rules, name)
        for name in RULE_VALUES
        if getattr(rules, name) != getattr(other, name)
    }


def written(value: RuleValue) -> str:
    """A rule's value as people type it and records spell it: `true`, `3`, `gold`."""
    return str(value).lower() if isinstance(value, bool) else str(value)
