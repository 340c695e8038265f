"""Random play on arrays, to measure the rules alone.

Every number of a deal is an array over all deals, and every step is element-wise arithmetic on
whole arrays (`words.py`), which a compiler can fuse into few kernels. Choices and draws are
returned, so that tests can play the same deals on `engine/`.
"""

from functools import partial, reduce
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from spielgeld.batch.chance import Chance, pick
from spielgeld.batch.deal import KEEP, LEFT, NOT_WAITING, RIGHT, TAKE_BID, Rules
from spielgeld.batch.piles import CARDS, Array
from spielgeld.batch.words import (
    WORDS,
    Pile,
    any_of,
    draw,
    draw_some,
    joined,
    lowest_serial,
    only,
    points,
    size,
    where,
    without,
    worth,
)
from spielgeld.engine.rules.dealing import HAND_SIZE, ROW_SIZE
from spielgeld.engine.rules.ending import STALL_AFTER

_MOST_LACKING = ROW_SIZE - 1
"""A row is never empty: whoever takes it leaves a bid there."""


class Deal(NamedTuple):
    """The state of many deals, each number an array."""

    hands: tuple[Pile, ...]
    right: Pile
    left: Pile
    deck: Pile
    idle_refills: Array
    last_round: Array
    """Whether this is the last round."""
    over: Array
    decisions: Array
    """How many bids and turns there were, in all deals at this place."""
    scored: Array
    """Points of all seats of all deals at this place that have been counted."""


class RoundChoices(NamedTuple):
    """What was chosen and drawn in a round."""

    bids: tuple[Pile, ...]
    bluffs: tuple[Array, ...]
    turns: tuple[Array, ...]
    """As in `deal.py`, in the order in which they were taken; ignore values after the last one."""
    right: tuple[Pile, ...]
    """Cards drawn, one by one; nothing once there are enough."""
    left: tuple[Pile, ...]


def _dealt(deck: Pile, most: int, chance: Chance) -> tuple[Pile, Pile]:
    """That many cards, and the deck without them; a loop, since every card is drawn alike."""
    number = chance.spend(most)

    def one(at: Array, piles: tuple[Pile, Pile]) -> tuple[Pile, Pile]:
        pile, deck = piles
        card = draw(deck, chance.at(number + at.astype(jnp.uint32)))
        return joined(pile, card), without(deck, card)

    nothing = tuple(jnp.zeros_like(word) for word in deck)
    dealt: tuple[Pile, Pile] = jax.lax.fori_loop(0, most, one, (nothing, deck))
    return dealt


def deal_out(deck: Pile, keys: Array, number: Array, players: int) -> Deal:
    """Begin deals with these cards, hands first, then the right row, then the left."""

    chance = Chance(keys, number)
    deck = tuple(jnp.broadcast_to(word, keys.shape) for word in deck)
    piles = []
    for most in (*[HAND_SIZE] * players, ROW_SIZE, ROW_SIZE):
        pile, deck = _dealt(deck, most, chance)
        piles.append(pile)
    nothing = jnp.zeros_like(keys)
    return Deal(
        hands=tuple(piles[:players]),
        right=piles[players],
        left=piles[players + 1],
        deck=deck,
        idle_refills=nothing,
        last_round=nothing,
        over=nothing,
        decisions=nothing,
        scored=nothing,
    )


def _bid(rules: Rules, hand: Pile, goes_on: Array, chance: Chance) -> tuple[Pile, Array]:
    """Any set of the hand with or without the bluff card; the whole hand if that is no bid."""
    words = [chance.word() for _ in range(WORDS)]
    some = tuple(card & word for card, word in zip(hand, words, strict=True))
    bluff = words[0] >> 31
    sits_out = (rules.sits_out > 0) & (bluff > 0)
    nothing = (some[0] | some[1] | some[2]) == 0
    return only(goes_on, where(nothing & ~sits_out, hand, some)), bluff


