"""When a deal ends: what makes the coming round the last one. Nothing is refilled after it."""

from spielgeld.engine.editions import Rules
from spielgeld.engine.state import LastRound

STALL_AFTER = 10
"""The number of refills in a row without a card drawn that ends the deal (R8)."""


def last_round_reason(
    rules: Rules, *, deck_size: int, wanted: int, idle_refills: int
) -> LastRound | None:
    """Why the round after a refill is the last, or None if it is not.

    `deck_size` is the deck before the refill, `wanted` how many cards the rows lacked,
    `idle_refills` how many refills in a row, this one included, drew no card.
    """
    if rules.last_round == "deck_empty" and deck_size <= wanted:
        return "deck_empty"
    # A deck that is just enough is no shortfall; the refill after it finds none, and is one (R4).
    if rules.last_round == "shortfall" and (deck_size < wanted or deck_size == 0):
        return "shortfall"
    return "stall" if idle_refills >= STALL_AFTER else None
