"""How a view and an event look as JSON, for socket messages, replays and practice alike."""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from spielgeld import engine
from spielgeld.engine.cards import NOTE_COPIES, TRIO_VALUES, Card, Pile
from spielgeld.engine.editions import RULE_VALUES
from spielgeld.engine.moves import Turn, turn_code
from spielgeld.engine.rules.scoring import FEE, FULL_FROM, TRIO_BONUS, TRIO_SIZE
from spielgeld.engine.state import Deal
from spielgeld.table.outgoing.types import (
    Agreed,
    Dealt,
    DealView,
    Event,
    Exchanged,
    HandScore,
    LastRoundAnnounced,
    MatchWon,
    OpenView,
    OwnView,
    Place,
    Refilled,
    Result,
    Revealed,
    Scored,
    Scoring,
    SharedView,
)


def agreed_json(setup: engine.Setup) -> Agreed:
    """What the table agreed on."""
    return Agreed(
        edition=setup.edition.key,
        rules={name: getattr(setup.rules, name) for name in RULE_VALUES},
        house_rules=setup.house_rules,
        players=setup.players,
        removed=list(setup.removed),
        cards=codes(setup.cards),
        scoring=_scoring_json(setup.rules),
    )


def _scoring_json(rules: engine.Rules) -> Scoring:
    return Scoring(
        fee=FEE,
        full_from=FULL_FROM,
        most=sum(value * count for value, count in NOTE_COPIES.items()),
        trio_size=TRIO_SIZE,
        trio_values=list(TRIO_VALUES),
        trio_bonus=TRIO_BONUS,
        coin_trios=rules.coin_trios,
    )


def view_json(view: engine.View) -> DealView:
    """The whole view."""
    return DealView(shared=shared_json(view), own=own_json(view))


def shared_json(view: engine.View) -> SharedView:
    """The part that is equal in every seat's view of the same moment."""
    return msgspec.convert(_written(view), SharedView)


def _written(view: engine.View) -> dict[str, object]:
    return {name: write(getattr(view, name)) for name, write in SHARED_FIELDS.items()}


def shared_changes(before: engine.View | None, after: engine.View) -> dict[str, object]:
    """The fields of the shared part in which two views differ, with the later one's values."""
    if before is None:
        return _written(after)
    return {
        name: write(value)
        for name, write in SHARED_FIELDS.items()
        if (value := getattr(after, name)) is not (was := getattr(before, name)) and value != was
    }


def own_json(view: engine.View) -> OwnView | None:
    """The part of the view that is its seat's alone; None for a spectator."""
    if view.seat is None:
        return None
    score = score_json(engine.score_now(view))
    return own_view(view.seat, view.hand, codes(view.unseen), view.legal_turns, score)


def own_view(
    seat: int, hand: Pile, unseen: list[str], legal_turns: tuple[Turn, ...], score: HandScore
) -> OwnView:
    """What only the seat may see, from its parts."""
    return OwnView(
        seat=seat,
        hand=codes(hand),
        unseen=unseen,
        legal_turns=[turn_code(turn) for turn in legal_turns],
        score=score,
        worth=worth_by_kind(hand),
    )


def worth_by_kind(hand: Pile) -> dict[str, int]:
    """What the notes of each currency, or the coins of each metal, add up to."""
    worth: dict[str, int] = {}
    for card in hand:
        worth[card.kind] = worth.get(card.kind, 0) + card.value
    return worth


def open_json(deal: Deal | None) -> OpenView:
    """All hands and the deck of a deal; never for anybody who still plays it."""
    if deal is None:
        return OpenView(hands=[], deck=[])
    return OpenView(hands=[codes(cards) for cards in deal.hands], deck=codes(deal.deck))


def event_json(event: engine.Event) -> Event:
    """The event as it is handed in: `engine.event_for` has to take the secrets out before."""
    match event:
        case engine.Exchanged():
            return Exchanged(
                seat=event.seat,
                turn=turn_code(event.turn),
                given=codes(event.given),
                taken=codes(event.taken),
                waiting=list(event.waiting),
            )
        case engine.Revealed():
            return Revealed(
                round=event.round,
                bids=[bid.codes for bid in event.bids],
                order=[place_json(place) for place in event.order],
            )
        case engine.Refilled():
            return Refilled(
                first=event.first,
                right=codes(event.right),
                left=codes(event.left),
                deck_size=event.deck_size,
            )
        case engine.LastRoundAnnounced():
            return LastRoundAnnounced(round=event.round, reason=event.reason)
        case _:
            return _deal_event_json(event)


def _deal_event_json(event: engine.Dealt | engine.Scored | engine.MatchWon) -> Event:
    """The events that come once a deal, or once a match."""
    match event:
        case engine.Dealt():
            return Dealt(
                deal=event.deal,
                cards=None if event.cards is None else codes(event.cards),
                hands=[None if cards is None else codes(cards) for cards in event.hands],
                right=codes(event.right),
                left=codes(event.left),
                deck_size=event.deck_size,
            )
        case engine.Scored():
            return Scored(
                deal=event.deal,
                hands=[codes(cards) for cards in event.hands],
                breakdown=[score_json(counted) for counted in event.breakdown],
                scores=list(event.scores),
            )
        case engine.MatchWon():
            return MatchWon(result=result_json(event.result))


def place_json(place: engine.Place) -> Place:
    """A place in the order of a round."""
    return Place(
        seat=place.seat,
        worth=place.worth,
        bluff=place.bluff,
        lowest=place.lowest.code,
        ahead_by=place.ahead_by,
    )


def score_json(counted: engine.HandScore) -> HandScore:
    """A counted hand."""
    return msgspec.convert(counted, HandScore, from_attributes=True)


def result_json(result: engine.Result) -> Result:
    """How a match ended."""
    return msgspec.convert(result, Result, from_attributes=True)


def codes(cards: Iterable[Card]) -> list[str]:
    """The names of the cards."""
    return [card.code for card in cards]


def _as_it_is(value: object) -> object:
    return value


def _code_lists(piles: Iterable[Pile]) -> list[list[str]]:
    return [codes(cards) for cards in piles]


SHARED_FIELDS: dict[str, Callable[[Any], object]] = {
    **dict.fromkeys(SharedView.__struct_fields__, _as_it_is),
    **dict.fromkeys(("right", "left", "turned_up", "open_deck"), codes),
    **dict.fromkeys(("known", "lying"), _code_lists),
}
"""How each field of the shared part is written; tuples of numbers are lists in JSON anyway."""
