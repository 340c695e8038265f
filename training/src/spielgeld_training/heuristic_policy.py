"""`bots/heuristic/policy.py` on arrays: one seat of one deal, one player of a table of many.

Random numbers are arguments. Only the `SORTED` most dispensable cards of a hand are considered.
"""

import jax
import jax.numpy as jnp
import numpy as np

from spielgeld.bots.heuristic.outlook import BIDS, PER_SHARE, ROUNDS, SHARES, USUAL_ROW
from spielgeld.bots.heuristic.policy import CHEAPEST, LONGEST
from spielgeld_training.batch.deal import KEEP, LEFT, NOT_WAITING, RIGHT, TAKE_BID, TURNS, Deal
from spielgeld_training.batch.piles import (
    BIT_OF,
    CARDS,
    CURRENCIES,
    KIND_OF,
    KINDS,
    NOTES,
    SEATS,
    SETS,
    SUMS,
    Array,
    coin_counts,
    worth,
)
from spielgeld_training.tempers import ANYTHING, DUMPS, FIRST_CARD, SEAT_COUNTS, Tempers

SORTED = 24
_NEVER = -1e9
_NOTHING = 1e-3


def _candidates() -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    few = range(CHEAPEST)
    sets = [[at for at in few if chosen >> at & 1] for chosen in range(1, 1 << CHEAPEST)]
    sets += [[at] for at in range(CHEAPEST, SORTED)]
    sets += [list(range(longer)) for longer in range(CHEAPEST + 1, LONGEST + 1)]
    matrix = np.zeros((len(sets), SORTED), np.float32)
    for row, cards in enumerate(sets):
        matrix[row, cards] = 1
    return matrix


CHOICES = _candidates()
_RUNS = [np.arange(SORTED) < cards for cards in range(1, LONGEST + 1)]
_RUN_AT = np.array([0] + [int((run == CHOICES).all(1).argmax()) for run in _RUNS])
"""By number of cards: the candidate that consists of that many of the most dispensable cards."""


