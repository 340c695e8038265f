"""The champion's input features: a position as small whole numbers.

The same code runs on NumPy at the table and on JAX in training: the array module is the argument
`xp`. All numbers are integers of at most `MOST`, each in units of a power of two (`*_SCALES`), so
that later arithmetic can be exact. Seats and currencies have no order in the game: rivals are
described one by one and pooled by the network, currencies are sorted by what the own hand holds.

Positions can be batched: all arrays then have the same leading dimensions.
"""

from typing import Any, NamedTuple

import numpy as np

from spielgeld.bots.champion.position import (
    ALL_PLACES,
    ALL_SIZES,
    ALL_WORTH,
    BIDS_TAKEN,
    COUNTS,
    FIRSTS,
    KEPT,
    LAST_PLACE,
    LAST_SIZE,
    LAST_WORTH,
    MOST,
    MOST_WORTH,
    NOT_WAITING,
    RIVALS,
    ROUNDS,
    ROWS,
    SAT_OUT,
    TENS,
    Array,
    Position,
)
from spielgeld.engine import find_edition
from spielgeld.fast.words import CURRENCIES, PER_CURRENCY, note_scores, note_sums

_IT = find_edition("it").rules
_HELD = np.arange(1 << PER_CURRENCY)[:, None] >> np.arange(PER_CURRENCY) & 1
_SUMS = np.array(note_sums(), np.int32) // TENS
_POINTS = np.array(note_scores(_IT), np.int32) // TENS
_TWENTIES, _THIRTIES = _HELD[:, :3].sum(1), _HELD[:, 3:6].sum(1)
NUMBERS = np.column_stack([_TWENTIES, _THIRTIES, _HELD[:, 6:]]).astype(np.int32)
"""By set: how many 20s, 30s, 40s, 50s, 60s."""
_STEPS = np.column_stack(
    [_TWENTIES[:, None] > np.arange(3), _THIRTIES[:, None] > np.arange(3), _HELD[:, 6:]]
).astype(np.int32)
"""By set: at least one, two, three 20s; the same with 30s; 40, 50, 60."""
_CARDS = _HELD.sum(1).astype(np.int32)
_SIX = (np.arange(64)[:, None] >> np.arange(6) & 1).sum(1)
_COINS = np.column_stack([np.tile(_SIX, 64), np.repeat(_SIX, 64)]).astype(np.int32)
"""By set of coins: how many of each kind."""
_COIN_CARDS, _COIN_TRIOS = _COINS.sum(1), (_COINS // 3).sum(1)
_COIN_SUMS = _COINS @ np.array([1, 2], np.int32)


class Seen(NamedTuple):
    """The network's inputs for one position, before any choice."""

    table: Array
    rivals: Array
    """By rival."""
    order: Array
    """The currencies, that with most in hand first."""


def coins(xp: Any, piles: Array) -> Array:
    """How many coins of each kind."""
    return xp.asarray(_COINS)[piles[..., 7]]


def worth(xp: Any, piles: Array) -> Array:
    """The plain sum of the cards, in tens."""
    return xp.asarray(_SUMS)[piles[..., :7]].sum(-1) + xp.asarray(_COIN_SUMS)[piles[..., 7]]


def points(xp: Any, piles: Array, coin_trios: Array) -> Array:
    """What a hand scores, in tens."""
    held = piles[..., 7]
    notes = xp.asarray(_POINTS)[piles[..., :7]].sum(-1)
    trios = coin_trios * xp.asarray(_COIN_TRIOS)[held]
    return notes + xp.asarray(_COIN_SUMS)[held] + 10 * trios


def size(xp: Any, piles: Array) -> Array:
    """How many cards."""
    return xp.asarray(_CARDS)[piles[..., :7]].sum(-1) + xp.asarray(_COIN_CARDS)[piles[..., 7]]


def sorted_notes(xp: Any, piles: Array, order: Array) -> Array:
    """The notes of some piles of each position, currencies in its order."""
    return xp.take_along_axis(piles, order[..., None, :], -1)


Part = tuple[Array, int]
"""An array of features, and the power of two that is their unit."""


def joined(xp: Any, parts: list[Part], dims: int) -> Array:
    """The features of all parts concatenated, all but the first `dims` dimensions flattened."""
    flat = [each.reshape(*each.shape[:dims], -1) for each, _ in parts]
    return xp.clip(xp.concatenate(flat, -1), -MOST, MOST).astype(np.int8)


def scales(parts: list[Part], dims: int) -> Any:
    """By feature: its unit."""
    widths = [int(np.prod(each.shape[dims:], dtype=int)) for each, _ in parts]
    return np.concatenate(
        [np.full(width, 0.5**shift) for width, (_, shift) in zip(widths, parts, strict=True)]
    )


def _table_parts(xp: Any, p: Position, order: Array) -> list[Part]:
    sums, scored, numbers = xp.asarray(_SUMS), xp.asarray(_POINTS), xp.asarray(NUMBERS)
    piles = xp.stack([p.hand, p.right, p.left, p.laid, p.unseen], -2)
    notes = sorted_notes(xp, piles, order)
    hand, rows = notes[..., :1, :], notes[..., 1:3, :]
    elsewhere = sums[sorted_notes(xp, p.known, order)]
    trios = p.flags[..., 1]
    money, cards = worth(xp, piles), size(xp, piles)
    now = points(xp, p.hand, trios)
    row_piles = piles[..., 1:3, :]
    gains = points(xp, p.hand[..., None, :] | row_piles, trios[..., None]) - now[..., None]
    rivals_points = points(xp, p.known, trios[..., None]) * p.present
    waits = p.place != NOT_WAITING
    bids = worth(xp, p.lying) * waits
    most, mean = rivals_points.max(-1), rivals_points.sum(-1) // 4
    return [
        (xp.asarray(_STEPS)[hand], 0),
        (sums[hand], 4),
        (scored[hand], 4),
        (numbers[notes[..., 1:, :]], 1),
        (sums[notes[..., 1:, :]], 4),
        (scored[hand | rows] - scored[hand], 4),
        (elsewhere.sum(-2), 4),
        (elsewhere.max(-2), 4),
        (xp.take_along_axis(p.in_game, order, -1), 0),
        (coins(xp, piles), 2),
        (xp.stack([now, money[..., 0], most, mean], -1), 5),
        (money[..., 1:3], 4),
        (cards[..., 1:3], 2),
        (gains, 4),
        (xp.stack([money[..., 3], bids.max(-1)], -1), 3),
        (xp.stack([cards[..., 0], p.round, waits.sum(-1)], -1), 3),
        (xp.stack([p.deck, cards[..., 4]], -1), 4),
        (xp.stack([p.last_round, p.has_history], -1), 0),
        (p.idle_refills[..., None], 2),
        ((p.players[..., None] == xp.arange(3, 7)).astype(np.int32), 0),
        (p.flags, 0),
    ]


def _rival_parts(xp: Any, p: Position, order: Array) -> list[Part]:
    sums, scored, numbers = xp.asarray(_SUMS), xp.asarray(_POINTS), xp.asarray(NUMBERS)
    known, lying = [sorted_notes(xp, piles, order) for piles in (p.known, p.lying)]
    trios = p.flags[..., 1, None]
    now = points(xp, p.known, trios)
    waits = (p.place != NOT_WAITING).astype(np.int32)
    rows = xp.stack([p.right, p.left, p.laid], -2)
    after = p.known[..., :, None, :] | rows[..., None, :, :]
    gains = points(xp, after, trios[..., None]) - now[..., None]
    counts = p.history * p.has_history[..., None, None]
    rounds = xp.maximum(counts[..., ROUNDS], 1)[..., None]
    often = counts[..., [FIRSTS, ROWS, KEPT, BIDS_TAKEN, SAT_OUT]]
    return [
        (numbers[known], 1),
        (sums[known], 4),
        (scored[known], 4),
        (coins(xp, p.known), 2),
        (numbers[lying], 1),
        (coins(xp, p.lying), 2),
        (worth(xp, p.lying)[..., None], 3),
        (xp.stack([waits, p.present], -1), 0),
        ((p.place * waits)[..., None], 2),
        (xp.stack([p.sizes, p.unknown], -1), 3),
        (xp.stack([now, worth(xp, p.known)], -1), 5),
        (gains, 4),
        (counts[..., [LAST_WORTH, MOST_WORTH, ROUNDS]], 3),
        (counts[..., [LAST_SIZE, LAST_PLACE]], 2),
        (4 * counts[..., [ALL_WORTH]] // rounds, 5),
        (4 * counts[..., [ALL_SIZES, ALL_PLACES]] // rounds, 4),
        (16 * often // rounds, 4),
    ]


def see(xp: Any, p: Position) -> Seen:
    """The network's inputs for a position."""
    mine = xp.asarray(_SUMS)[(p.hand | p.laid)[..., :7]]
    near = xp.asarray(_SUMS)[(p.right | p.left)[..., :7]]
    rank = (mine * 64 + near) * 8 + xp.arange(CURRENCIES)
    order = xp.argsort(-rank)
    many = p.hand.ndim - 1
    rivals = joined(xp, _rival_parts(xp, p, order), many + 1)
    return Seen(
        joined(xp, _table_parts(xp, p, order), many),
        rivals * p.present[..., None].astype(np.int8),
        order,
    )


def nowhere() -> Position:
    """An empty position, to find the shapes."""
    pile, each = np.zeros(8, np.int32), np.zeros(RIVALS, np.int32)
    none = np.zeros((), np.int32)
    piles = np.zeros((RIVALS, 8), np.int32)
    history = np.zeros((RIVALS, COUNTS), np.int32)
    return Position(
        none, pile[:6], pile[:7], none, none, none, none, pile, pile, pile, pile, pile,
        each, piles, piles, each, each, each, history, none,
    )  # fmt: skip


EMPTY = nowhere()
IN_ORDER = np.arange(CURRENCIES)
TABLE_SCALES = scales(_table_parts(np, EMPTY, IN_ORDER), 0)
RIVAL_SCALES = scales(_rival_parts(np, EMPTY, IN_ORDER), 1)
"""By input: its unit."""
