"""The choices the network scores, each with its features: 128 candidate bids, or the turns.

As in `features.py`, the same code runs on NumPy and JAX, with whole numbers only.
"""

from typing import Any, NamedTuple

import numpy as np

from spielgeld.bots.champion.candidates import CANDIDATES, SETS, SIT_OUT, SORTED_CARDS
from spielgeld.bots.champion.features import (
    EMPTY,
    IN_ORDER,
    NUMBERS,
    Part,
    coins,
    joined,
    points,
    scales,
    size,
    sorted_notes,
    worth,
)
from spielgeld.bots.champion.position import (
    ALL_WORTH,
    LAST_WORTH,
    MOST_WORTH,
    NOT_WAITING,
    RIVALS,
    ROUNDS,
    Array,
    Position,
)
from spielgeld.fast.steps import TAKE_BID
from spielgeld.fast.words import COIN_BITS, CURRENCIES, MOST_CARDS, PER_CURRENCY

TURN_OPTIONS = TAKE_BID + RIVALS
ROUNDS_AHEAD = 13
"""The number of rounds to come is capped at one less than this."""
COIN_LOSS = 32
"""The loss of giving up a coin of 10, in the unit of the table of potentials."""
_KINDS = CURRENCIES + 1
_CARD_KIND = np.append(np.repeat(np.arange(CURRENCIES), PER_CURRENCY), [CURRENCIES] * COIN_BITS)
_CARD_BIT = np.append(np.tile(1 << np.arange(PER_CURRENCY), CURRENCIES), 1 << np.arange(COIN_BITS))
_COIN_WORTH = np.append([0] * (MOST_CARDS - COIN_BITS), [1] * 6 + [2] * 6)
"""By card: the worth of a coin in tens; 0 for notes."""
_FAR = 1 << 28


def _matrix() -> np.ndarray[tuple[int, int], np.dtype[np.int8]]:
    chosen = np.zeros((CANDIDATES, SORTED_CARDS), np.int8)
    for at, cards in enumerate(SETS):
        chosen[at, list(cards)] = 1
    return chosen


CHOICES = _matrix()
"""By candidate and card: whether it is in the bid."""


class Options(NamedTuple):
    """The options of a position, each with its features."""

    acts: Array
    legal: Array
    piles: Array
    """Of bids: their cards; of turns: what is taken."""


