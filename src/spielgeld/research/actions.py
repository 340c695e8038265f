"""The action space: a bid is laid card by card, a turn is one action; 85 actions in all.

Cards have the numbers of `fast/words.py`. They are laid by rising number only, so that every bid
has exactly one path. The bluff card is laid with the seal, and only where it can matter: with
money where it breaks ties, alone where the rules let a player sit out. Elsewhere it has
no effect, because nobody here sees the size of a bid before the reveal (R15).
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from spielgeld.engine import (
    KEEP,
    TAKE_LEFT,
    TAKE_RIGHT,
    Bid,
    Pile,
    Rules,
    Setup,
    TakeBid,
    Turn,
    Unreadable,
    quoted,
)
from spielgeld.fast.words import MOST_CARDS, MOST_SEATS, layout_of

SEAL = MOST_CARDS
"""The bid is complete."""
SEAL_WITH_BLUFF = SEAL + 1
"""The bid is complete, the bluff card with it."""
RIGHT = SEAL + 2
LEFT = SEAL + 3
KEEP_BID = SEAL + 4
TAKE_NEXT = SEAL + 5
"""Take the bid of the next seat; the number after it is the seat after that, and so on."""
ACTIONS = TAKE_NEXT + MOST_SEATS - 1

Mask = NDArray[np.int8]
"""By action: 1 where it is legal."""

_NUMBERS: dict[Turn, int] = {TAKE_RIGHT: RIGHT, TAKE_LEFT: LEFT, KEEP: KEEP_BID}
_TURNS = {number: turn for turn, number in _NUMBERS.items()}


def seals(rules: Rules, laid: Sequence[object]) -> tuple[bool, bool]:
    """Return whether a bid of these cards may be sealed without the bluff card, and with it."""
    if laid:
        return True, rules.bluff_breaks_ties
    return False, rules.bluff_only_bid


def number_of_turn(turn: Turn, seat: int, players: int) -> int:
    """Return the number of this turn of the seat."""
    if isinstance(turn, TakeBid):
        return TAKE_NEXT + (turn.seat - seat) % players - 1
    return _NUMBERS[turn]


def turn_of_number(action: int, seat: int, players: int) -> Turn:
    """Return the turn of the seat that has this number; `number_of_turn` reversed."""
    if action in _TURNS:
        return _TURNS[action]
    if not TAKE_NEXT <= action < ACTIONS:
        raise Unreadable("action", f"{quoted(action)} is no turn", found=quoted(action))
    return TakeBid((seat + action - TAKE_NEXT + 1) % players)


def path_of(setup: Setup, bid: Bid) -> list[int]:
    """Return the actions that lay this bid; a bluff card without effect is left out."""
    number = layout_of(setup).number
    with_bluff = bid.bluff and seals(setup.rules, bid.cards)[1]
    return [*sorted(number[card] for card in bid.cards), SEAL_WITH_BLUFF if with_bluff else SEAL]


def path_count(rules: Rules, hand: Pile) -> int:
    """Return how many bids can be laid: all but those with a bluff card that has no effect."""
    sets = (1 << len(hand)) - 1
    return sets + sets * rules.bluff_breaks_ties + rules.bluff_only_bid
