"""A view as a state without the hidden cards."""

from typing import Any

from spielgeld.engine import View
from spielgeld.engine.state import Awaits, LastRound
from spielgeld.fast.jit import as_words
from spielgeld.fast.steps import (
    AWAITS,
    BIDS,
    CARDS,
    DECK_EMPTY,
    DRAWN,
    FIRST_WAITING,
    GOES_ON,
    HAND_COINS,
    HAND_NOTES,
    IDLE_REFILLS,
    LAST_ROUND,
    LEFT_COINS,
    LEFT_NOTES,
    LYING_COINS,
    LYING_NOTES,
    OVER,
    PLAYERS,
    RIGHT_COINS,
    RIGHT_NOTES,
    ROUND,
    SECRET_COINS,
    SECRET_NOTES,
    SHORTFALL,
    SIZE,
    STALL,
    TURN,
    WAITING,
)
from spielgeld.fast.words import layout_of

AWAITED: dict[Awaits, int] = {"bids": BIDS, "turn": TURN, "cards": OVER, "nothing": OVER}
REASONS: dict[LastRound | None, int] = {
    None: GOES_ON,
    "deck_empty": DECK_EMPTY,
    "shortfall": SHORTFALL,
    "stall": STALL,
}


def known_state(view: View) -> Any:
    """Return what the view's seat sees; other hands have only the cards everybody has seen."""
    layout = layout_of(view.setup)
    state = [0] * SIZE
    state[PLAYERS], state[ROUND], state[AWAITS] = (
        view.setup.players,
        view.round,
        AWAITED[view.awaits],
    )
    state[RIGHT_NOTES], state[RIGHT_COINS] = layout.words(view.right)
    state[LEFT_NOTES], state[LEFT_COINS] = layout.words(view.left)
    state[CARDS] = len(view.setup.cards)
    state[DRAWN] = state[CARDS] - view.deck_size
    state[IDLE_REFILLS], state[LAST_ROUND] = view.idle_refills, REASONS[view.last_round]
    state[WAITING] = len(view.waiting)
    state[FIRST_WAITING : FIRST_WAITING + len(view.waiting)] = view.waiting
    for seat in range(view.setup.players):
        known = layout.words(view.known[seat])
        held = layout.words(view.hand) if seat == view.seat else known
        state[HAND_NOTES + seat], state[HAND_COINS + seat] = held
        state[SECRET_NOTES + seat] = held[0] & ~known[0]
        state[SECRET_COINS + seat] = held[1] & ~known[1]
        state[LYING_NOTES + seat], state[LYING_COINS + seat] = layout.words(view.lying[seat])
    return as_words(state)
