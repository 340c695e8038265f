"""A temper as lookup tables: the expected value of every set of notes, and the chances of a bid."""

from functools import lru_cache
from math import exp, sqrt
from typing import Any, NamedTuple

from spielgeld.bots.heuristic.temper import Temper
from spielgeld.engine import Rules, find_edition
from spielgeld.engine.cards import TRIO_VALUES
from spielgeld.engine.rules.scoring import FEE, FULL_FROM, TRIO_BONUS
from spielgeld.fast.tables import values_of_sets
from spielgeld.fast.words import SETS, VALUES, note_scores, note_sums

ROUNDS = 13
"""The table distinguishes 0 to this many minus one rounds to come."""
SHARES = 8
"""The table has this many steps of `PER_SHARE` for what rivals are known to hold of a currency."""
PER_SHARE = 40
BIDS = 64
"""The worth of a bid is tabulated in tens, up to 630."""
CURRENCY_TOTAL = 300
USUAL_ROW = 125
USUAL_PLAYERS = 4

_QUANTILES = (-1.75, -1.15, -0.76, -0.36, 0.0, 0.36, 0.76, 1.15, 1.75)


class Outlook(NamedTuple):
    """The lookup tables of a temper for cards and bids, for one number of players.

    `hand` goes by rounds to come, share held by others, and the set of notes.
    """

    hand: Any
    coins: Any
    """By the set of coins."""
    first: Any
    """The chance to act first, by the worth of the bid in tens."""
    second: Any
    """The chance to act second, given that another acts first."""
    devotion: float
    spite: float
    stubbornness: float
    row_heat: float
    round_heat: float
    last_heat: float
    thrift: float
    cards_per_round: float
    haste: float


def outlook(temper: Temper, players: int, rules: Rules) -> Outlook:
    """The lookup tables of a temper, as lists."""
    values = values_of_sets(rules)
    first, second = _chances(temper, players)
    return Outlook(
        hand=_hand_values(temper),
        coins=[
            temper.coin_worth * scored + temper.money * total
            for scored, total in zip(values.coin_scores, values.coin_sums, strict=True)
        ],
        first=first,
        second=second,
        devotion=temper.devotion,
        spite=temper.spite,
        stubbornness=temper.stubbornness,
        row_heat=temper.row_heat,
        round_heat=temper.round_heat,
        last_heat=temper.last_heat,
        thrift=temper.thrift,
        cards_per_round=temper.cards_per_round,
        haste=temper.haste,
    )


@lru_cache(maxsize=64)
def _hand_values(temper: Temper) -> list[float]:
    """By rounds to come, share of others, and set: the expected points of the sum and the trios.

    House rules do not change what notes score, so this is computed once for a temper.
    """
    sums, scores = note_sums(), note_scores(find_edition("it").rules)
    caution, trio_worth, money = temper.caution, temper.trio_worth, temper.money
    found: list[float] = []
    for rounds in range(ROUNDS):
        trios = _trio_points(temper, rounds)
        for share in range(SHARES):
            # There are 31 sums among the 512 sets, so the value of each sum is computed once.
            hoped = {total: _hoped_points(temper, rounds, share, total) for total in {*sums}}
            spendable = min(rounds, 1)
            found += [
                (1 - caution) * (hoped[total] + trio_worth * trio)
                + caution * sure
                + money * total * spendable
                for total, sure, trio in zip(sums, scores, trios, strict=True)
            ]
    return found


def _hoped_points(temper: Temper, rounds: int, share: int, total: int) -> float:
    """The expected final points of a currency of this sum: the mean over what may be added."""
    left = max(0, CURRENCY_TOTAL - total - PER_SHARE * share)
    mean = rounds * (temper.growth + temper.pull * total / 100) * left / CURRENCY_TOTAL
    spread = temper.spread * sqrt(rounds)
    hoped = 0.0
    for quantile in _QUANTILES:
        added = min(max(mean + quantile * spread, 0.0), left)
        hoped += _sum_points(total + added) / len(_QUANTILES)
    return hoped


def _sum_points(total: float) -> float:
    """What a sum scores, between whole tens too: the rule of `engine/rules/scoring.py`."""
    return total if total >= FULL_FROM else max(0.0, total - FEE)


def _trio_points(temper: Temper, rounds: int) -> list[float]:
    """By set: the expected points of its trios."""
    chance = 1 - (1 - temper.trio_hope) ** rounds
    points = [TRIO_BONUS * chance**missing for missing in range(4)]
    total = [0.0] * SETS
    for value in TRIO_VALUES:
        alike = sum(1 << at for at, each in enumerate(VALUES) if each == value)
        for held in range(SETS):
            total[held] += points[3 - (held & alike).bit_count()]
    return total


def _chances(temper: Temper, players: int) -> tuple[list[float], list[float]]:
    """By worth in tens: to act first, and to act second if not first."""
    more = temper.per_rival * (players - USUAL_PLAYERS)
    first = [_rising((10 * at - temper.even_first - more) / temper.sharpness) for at in range(BIDS)]
    second = [
        _rising((10 * at - temper.even_second - more) / temper.sharpness) for at in range(BIDS)
    ]
    return first, second


def _rising(distance: float) -> float:
    return 1 / (1 + exp(-min(max(distance, -50.0), 50.0)))
