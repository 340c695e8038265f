"""Lookup tables for the compiled rules: rule switches, and worth and points of sets of cards."""

from dataclasses import replace
from functools import cache
from typing import NamedTuple

from spielgeld.engine import Rules, find_edition
from spielgeld.fast.jit import ready
from spielgeld.fast.words import Words, coin_scores, coin_sums, note_scores, note_sums


class Tables(NamedTuple):
    """Worth and points of every set, by its bits; and the rules that matter within a deal."""

    note_sums: Words
    note_scores: Words
    coin_sums: Words
    coin_scores: Words
    breaks_ties: int
    """`bluff_breaks_ties`."""
    left_first: int
    """Whether `refill_first` is left."""
    shortfall: int
    """Whether `last_round` is shortfall."""
    sits_out: int
    """`bluff_only_bid`."""


def tables_of(rules: Rules) -> Tables:
    """The tables for these rules."""
    return ready(
        Tables(
            *values_of_sets(rules),
            breaks_ties=int(rules.bluff_breaks_ties),
            left_first=int(rules.refill_first == "left"),
            shortfall=int(rules.last_round == "shortfall"),
            sits_out=int(rules.bluff_only_bid),
        )
    )


class SetValues(NamedTuple):
    """Worth and points of every set of one currency's notes, and of every set of coins."""

    note_sums: list[int]
    note_scores: list[int]
    coin_sums: list[int]
    coin_scores: list[int]


def values_of_sets(rules: Rules) -> SetValues:
    """Worth and points of sets of cards; of the rules only those about coins matter."""
    return _counted(
        replace(find_edition("it").rules, coins=rules.coins, coin_trios=rules.coin_trios)
    )


@cache
def _counted(rules: Rules) -> SetValues:
    return SetValues(note_sums(), note_scores(rules), coin_sums(rules), coin_scores(rules))