def _places(rules: Rules, bids: tuple[Pile, ...], bluffs: tuple[Array, ...]) -> list[Array]:
    """By seat: how many act before it."""
    ranks = []
    for bid, bluff in zip(bids, bluffs, strict=True):
        value = worth(bid)
        rank = (value * 2 + bluff * rules.breaks_ties) * 128 + (CARDS - lowest_serial(bid))
        ranks.append(jnp.where(value > 0, rank, 0))
    return [
        jnp.where(
            mine > 0,
            reduce(jnp.add, [(other > mine).astype(jnp.uint32) for other in ranks]),
            NOT_WAITING,
        )
        for mine in ranks
    ]


class _Table(NamedTuple):
    """A round under way."""

    hands: tuple[Pile, ...]
    lying: tuple[Pile, ...]
    places: list[Array]
    right: Pile
    left: Pile


def _random_turn(table: _Table, at: int, waiting: Array, chance: Chance) -> tuple[_Table, Array]:
    """Take a random legal turn of the seat at that place; whose bid it takes acts next."""
    hands, lying, places, right, left = table
    chosen = pick(chance.word(), TAKE_BID + jnp.maximum(waiting, at + 1) - (at + 1))
    victim_place = jnp.where(chosen >= TAKE_BID, chosen - TAKE_BID + (at + 1), NOT_WAITING + 1)
    acts = [place == at for place in places]
    victims = [place == victim_place for place in places]
    bid = any_of([only(*each) for each in zip(acts, lying, strict=True)])
    theirs = any_of([only(*each) for each in zip(victims, lying, strict=True)])
    row = where(chosen == RIGHT, right, left)
    taken = where(chosen < KEEP, row, where(chosen == KEEP, bid, theirs))
    anybody = waiting > at
    pushed = [(place > at) & (place < victim_place) & (chosen >= TAKE_BID) for place in places]
    later = [
        jnp.where(victim, at + 1, jnp.where(push, place + 1, place))
        for place, victim, push in zip(places, victims, pushed, strict=True)
    ]
    seats = [jnp.where(victim, jnp.uint32(seat), 0) for seat, victim in enumerate(victims)]
    turn = jnp.where(chosen < TAKE_BID, chosen, TAKE_BID + reduce(jnp.add, seats))
    after = _Table(
        hands=tuple(joined(hand, only(act, taken)) for hand, act in zip(hands, acts, strict=True)),
        lying=tuple(where(victim, bid, pile) for pile, victim in zip(lying, victims, strict=True)),
        places=later,
        right=where(anybody & (chosen == RIGHT), bid, right),
        left=where(anybody & (chosen == LEFT), bid, left),
    )
    return after, turn


def random_round(rules: Rules, deal: Deal, chance: Chance) -> tuple[Deal, RoundChoices]:
    """One round of all deals that are not over."""
    players = len(deal.hands)
    goes_on = deal.over == 0
    made = [_bid(rules, hand, goes_on, chance) for hand in deal.hands]
    bids, bluffs = tuple(bid for bid, _ in made), tuple(bluff for _, bluff in made)
    places = _places(rules, bids, bluffs)
    waiting = reduce(jnp.add, [(place != NOT_WAITING).astype(jnp.uint32) for place in places])
    hands = tuple(without(hand, bid) for hand, bid in zip(deal.hands, bids, strict=True))
    table, turns = _Table(hands, bids, places, deal.right, deal.left), []
    for at in range(players):
        table, turn = _random_turn(table, at, waiting, chance)
        turns.append(turn)
    decisions = deal.decisions + jnp.where(goes_on, players + waiting, 0)
    deal = deal._replace(hands=table.hands, right=table.right, left=table.left, decisions=decisions)
    deal, right, left = _end_round(rules, deal, chance)
    return deal, RoundChoices(bids, bluffs, tuple(turns), right, left)


