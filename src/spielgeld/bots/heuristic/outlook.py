"""A temper as tables: what every set of notes is worth in hand, and how far each bid gets."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from spielgeld.bots.heuristic.temper import Temper
from spielgeld.engine.cards import TRIO_VALUES
from spielgeld.engine.rules.scoring import FEE, FULL_FROM, TRIO_BONUS
from spielgeld.fast.tables import Tables
from spielgeld.fast.words import SETS, VALUES

Numbers = NDArray[np.floating[Any]]

ROUNDS = 13
"""Rounds to come are told apart from none to this many less one."""
SHARES = 8
"""What others are known to hold of a currency is told apart in so many steps."""
PER_SHARE = 40
BIDS = 64
"""Bids are told apart by tens, up to 630."""
CURRENCY_TOTAL = 300
USUAL_ROW = 125
USUAL_PLAYERS = 4

_QUANTILES = np.array([-1.75, -1.15, -0.76, -0.36, 0.0, 0.36, 0.76, 1.15, 1.75])


class Outlook(NamedTuple):
    """What a temper makes of cards and bids, for one number of players.

    `hand` goes by rounds to come, share held by others, and the set of notes.
    """

    hand: Any
    coins: Any
    """By the set of coins."""
    first: Any
    """The chance to act first, by the worth of the bid in tens."""
    second: Any
    """The chance to act second for whom another was before."""
    devotion: float
    spite: float
    stubbornness: float
    row_heat: float
    round_heat: float
    last_heat: float
    thrift: float
    cards_per_round: float
    haste: float


def outlook(temper: Temper, players: int, tables: Tables) -> Outlook:
    """What the temper makes of the cards of a match."""
    first, second = _chances(temper, players)
    return Outlook(
        hand=_hand_values(temper, tables).ravel(),
        coins=temper.coin_worth * tables.coin_scores + temper.money * tables.coin_sums,
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


def _hand_values(temper: Temper, tables: Tables) -> Numbers:
    """By rounds to come, share of others, and set: what the sum and the trios may bring."""
    rounds = np.arange(ROUNDS)[:, None, None]
    shares = PER_SHARE * np.arange(SHARES)[None, :, None]
    sums = tables.note_sums[None, None, :]
    left = np.maximum(0, CURRENCY_TOTAL - sums - shares)
    mean = rounds * (temper.growth + temper.pull * sums / 100) * left / CURRENCY_TOTAL
    spread = temper.spread * np.sqrt(rounds)
    hoped = np.zeros(np.broadcast_shapes(rounds.shape, shares.shape, sums.shape))
    for quantile in _QUANTILES:
        hoped += _sum_points(sums + np.clip(mean + quantile * spread, 0, left)) / len(_QUANTILES)
    hoped += temper.trio_worth * _trio_points(temper, rounds)
    sure = tables.note_scores[None, None, :]
    money = temper.money * sums * np.minimum(rounds, 1)
    values: Numbers = (1 - temper.caution) * hoped + temper.caution * sure + money
    return values


def _sum_points(sums: Numbers) -> Numbers:
    """What sums score, between whole tens too: the rule of `engine/rules/scoring.py`."""
    return np.where(sums >= FULL_FROM, sums, np.maximum(0, sums - FEE))


def _trio_points(temper: Temper, rounds: NDArray[np.int64]) -> Numbers:
    """What the trios of each set may bring."""
    chance = 1 - (1 - temper.trio_hope) ** rounds
    values = np.array(VALUES)
    held = np.arange(SETS)[:, None] >> np.arange(len(VALUES)) & 1
    total = np.zeros((*rounds.shape[:2], SETS))
    for value in TRIO_VALUES:
        missing = 3 - held[:, values == value].sum(axis=1)
        total = total + TRIO_BONUS * chance ** missing[None, None, :]
    return total


def _chances(temper: Temper, players: int) -> tuple[Numbers, Numbers]:
    """By worth in tens: to act first, and to act second if not first."""
    worth = 10.0 * np.arange(BIDS)
    more = temper.per_rival * (players - USUAL_PLAYERS)
    first = _rising((worth - temper.even_first - more) / temper.sharpness)
    second = _rising((worth - temper.even_second - more) / temper.sharpness)
    return first, second


def _rising(distance: Numbers) -> Numbers:
    return 1 / (1 + np.exp(-np.clip(distance, -50, 50)))
