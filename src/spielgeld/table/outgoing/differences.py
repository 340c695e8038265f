"""What was last shown of the cards, to everybody and to each seat, to tell only what changes.

This runs for every move on the server. Piles are never changed in place, so one that is still the
same object needs no second look; most are.
"""

from typing import NamedTuple

import msgspec

from spielgeld.engine import (
    Match,
    Pile,
    Turn,
    known_cards,
    legal_turns,
    own_cards,
    pile,
    score_hand,
    view_of,
)
from spielgeld.engine.state import Deal
from spielgeld.table.outgoing.encoding import (
    SHARED_FIELDS,
    codes,
    own_view,
    score_json,
    shared_changes,
    turn_json,
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
"""What everybody sees of a deal just as it is."""


class SharedCards:
    """What everybody was shown of the cards, but for sealed bids."""

    def __init__(self, match: Match | None) -> None:
        self._match = match
        self._known = _known(match)

    def follow(self, match: Match) -> Changes:
        """What has changed."""
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
    return [len(cards) for cards in piles]


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
    """What each seat was shown of its own cards."""

    def __init__(self, match: Match | None) -> None:
        self._match = match
        self._hands: list[_Hand] = []
        if match is not None and match.deal is not None:
            self._hands = _all_hands(match, match.deal)

    def whole(self, seat: int) -> OwnView | None:
        """All of it; None before the first deal."""
        if not self._hands:
            return None
        shown = self._hands[seat]
        return own_view(seat, shown.hand, codes(shown.unseen), shown.turns, shown.score)

    def follow(self, match: Match) -> dict[int, Changes]:
        """What has changed, by seat."""
        before, self._match = self._match, match
        deal = match.deal
        if deal is None:
            return {}
        if not self._hands:
            self._hands = _all_hands(match, deal)
            return {
                seat: msgspec.structs.asdict(view)
                for seat in range(match.setup.players)
                if (view := self.whole(seat))
            }
        old = before and before.deal
        if old and old.waiting and deal.waiting and old.round == deal.round:
            return self._acted(match, old, deal)
        unseen = [cards for _, cards in own_cards(match)]
        return {seat: self._change(match, deal, seat, cards) for seat, cards in enumerate(unseen)}

    def _acted(self, match: Match, old: Deal, deal: Deal) -> dict[int, Changes]:
        """Within the turns of a round nothing unseen turns up: only who acted, or acts now."""
        held = zip(old.hands, deal.hands, strict=True)
        touched = {seat for seat, (had, has) in enumerate(held) if had is not has}
        touched |= {old.waiting[0], deal.waiting[0]}
        return {seat: self._change(match, deal, seat, self._hands[seat].unseen) for seat in touched}

    def _change(self, match: Match, deal: Deal, seat: int, unseen: Pile) -> Changes:
        before = self._hands[seat]
        hand, lying = deal.hands[seat], deal.lying[seat]
        held, score = before.held, before.score
        if (hand is not before.hand or lying is not before.lying) and (
            held := pile(hand + lying)
        ) != before.held:
            score = score_json(score_hand(match.setup.rules, held))
        turns = legal_turns(match) if deal.waiting[:1] == (seat,) else ()
        after = self._hands[seat] = _Hand(hand, lying, held, score, unseen, turns)
        return _changes(before, after)


def _all_hands(match: Match, deal: Deal) -> list[_Hand]:
    hands = []
    for seat, (hand, unseen) in enumerate(own_cards(match)):
        lying = deal.lying[seat]
        held = pile(hand + lying)
        score = score_json(score_hand(match.setup.rules, held))
        turns = legal_turns(match) if deal.waiting[:1] == (seat,) else ()
        hands.append(_Hand(hand, lying, held, score, unseen, turns))
    return hands


def _changes(before: _Hand, after: _Hand) -> Changes:
    """The fields of a seat's own view that differ."""
    changes: Changes = {}
    if after.hand is not before.hand and after.hand != before.hand:
        changes["hand"] = codes(after.hand)
        changes["worth"] = worth_by_kind(after.hand)
    if after.unseen is not before.unseen and after.unseen != before.unseen:
        changes["unseen"] = codes(after.unseen)
    if after.turns != before.turns:
        changes["legal_turns"] = [turn_json(turn) for turn in after.turns]
    if after.score is not before.score and after.score != before.score:
        changes["score"] = after.score
    return changes
