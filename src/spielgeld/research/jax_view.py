"""The observation of `observation.py` from the arrays of a deal in JAX, for one seat."""

import jax.numpy as jnp
import numpy as np

from spielgeld.batch import deal as batch_deal
from spielgeld.batch.deal import Deal
from spielgeld.batch.piles import CURRENCIES, PER_CURRENCY, SEATS, Array, points, size, worth
from spielgeld.fast.words import COIN_BITS, MOST_CARDS
from spielgeld.research import observation as cells

_NUMBERS = cells.COLUMNS - MOST_CARDS
_ALL_NOTES = (1 << PER_CURRENCY) - 1


def cards_of(pile: Array) -> Array:
    """By card: 1 where the pile holds it."""
    notes = pile[..., :CURRENCIES, None] >> np.arange(PER_CURRENCY) & 1
    coins = pile[..., CURRENCIES, None] >> np.arange(COIN_BITS) & 1
    return jnp.concatenate([notes.reshape(*pile.shape[:-1], -1), coins], -1)


def _rows(pile: Array, *numbers: Array) -> Array:
    """Rows of the observation: the cards, then the numbers, then zeros."""
    stacked = jnp.stack(jnp.broadcast_arrays(*numbers), -1)
    missing = jnp.zeros((*stacked.shape[:-1], _NUMBERS - len(numbers)), stacked.dtype)
    return jnp.concatenate([cards_of(pile), stacked, missing], -1)


def observe(deal: Deal, seat: Array, laid: Array, shown: tuple[Array, Array, Array]) -> Array:
    """What the seat knows, having laid this; `shown` is the last reveal: bids, places, bluffs."""
    trios, hidden = deal.rules.coin_trios, deal.over == 0
    at = np.arange(SEATS)
    other = (seat + at) % deal.rules.players
    there = at < deal.rules.players
    whole = deal.hands[seat]
    hand = whole & ~laid

    def tens(pile: Array) -> Array:
        return worth(pile) // 10

    def with_hand(pile: Array) -> Array:
        return jnp.minimum(cells.MOST, points(hand | pile, trios) // 10)

    own = jnp.minimum(cells.MOST, points(whole | deal.lying[seat], trios) // 10)
    piles = jnp.stack([hand, laid, deal.right, deal.left])
    gains = jnp.stack([own, 0 * own, with_hand(deal.right), with_hand(deal.left)])
    lying, place = deal.lying[other], deal.place[other]
    lies = (size(lying) > 0)[:, None]
    place = jnp.where(place == batch_deal.NOT_WAITING, 0, place + 1)
    bids, places, bluffs = (each[other] for each in shown)
    secret = deal.secret[other]
    known = deal.hands[other] & ~secret
    blocks = [
        _rows(piles, size(piles), tens(piles), gains),
        _rows(lying, size(lying), tens(lying), with_hand(lying), place) * lies * there[:, None],
        _rows(bids, size(bids), tens(bids), 0 * places, places, bluffs) * there[:, None],
        _rows(known, size(deal.hands[other]), size(secret)) * there[:, None],
        _unseen(deal, whole, known * there[:, None], lying * there[:, None]) * hidden,
        _moment(deal),
    ]
    return jnp.concatenate(blocks).astype(jnp.uint8)


def _unseen(deal: Deal, whole: Array, known: Array, lying: Array) -> Array:
    """All cards of the game but those that were seen."""
    coins = jnp.where(deal.rules.silver_gold, (1 << COIN_BITS) - 1, (1 << COIN_BITS // 2) - 1)
    in_game = jnp.append(deal.in_game * _ALL_NOTES, coins)
    seen = jnp.concatenate([jnp.stack([deal.right, deal.left, whole]), known, lying])
    pile = in_game & ~jnp.bitwise_or.reduce(seen)
    return _rows(pile, size(pile), deal.cards - deal.drawn)[None]


def _moment(deal: Deal) -> Array:
    """The last row: moment, rules, currencies in the game."""
    rules = deal.rules
    turn = (deal.place != batch_deal.NOT_WAITING).any()
    on = deal.over == 0
    row = jnp.zeros(cells.COLUMNS, jnp.int32)
    values = {
        cells.AWAITS_BID: on & ~turn,
        cells.AWAITS_TURN: on & turn,
        cells.ROUND: jnp.minimum(cells.MOST, deal.round),
        cells.IDLE_REFILLS: deal.idle_refills,
        cells.SILVER_GOLD: rules.silver_gold,
        cells.SITS_OUT: rules.sits_out,
        cells.BREAKS_TIES: rules.breaks_ties,
        cells.LEFT_FIRST: rules.left_first,
        cells.SHORTFALL: rules.shortfall,
        cells.COIN_TRIOS: rules.coin_trios,
    }
    row = row.at[np.array([*values])].set(
        jnp.stack([jnp.asarray(v, jnp.int32) for v in values.values()])
    )
    reasons = jnp.arange(1, 4) == deal.last_round
    row = row.at[cells.LAST_ROUND : cells.LAST_ROUND + 3].set(reasons.astype(jnp.int32))
    players = jnp.arange(3, SEATS + 1) == rules.players
    row = row.at[cells.PLAYERS : cells.PLAYERS + 4].set(players.astype(jnp.int32))
    row = row.at[cells.IN_GAME : cells.IN_GAME + CURRENCIES].set(deal.in_game)
    return row[None]