def _lack(row: Pile) -> Array:
    return ROW_SIZE - jnp.minimum(ROW_SIZE, size(row))


def _end_round(
    rules: Rules, deal: Deal, chance: Chance
) -> tuple[Deal, tuple[Pile, ...], tuple[Pile, ...]]:
    """After the last round the deal is over; else refill, and see whether the next is the last."""
    over = (deal.last_round | deal.over) > 0
    deck = size(deal.deck)
    right, left = (jnp.where(over, 0, _lack(row)) for row in (deal.right, deal.left))
    wanted = right + left
    left_first = rules.left_first > 0
    first, second = jnp.where(left_first, left, right), jnp.where(left_first, right, left)
    firsts, cards = draw_some(deal.deck, first, _MOST_LACKING, chance)
    seconds, cards = draw_some(cards, second, _MOST_LACKING, chance)
    pairs = list(zip(firsts, seconds, strict=True))
    to_right = tuple(where(left_first, later, sooner) for sooner, later in pairs)
    to_left = tuple(where(left_first, sooner, later) for sooner, later in pairs)
    idle = jnp.where(jnp.minimum(wanted, deck) > 0, 0, deal.idle_refills + 1)
    late = jnp.where(rules.shortfall > 0, (deck < wanted) | (deck == 0), deck <= wanted)
    last = late | (idle >= STALL_AFTER)
    deal = deal._replace(
        right=joined(deal.right, any_of(list(to_right))),
        left=joined(deal.left, any_of(list(to_left))),
        deck=cards,
        idle_refills=jnp.where(over, deal.idle_refills, idle),
        last_round=jnp.where(over, deal.last_round, last.astype(jnp.uint32)),
        over=over.astype(jnp.uint32),
    )
    return deal, to_right, to_left


class Places(NamedTuple):
    """What stays the same while one deal after another is played at each place of the arrays."""

    rules: Rules
    deck: Pile
    """All cards of a deal."""
    keys: Array
    """The random key of every place."""


def _renewed(places: Places, deal: Deal, number: Array) -> Deal:
    """Count the deals that are over and begin new ones in their places."""
    scores = [points(hand, places.rules.coin_trios) for hand in deal.hands]
    fresh = deal_out(places.deck, places.keys, number, len(deal.hands))._replace(
        decisions=deal.decisions, scored=deal.scored + reduce(jnp.add, scores)
    )
    over = deal.over > 0
    new: Deal = jax.tree.map(lambda new, old: jnp.where(over, new, old), fresh, deal)
    return new


AT_ONCE = 1 << 10
"""More random words than a round, or a new deal, takes."""


class Span(NamedTuple):
    """How many rounds are played."""

    times: int
    renew: int
    """Rounds in each of the `times` blocks; after a block new deals replace those that are over."""

    @property
    def words(self) -> int:
        """How many random words it takes."""
        return self.times * (self.renew + 1) * AT_ONCE


def some_rounds(places: Places, deal: Deal, number: Array, span: Span) -> Deal:
    """Random play with the random words from that number on."""
    rules, _, keys = places

    def one(_: Array, carry: tuple[Deal, Array]) -> tuple[Deal, Array]:
        deal, number = carry
        return random_round(rules, deal, Chance(keys, number))[0], number + np.uint32(AT_ONCE)

    def some(_: Array, carry: tuple[Deal, Array]) -> tuple[Deal, Array]:
        deal, number = jax.lax.fori_loop(0, span.renew, one, carry)
        return _renewed(places, deal, number), number + np.uint32(AT_ONCE)

    done: Deal = jax.lax.fori_loop(0, span.times, some, (deal, number))[0]
    return done


@partial(jax.jit, static_argnames="span")
def play(places: Places, deal: Deal, number: Array, *, span: Span) -> Deal:
    """Random play on whatever JAX finds."""
    return some_rounds(places, deal, number, span)
