"""Heuristic players as stacked lookup tables, and a few simple players without a temper."""

from collections.abc import Callable, Iterable
from dataclasses import fields, replace
from random import Random
from typing import Any, NamedTuple

import jax.numpy as jnp
import numpy as np

from spielgeld.bots.heuristic.outlook import BIDS, outlook
from spielgeld.bots.heuristic.temper import BEST_2026_11, Temper
from spielgeld.engine import find_edition
from spielgeld.fast.words import note_scores, note_sums

SEAT_COUNTS = range(3, 7)
THINKS, FIRST_CARD, DUMPS, ANYTHING = 0, 1, 2, 3
"""How a player bids: by value, the cheapest card, all cards that cost nothing, or at random."""
ODD = ("penny", "dump", "random", "greedy")
_SPREADS = (0.3, 0.5, 0.8)
_ON_THE_WAY = 400
MOST_CARDS = 99


class Tempers(NamedTuple):
    """The lookup tables of all heuristic players; the first dimension is the player."""

    hand: Any
    """Flattened; by player, rounds to come, share held by others, set of notes."""
    first: Any
    """By player, number of players, worth in tens."""
    second: Any
    devotion: Any
    spite: Any
    stubbornness: Any
    row_heat: Any
    round_heat: Any
    last_heat: Any
    thrift: Any
    cards_per_round: Any
    haste: Any
    coin_worth: Any
    money: Any
    mode: Any
    most_cards: Any
    """The most cards a bid has."""


def draw_wide(rng: Random) -> Temper:
    """Draw a temper from a wide range; two of five are hasty."""
    spread = rng.choice(_SPREADS)
    drawn = {
        each.name: getattr(BEST_2026_11, each.name) * (1 + rng.uniform(-spread, spread))
        for each in fields(BEST_2026_11)
    }
    level = rng.choice([1.0, 1.0, rng.uniform(0.6, 1.8)])
    drawn["even_first"] *= level
    drawn["even_second"] *= level * rng.uniform(0.8, 1.2)
    drawn["spite"] = rng.choice([drawn["spite"], rng.uniform(0.0, 0.6)])
    drawn["caution"] = rng.choice([0.0, 0.0, rng.uniform(0.0, 0.6)])
    drawn["haste"] = rng.choice([0.0, 0.0, 0.0, rng.uniform(0.0, 25.0), rng.uniform(0.0, 90.0)])
    return Temper(**drawn)


def tables_for(
    tempers: list[Temper],
    *,
    odd: bool = True,
    distortion: Random | None = None,
    mapping: Callable[..., Iterable[Any]] = map,
) -> Tempers:
    """Return the tables of these players, then those of the odd players if wanted.

    With a generator for the distortion, some are distorted at random. `mapping` may be the `map` of
    a pool of processes.
    """
    rows = list(mapping(_row_of, tempers))
    if distortion:
        rows = [_distort(row, distortion) for row in rows]
    return _stacked([*rows, *(_odd_row(name) for name in ODD if odd)])


def _stacked(rows: list[tuple[Any, ...]]) -> Tempers:
    columns = [np.stack(each) for each in zip(*rows, strict=True)]
    numbers = [each.astype(np.int32 if each.dtype.kind == "i" else np.float32) for each in columns]
    made = Tempers(*numbers)
    flat = made._replace(hand=made.hand.reshape(-1))
    return Tempers(*(jnp.asarray(each) for each in flat))


def _row_of(temper: Temper) -> tuple[Any, ...]:
    """Return one player's row of the tables."""
    rules = find_edition("it").rules
    by_players = [outlook(temper, players, rules) for players in SEAT_COUNTS]
    return (
        np.array(by_players[0].hand),
        np.stack([each.first for each in by_players]),
        np.stack([each.second for each in by_players]),
        *(np.float64(getattr(temper, name)) for name in Tempers._fields[3:-2]),
        np.int64(THINKS),
        np.int64(MOST_CARDS),
    )


def _distort(row: tuple[Any, ...], rng: Random) -> tuple[Any, ...]:
    """Distort the values of a third of the players; limit a sixth to bids of few cards."""
    distorted = list(row)
    if rng.random() < 1 / 3:
        chance = np.random.default_rng(rng.getrandbits(32))
        sums = np.array(note_sums())
        taste = np.cumsum(chance.normal(0, 0.06, 31))[sums // 10]
        taste = taste + chance.normal(0, 0.04, sums.size)
        distorted[0] = (row[0].reshape(-1, sums.size) * np.exp(taste)).ravel()
    if rng.random() < 1 / 6:
        distorted[-1] = np.int64(rng.randint(1, 4))
    return tuple(distorted)


def _odd_row(name: str) -> tuple[Any, ...]:
    """Return the row of a simple player, which values a hand by its score now."""
    plain = replace(
        BEST_2026_11,
        **dict.fromkeys(
            ("devotion", "spite", "row_heat", "round_heat", "last_heat", "thrift"), 0.0
        ),
        coin_worth=1.0,
        money=0.001,
        stubbornness=0.0001,
    )
    row = list(_row_of(plain))
    sums = np.array(note_sums())
    values = np.array(note_scores(find_edition("it").rules)) + 0.001 * sums
    if name == "greedy":
        values = values + np.minimum(200, sums) ** 2 / _ON_THE_WAY
        worth = 10.0 * np.arange(BIDS)
        row[1] = np.tile(worth / (worth + 50), (len(SEAT_COUNTS), 1))
        row[2] = np.ones_like(row[1])
    row[0] = np.tile(values, row[0].size // values.size)
    modes = {"penny": FIRST_CARD, "dump": DUMPS, "random": ANYTHING, "greedy": THINKS}
    row[-2] = np.int64(modes[name])
    if name == "random":
        row[Tempers._fields.index("haste")] = np.float64(1e6)
    return tuple(row)
