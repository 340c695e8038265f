"""A deal on arrays, step by step: deal, reveal, turn after turn, refill, count.

Everything here is written for one deal and any rules; `jax.vmap` applies it to many. A round is
`reveal`, then `take_turn` once for every seat (without effect if nobody waits), then `end_round`. A
turn is a number: right, left, keep, or `TAKE_BID` plus the seat.
"""

from typing import NamedTuple

import jax
import jax.numpy as jnp

from spielgeld.engine.rules.dealing import HAND_SIZE, ROW_SIZE
from spielgeld.engine.rules.ending import STALL_AFTER
from spielgeld.engine.setup import FULL_TABLE
from spielgeld_training.batch.piles import (
    BIT_OF,
    CARDS,
    CURRENCIES,
    KIND_OF,
    KINDS,
    NOTES,
    PER_COIN,
    PER_CURRENCY,
    SEATS,
    Array,
    lowest_serial,
    points,
    size,
    worth,
)

RIGHT, LEFT, KEEP, TAKE_BID = 0, 1, 2, 3
TURNS = TAKE_BID + SEATS
GOES_ON, DECK_EMPTY, SHORTFALL, STALL = 0, 1, 2, 3
NOT_WAITING = 15


class Rules(NamedTuple):
    """The rules that matter within a deal, as numbers; flags are 0 or 1."""

    players: Array
    silver_gold: Array
    """Whether `coins` is silver_gold."""
    coin_trios: Array
    breaks_ties: Array
    """`bluff_breaks_ties`."""
    sits_out: Array
    """`bluff_only_bid`."""
    left_first: Array
    """Whether `refill_first` is left."""
    shortfall: Array
    """Whether `last_round` is shortfall."""


class Deal(NamedTuple):
    """The state of one deal. Piles are eight numbers (`piles.py`)."""

    rules: Rules
    in_game: Array
    """By currency: whether it is in the game."""
    order: Array
    """All cards, by number, as they leave the deck."""
    cards: Array
    """The number of cards of the deal."""
    drawn: Array
    """The number of cards that have left the deck."""
    round: Array
    idle_refills: Array
    last_round: Array
    over: Array
    right: Array
    left: Array
    hands: Array
    """By seat, without the bid lying in front of it."""
    secret: Array
    """By seat: the part of the hand that no other seat has ever seen."""
    lying: Array
    """By seat: the open bid in front of it."""
    place: Array
    """By seat: the number of seats that act before it; `NOT_WAITING` if it does not wait."""
    scores: Array
    """By seat, once the deal is over."""


def draw_removed(rules: Rules, key: Array) -> Array:
    """Draw, by currency, whether it is in the game: with fewer than five some leave (R7)."""
    rank = jnp.argsort(jax.random.uniform(key, (CURRENCIES,)))
    return (rank >= jnp.maximum(0, FULL_TABLE - rules.players)).astype(jnp.int32)


def shuffled(rules: Rules, in_game: Array, key: Array) -> Array:
    """Return all cards of the game in random order, the others behind them."""
    coins = jnp.arange(2 * PER_COIN) < jnp.where(rules.silver_gold, 2 * PER_COIN, PER_COIN)
    there = jnp.concatenate([jnp.repeat(in_game, PER_CURRENCY, total_repeat_length=NOTES), coins])
    keys = jax.random.uniform(key, (CARDS,)) + 2.0 * (1 - there)
    return jnp.argsort(keys).astype(jnp.int32)


def _drawn_pile(order: Array, first: Array, wanted: Array, most: int, limit: Array) -> Array:
    """Return the next cards of the deck as a pile."""
    at = first + jnp.arange(most)
    numbers = order[jnp.minimum(at, CARDS - 1)]
    there = (jnp.arange(most) < wanted) & (at < limit)
    kinds = jnp.asarray(KIND_OF)[numbers][:, None] == jnp.arange(KINDS)
    bits = jnp.asarray(BIT_OF)[numbers][:, None]
    return jnp.where(there[:, None] & kinds, bits, 0).sum(0).astype(jnp.int32)


def deal_out(rules: Rules, in_game: Array, order: Array) -> Deal:
    """Begin a deal with the cards, by number, in this order."""
    coins = jnp.where(rules.silver_gold, 2 * PER_COIN, PER_COIN)
    cards = in_game.sum() * PER_CURRENCY + coins
    seats = jnp.arange(SEATS)
    sits = seats < rules.players
    draw = jax.vmap(_drawn_pile, (None, 0, 0, None, None))
    hands = draw(order, seats * HAND_SIZE, jnp.where(sits, HAND_SIZE, 0), HAND_SIZE, cards)
    first = rules.players * HAND_SIZE
    nothing = jnp.zeros((SEATS, KINDS), jnp.int32)
    zero = jnp.zeros((), jnp.int32)
    return Deal(
        rules=rules,
        in_game=in_game,
        order=order,
        cards=cards,
        drawn=first + 2 * ROW_SIZE,
        round=zero + 1,
        idle_refills=zero,
        last_round=zero,
        over=zero,
        right=_drawn_pile(order, first, ROW_SIZE, ROW_SIZE, cards),
        left=_drawn_pile(order, first + ROW_SIZE, ROW_SIZE, ROW_SIZE, cards),
        hands=hands,
        secret=hands,
        lying=nothing,
        place=jnp.full((SEATS,), NOT_WAITING, jnp.int32),
        scores=jnp.zeros((SEATS,), jnp.int32),
    )


