"""What seats and the public see, in cells and in words, as OpenSpiel asks for it; action names."""

from typing import Any

import numpy as np
import pyspiel

from spielgeld.engine import Setup, turn_code
from spielgeld.engine.rules.dealing import HAND_SIZE
from spielgeld.fast import steps
from spielgeld.fast.words import MOST_SEATS, layout_of
from spielgeld.research import observation as cells
from spielgeld.research.actions import KEEP_BID, LEFT, RIGHT, SEAL, SEAL_WITH_BLUFF, path_of
from spielgeld.research.deal import Deal

_NAMES = {SEAL: "seal", SEAL_WITH_BLUFF: "seal with bluff", RIGHT: "right", LEFT: "left"}


def action_text(setup: Setup, action: int, *, is_drawn: bool) -> str:
    """Return the name of an action, or of a card that chance draws."""
    if action < SEAL:
        return f"{'draw' if is_drawn else 'lay'} {layout_of(setup).card[action].code}"
    if action == KEEP_BID:
        return "keep"
    return _NAMES.get(action, f"take +{action - KEEP_BID}")


def laid_path(deal: Deal, seat: int) -> list[int]:
    """Return the actions of the seat in this round of bids."""
    if bid := deal.sealed(seat):
        return path_of(deal.setup, bid)
    return sorted(layout_of(deal.setup).numbers(deal.laid(seat)))


def information_state(deal: Deal, seat: int | None) -> str:
    """Return all that the seat, or everybody, has seen and done in this deal.

    It is equal for states that the seat cannot tell apart. The hand that was dealt is left out: it
    follows from the current hand and the history.
    """
    setup, row, first = deal.setup, deal.row, HAND_SIZE * deal.players
    card = layout_of(setup).card
    drawn = row[steps.ORDER + first : steps.ORDER + row[steps.DRAWN]].tolist()
    opened = " ".join(card[at].code for at in drawn)
    lines = [f"{setup.edition.key} without {' '.join(sorted(setup.removed))} turned up {opened}"]
    for done in deal.past:
        if isinstance(done, list):
            lines.append("bids " + " / ".join(map(str, done)))
        else:
            lines.append(f"{done[0]} {turn_code(done[1])}")
    return "\n".join(lines if seat is None else [*lines, own_cards(deal, seat)])


def own_cards(deal: Deal, seat: int) -> str:
    """Return what only the seat sees: its hand and its bid."""
    hand = " ".join(c.code for c in deal.pile(steps.HAND_NOTES, steps.HAND_COINS, seat))
    sealed, laid = deal.sealed(seat), " ".join(card.code for card in deal.laid(seat))
    return f"seat {seat} hand {hand}\n" + (f"laid {laid}" if sealed is None else f"sealed {sealed}")


def _public_cells(seen: cells.Observation) -> cells.Observation:
    """Return what everybody sees of what seat 0 observes: `UNSEEN` has its secret cards, too."""
    secret = (seen[cells.HAND] | seen[cells.LAID]) & ~seen[cells.KNOWN] & 1
    seen[[cells.HAND, cells.LAID]] = 0
    seen[cells.UNSEEN, : cells.SIZE] |= secret[: cells.SIZE]
    seen[cells.UNSEEN, cells.SIZE] += secret[: cells.SIZE].sum(dtype=np.uint8)
    seen[cells.RIGHT : cells.LYING + MOST_SEATS, cells.POINTS] = 0
    return seen


class Observer:
    """What a seat knows, what everybody knows, or what the seat knows besides."""

    def __init__(self, kind: Any, params: Any) -> None:
        self._is_single = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if params or kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("there are observations of a player and of the public, nothing else")
        self._recalls, self._is_public = kind.perfect_recall, kind.public_info
        self.tensor, self.dict = None, {}
        if not self._recalls:
            self.tensor = np.zeros(cells.ROWS * cells.COLUMNS, np.float32)
            self.dict = {"observation": self.tensor.reshape(cells.SHAPE)}

    def set_from(self, state: Any, player: int) -> None:
        """Fill in the cells; before the cards are dealt there is nothing."""
        if self.tensor is None:
            return
        if state.deal is not None and self._is_public:
            seen = state.deal.observe(player if self._is_single else 0)
            self.dict["observation"][:] = seen if self._is_single else _public_cells(seen)
            return
        self.tensor[:] = 0
        if state.deal is not None and self._is_single:
            own = [cells.HAND, cells.LAID]
            self.dict["observation"][own] = state.deal.observe(player)[own]

    def string_from(self, state: Any, player: int) -> str:
        """Return the same in words."""
        deal, seat = state.deal, player if self._is_single else None
        if deal is None:
            return "before the deal"
        if not self._is_public:
            return "" if seat is None else own_cards(deal, seat)
        if self._recalls:
            return information_state(deal, seat)
        shown = deal.as_text(seat, is_open=False)
        return shown if seat is None else f"{shown}\n{own_cards(deal, seat)}"