def _places(tempers: Tempers, deal: Deal, seat: Array, player: Array) -> Array:
    """Return, by currency, its index into the table of values."""
    ahead = 1 + jnp.floor((deal.cards - deal.drawn) / tempers.cards_per_round[player]).astype(
        jnp.int32
    )
    rounds = jnp.where(deal.last_round > 0, 0, jnp.minimum(ROUNDS - 1, ahead))
    known = jnp.where((jnp.arange(SEATS) == seat)[:, None], 0, deal.hands & ~deal.secret)
    held = jnp.asarray(SUMS)[known.sum(0)[:CURRENCIES]]
    share = jnp.minimum(SHARES - 1, held // PER_SHARE)
    return (((player * ROUNDS) + rounds) * SHARES + share) * SETS


def _coin_value(tempers: Tempers, deal: Deal, player: Array, pile: Array) -> Array:
    tens, twenties = coin_counts(pile)
    face = 10 * tens + 20 * twenties
    scores = face + 100 * deal.rules.coin_trios * (tens // 3 + twenties // 3)
    return tempers.coin_worth[player] * scores + tempers.money[player] * face


def _value(tempers: Tempers, deal: Deal, places: Array, player: Array, pile: Array) -> Array:
    """Return the expected final value of a hand; piles may have leading dimensions."""
    parts = tempers.hand[places + pile[..., :CURRENCIES]]
    most = jnp.maximum(parts.max(-1), 0)
    return (
        _coin_value(tempers, deal, player, pile) + parts.sum(-1) + tempers.devotion[player] * most
    )


def _losses(tempers: Tempers, deal: Deal, places: Array, player: Array, hand: Array) -> Array:
    """Return, by card, the value lost without it; a very large number if it is not in the hand."""
    kinds, bits = jnp.asarray(KIND_OF), jnp.asarray(BIT_OF)
    sets = hand[kinds[:NOTES]]
    at = places[kinds[:NOTES]]
    notes = tempers.hand[at + sets] - tempers.hand[at + (sets & ~bits[:NOTES])]
    without = jnp.zeros((CARDS - NOTES, KINDS), jnp.int32)
    without = without.at[:, CURRENCIES].set(hand[CURRENCIES] & ~bits[NOTES:])
    coins = _coin_value(tempers, deal, player, hand) - _coin_value(tempers, deal, player, without)
    return jnp.where((hand[kinds] & bits) > 0, jnp.concatenate([notes, coins]), -_NEVER)


def choose_bid(tempers: Tempers, deal: Deal, seat: Array, player: Array, key: Array) -> Array:
    """Return the bid as a pile."""
    places = _places(tempers, deal, seat, player)
    hand = deal.hands[seat]
    losses = _losses(tempers, deal, places, player, hand)
    cards = jnp.argsort(losses)[:SORTED]
    there = losses[cards] < -_NEVER
    bits = jnp.asarray(BIT_OF)[cards] * there
    by_kind = (jnp.asarray(KIND_OF)[cards][:, None] == jnp.arange(KINDS)) * bits[:, None]
    # Each factor is a power of two, or 0 or 1: the product is exact in any precision.
    piles = (jnp.asarray(CHOICES) @ by_kind.astype(jnp.float32)).astype(jnp.int32)
    legal = jnp.asarray(CHOICES) @ (1.0 - there) < 0.5
    values = _bid_values(tempers, deal, places, player, hand, piles)
    values += tempers.haste[player] * jax.random.uniform(key, values.shape, minval=-1.0)
    legal &= jnp.asarray(CHOICES.sum(1)) <= tempers.most_cards[player]
    best = jnp.argmax(jnp.where(legal, values, _NEVER))
    free = (losses < _NOTHING * 100).sum()
    mode = tempers.mode[player]
    run = jnp.asarray(_RUN_AT)[jnp.clip(free, 1, jnp.minimum(LONGEST, there.sum()))]
    anything = _any_subset(hand, key, piles[0])
    chosen = jnp.select([mode == FIRST_CARD, mode == DUMPS], [0, run], best)
    return jnp.where(mode == ANYTHING, anything, piles[chosen])


def _any_subset(hand: Array, key: Array, default: Array) -> Array:
    """Draw a random subset of the hand, each equally likely; return `default` if it is empty."""
    some = hand & jax.random.randint(jax.random.fold_in(key, 1), hand.shape, 0, 1 << 12)
    return jnp.where((some > 0).any(), some, default)


def _bid_values(
    tempers: Tempers, deal: Deal, places: Array, player: Array, hand: Array, piles: Array
) -> Array:
    keeping = _value(tempers, deal, places, player, hand)
    rest = hand & ~piles
    right = _value(tempers, deal, places, player, rest | deal.right)
    left = _value(tempers, deal, places, player, rest | deal.left)
    richer = jnp.maximum(worth(deal.right), worth(deal.left))
    heat = tempers.row_heat[player] * (richer - USUAL_ROW)
    heat += tempers.round_heat[player] * (deal.round - 1)
    heat += jnp.where(deal.last_round > 0, tempers.last_heat[player], 0)
    money = worth(piles)
    tens = jnp.clip(jnp.floor((money - heat) / 10).astype(jnp.int32), 0, BIDS - 1)
    table = deal.rules.players - SEAT_COUNTS[0]
    first, second = tempers.first[player, table, tens], tempers.second[player, table, tens]
    worse = jnp.maximum(keeping, jnp.minimum(right, left))
    later = second * worse + (1 - second) * keeping
    better = jnp.maximum(keeping, jnp.maximum(right, left))
    return first * better + (1 - first) * later - tempers.thrift[player] * money


def choose_turn(tempers: Tempers, deal: Deal, seat: Array, player: Array, key: Array) -> Array:
    """Return the turn of the seat to act, as a number."""
    places = _places(tempers, deal, seat, player)
    turns = jnp.arange(TURNS)[:, None]
    hand, bid = deal.hands[seat], deal.lying[seat]
    rows = jnp.stack([deal.right, deal.left, bid])
    piles = jnp.concatenate([rows, deal.lying])
    values = _value(tempers, deal, places, player, hand | piles)
    values += tempers.stubbornness[player] * (jnp.arange(TURNS) == KEEP)
    following = jnp.argmax(deal.place == 1)
    rivals = jnp.concatenate([jnp.full((TAKE_BID,), following), jnp.arange(SEATS)])
    known = (deal.hands & ~deal.secret)[rivals]
    right = jnp.where(turns == RIGHT, bid, deal.right)
    left = jnp.where(turns == LEFT, bid, deal.left)
    better = jnp.maximum(
        _value(tempers, deal, places, player, known | right),
        _value(tempers, deal, places, player, known | left),
    )
    waiting = (deal.place != NOT_WAITING) & (jnp.arange(SEATS) != seat)
    loss = tempers.spite[player] * (better - _value(tempers, deal, places, player, known))
    values -= jnp.where(waiting.any(), loss, 0)
    values += tempers.haste[player] * jax.random.uniform(key, values.shape, minval=-1.0)
    legal = jnp.concatenate([jnp.ones(TAKE_BID, bool), waiting])
    return jnp.argmax(jnp.where(legal, values, _NEVER))
