"""The network's view of a position as plain integers, made without NumPy."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from spielgeld.engine import KEEP, Card, Exchanged, Revealed, Setup, TakeBid, View
from spielgeld.fast.words import CURRENCIES, PER_CURRENCY, layout_of

Array = Any
MOST = 127
RIVALS = 5
TENS = 10
NOT_WAITING = 15

# The counts of a seat's play in a deal; worths are in tens.
ROUNDS, LAST_WORTH, ALL_WORTH, MOST_WORTH, LAST_SIZE, ALL_SIZES = 0, 1, 2, 3, 4, 5
LAST_PLACE, ALL_PLACES, FIRSTS, ROWS, KEPT, BIDS_TAKEN, SAT_OUT = 6, 7, 8, 9, 10, 11, 12
COUNTS = 13


class Position(NamedTuple):
    """What a seat knows. Piles are eight numbers: nine bits per currency, twelve for the coins."""

    players: Array
    flags: Array
    """Silver and gold coins, coin trios, bluff breaks ties, may sit out, left first, shortfall."""
    in_game: Array
    """By currency."""
    deck: Array
    round: Array
    idle_refills: Array
    last_round: Array
    """Whether this is the last round."""
    hand: Array
    laid: Array
    """The own open bid."""
    right: Array
    left: Array
    unseen: Array
    """What this seat has never seen."""
    present: Array
    """By rival: whether there is one."""
    known: Array
    """By rival: the cards everybody has seen."""
    lying: Array
    """By rival: the open bid."""
    sizes: Array
    """By rival: cards in hand."""
    unknown: Array
    """By rival: how many of them nobody has seen."""
    place: Array
    """By rival: how many act before; `NOT_WAITING` if it does not wait."""
    history: Array
    """By rival: the counts of its play in this deal."""
    has_history: Array
    """By rival: whether it has such counts."""


_KINDS = CURRENCIES + 1
_SET = (1 << PER_CURRENCY) - 1
_SHIFTS = [PER_CURRENCY * currency for currency in range(CURRENCIES)]


def rivals_of(view: View) -> list[int]:
    """The other seats in the order in which the position lists them."""
    seats, seat = view.setup.players, view.seat or 0
    return [(seat + 1 + at) % seats for at in range(seats - 1)]


@lru_cache(maxsize=64)
def _table(setup: Setup) -> tuple[list[bool], list[bool]]:
    rules = setup.rules
    flags = [
        rules.coins == "silver_gold",
        rules.coin_trios,
        rules.bluff_breaks_ties,
        rules.bluff_only_bid,
        rules.refill_first == "left",
        rules.last_round == "shortfall",
    ]
    in_game = [currency.code not in setup.removed for currency in setup.edition.currencies]
    return flags, in_game


def pile_of(setup: Setup, cards: Sequence[Card]) -> list[int]:
    """The notes by currency, a bit each, and the coins."""
    notes, coins = layout_of(setup).words(cards)
    return [*(notes >> shift & _SET for shift in _SHIFTS), coins]


def position_of(view: View) -> Position:
    """The champion's description of a view, in plain integers."""
    flags, in_game = _table(view.setup)
    rivals = rivals_of(view)
    seat = view.seat or 0

    def pile(cards: Sequence[Card]) -> list[int]:
        return pile_of(view.setup, cards)

    def by_rival(numbers: list[Any], empty: Any) -> list[Any]:
        return numbers + [empty] * (RIVALS - len(rivals))

    nothing = [0] * _KINDS
    places = [view.waiting.index(each) if each in view.waiting else NOT_WAITING for each in rivals]
    played = _counts(view)
    return Position(
        players=view.setup.players,
        flags=flags,
        in_game=in_game,
        deck=view.deck_size,
        round=view.round,
        idle_refills=view.idle_refills,
        last_round=view.last_round is not None,
        hand=pile(view.hand),
        laid=pile(view.lying[seat]),
        right=pile(view.right),
        left=pile(view.left),
        unseen=pile(view.unseen),
        present=by_rival([1] * len(rivals), 0),
        known=by_rival([pile(view.known[each]) for each in rivals], nothing),
        lying=by_rival([pile(view.lying[each]) for each in rivals], nothing),
        sizes=by_rival([view.hand_sizes[each] for each in rivals], 0),
        unknown=by_rival([view.unknown[each] for each in rivals], 0),
        place=by_rival(places, NOT_WAITING),
        history=by_rival([played[each] for each in rivals], [0] * COUNTS),
        has_history=1,
    )


def _counts(view: View) -> list[list[int]]:
    """By seat: the counts of its play in this deal."""
    counts = [[0] * COUNTS for _ in range(view.setup.players)]
    for done in view.history:
        if isinstance(done, Revealed):
            _count_bids(counts, done)
        else:
            _count_turn(counts[done.seat], done)
    return counts


def _count_bids(counts: list[list[int]], revealed: Revealed) -> None:
    places = {place.seat: at for at, place in enumerate(revealed.order)}
    for seat, (each, bid) in enumerate(zip(counts, revealed.bids, strict=True)):
        worth, place = bid.worth // TENS, places.get(seat, 0)
        each[ROUNDS] += 1
        each[LAST_WORTH], each[LAST_SIZE], each[LAST_PLACE] = worth, len(bid.cards), place
        each[ALL_WORTH] += worth
        each[ALL_SIZES] += len(bid.cards)
        each[ALL_PLACES] += place
        each[MOST_WORTH] = max(each[MOST_WORTH], worth)
        each[FIRSTS] += seat in places and place == 0
        each[SAT_OUT] += seat not in places


def _count_turn(counts: list[int], exchanged: Exchanged) -> None:
    if isinstance(exchanged.turn, TakeBid):
        counts[BIDS_TAKEN] += 1
    else:
        counts[KEPT if exchanged.turn == KEEP else ROWS] += 1
