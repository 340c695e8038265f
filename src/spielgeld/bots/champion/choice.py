"""How the champion chooses, given the value of each option."""

from collections.abc import Sequence

from spielgeld.bots.champion.candidates import SIT_OUT
from spielgeld.bots.champion.position import rivals_of
from spielgeld.bots.champion.scale import UNIT
from spielgeld.engine import Bid, TakeBid, Turn, View
from spielgeld.fast.steps import TAKE_BID
from spielgeld.fast.turns import turn_of
from spielgeld.fast.words import CURRENCIES, PER_CURRENCY, layout_of

MIXING = UNIT // 128
"""Bids whose value is this close to the best are mixed with it."""
GRAIN = UNIT >> 20
"""The step in which values are turned into odds."""


def bid_of(view: View, at: int, pile: Sequence[int]) -> Bid:
    """The bid of that candidate."""
    notes = sum(pile[kind] << PER_CURRENCY * kind for kind in range(CURRENCIES))
    cards = layout_of(view.setup).pile(notes, pile[CURRENCIES])
    # Where the bluff card breaks ties, adding it costs nothing; elsewhere it gains nothing.
    return Bid(cards, bluff=view.setup.rules.bluff_breaks_ties or at == SIT_OUT)


def turn_at(view: View, at: int) -> Turn:
    """The turn of that number."""
    return turn_of(at) if at < TAKE_BID else TakeBid(rivals_of(view)[at - TAKE_BID])


def odds_of(values: Sequence[int], legal: Sequence[bool]) -> list[int]:
    """By option: its odds, which rise with its value; 0 unless it is nearly as good as the best."""
    best = max([value for value, may in zip(values, legal, strict=True) if may])
    return [
        (max(0, MIXING - best + value) // GRAIN) ** 2 if may else 0
        for value, may in zip(values, legal, strict=True)
    ]