def dispensable(xp: Any, p: Position, potential: Array) -> tuple[Array, Array]:
    """The cards of the hand, those easiest to part with first; and how many there are."""
    ahead = xp.minimum(ROUNDS_AHEAD - 1, 1 + 10 * p.deck // 53) * (1 - p.last_round)
    values = potential[ahead]
    kinds, bits, numbers = xp.asarray(_CARD_KIND), xp.asarray(_CARD_BIT), xp.arange(MOST_CARDS)
    held = (p.hand[..., kinds] & bits) > 0
    sets = xp.concatenate([p.hand[..., :7], p.hand[..., :1] * 0], -1)[..., kinds]
    without = sets & ~bits & 511
    loss = xp.take_along_axis(values, sets, -1) - xp.take_along_axis(values, without, -1)
    loss = xp.where(kinds < CURRENCIES, loss, COIN_LOSS * xp.asarray(_COIN_WORTH))
    keys = xp.where(held, loss * 128 + numbers, _FAR + numbers)
    return xp.argsort(keys)[..., :SORTED_CARDS], held.sum(-1)


def _for_each(xp: Any, p: Position, numbers: Array) -> Array:
    """Constants, repeated for each position."""
    return xp.broadcast_to(xp.asarray(numbers), (*p.hand.shape[:-1], *numbers.shape))


def _bid_parts(xp: Any, p: Position, order: Array, piles: Array, cards: Array) -> list[Part]:
    trios = p.flags[..., 1]
    money = worth(xp, piles)
    rest = p.hand[..., None, :] & ~piles
    base = points(xp, p.hand, trios)[..., None]
    with_rows = [rest, rest | p.right[..., None, :], rest | p.left[..., None, :]]
    after = [points(xp, pile, trios[..., None]) - base for pile in with_rows]
    counts = (p.history * p.has_history[..., None, None])[..., None, :, :]
    there = (p.present * p.has_history[..., None])[..., None, :]
    bid = money[..., None]
    beaten = [
        (there * (bid > limit)).sum(-1)
        for limit in (counts[..., LAST_WORTH], counts[..., MOST_WORTH])
    ]
    usual = (there * (bid * counts[..., ROUNDS] > counts[..., ALL_WORTH])).sum(-1)
    return [
        (xp.asarray(NUMBERS)[sorted_notes(xp, piles, order)], 1),
        (coins(xp, piles), 1),
        (bid, 3),
        (cards, 2),
        (xp.stack([*after, xp.maximum(after[1], after[2])], -1), 4),
        (xp.stack([*beaten, usual], -1), 1),
        ((cards == 0).astype(np.int32), 0),
    ]


_CARDS = CHOICES.sum(1, keepdims=True).astype(np.int32)
"""By candidate: how many cards it has."""


def bid_options(xp: Any, p: Position, order: Array, potential: Array) -> Options:
    """The candidate bids."""
    cards, held = dispensable(xp, p, potential)
    there = (xp.arange(SORTED_CARDS) < held[..., None]).astype(np.float32)
    choices = xp.asarray(CHOICES.astype(np.float32))
    kinds = xp.asarray(_CARD_KIND)[cards]
    bits = xp.asarray(_CARD_BIT)[cards].astype(np.float32) * there
    by_kind = (kinds[..., None] == xp.arange(_KINDS)).astype(np.float32) * bits[..., None]
    piles = (choices @ by_kind).astype(np.int32)
    whole = (1 - there) @ choices.T < 0.5
    sits_out = p.flags[..., 3, None] > 0
    legal = xp.where(xp.arange(CANDIDATES) == SIT_OUT, sits_out, whole)
    parts = _bid_parts(xp, p, order, piles, _for_each(xp, p, _CARDS))
    return Options(joined(xp, parts, p.hand.ndim), legal, piles)


def other_bids(xp: Any, p: Position, order: Array, piles: Array) -> Options:
    """Any bids, by position, as options: they need not be among the candidates."""
    cards = size(xp, piles)[..., None]
    parts = _bid_parts(xp, p, order, piles, cards)
    return Options(joined(xp, parts, p.hand.ndim), cards[..., 0] >= 0, piles)


def _turn_parts(xp: Any, p: Position, order: Array, piles: Array) -> list[Part]:
    trios = p.flags[..., 1, None]
    waits = p.place != NOT_WAITING
    rows = xp.stack([p.right, p.left, p.laid], -2)
    after = p.known[..., :, None, :] | rows[..., None, :, :]
    gains = points(xp, after, trios[..., None]) - points(xp, p.known, trios)[..., None]
    best = (gains * waits[..., None]).max(-2)
    right, left, laid = best[..., 0], best[..., 1], best[..., 2]
    left_over = xp.maximum(right, left)
    offered = xp.stack([xp.maximum(laid, left), xp.maximum(laid, right), left_over], -1)
    offered = xp.concatenate([offered, left_over[..., None] + 0 * p.place], -1)
    gain = points(xp, p.hand[..., None, :] | piles, trios)
    gain = gain - points(xp, p.hand[..., None, :], trios)
    kinds = np.minimum(np.arange(TURN_OPTIONS), TAKE_BID)[:, None] == np.arange(TAKE_BID + 1)
    return [
        (xp.asarray(NUMBERS)[sorted_notes(xp, piles, order)], 1),
        (coins(xp, piles), 1),
        (xp.stack([gain, offered], -1), 4),
        (worth(xp, piles)[..., None], 3),
        (size(xp, piles)[..., None], 2),
        (_for_each(xp, p, kinds.astype(np.int32)), 0),
    ]


def turn_options(xp: Any, p: Position, order: Array) -> Options:
    """The turns: right, left, keep, then each rival's bid."""
    piles = xp.concatenate([xp.stack([p.right, p.left, p.laid], -2), p.lying], -2)
    waits = (p.place != NOT_WAITING) & (p.present > 0)
    legal = xp.concatenate([waits[..., :TAKE_BID] | True, waits], -1)
    return Options(joined(xp, _turn_parts(xp, p, order, piles), p.hand.ndim), legal, piles)


_NO_PILES = np.zeros((CANDIDATES, _KINDS), np.int32)
BID_SCALES = scales(_bid_parts(np, EMPTY, IN_ORDER, _NO_PILES, _CARDS), 1)
TURN_SCALES = scales(_turn_parts(np, EMPTY, IN_ORDER, _NO_PILES[:TURN_OPTIONS]), 1)
"""By input: its unit."""
