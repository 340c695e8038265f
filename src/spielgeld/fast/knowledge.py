"""A view as a state without the hidden cards, and sampling of full states that agree with it."""

from typing import Any, NamedTuple

from spielgeld.engine import View
from spielgeld.engine.state import Awaits, LastRound
from spielgeld.fast.chance import below, next_word
from spielgeld.fast.jit import as_words, compiled
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
    ORDER,
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
from spielgeld.fast.words import NOTE_BITS, Words, layout_of

AWAITED: dict[Awaits, int] = {"bids": BIDS, "turn": TURN, "cards": OVER, "nothing": OVER}
REASONS: dict[LastRound | None, int] = {
    None: GOES_ON,
    "deck_empty": DECK_EMPTY,
    "shortfall": SHORTFALL,
    "stall": STALL,
}


class Knowledge(NamedTuple):
    """A state in which other hands hold only what everybody has seen, and what is missing."""

    state: Words
    unseen: Words
    """The numbers of the cards that may be anywhere."""
    unknown: Words
    """How many of them are in each hand; the rest are the deck."""


def known_state(view: View) -> Any:
    """What the view's seat sees; other hands hold only what everybody has seen."""
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


def knowledge_of(view: View) -> Knowledge:
    """What the view's seat knows, and does not know."""
    unknown = [0 if seat == view.seat else count for seat, count in enumerate(view.unknown)]
    unseen = layout_of(view.setup).numbers(view.unseen)
    return Knowledge(known_state(view), as_words(unseen), as_words(unknown))


@compiled
def sample(knowledge: Knowledge, state: Words, word: int) -> int:
    """Fill the state with a random arrangement of the unseen cards; returns the next random state.

    Shuffles `knowledge.unseen` in place.
    """
    state[:] = knowledge.state
    unseen = knowledge.unseen
    for last in range(len(unseen) - 1, 0, -1):
        word = next_word(word)
        at = below(word, last + 1)
        unseen[last], unseen[at] = unseen[at], unseen[last]
    at = 0
    for seat in range(state[PLAYERS]):
        notes = coins = 0
        for _ in range(knowledge.unknown[seat]):
            if unseen[at] < NOTE_BITS:
                notes |= 1 << unseen[at]
            else:
                coins |= 1 << (unseen[at] - NOTE_BITS)
            at += 1
        state[HAND_NOTES + seat] |= notes
        state[HAND_COINS + seat] |= coins
        state[SECRET_NOTES + seat] |= notes
        state[SECRET_COINS + seat] |= coins
    for place in range(state[DRAWN], state[CARDS]):
        state[ORDER + place] = unseen[at]
        at += 1
    return word
