"""Finds what changed of the cards since the last update, for everybody and for each seat.

`publisher.py` makes the messages of it.

This runs for every move on the server. Piles are immutable, so one that is still the same object
need not be compared; most are.
"""

from typing import NamedTuple

import msgspec

from spielgeld.engine import (
    Match,
    Pile,
    Turn,
    known_cards,
    legal_turns,
    pile,
    score_hand,
    turn_code,
    unseen_by,
    view_of,
)
from spielgeld.engine.state import Deal
from spielgeld.table.outgoing.encoding import (
    SHARED_FIELDS,
    codes,
    own_view,
    score_json,
    shared_changes,
    worth_by_kind,
)
from spielgeld.table.outgoing.types import HandScore, OwnView

Changes = dict[str, object]

_AS_IT_IS = (
    "round",
    "last_round",
    "idle_refills",
    "right",
    "left",
    "turned_up",
    "lying",
    "waiting",
)
_OF_A_DEAL = {name: SHARED_FIELDS[name] for name in _AS_IT_IS}
"""Fields of a deal that everybody sees unchanged."""


class SharedCards:
    """What everybody was shown of the cards, but for sealed bids."""

    def __init__(self, match: Match | None) -> None:
        self._match = match
        self._known = _known(match)

    def follow(self, match: Match) -> Changes:
        """The changes since the last call."""
        before, self._match = self._match, match
        old, new = before and before.deal, match.deal
        if before is None or not old or not new or old.number != new.number or new.scores:
            self._known = _known(match)
            return shared_changes(before and view_of(before, None), view_of(match, None))
        changes = _moved(old, new)
        known = [
            was
            if new.hands[seat] is old.hands[seat] and new.unseen[seat] is old.unseen[seat]
            else known_cards(new, seat)
            for seat, was in enumerate(self._known)
        ]
        if known != self._known:
            self._known = known
            changes["known"] = [codes(cards) for cards in known]
        return changes


def _known(match: Match | None) -> list[Pile]:
    if match is None or match.deal is None:
        return []
    return [known_cards(match.deal, seat) for seat in range(match.setup.players)]


def _moved(old: Deal, new: Deal) -> Changes:
    """What has changed within a deal, but for what is known of the hands."""
    changes: Changes = {
        name: write(value)
        for name, write in _OF_A_DEAL.items()
        if (value := getattr(new, name)) is not (was := getattr(old, name)) and value != was
    }
    if bool(new.waiting) != bool(old.waiting):
        changes["awaits"] = "turn" if new.waiting else "bids"
    if len(new.deck) != len(old.deck):
        changes["deck_size"] = len(new.deck)
    if (sizes := _sizes(new.hands)) != _sizes(old.hands):
        changes["hand_sizes"] = sizes
    if new.unseen is not old.unseen and (unknown := _sizes(new.unseen)) != _sizes(old.unseen):
        changes["unknown"] = unknown
    return changes


def _sizes(piles: tuple[Pile, ...]) -> list[int]:
    return list(map(len, piles))


class _Hand(NamedTuple):
    """What one seat was shown of its own cards."""

    hand: Pile
    lying: Pile
    held: Pile
    """Both together: what the score counts."""
    score: HandScore
    unseen: Pile
    turns: tuple[Turn, ...]


class OwnHands:
    """What seats were shown of their own cards: those seats that have begun to listen."""

    def __init__(self, match: Match | None) -> None:
        self._match = match
        self._seats: list[int] = []
        self._hands: dict[int, _Hand] = {}
        """By seat; empty before the first deal."""

    def begin(self, seat: int) -> None:
        """Track changes for this seat, too, from now on."""
        self._seats.append(seat)
        if self._match is not None:
            self._look(self._match, [seat])

    def whole(self, seat: int) -> OwnView | None:
        """All of it; None before the first deal."""
        shown = self._hands.get(seat)
        if shown is None:
            return None
        return own_view(seat, shown.hand, codes(shown.unseen), shown.turns, shown.score)

    def follow(self, match: Match) -> dict[int, Changes]:
        """By seat: the changes since the last call."""
        before, self._match = self._match, match
        old, deal = before and before.deal, match.deal
        if deal is None:
            return {}
        if old is None:
            self._look(match, self._seats)
            views = {seat: self.whole(seat) for seat in self._seats}
            return {seat: msgspec.structs.asdict(view) for seat, view in views.items() if view}
        if _only_turns(old, deal):
            # No hidden card was shown: only the seats that acted, or act now, see a change.
            touched = _touched(old, deal)
            unseen = {seat: self._hands[seat].unseen for seat in self._seats if seat in touched}
        else:
            unseen = unseen_by(match, self._seats)
        return {seat: self._change(match, deal, seat, cards) for seat, cards in unseen.items()}

    def _look(self, match: Match, seats: list[int]) -> None:
        """Remember the seats' cards as they are now."""
        if match.deal is not None:
            for seat, unseen in unseen_by(match, seats).items():
                self._hands[seat] = _hand(match, match.deal, seat, unseen)

    def _change(self, match: Match, deal: Deal, seat: int, unseen: Pile) -> Changes:
        before = self._hands[seat]
        hand, lying = deal.hands[seat], deal.lying[seat]
        held, score = before.held, before.score
        if (hand is not before.hand or lying is not before.lying) and (
            held := pile(hand + lying)
        ) != before.held:
            score = score_json(score_hand(match.setup.rules, held))
        turns = _turns_of(match, deal, seat)
        after = self._hands[seat] = _Hand(hand, lying, held, score, unseen, turns)
        return _changes(before, after)


def _hand(match: Match, deal: Deal, seat: int, unseen: Pile) -> _Hand:
    hand, lying = deal.hands[seat], deal.lying[seat]
    held = pile(hand + lying)
    score = score_json(score_hand(match.setup.rules, held))
    return _Hand(hand, lying, held, score, unseen, _turns_of(match, deal, seat))


def _turns_of(match: Match, deal: Deal, seat: int) -> tuple[Turn, ...]:
    return legal_turns(match) if deal.waiting[:1] == (seat,) else ()


def only_turns(before: Match | None, after: Match) -> bool:
    """Whether nothing but turns of one round lies between the two."""
    old = before and before.deal
    return bool(old and after.deal and _only_turns(old, after.deal))


def _only_turns(old: Deal, new: Deal) -> bool:
    return bool(old.waiting and new.waiting) and old.round == new.round


def _touched(old: Deal, new: Deal) -> set[int]:
    """Who acted, whose bid was taken, and who acts now."""
    hands = zip(old.hands, new.hands, strict=True)
    changed = {seat for seat, (had, has) in enumerate(hands) if had is not has}
    return changed | {old.waiting[0], new.waiting[0]}


def _changes(before: _Hand, after: _Hand) -> Changes:
    """The fields of a seat's own view that differ."""
    changes: Changes = {}
    if after.hand is not before.hand and after.hand != before.hand:
        changes["hand"] = codes(after.hand)
        changes["worth"] = worth_by_kind(after.hand)
    if after.unseen is not before.unseen and after.unseen != before.unseen:
        changes["unseen"] = codes(after.unseen)
    if after.turns != before.turns:
        changes["legal_turns"] = [turn_code(turn) for turn in after.turns]
    if after.score is not before.score and after.score != before.score:
        changes["score"] = after.score
    return changes