def acting_order(rules: Rules, bids: Array, bluffs: Array) -> Array:
    """Return, by seat, how many act before it; a seat that bid no money does not wait."""
    first = bluffs * rules.breaks_ties
    rank = (worth(bids) * 2 + first) * (CARDS + 1) + CARDS - lowest_serial(bids)
    waits = size(bids) > 0
    before = (rank[None, :] > rank[:, None]) & waits[None, :]
    return jnp.where(waits, before.sum(1), NOT_WAITING).astype(jnp.int32)


def reveal(deal: Deal, bids: Array, bluffs: Array) -> Deal:
    """Reveal all bids; a seat that bid no money sits the round out. Empty seats bid nothing."""
    return deal._replace(
        lying=bids,
        hands=deal.hands & ~bids,
        secret=deal.secret & ~bids,
        place=acting_order(deal.rules, bids, bluffs),
    )


def acting(deal: Deal) -> Array:
    """Return the seat to act, or 0 if nobody waits."""
    return jnp.argmin(deal.place)


def take_turn(deal: Deal, turn: Array) -> Deal:
    """Let the seat to act do this with its bid."""
    seats = jnp.arange(SEATS)
    acts = (deal.place == 0)[:, None]
    anybody = acts.any()
    is_victim = seats == turn - TAKE_BID
    victim = (is_victim & anybody)[:, None]
    bid = jnp.where(acts, deal.lying, 0).sum(0)
    theirs = jnp.where(victim, deal.lying, 0).sum(0)
    taken = jnp.select(
        [turn == RIGHT, turn == LEFT, turn == KEEP], [deal.right, deal.left, bid], theirs
    )
    later = deal.place - 1
    pushed = later < jnp.where(is_victim, later, 0).sum()
    place = jnp.where(is_victim, 0, jnp.where((turn >= TAKE_BID) & pushed, later + 1, later))
    waits = (deal.place > 0) & (deal.place != NOT_WAITING)
    return deal._replace(
        right=jnp.where(anybody & (turn == RIGHT), bid, deal.right),
        left=jnp.where(anybody & (turn == LEFT), bid, deal.left),
        hands=jnp.where(acts, deal.hands | taken, deal.hands),
        lying=jnp.where(acts, 0, jnp.where(victim, bid, deal.lying)),
        place=jnp.where(waits, place, NOT_WAITING),
    )


def end_round(deal: Deal) -> Deal:
    """After the last round count; else refill the rows and see whether the next is the last."""
    over = (deal.last_round > 0) | (deal.over > 0)
    rules, deck = deal.rules, deal.cards - deal.drawn
    right = jnp.maximum(0, ROW_SIZE - size(deal.right))
    left = jnp.maximum(0, ROW_SIZE - size(deal.left))
    wanted = right + left
    drawn = jnp.where(over, 0, jnp.minimum(wanted, deck))
    from_right = jnp.where(rules.left_first, deal.drawn + left, deal.drawn)
    from_left = jnp.where(rules.left_first, deal.drawn, deal.drawn + right)
    limit = jnp.where(over, 0, deal.cards)
    idle = jnp.where(drawn > 0, 0, deal.idle_refills + 1)
    short = jnp.where(rules.shortfall, (deck < wanted) | (deck == 0), deck <= wanted)
    reason = jnp.where(
        short, jnp.where(rules.shortfall, SHORTFALL, DECK_EMPTY), (idle >= STALL_AFTER) * STALL
    )
    return deal._replace(
        right=deal.right | _drawn_pile(deal.order, from_right, right, ROW_SIZE, limit),
        left=deal.left | _drawn_pile(deal.order, from_left, left, ROW_SIZE, limit),
        drawn=deal.drawn + drawn,
        idle_refills=jnp.where(over, deal.idle_refills, idle),
        last_round=jnp.where(over, deal.last_round, reason).astype(jnp.int32),
        round=deal.round + jnp.where(over, 0, 1),
        over=over.astype(jnp.int32),
        secret=jnp.where(over, 0, deal.secret),
        scores=jnp.where(over, points(deal.hands, rules.coin_trios), 0),
    )


def win_shares(deal: Deal) -> Array:
    """Return, by seat, the share of the win; it is only valid once the deal is over."""
    sits = jnp.arange(SEATS) < deal.rules.players
    scores = jnp.where(sits, deal.scores, -1)
    won = scores == scores.max()
    return won / won.sum()
