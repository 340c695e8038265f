"""A view as a state without the hidden cards."""

from typing import Any

from spielgeld.engine import View
from spielgeld.engine.state import Awaits, LastRound
from spielgeld.fast import steps
from spielgeld.fast.jit import as_words
from spielgeld.fast.words import layout_of

AWAITED: dict[Awaits, int] = {
    "bids": steps.BIDS,
    "turn": steps.TURN,
    "cards": steps.OVER,
    "nothing": steps.OVER,
}
REASONS: dict[LastRound | None, int] = {
    None: steps.GOES_ON,
    "deck_empty": steps.DECK_EMPTY,
    "shortfall": steps.SHORTFALL,
    "stall": steps.STALL,
}


def known_state(view: View) -> Any:
    """Return what the view's seat sees; other hands have only the cards everybody has seen."""
    layout = layout_of(view.setup)
    state = [0] * steps.SIZE
    state[steps.PLAYERS], state[steps.ROUND] = view.setup.players, view.round
    state[steps.AWAITS] = AWAITED[view.awaits]
    state[steps.RIGHT_NOTES], state[steps.RIGHT_COINS] = layout.words(view.right)
    state[steps.LEFT_NOTES], state[steps.LEFT_COINS] = layout.words(view.left)
    state[steps.CARDS] = len(view.setup.cards)
    state[steps.DRAWN] = state[steps.CARDS] - view.deck_size
    state[steps.IDLE_REFILLS], state[steps.LAST_ROUND] = view.idle_refills, REASONS[view.last_round]
    state[steps.WAITING] = len(view.waiting)
    state[steps.FIRST_WAITING : steps.FIRST_WAITING + len(view.waiting)] = view.waiting
    for seat in range(view.setup.players):
        known = layout.words(view.known[seat])
        held = layout.words(view.hand) if seat == view.seat else known
        state[steps.HAND_NOTES + seat], state[steps.HAND_COINS + seat] = held
        state[steps.SECRET_NOTES + seat] = held[0] & ~known[0]
        state[steps.SECRET_COINS + seat] = held[1] & ~known[1]
        state[steps.LYING_NOTES + seat], state[steps.LYING_COINS + seat] = layout.words(
            view.lying[seat]
        )
    return as_words(state)
