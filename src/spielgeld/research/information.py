"""What a seat knows, as text: with its whole history, or of this moment only."""

from spielgeld.engine import Exchanged, Pile, Revealed, View, turn_code
from spielgeld.research.deal import CardByCard


def information_state(deal: CardByCard, seat: int) -> str:
    """All that the seat has seen and done in this deal: equal for states it cannot tell apart.

    The hand it was dealt is left out: it follows from the current hand and the history.
    """
    view = deal.view(seat)
    done = [_event_text(each) for each in view.history]
    return "\n".join([_table(view), f"hand {_codes(view.hand)}", *done, _laid(deal, seat)])


def observation_text(deal: CardByCard, seat: int) -> str:
    """What the seat sees now: the table, its hand, and what is known of others'."""
    view = deal.view(seat)
    known = [f"{at}: {_codes(cards)} +{view.unknown[at]}" for at, cards in enumerate(view.known)]
    lying = [f"{at}: {_codes(cards)}" for at, cards in enumerate(view.lying) if cards]
    rows = f"round {view.round} right {_codes(view.right)} left {_codes(view.left)}"
    shown = [_event_text(each) for each in view.history if isinstance(each, Revealed)][-1:]
    parts = [rows, *known, "bids", *lying, *shown, f"hand {_codes(view.hand)}", _laid(deal, seat)]
    return "\n".join([f"seat {view.seat}", *parts])


def _table(view: View) -> str:
    edition, left = view.setup.edition.key, " ".join(sorted(view.setup.removed))
    opened = " ".join(card.code for card in view.turned_up)
    return f"seat {view.seat} {edition} without {left} turned up {opened}"


def _event_text(done: Revealed | Exchanged) -> str:
    if isinstance(done, Revealed):
        return "bids " + " / ".join(map(str, done.bids))
    return f"{done.seat} {turn_code(done.turn)}"


def _laid(deal: CardByCard, seat: int) -> str:
    sealed = deal.sealed(seat)
    return f"laid {_codes(deal.laid(seat))}" if sealed is None else f"sealed {sealed}"


def _codes(cards: Pile) -> str:
    return " ".join(card.code for card in cards)
